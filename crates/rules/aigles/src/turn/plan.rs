//! C: both sides write their plans (LA-GAP-61), without any measuring (LA-GAP-60).

mod plan_check;
mod plan_notes;
mod suggest;

use super::deploy::FORMATIONS;
use super::march::{Barred, Marcher};
use super::moves::stand;
use super::{D, Step};
use crate::question::{Does, Kind, Question, pick_one};
use crate::resolve::command::{self, PlanKind as Sort};
use crate::world::{Bound, Fate, Guns, Life, Note, Object, Orders, Plan, Scene, What, World, may_stand};
use crate::{Arm, Attitude, CM, Formation, LesAigles, Order, r};
use game::{Ask, Choice, Field, Flow, Key, Ref, Reply, Rule, Shape, Side, Slot, UnitId};
use rulebook::Known;
use rulebook::word;
use std::collections::BTreeMap;
use table::{Cm, INSTANTS, Manoeuvre, March, Piece, Pose, overlaps};

pub(crate) const PLAN: Kind = Kind {
    rules: &[r::LA_GAP_61, r::LA_MVT_03, r::LA_CHA_04],
    fields: LesAigles::fields_plan,
    check: LesAigles::check_plan,
    suggest: suggest::plans,
};

/// A half in the costs of a march: a thousand parts for each quarter.
const HALF: i32 = 2_000;

/// The end of a planned march.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub end: Pose,
    pub formation: Formation,
    /// Quarter turns that its figures have made.
    pub turned: u8,
    pub cost: i32,
    pub path: Vec<Pose>,
}

impl LesAigles {
    pub(crate) fn plan(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Plans, &[r::LA_GAP_61, r::LA_GAP_60]);
        let asked = self.put(d, Question::Plan);
        let answers = d.ask_sheets(&asked)?;
        for side in Side::BOTH {
            if let Some(papers) = d.world.papers_mut(side) {
                papers.plans.clear();
                papers.reactions.clear();
            }
        }
        for (sheet, replies) in asked.iter().zip(&answers) {
            let side = sheet.slot.side;
            let plans = self.plans_of(sheet, replies);
            let notes: Vec<(UnitId, Note)> =
                sheet.fields.iter().zip(replies).filter_map(|(f, reply)| self.note_of(&d.world, f, reply)).collect();
            for (officer, note) in notes {
                self.write_note(d, side, officer, note);
            }
            if let Some(papers) = d.world.papers_mut(side) {
                papers.plans = plans;
            }
        }
        Ok(())
    }

    /// The units that may plan (LA-GAP-61).
    fn planners(&self, w: &World, side: Side) -> Vec<UnitId> {
        // A charge goes on as it was declared (LA-CHA-29).
        let may = |unit: &crate::world::Unit| unit.free() || unit.charge.is_some() && !self.on(r::LA_CHA_29);
        let fights = |id: UnitId| w.engaged(id) && self.on(r::LA_GAP_61);
        self.troops(w, side).filter(|id| may(w.unit(*id)) && !fights(*id)).collect()
    }

    fn fields_plan(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let scene = self.scene(w);
        let mut fields = Vec::new();
        for id in self.planners(w, slot.side) {
            let picks = self.plan_choices(w, &scene, id);
            fields.push(pick_one(Ref::Unit(id), picks));
            fields.push(Field {
                about: Ref::Unit(id),
                shape: Shape::March { movers: vec![id], allowed: self.open_manoeuvres(w, id), budget: HALF },
                default: Reply::Marched(March { movers: vec![id.0], legs: Vec::new() }),
            });
        }
        for place in self.writers(w, slot.side) {
            fields.push(self.note_field(w, place));
        }
        fields
    }

    /// The plans open to a unit; they reveal no distance to an enemy (LA-GAP-60).
    fn plan_choices(&self, w: &World, scene: &Scene, id: UnitId) -> Vec<Choice> {
        let unit = w.unit(id);
        let plain = |does: Does, rule: Rule| Choice::of(does.key(), &[rule]);
        let mut all = Vec::new();
        if unit.doing.is_some() {
            all.push(plain(Does::GoOn, r::LA_GAP_61));
        }
        all.push(plain(Does::March, r::LA_GAP_61));
        if matches!(unit.bound, Bound::Halted { .. }) {
            return all;
        }
        let attitude = self.attitude(w, id);
        let allows = |plan: Sort| command::allows(&self.book, attitude, plan);
        if unit.inside.is_some() {
            all.push(plain(Does::LeaveHouse, r::LA_GAP_74));
            return all;
        }
        let forced =
            crate::resolve::motion::forced_march(&self.book, unit.formation) && unit.order != Order::Disordered;
        let fresh = unit.forced < self.book.tables.time.most_forced_march / 2 || !self.on(r::LA_PIV_17);
        let may = self.arm(id) != Arm::Artillery || self.on(r::LA_ART_08);
        if forced && may && fresh && allows(Sort::ForcedMarch) {
            all.push(plain(Does::ForcedMarch, r::LA_PIV_15));
        }
        // At the start of either half (LA-CHA-03).
        let now = w.quarter.is_multiple_of(4) || self.on(r::LA_CHA_03);
        if self.may_charge(w, id).is_ok() && now && allows(Sort::Charge) {
            let free = |target: &UnitId| {
                let mut refusals = Vec::new();
                self.one_charger_each(w, &[(id, *target, 0)], &mut refusals);
                refusals.is_empty()
            };
            for target in self.charge_targets(w, scene, id).into_iter().filter(free) {
                all.push(Choice::of(Does::Charge.about(Ref::Unit(target)), &[r::LA_CHA_04]));
            }
        }
        if self.may_enter(w, id) && allows(Sort::Enter) {
            for target in self.entry_targets(w, scene, id).into_iter().filter(|target| self.supports(w, id, *target)) {
                all.push(Choice::of(Does::Enter.about(Ref::Unit(target)), &[r::LA_GAP_20]));
            }
        }
        let foot = self.arm(id) != Arm::Artillery;
        if foot && allows(Sort::Evade) {
            all.push(plain(Does::Evade, r::LA_ESQ_01));
        }
        if self.arm(id) == Arm::Cavalry && allows(Sort::Rally) && self.on(r::LA_RAL_01) {
            all.push(plain(Does::Rally, r::LA_RAL_07));
        }
        self.other_plans(w, id, &mut all);
        all
    }

    /// Whether its order allows a unit to enter a melee with this enemy: a unit that supports a friend enters only that
    /// friend's melee (LA-GAP-76).
    fn supports(&self, w: &World, id: UnitId, enemy: UnitId) -> bool {
        match self.orders(w, id) {
            Some(Orders { attitude: Attitude::Support, object: Object::Friend(friend) }) if self.on(r::LA_GAP_76) => {
                w.contact(friend, enemy).is_some()
            }
            _ => true,
        }
    }

    /// Plans for companies, houses and guns.
    fn other_plans(&self, w: &World, id: UnitId, all: &mut Vec<Choice>) {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        if let Some(part) = sheet.part.filter(|part| w.unit(*part).life == Life::Folded)
            && sheet.profile.arm == Arm::Infantry
            && unit.order == Order::Formed
            && (unit.formation.line() || unit.formation.column())
            && self.part_strength(w, id).is_some()
            && self.on(r::LA_GAP_78)
        {
            all.push(Choice::of(Does::Detach.about(Ref::Unit(part)), &[r::LA_GAP_78]));
        }
        if let Some(whole) = sheet.part_of
            && w.unit(whole).present()
            && unit.order == Order::Formed
            && w.unit(whole).order == Order::Formed
            && (!w.engaged(whole) || self.on(r::LA_ESQ_07))
            && table::within_reach(
                &self.body(w, id),
                &self.body(w, whole),
                self.book.tables.orders.detached_before.cm(),
            )
        {
            all.push(Choice::of(Does::Rejoin.about(Ref::Unit(whole)), &[r::LA_ESQ_06]));
        }
        let served = unit.formation == Formation::InPosition && unit.guns == Guns::Served;
        if sheet.profile.arm == Arm::Artillery && served && self.on(r::LA_ART_12) {
            for does in [Does::PushAhead, Does::PushBack] {
                let piece = self.body(w, id);
                let by = self.book.tables.movement.manhandling.cm();
                let bearing = if does == Does::PushAhead { piece.pose.facing } else { piece.pose.facing + 18_000 };
                let to = piece.moved(bearing, by);
                let free = !self.troops(w, sheet.side).any(|other| other != id && overlaps(&to, &self.body(w, other)));
                if self.terrain.holds(&to) && free && !self.closed_to(id, Formation::Limbered, &to) {
                    all.push(Choice::of(does.key(), &[r::LA_ART_12]));
                }
            }
        }
        if sheet.profile.arm == Arm::Infantry && sheet.part_of.is_none() && unit.order <= Order::Unformed {
            for site in self.houses_touched(w, id) {
                all.push(Choice::of(Does::Garrison.about(Ref::Site(site)), &[r::LA_GAP_74]));
            }
        }
        for guns in self.guns_touched(w, id) {
            all.push(Choice::of(Does::Spike.about(Ref::Unit(guns)), &[r::LA_GAP_55]));
            all.push(Choice::of(Does::TurnGuns.about(Ref::Unit(guns)), &[r::LA_GAP_55]));
        }
        if sheet.profile.arm == Arm::Artillery && unit.guns == Guns::Unmanned && unit.figures() > 0 && unit.free() {
            all.push(Choice::of(Does::Man.key(), &[r::LA_GAP_55]));
        }
    }

    /// Enemy guns without gunners that a unit touches (LA-GAP-55).
    fn guns_touched(&self, w: &World, id: UnitId) -> Vec<UnitId> {
        if self.arm(id) == Arm::Artillery || !self.on(r::LA_GAP_55) {
            return Vec::new();
        }
        let own = self.body(w, id);
        let near = self.book.tables.movement.keep_off.cm() + table::SLACK;
        let enemy = self.side(id).other();
        let left = |other: &UnitId| w.unit(*other).guns == Guns::Unmanned && self.side(*other) == enemy;
        self.troops(w, enemy).filter(left).filter(|o| table::within_reach(&own, &self.body(w, *o), near)).collect()
    }

    /// Empty houses that a unit touches (LA-GAP-74).
    fn houses_touched(&self, w: &World, id: UnitId) -> Vec<u16> {
        if !self.on(r::LA_GAP_74) || w.unit(id).figures() > self.book.tables.scale.most_garrison {
            return Vec::new();
        }
        let body = self.body(w, id);
        let near = Piece { front: body.front + CM, depth: body.depth + CM, ..body };
        let held = |site: u16| w.units.iter().any(|u| u.present() && u.inside == Some(site));
        let features = self.terrain.touched(&near).into_iter();
        features.filter(|f| self.terrain.feature(*f).is_some_and(|f| f.strongpoint) && !held(*f)).collect()
    }

    /// Manoeuvres open to a unit, each with its limit.
    fn open_manoeuvres(&self, w: &World, id: UnitId) -> Vec<Manoeuvre> {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let marcher = self.marcher(w, id);
        let mut all = Vec::new();
        // Without gunners the guns cannot be moved or limbered (LA-GAP-55).
        if !unit.manned() {
            return all;
        }
        let fixed = matches!(unit.formation, Formation::InPosition | Formation::Garrison) || unit.inside.is_some();
        let halted = matches!(unit.bound, Bound::Halted { .. });
        if !fixed && !halted {
            // Moves that fit into the half: a straight move, or a wheel and nothing else (LA-PIV-01, LA-PIV-02).
            let far = 2 * self.straight_on(&marcher);
            all.push(Manoeuvre::Ahead(far));
            all.push(Manoeuvre::Wheel(self.most_wheel(id, self.body(w, id).front, far)));
            if crate::resolve::motion::can_oblique(&self.book, sheet.profile.arm, unit.formation, sheet.status) {
                let by = i32::from(self.book.tables.movement.oblique_degrees) * 100;
                all.push(Manoeuvre::Oblique { cm: far / 2, by });
            }
            if crate::resolve::motion::can_step_back(&self.book, sheet.profile.arm, unit.formation, sheet.status) {
                all.push(Manoeuvre::Back(far / 2));
            }
        }
        if !fixed && sheet.profile.arm != Arm::Artillery {
            all.push(Manoeuvre::Turn(18_000));
        }
        if unit.inside.is_none() {
            for formation in FORMATIONS {
                let may = may_stand(&sheet.profile, formation) || formation == unit.formation;
                if may && self.change_time(&marcher, formation).is_some() {
                    all.push(Manoeuvre::Reform(word(&formation).as_str().into()));
                }
            }
        }
        all
    }

    /// Distance that a unit goes straight on over open ground in a quarter.
    pub(super) fn straight_on(&self, marcher: &Marcher) -> Cm {
        self.rate(marcher, crate::resolve::motion::March::Ahead, Vec::new(), false).unwrap_or(0)
    }

    /// The widest wheel whose outer path has this length.
    fn most_wheel(&self, id: UnitId, front: Cm, way: Cm) -> i32 {
        let way = f64::from(self.wheeling(id, way));
        ((way / f64::from(front.max(1))).to_degrees() * 100.0).min(18_000.0) as i32
    }

    /// The plans written by an answer.
    fn plans_of(&self, ask: &Ask, replies: &[Reply]) -> BTreeMap<UnitId, Plan> {
        let mut plans = BTreeMap::new();
        let mut fields = ask.fields.iter().zip(replies);
        while let Some((field, reply)) = fields.next() {
            let (Ref::Unit(id), Some(key)) = (field.about, reply.key()) else { continue };
            if usize::from(id.0) >= self.sheets.len() {
                continue;
            }
            let Some((_, march)) = fields.next() else { break };
            let legs = if let Reply::Marched(march) = march { march.legs.clone() } else { Vec::new() };
            if let Some(plan) = plan_named(key, legs) {
                plans.insert(id, plan);
            }
        }
        plans
    }

    /// Follows a march through the two quarters of a half, as if no other unit were there.
    pub(crate) fn draft(&self, w: &World, id: UnitId, legs: &[Manoeuvre], forced: bool) -> Result<Draft, Barred> {
        let mut marcher = Marcher { forced, ..self.marcher(w, id) };
        let (end, formation, turned) = (marcher.pose, marcher.formation, marcher.turned);
        let mut draft = Draft { end, formation, turned, cost: 0, path: vec![end] };
        let mut rest = legs.to_vec();
        let mut quarter = 0_u8;
        while quarter < 2 && !rest.is_empty() {
            let before = legs.len() - rest.len();
            let slice = self.slice(w, &marcher, &rest);
            if let Some(barred) = slice.barred {
                return Err(Barred { leg: before + barred.leg, ..barred });
            }
            marcher.pose = slice.end;
            draft.path.push(slice.end);
            let body = self.marching(w.unit(id), &marcher);
            if !self.terrain.holds(&body) {
                return Err(Barred { rule: r::LA_GAP_61, why: "off_the_table", leg: before });
            }
            let moved = !slice.course.march.legs.is_empty();
            if !moved && slice.begun.is_none() && slice.rest == rest {
                return Err(Barred { rule: r::LA_GAP_61, why: "does_nothing", leg: before });
            }
            rest = slice.rest;
            match slice.begun {
                Some((what, quarters)) => {
                    self.after(w, &mut marcher, what);
                    let body = self.marching(w.unit(id), &marcher);
                    if !self.terrain.holds(&body) || self.closed_to(id, marcher.formation, &body) {
                        return Err(Barred { rule: r::LA_GAP_72, why: "no_room", leg: before });
                    }
                    quarter += quarters;
                    draft.cost += 1_000 * i32::from(quarters);
                }
                None => {
                    quarter += 1;
                    draft.cost += if rest.is_empty() {
                        rulebook::saturated::<i32, _>(slice.used / (INSTANTS / 1_000))
                    } else {
                        1_000
                    };
                }
            }
        }
        if !rest.is_empty() {
            return Err(Barred { rule: r::LA_MVT_08, why: "too_far", leg: legs.len() - rest.len() });
        }
        draft.cost = draft.cost.min(HALF);
        draft.end = marcher.pose;
        draft.formation = marcher.formation;
        draft.turned = marcher.turned;
        draft.path.push(marcher.pose);
        Ok(draft)
    }

    /// The same among the friends on its way, as shown to the player: passing through a friend slows it (LA-GAP-17), a
    /// blocking friend stops it (LA-GAP-62). `None`: it meets none. Enemies are left out, since they would reveal a
    /// distance (LA-GAP-60).
    fn draft_among(
        &self,
        w: &World,
        (id, legs, forced): (UnitId, &[Manoeuvre], bool),
        still: &[UnitId],
    ) -> Option<Draft> {
        let mut marcher = Marcher { forced, ..self.marcher(w, id) };
        let mut mind = w.clone();
        for other in w.ids().filter(|other| *other != id && !still.contains(other)) {
            mind.unit_mut(other).life = Life::Gone(Fate::Left);
        }
        let (mut rest, mut quarter, mut met) = (legs.to_vec(), 0_u8, false);
        let mut path = vec![marcher.pose];
        while quarter < 2 && !rest.is_empty() {
            let slice = self.slice(&mind, &marcher, &rest);
            rest.clone_from(&slice.rest);
            if let Some((what, quarters)) = slice.begun {
                self.after(&mind, &mut marcher, what);
                quarter += quarters;
            } else {
                let mut slices = BTreeMap::from([(id, slice)]);
                let stops = self.all_at_once(&mind, &mut slices).0;
                let slice = slices.remove(&id)?;
                let stop = stops.get(&id).copied().unwrap_or(INSTANTS);
                let (end, gone) = stand(id, &slice, stop);
                if stop < INSTANTS || slice.slowed {
                    met = true;
                    rest = slice.course.cut(gone).march.legs;
                    rest.extend(slice.rest);
                }
                marcher.pose = end;
                quarter += 1;
            }
            let unit = mind.unit_mut(id);
            (unit.pose, unit.formation, unit.turned) = (marcher.pose, marcher.formation, marcher.turned);
            path.push(marcher.pose);
        }
        let Marcher { pose: end, formation, turned, .. } = marcher;
        let cost = if rest.is_empty() { 0 } else { HALF };
        met.then_some(Draft { end, formation, turned, cost, path })
    }
}

/// The plan that a choice stands for, with its legs.
fn plan_named(key: &Key, legs: Vec<Manoeuvre>) -> Option<Plan> {
    let unit = || match key.refs.first() {
        Some(Ref::Unit(id)) => Some(*id),
        _ => None,
    };
    let site = || match key.refs.first() {
        Some(Ref::Site(id)) => Some(*id),
        _ => None,
    };
    Some(match Does::of(key)? {
        Does::March => Plan::March(legs),
        Does::ForcedMarch => Plan::Forced(legs),
        Does::GoOn => Plan::GoOn,
        Does::Charge => Plan::Charge(unit()?),
        Does::Enter => Plan::Enter(unit()?),
        Does::Evade => Plan::Evade,
        Does::Rally => Plan::Rally,
        Does::Detach => Plan::Detach(unit()?),
        Does::Rejoin => Plan::Rejoin(unit()?),
        Does::PushAhead => Plan::Push { ahead: true },
        Does::PushBack => Plan::Push { ahead: false },
        Does::Garrison => Plan::Garrison(site()?),
        Does::LeaveHouse => Plan::LeaveHouse,
        Does::Spike => Plan::Spike(unit()?),
        Does::TurnGuns => Plan::TurnGuns(unit()?),
        Does::Man => Plan::Man,
        _ => return None,
    })
}

impl LesAigles {
    /// The rules that apply at the end of an action that takes time.
    pub(crate) fn effect_of(what: What) -> &'static [Rule] {
        match what {
            What::Turn(_) => &[r::LA_PIV_05, r::LA_PIV_06],
            What::Form(_) => &[r::LA_GAP_11],
            What::Flank(_) => &[r::LA_PIV_07],
            What::Detach(_) => &[r::LA_GAP_78],
            What::Rejoin(_) => &[r::LA_ESQ_06],
            What::Garrison(_) | What::LeaveHouse => &[r::LA_GAP_74],
            What::Push { .. } => &[r::LA_ART_12],
            What::Spike(_) | What::TurnGuns(_) | What::Man => &[r::LA_GAP_55],
            What::Cross(_) => &[r::LA_GAP_72],
        }
    }
}
