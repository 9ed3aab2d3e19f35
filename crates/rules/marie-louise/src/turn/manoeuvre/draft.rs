//! A plan worked out leg by leg: where it leads, what it costs, and why it may not be made (chapter 6, ML-GAP-14,
//! ML-GAP-15). It is judged by what its owner can know: what the enemy will do he cannot.

use super::permit::{Permit, formation_named};
use crate::manoeuvre::{Evolution, price};
use crate::movement::March as Mover;
use crate::turn::moving::Way;
use crate::world::{Lie, Plan, SEQUENCE, World};
use crate::{Arm, Formation, Going, MarieLouise, r};
use game::{Refusal, UnitId};
use table::{Angle, Cm, FeatureId, Manoeuvre, Measure, Pose, SLACK, first_within, turn, within_cm};

/// The widest angle of an oblique move off the facing (ML-6.1b, ML-GAP-09).
const FRONT_QUARTER: Angle = 4_500;

/// A turn beyond this leads into the rear quarter: for a march column an about-face (ML-GAP-15).
const REAR_QUARTER: Angle = 13_500;

/// Longer legs than this are nonsense.
const LONGEST: Cm = 10_000_000;

/// A plan worked out.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// The legs as they will be carried out, obstacles among them, and their costs.
    pub plan: Plan,
    /// Where the TdC ends.
    pub end: Pose,
    /// The formation at the end.
    pub formation: Formation,
    /// The way of the TdC.
    pub path: Vec<Pose>,
    /// Part of the sequence that it takes.
    pub cost: i32,
}

/// What is done in a stage.
#[derive(Clone, Debug)]
enum Act {
    /// A straight move.
    Go { cm: Cm, bearing: Angle },
    /// A change of facing.
    Face,
    /// Another formation.
    Form(Formation),
    /// Into a strongpoint.
    Enter,
}

/// What a stage costs.
#[derive(Clone, Copy, Debug)]
enum Toll {
    /// A part of the sequence.
    Part(i32),
    /// Pas of the allowance.
    Way(Cm),
}

/// One leg, worked out.
#[derive(Clone, Debug)]
struct Stage {
    leg: usize,
    what: Manoeuvre,
    act: Act,
    toll: Toll,
    from: Pose,
    to: Pose,
    /// The formation in which it is done.
    formation: Formation,
}

/// Where a unit stands between two legs.
struct Standing {
    pose: Pose,
    formation: Formation,
    inside: bool,
    entered: bool,
    /// A change of formation has just been made that includes a change of facing.
    facing_free: bool,
}

/// A part of the sequence for a way over an allowance; whole for every allowance of the shipped table.
pub(crate) fn part(cm: Cm, allowance: Cm) -> i32 {
    let (cm, allowance) = (i64::from(cm.max(0)), i64::from(allowance.max(1)));
    i32::try_from((cm * i64::from(SEQUENCE) + allowance - 1) / allowance).unwrap_or(i32::MAX)
}

impl MarieLouise {
    /// Works out a plan.
    ///
    /// # Errors
    /// The first thing that forbids it, at the leg where it does.
    pub(crate) fn draft(
        &self,
        w: &World,
        lie: &Lie,
        id: UnitId,
        permit: Permit,
        legs: &[Manoeuvre],
    ) -> Result<Draft, Refusal> {
        let stages = self.plan_stages(w, id, permit, legs)?;
        if stages.is_empty() {
            return Ok(self.finished(w, id, Plan::default(), &stages));
        }
        let ways = self.plan_ways(w, id, &stages);
        self.keep_away(w, lie, id, &stages)?;
        match permit {
            Permit::Adjust => self.adjustment(w, id, &stages, &ways)?,
            Permit::Guns => return self.manhandled(w, id, &stages, &ways),
            Permit::Troops | Permit::Limbered => {}
        }
        self.priced(w, id, &stages, &ways)
    }

    /// How a unit moves in a formation.
    pub(crate) fn mover_in(&self, w: &World, id: UnitId, formation: Formation) -> Mover {
        Mover { formation, ..self.mover(w, id) }
    }

    /// The legs one after the other: places, formations, and what no ground can change.
    fn plan_stages(&self, w: &World, id: UnitId, permit: Permit, legs: &[Manoeuvre]) -> Result<Vec<Stage>, Refusal> {
        let unit = w.unit(id);
        let mut at = Standing {
            pose: unit.pose,
            formation: unit.formation,
            inside: unit.inside.is_some(),
            entered: false,
            facing_free: false,
        };
        let mut stages = Vec::with_capacity(legs.len());
        for (n, leg) in legs.iter().enumerate() {
            let stage = match leg {
                Manoeuvre::Stand => continue,
                Manoeuvre::Ahead(cm) => self.leg_move(permit, n, &mut at, *cm, 0),
                Manoeuvre::Oblique { cm, by } => self.leg_move(permit, n, &mut at, *cm, *by),
                Manoeuvre::Back(cm) => self.leg_move(permit, n, &mut at, *cm, 18_000),
                Manoeuvre::Side(cm) => self.leg_move(permit, n, &mut at, cm.saturating_abs(), if *cm < 0 { -9_000 } else { 9_000 }),
                Manoeuvre::Turn(by) => {
                    let moves_on = legs.get(n + 1).is_some_and(is_move);
                    self.leg_turn(id, permit, n, &mut at, *by, moves_on)
                }
                Manoeuvre::Reform(name) => self.leg_form(id, permit, n, &mut at, name),
                Manoeuvre::Enter(site) => self.leg_enter(w, id, permit, n, &mut at, *site),
                Manoeuvre::Wheel(_) => Err(Refusal::by(r::ML_6_1B, 0, "not_open")),
            };
            stages.extend(stage.map_err(|refusal| refusal.at_leg(n))?);
        }
        // Who stands over the edge already may stay there, or come back by stages.
        let held = |pose: Pose| self.terrain.holds(&self.tdc_at(pose));
        if at.pose.at != unit.pose.at && !held(at.pose) && (held(unit.pose) || !self.terrain.inside(at.pose.at)) {
            return Err(Refusal::by(r::ML_6_1B, 0, "off_table"));
        }
        Ok(stages)
    }

    /// A straight move, by an angle off the facing.
    fn leg_move(&self, permit: Permit, leg: usize, at: &mut Standing, cm: Cm, by: Angle) -> Result<Option<Stage>, Refusal> {
        let by = turn(0, by);
        if cm <= 0 {
            return Ok(None);
        }
        if cm > LONGEST {
            return Err(Refusal::by(r::ML_6A, 0, "too_long").fact("distance", i64::from(cm)));
        }
        if at.entered {
            return Err(Refusal::by(r::ML_GAP_43, 0, "whole_sequence"));
        }
        if permit == Permit::Limbered && at.formation != Formation::Limbered {
            return Err(Refusal::by(r::ML_1_9H, 0, "unlimbered"));
        }
        // Straight ahead or within the front quarter with the same facing (ML-6.1b); guns are pushed any way, and a
        // building is left by any wall.
        let any_way = permit == Permit::Guns || at.inside;
        if by.abs() > FRONT_QUARTER && self.on(r::ML_6_1B) && !any_way {
            let refusal = Refusal::by(r::ML_6_1B, 0, "outside_front_quarter");
            return Err(refusal.fact("angle", i64::from(by)).fact("limit", i64::from(FRONT_QUARTER)));
        }
        let formation = at.formation;
        let bearing = (at.pose.facing + by).rem_euclid(36_000);
        let from = at.pose;
        at.pose = Pose { at: from.at.step(bearing, cm), ..from };
        at.facing_free = false;
        if at.inside {
            // Who leaves a building is disorganised (ML-1.6j); he faces as he leaves.
            at.inside = false;
            if self.on(r::ML_1_6J) {
                at.formation = Formation::Disorder;
            }
        }
        let what = if by == 0 { Manoeuvre::Ahead(cm) } else { Manoeuvre::Oblique { cm, by } };
        Ok(Some(Stage { leg, what, act: Act::Go { cm, bearing }, toll: Toll::Way(cm), from, to: at.pose, formation }))
    }

    /// A change of facing (ML-6.1c), an about-face (ML-6.1j), or the bend of a column on its way (ML-GAP-15).
    fn leg_turn(
        &self,
        id: UnitId,
        permit: Permit,
        leg: usize,
        at: &mut Standing,
        by: Angle,
        moves_on: bool,
    ) -> Result<Option<Stage>, Refusal> {
        let by = turn(0, by);
        if by == 0 {
            return Ok(None);
        }
        let profile = &self.sheet(id).profile;
        let evolution = |face: bool, about_face: bool| Evolution {
            arm: profile.arm,
            manoeuvre_training: profile.manoeuvre_training,
            from: at.formation,
            to: at.formation,
            face,
            about_face,
            ..Evolution::default()
        };
        let cost = |face, about_face| price(&self.book, &evolution(face, about_face), &mut game::Quiet).unwrap_or_default();
        let about = Toll::Way(cost(false, true).pas.cm());
        let bend = moves_on && self.bends(at.formation, at.inside);
        let toll = if permit == Permit::Guns {
            Toll::Part(SEQUENCE / 4)
        } else if at.facing_free || at.entered || at.formation == Formation::Limbered && self.on(r::ML_1_9H) {
            Toll::Part(0)
        } else if bend {
            let column = at.formation == Formation::MarchColumn;
            if column && by.abs() > REAR_QUARTER { about } else { Toll::Part(0) }
        } else if by.abs() == 18_000 {
            about
        } else {
            Toll::Part(i32::from(cost(true, false).halves) * (SEQUENCE / 2))
        };
        let from = at.pose;
        at.pose = from.turned(by);
        at.facing_free = false;
        let formation = at.formation;
        Ok(Some(Stage { leg, what: Manoeuvre::Turn(by), act: Act::Face, toll, from, to: at.pose, formation }))
    }

    /// A change of formation (ML-6.1d to ML-6.1k), or unlimbering (ML-3.2b).
    fn leg_form(
        &self,
        id: UnitId,
        permit: Permit,
        leg: usize,
        at: &mut Standing,
        name: &str,
    ) -> Result<Option<Stage>, Refusal> {
        let Some(to) = formation_named(name) else { return Err(Refusal::form(0, "unknown_formation")) };
        if permit.holds() && self.on(r::ML_3_1L) {
            return Err(Refusal::by(r::ML_3_1L, 0, "not_open"));
        }
        if to == at.formation {
            return Ok(None);
        }
        let from = at.formation;
        let cost = match (permit, to) {
            // Half a sequence: what is left of a half move, and on the spot it still fires in phase 5.
            (Permit::Limbered, Formation::Deployed) => SEQUENCE / 2,
            (_, Formation::Deployed) | (Permit::Limbered, _) => return Err(Refusal::by(r::ML_1_9H, 0, "not_drilled")),
            // A bastion is declared at entry, or takes its time later (ML-1.6i, ML-GAP-43).
            (_, Formation::Bastion) if at.entered && self.on(r::ML_1_6I) => 0,
            (_, Formation::Bastion | Formation::NoFormation) if !at.inside => {
                return Err(Refusal::by(r::ML_1_6I, 0, "not_in_a_building"));
            }
            (_, Formation::Bastion) if !self.on(r::ML_1_6I) => return Err(Refusal::by(r::ML_1_6I, 0, "not_open")),
            _ => match self.evolution_price(id, from, to) {
                Some(cost) => cost,
                None => return Err(self.no_evolution(id, to)),
            },
        };
        let cover = self.along_cover(&self.tdc_at(at.pose));
        if !self.by_doctrine(id, to, cover) {
            return Err(Refusal::by(r::ML_14B, 0, "against_doctrine"));
        }
        let column_or_line = |f: Formation| f == Formation::Line || f.is_column();
        at.facing_free = column_or_line(from) && column_or_line(to) && self.on(r::ML_GAP_15);
        at.formation = to;
        let stage = Stage {
            leg,
            what: Manoeuvre::Reform(name.into()),
            act: Act::Form(to),
            toll: Toll::Part(cost),
            from: at.pose,
            to: at.pose,
            formation: from,
        };
        Ok(Some(stage))
    }

    /// Why a unit cannot take a formation.
    fn no_evolution(&self, id: UnitId, to: Formation) -> Refusal {
        let profile = &self.sheet(id).profile;
        let rule = match to {
            _ if profile.skirmish_only => r::ML_1_4C,
            Formation::Square | Formation::SolidSquare => r::ML_6_1H,
            Formation::Skirmish => r::ML_6_1K,
            _ => r::ML_6_1G,
        };
        Refusal::by(rule, 0, "not_drilled")
    }

    /// Into a strongpoint: the whole sequence, starting in contact (ML-1.6g, ML-GAP-43).
    fn leg_enter(
        &self,
        w: &World,
        id: UnitId,
        permit: Permit,
        leg: usize,
        at: &mut Standing,
        site: FeatureId,
    ) -> Result<Option<Stage>, Refusal> {
        if permit != Permit::Troops {
            return Err(Refusal::by(r::ML_1_6G, 0, "not_open"));
        }
        if at.inside || at.entered || at.pose != w.unit(id).pose && self.on(r::ML_GAP_43) {
            return Err(Refusal::by(r::ML_GAP_43, 0, "whole_sequence"));
        }
        self.may_occupy(w, id, site)?;
        let (from, formation) = (at.pose, at.formation);
        at.pose = self.garrison_pose(site, from);
        at.formation = Formation::NoFormation;
        at.inside = true;
        at.entered = true;
        let act = Act::Enter;
        Ok(Some(Stage { leg, what: Manoeuvre::Enter(site), act, toll: Toll::Part(SEQUENCE), from, to: at.pose, formation }))
    }

    /// The ground of every move; of a unit that does not move, the ground where it stands.
    fn plan_ways(&self, w: &World, id: UnitId, stages: &[Stage]) -> Vec<Way> {
        let goes = stages.iter().filter(|s| matches!(s.act, Act::Go { .. }));
        let mut ways: Vec<Way> =
            goes.map(|s| self.way(&self.mover_in(w, id, s.formation), s.from.at, s.to.at)).collect();
        if ways.is_empty() {
            let at = w.unit(id).pose.at;
            ways.push(self.way(&self.mover(w, id), at, at));
        }
        ways
    }

    /// A unit that begins within 2 pas of an enemy may only move so that it comes no nearer (ML-GAP-68).
    fn keep_away(&self, w: &World, lie: &Lie, id: UnitId, stages: &[Stage]) -> Result<(), Refusal> {
        if !self.on(r::ML_GAP_68) {
            return Ok(());
        }
        let contact = self.book.tables.distance.contact.cm();
        for (enemy, before) in self.around(w, lie, id, contact).filter(|(other, _)| self.side(*other) != self.side(id)) {
            let his = w.unit(enemy).tdc();
            for stage in stages {
                let Act::Go { cm, bearing } = stage.act else { continue };
                let nearer = before - 2 * SLACK;
                if nearer > 0 && first_within(&self.tdc_at(stage.from), bearing, cm, &his, nearer).is_some() {
                    let measure = table::distance(&self.tdc_at(stage.to), &his).limited(before);
                    return Err(Refusal::by(r::ML_GAP_68, 0, "too_near").at_leg(stage.leg).measured(measure));
                }
            }
        }
        Ok(())
    }

    /// An adjustment under T: up to 2 pas forward in clear ground or 1 in rough ground, or in clear ground a change of
    /// facing, not both (ML-6.3a, ML-6.3b, ML-GAP-53).
    fn adjustment(&self, w: &World, id: UnitId, stages: &[Stage], ways: &[Way]) -> Result<(), Refusal> {
        let worst = ways.iter().flat_map(|way| &way.stretches).map(|s| s.beside).max().unwrap_or_default();
        let distance = &self.book.tables.distance;
        let (rule, most) = match worst {
            Going::Road | Going::Clear => (r::ML_6_3A, distance.adjust_clear.cm()),
            Going::Rough => (r::ML_6_3B, distance.adjust_rough.cm()),
            Going::VeryRough | Going::Forbidden => return Err(Refusal::by(r::ML_GAP_53, 0, "forbidden_ground")),
        };
        if ways.iter().any(|way| !way.obstacles.is_empty()) {
            return Err(Refusal::by(r::ML_1_6E, 0, "obstacle"));
        }
        let gone: Cm = stages.iter().map(|s| if let Act::Go { cm, .. } = s.act { cm } else { 0 }).sum();
        let faces = stages.iter().filter(|s| matches!(s.act, Act::Face)).count();
        if !within_cm(gone, most) {
            let start = w.unit(id).pose.at;
            let end = stages.last().map_or(start, |s| s.to.at);
            let measure = Measure { from: start, to: end, cm: gone, limit: most };
            return Err(Refusal::by(rule, 0, "too_long").measured(measure));
        }
        if faces > 0 && worst == Going::Rough && self.on(r::ML_GAP_53) {
            return Err(Refusal::by(r::ML_6_3B, 0, "no_facing_in_rough_ground"));
        }
        if (faces > 0 && gone > 0 || faces > 1) && self.on(r::ML_GAP_53) {
            return Err(Refusal::by(r::ML_GAP_53, 0, "not_both"));
        }
        Ok(())
    }

    /// A battery turned in place, or pushed by hand at most 1 pas, or both (ML-3.2c): each a quarter of a sequence, so
    /// that it fires in phase 5.
    fn manhandled(&self, w: &World, id: UnitId, stages: &[Stage], ways: &[Way]) -> Result<Draft, Refusal> {
        let most = self.book.tables.distance.manhandle.cm();
        let gone: Cm = stages.iter().map(|s| if let Act::Go { cm, .. } = s.act { cm } else { 0 }).sum();
        let start = w.unit(id).pose;
        if !within_cm(gone, most) {
            let end = stages.last().map_or(start.at, |s| s.to.at);
            return Err(Refusal::by(r::ML_3_2C, 0, "too_long").measured(Measure { from: start.at, to: end, cm: gone, limit: most }));
        }
        let hauled = self.mover_in(w, id, Formation::Limbered);
        if gone > 0 && self.allowance_over(&hauled, ways.iter()).is_none() {
            return Err(self.forbidden(&hauled, stages, ways));
        }
        if let Some((feature, _)) = ways.iter().flat_map(|way| &way.obstacles).next() {
            return Err(Refusal::by(r::ML_1_6E, 0, "guns_cannot_cross").fact("site", i64::from(*feature)));
        }
        let faces = i32::try_from(stages.iter().filter(|s| matches!(s.act, Act::Face)).count()).unwrap_or(i32::MAX).max(1);
        let mut plan = Plan::default();
        for stage in stages {
            plan.legs.push(stage.what.clone());
            plan.costs.push(match stage.act {
                Act::Go { cm, .. } => part(cm, most) / 4,
                _ => SEQUENCE / 4 / faces,
            });
        }
        Ok(self.finished(w, id, plan, stages))
    }

    /// What each leg costs, with the worst ground of the whole turn (ML-GAP-14) and the obstacles (ML-1.6e).
    fn priced(&self, w: &World, id: UnitId, stages: &[Stage], ways: &[Way]) -> Result<Draft, Refusal> {
        let unit = w.unit(id);
        let mut plan = Plan::default();
        let mut spent: i32 = 0;
        let mut done = 0;
        let mut ways_left = ways.iter();
        for (n, stage) in stages.iter().enumerate() {
            let mover = self.mover_in(w, id, stage.formation);
            // The worst ground of the whole turn counts for every leg (ML-GAP-14).
            let ground = if self.on(r::ML_GAP_14) { ways } else { ways_left.as_slice().get(..1).unwrap_or(ways) };
            let allowance = self.allowance_over(&mover, ground.iter());
            if let (None, Toll::Way(_)) = (allowance, stage.toll) {
                return Err(self.forbidden(&mover, stages, ways));
            }
            let allowance = allowance.unwrap_or(1);
            let before = spent;
            match stage.act {
                Act::Go { cm, .. } => {
                    let obstacles = ways_left.next().map_or(&[][..], |way| way.obstacles.as_slice());
                    let halted = self.go_over(id, unit.obstacle, stage, obstacles, allowance, &mut plan, &mut spent)?;
                    if halted {
                        done = n + 1;
                        break;
                    }
                    let over = i64::from(spent - SEQUENCE) * i64::from(allowance) / i64::from(SEQUENCE);
                    if spent > SEQUENCE && over > i64::from(SLACK) {
                        let left = i64::from(SEQUENCE - before) * i64::from(allowance) / i64::from(SEQUENCE);
                        let limit = Cm::try_from(left.max(0)).unwrap_or(0);
                        let measure = Measure { from: stage.from.at, to: stage.to.at, cm, limit };
                        return Err(self.too_long(stage, spent).measured(measure));
                    }
                }
                _ => {
                    let cost = match stage.toll {
                        Toll::Part(cost) => cost,
                        Toll::Way(cm) => part(cm, allowance),
                    };
                    spent = spent.saturating_add(cost);
                    plan.legs.push(stage.what.clone());
                    plan.costs.push(cost);
                    if spent > SEQUENCE {
                        return Err(self.too_long(stage, spent));
                    }
                }
            }
            done = n + 1;
        }
        let mut draft = self.finished(w, id, plan, stages.get(..done).unwrap_or(stages));
        self.walked(w, id, &mut draft);
        Ok(draft)
    }

    /// A move over its obstacles: each costs 2 pas of the allowance, unless it was paid last turn; if the rest does not
    /// suffice to get across, the unit halts against it (ML-1.6e). Gives whether it does.
    #[allow(clippy::too_many_arguments, reason = "one leg of the sum")]
    fn go_over(
        &self,
        id: UnitId,
        paid: Option<FeatureId>,
        stage: &Stage,
        obstacles: &[(FeatureId, Cm)],
        allowance: Cm,
        plan: &mut Plan,
        spent: &mut i32,
    ) -> Result<bool, Refusal> {
        let Act::Go { cm, bearing } = stage.act else { return Ok(false) };
        let mut gone = 0;
        let push = |plan: &mut Plan, spent: &mut i32, length: Cm| {
            if length > 0 {
                plan.legs.push(shortened(&stage.what, length));
                plan.costs.push(part(length, allowance));
                *spent = spent.saturating_add(part(length, allowance));
            }
        };
        for (feature, at) in obstacles.iter().copied().filter(|_| self.on(r::ML_1_6E)) {
            if self.sheet(id).profile.arm == Arm::Artillery {
                let measure = Measure { from: stage.from.at, to: stage.from.at.step(bearing, at), cm: at, limit: 0 };
                let refusal = Refusal::by(r::ML_1_6E, 0, "guns_cannot_cross").at_leg(stage.leg);
                return Err(refusal.fact("site", i64::from(feature)).measured(measure));
            }
            if paid == Some(feature) {
                continue;
            }
            let cost = part(self.book.tables.distance.obstacle_cost.cm(), allowance);
            let there = spent.saturating_add(part(at - gone, allowance));
            if there.saturating_add(cost) >= SEQUENCE {
                let touch = self.first_touch(stage, bearing, at, feature);
                push(plan, spent, touch - gone);
                plan.legs.push(Manoeuvre::Enter(feature));
                plan.costs.push(0);
                return Ok(true);
            }
            push(plan, spent, at - gone);
            gone = at;
            plan.legs.push(Manoeuvre::Enter(feature));
            plan.costs.push(cost);
            *spent = spent.saturating_add(cost);
        }
        push(plan, spent, cm - gone);
        Ok(false)
    }

    /// How far a TdC goes until it stands against an obstacle that its centre would cross after `at`.
    fn first_touch(&self, stage: &Stage, bearing: Angle, at: Cm, feature: FeatureId) -> Cm {
        let tdc = self.tdc_at(stage.from);
        let mut low = 0;
        let mut high = at.max(0);
        // The distance to the line shrinks on the way to it: halve until the centimetre is found.
        while low < high {
            let middle = low + (high - low + 1) / 2;
            let there = tdc.moved(bearing, middle);
            if self.terrain.piece_to_feature(&there, feature).is_some_and(|m| m.cm > 0) { low = middle } else { high = middle - 1 }
        }
        low
    }

    fn too_long(&self, stage: &Stage, spent: i32) -> Refusal {
        let rule = if matches!(stage.act, Act::Go { .. }) { r::ML_6A } else { r::ML_GAP_15 };
        let refusal = Refusal::by(rule, 0, "too_long").at_leg(stage.leg);
        refusal.fact("cost", i64::from(spent)).fact("budget", i64::from(SEQUENCE))
    }

    /// The first place that may not be entered, or why there is no such move at all.
    fn forbidden(&self, mover: &Mover, stages: &[Stage], ways: &[Way]) -> Refusal {
        if self.rate(mover, Going::Clear, false).is_none() {
            let rule = if mover.formation.is_square() { r::ML_6_1I } else { r::ML_1_9H };
            return Refusal::by(rule, 0, "cannot_move_so");
        }
        let goes = stages.iter().filter(|s| matches!(s.act, Act::Go { .. }));
        for (stage, way) in goes.zip(ways) {
            let Act::Go { bearing, .. } = stage.act else { continue };
            for stretch in &way.stretches {
                if self.rate(mover, stretch.beside, stretch.tall).is_some() {
                    continue;
                }
                let rule = match stretch.beside {
                    Going::Rough => r::ML_1_6C,
                    Going::VeryRough if stretch.tall && mover.arm == Arm::Cavalry => r::ML_6D,
                    Going::VeryRough => r::ML_1_6D,
                    _ => r::ML_6A,
                };
                let to = stage.from.at.step(bearing, stretch.from);
                let measure = Measure { from: stage.from.at, to, cm: stretch.from, limit: stretch.from };
                return Refusal::by(rule, 0, "forbidden_ground").at_leg(stage.leg).measured(measure);
            }
        }
        Refusal::by(r::ML_6A, 0, "forbidden_ground")
    }

    fn finished(&self, w: &World, id: UnitId, plan: Plan, stages: &[Stage]) -> Draft {
        let unit = w.unit(id);
        let mut path = vec![unit.pose];
        path.extend(stages.iter().map(|s| s.to));
        let cost = plan.costs.iter().fold(0_i32, |sum, cost| sum.saturating_add(*cost));
        let mut formation = unit.formation;
        for stage in stages {
            match stage.act {
                Act::Form(to) => formation = to,
                Act::Enter => formation = Formation::NoFormation,
                Act::Go { .. } if matches!(formation, Formation::NoFormation | Formation::Bastion) => {
                    formation = Formation::Disorder;
                }
                Act::Go { .. } | Act::Face => {}
            }
        }
        Draft { plan, end: path.last().copied().unwrap_or(unit.pose), formation, path, cost }
    }

    /// The end and the way as they will be carried out: an obstacle may cut them short.
    fn walked(&self, w: &World, id: UnitId, draft: &mut Draft) {
        let track = self.follow_plan(w, id, &draft.plan, SEQUENCE);
        draft.end = track.pose;
        draft.path = track.path;
    }
}

/// Whether a leg changes the place.
fn is_move(leg: &Manoeuvre) -> bool {
    matches!(leg, Manoeuvre::Ahead(_) | Manoeuvre::Oblique { .. } | Manoeuvre::Back(_) | Manoeuvre::Side(_))
}

/// The same straight move, so long.
fn shortened(leg: &Manoeuvre, length: Cm) -> Manoeuvre {
    match *leg {
        Manoeuvre::Oblique { by, .. } => Manoeuvre::Oblique { cm: length, by },
        _ => Manoeuvre::Ahead(length),
    }
}
