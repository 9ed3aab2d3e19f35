//! Changes the world and reports each change: the picture that a side sees is built from these reports.

use super::{
    Bound, Contact, Doing, Fate, Guns, Hold, Leave, Leaving, Life, Role, Sort, Step, Unit, What, World, layout,
};
use crate::turn::D;
use crate::{Arm, LesAigles, Order, r};
use game::{Audience, Card, Deed, Facts, Picture, Ref, Rule, Term, UnitId};
use rulebook::word;
use std::collections::BTreeMap;
use table::{Point, Pose};

impl LesAigles {
    /// The visible card of a unit or officer.
    #[must_use]
    pub fn card(&self, w: &World, id: UnitId) -> Option<Card> {
        if let Some(place) = w.general_of(id) {
            return self.officer_card(w, place);
        }
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        if !unit.present() || usize::from(id.0) >= w.units.len() {
            return None;
        }
        let mut marks = BTreeMap::from([(Term::of("formation"), word(&unit.formation))]);
        if unit.order != Order::Formed {
            marks.insert(Term::of("ranks"), word(&unit.order));
        }
        if let Some(state) = state_of(&unit.bound) {
            marks.insert(Term::of("state"), Term::of(state));
        }
        if let Some(charge) = &unit.charge {
            let sort = match charge.sort {
                Sort::Charge => "charging",
                Sort::Counter => "counter_charging",
                Sort::Uncontrolled => "uncontrolled",
                Sort::Entry => "entering",
            };
            marks.insert(Term::of("attack"), Term::of(sort));
        }
        if unit.doing.as_ref().is_some_and(|doing| !matches!(doing.what, What::Flank(_))) {
            marks.insert(Term::of("busy"), Term::of(busy(unit)));
        }
        if unit.guns != Guns::Served {
            marks.insert(Term::of("guns"), word(&unit.guns));
        }
        if unit.parted {
            marks.insert(Term::of("parted"), Term::of("yes"));
        }
        if w.engaged(id) {
            marks.insert(Term::of("engaged"), Term::of("yes"));
        }
        let counts = [
            ("figures", i64::from(unit.figures())),
            ("initial", i64::from(unit.initial)),
            ("losses", i64::from(unit.losses)),
        ];
        Some(Card {
            side: sheet.side,
            name: sheet.name.clone(),
            part: sheet.named_part.clone(),
            nation: Term::from(sheet.nation.as_str()),
            arm: word(&sheet.profile.arm),
            command: Some(sheet.command),
            pieces: vec![self.body(w, id)],
            marks,
            counts: counts.into_iter().map(|(name, n)| (Term::of(name), n)).collect(),
        })
    }

    fn officer_card(&self, w: &World, place: usize) -> Option<Card> {
        let (officer, sheet) = (w.general(place), rulebook::ids::at(&self.officers, place, "general"));
        if officer.life != Life::Present {
            return None;
        }
        let rank = match sheet.role {
            Role::General { chief: true } => "general_in_chief",
            Role::General { chief: false } => "general",
            Role::Aide { .. } => "aide",
        };
        let mut marks = BTreeMap::from([(Term::of("rank"), Term::of(rank))]);
        if let Some(unit) = officer.with {
            marks.insert(Term::of("with"), Term::written(&unit.0));
        }
        let counts = [("points", i64::from(sheet.points)), ("losses", i64::from(officer.losses))];
        Some(Card {
            side: sheet.side,
            name: sheet.name.clone(),
            part: sheet.named_part.clone(),
            nation: Term::from(sheet.nation.as_str()),
            arm: Term::of("general"),
            command: Some(sheet.command),
            pieces: vec![layout::officer_piece(&self.book, officer.at)],
            marks,
            counts: counts.into_iter().map(|(name, n)| (Term::of(name), n)).collect(),
        })
    }

    #[must_use]
    pub fn picture_of(&self, w: &World) -> Picture {
        let everybody = w.units.len() + w.generals.len();
        let ids = (0..everybody).map(rulebook::ids::unit_id);
        Picture {
            turn: w.period,
            phase: w.step.label(),
            units: ids.filter_map(|id| Some((id, self.card(w, id)?))).collect(),
            sites: BTreeMap::new(),
            outcome: w.outcome.clone(),
        }
    }

    /// Changes the world and reports the changes of these units and officers, with the path of the first.
    pub fn alter(&self, d: &mut D<'_>, ids: &[UnitId], path: &[Pose], rules: &[Rule], change: impl FnOnce(&mut World)) {
        let seen = |w: &World, id: UnitId| (self.card(w, id), Audience::All);
        rulebook::alter(d, ids, path, rules, seen, fate_word, change);
    }

    pub fn change(&self, d: &mut D<'_>, id: UnitId, rules: &[Rule], change: impl FnOnce(&mut Unit)) {
        self.alter(d, &[id], &[], rules, |w| change(w.unit_mut(id)));
    }

    /// Puts a unit somewhere; attached officers go along (LA-GAP-14).
    pub fn place(&self, d: &mut D<'_>, id: UnitId, pose: Pose, path: &[Pose], rules: &[Rule]) {
        let mut ids = vec![id];
        let along: Vec<usize> = self.officers_with(&d.world, id).collect();
        ids.extend(along.iter().map(|place| d.world.general_id(*place)));
        self.alter(d, &ids, path, rules, |w| {
            let old = w.unit(id).pose;
            w.unit_mut(id).pose = pose;
            for place in along {
                let (right, ahead) = old.seen(w.generals[place].at);
                w.generals[place].at = self.on_the_table(pose.local(right, ahead));
            }
        });
    }

    /// Lowers the order of a unit's ranks: the worst counts (LA-GAP-12). Skirmishers are either formed or in disorder.
    pub fn worsen(&self, d: &mut D<'_>, id: UnitId, to: Order, rules: &[Rule]) {
        if d.world.unit(id).present() && d.world.unit(id).order < to {
            self.change(d, id, rules, |u| u.order = to);
        }
    }

    /// Inflicts losses (LA-GAP-02): figures are removed from the most numerous kind first (LA-GAP-69). True: no figure
    /// is left.
    pub fn hurt(&self, d: &mut D<'_>, id: UnitId, losses: u16, by_fire: bool, rules: &[Rule]) -> bool {
        if losses == 0 || !d.world.unit(id).present() {
            return !d.world.unit(id).present();
        }
        self.alter(d, &[id], &[], rules, |w| self.take(w, id, losses, by_fire));
        let none = d.world.unit(id).figures() == 0;
        if none && self.guns_stay(&d.world, id) {
            self.leave_guns(d, id, &[r::LA_GAP_02, r::LA_GAP_55]);
        } else if none {
            self.remove(d, id, Fate::Destroyed, &[r::LA_GAP_02]);
        }
        none
    }

    /// Whether the guns of a battery stay in place without their gunners (LA-GAP-55).
    fn guns_stay(&self, w: &World, id: UnitId) -> bool {
        let stands = self.arm(id) == Arm::Artillery && w.unit(id).formation == crate::Formation::InPosition;
        stands && self.on(r::LA_GAP_55)
    }

    /// The gunners leave their guns, which stay in place (LA-GAP-55); officers go to the nearest friend or are taken.
    fn leave_guns(&self, d: &mut D<'_>, id: UnitId, rules: &[Rule]) {
        self.release(d, id);
        self.change(d, id, rules, |u| {
            u.guns = Guns::Unmanned;
            u.doing = None;
            u.bound = Bound::Free;
            u.order = u.order.max(Order::Unformed);
        });
        self.forget_plan(d, id);
        for place in self.officers_with(&d.world, id).collect::<Vec<_>>() {
            self.strand(d, place);
        }
    }

    /// Removes losses from a unit: figures of the most numerous kind first, among equal kinds the one of lower status;
    /// from the hindmost rank of that kind, which leaves a gap in a column, and from the flank of a line farther from
    /// its enemy (LA-GAP-69).
    pub(crate) fn take(&self, w: &mut World, id: UnitId, losses: u16, by_fire: bool) {
        let companies = &self.sheet(id).profile.companies;
        let was = self.body(w, id);
        let unit = w.unit_mut(id);
        unit.losses = unit.losses.saturating_add(losses);
        let (left, _) = crate::resolve::fire::left(&self.book, unit.initial, unit.losses);
        while unit.figures() > left {
            let status = |n: usize| companies.get(n).map(|c| c.figure.status);
            let most = (0..unit.left.len()).max_by_key(|n| (unit.left[*n], status(*n), std::cmp::Reverse(*n)));
            let first = (0..unit.left.len()).find(|n| unit.left[*n] > 0);
            let Some(n) = (if self.on(r::LA_GAP_69) { most } else { first }) else { break };
            unit.left[n] -= 1;
            unit.gone.resize(unit.left.len(), 0);
            unit.gone[n] = unit.gone[n].saturating_add(1);
            unit.memory.hit |= by_fire;
        }
        let half = (was.front - self.body(w, id).front) / 2;
        let nearest = |end: Point| w.enemies_of(id).map(|foe| table::point_to_piece(end, &self.body(w, foe)).cm).min();
        let ends = [-was.front / 2, was.front / 2].map(|right| nearest(was.pose.local(right, 0)));
        let [Some(on_left), Some(on_right)] = ends else { return };
        // Equally near to both ends: it closes to its middle.
        if half > 0 && (on_left - on_right).abs() > table::SLACK && self.on(r::LA_GAP_69) {
            let pose = &mut w.unit_mut(id).pose;
            pose.at = pose.local(if on_left < on_right { -half } else { half }, 0);
        }
    }

    /// Removes a unit from the battle; attached officers go to the nearest friend or are taken.
    pub fn remove(&self, d: &mut D<'_>, id: UnitId, why: Fate, rules: &[Rule]) {
        if !d.world.unit(id).present() {
            return;
        }
        let along: Vec<usize> = self.officers_with(&d.world, id).collect();
        self.release(d, id);
        self.change(d, id, rules, |u| {
            u.life = Life::Gone(why);
            u.charge = None;
            u.doing = None;
            u.bound = Bound::Free;
            u.inside = None;
        });
        for side in game::Side::BOTH {
            if let Some(papers) = d.world.papers_mut(side) {
                papers.plans.remove(&id);
                papers.targets.remove(&id);
                papers.reactions.remove(&id);
                papers.coming.remove(&id);
            }
        }
        for place in along {
            self.strand(d, place);
        }
    }

    /// An officer without a unit's protection goes to the nearest friend within reach, or is taken (LA-GAP-59).
    pub fn strand(&self, d: &mut D<'_>, place: usize) {
        let id = d.world.general_id(place);
        match self.refuge(&d.world, place) {
            Some(unit) => {
                let to = self.beside(&d.world, unit);
                self.alter(d, &[id], &[], &[r::LA_GAP_59], |w| {
                    w.generals[place].with = Some(unit);
                    w.generals[place].at = to;
                });
            }
            None if self.on(r::LA_GAP_59) => self.lose_officer(d, place, Fate::Taken, &[r::LA_GAP_59]),
            None => self.alter(d, &[id], &[], &[], |w| w.generals[place].with = None),
        }
    }

    /// The nearest friend that an officer can reach at once (LA-GAP-59).
    pub(crate) fn refuge(&self, w: &World, place: usize) -> Option<UnitId> {
        let (at, reach) = (w.generals[place].at, self.book.tables.officers.refuge.cm());
        let free = |unit: &UnitId| !w.engaged(*unit) && !w.unit(*unit).runs() && w.unit(*unit).manned();
        let friends = self.troops(w, self.officers[place].side).filter(free);
        let near = friends.map(|unit| (self.officer_to(at, &self.body(w, unit)), unit));
        near.filter(|(far, _)| table::within_cm(*far, reach)).min().map(|(_, unit)| unit)
    }

    /// The place of an attached officer: behind the middle of the unit, touching it.
    #[must_use]
    pub fn beside(&self, w: &World, unit: UnitId) -> Point {
        let body = self.body(w, unit);
        let back = body.pose.ahead(-(body.depth + self.book.tables.scale.officer.depth.cm()) / 2);
        self.on_the_table(back.at)
    }

    /// The points of an officer whose loss counts in the unit's morale: a general, not an aide (LA-MOR-03).
    pub(crate) fn mourned(&self, place: usize) -> Option<u8> {
        let officer = &self.officers[place];
        matches!(officer.role, Role::General { .. }).then_some(officer.points)
    }

    /// Removes an officer from the battle.
    pub fn lose_officer(&self, d: &mut D<'_>, place: usize, why: Fate, rules: &[Rule]) {
        if d.world.generals[place].life != Life::Present {
            return;
        }
        let id = d.world.general_id(place);
        if let Some((unit, points)) = d.world.generals[place].with.zip(self.mourned(place)) {
            d.world.unit_mut(unit).now.bereaved = points;
        }
        let side = self.officers[place].side;
        if let Some(papers) = d.world.papers_mut(side) {
            papers.notes.remove(&id);
        }
        self.alter(d, &[id], &[], rules, |w| {
            w.generals[place].life = Life::Gone(why);
            w.generals[place].with = None;
        });
    }

    /// Ends every contact of a unit.
    pub fn release(&self, d: &mut D<'_>, id: UnitId) {
        let mut ids: Vec<UnitId> = d.world.enemies_of(id).collect();
        if ids.is_empty() {
            return;
        }
        ids.push(id);
        self.alter(d, &ids, &[], &[], |w| w.contacts.retain(|contact| !contact.pair.contains(&id)));
    }

    /// Ends the contact of two units.
    pub fn part(&self, d: &mut D<'_>, a: UnitId, b: UnitId) {
        self.alter(d, &[a, b], &[], &[], |w| w.contacts.retain(|c| !(c.pair.contains(&a) && c.pair.contains(&b))));
    }

    /// Puts two units into contact.
    pub fn join(&self, d: &mut D<'_>, by: UnitId, with: UnitId, hold: Hold, other: Hold, rules: &[Rule]) {
        if d.world.contact(by, with).is_some() {
            return;
        }
        let since = d.world.quarter;
        let (pair, hold) = if by < with { ([by, with], [hold, other]) } else { ([with, by], [other, hold]) };
        self.alter(d, &[by, with], &[], rules, |w| {
            w.contacts.push(Contact { pair, hold, rounds: 0, drawn: 0, since });
            w.contacts.sort_by_key(|contact| contact.pair);
        });
    }

    /// A unit begins to leave.
    pub fn begin_leaving(&self, d: &mut D<'_>, id: UnitId, how: Leave, rules: &[Rule]) {
        let quarter = d.world.quarter;
        // A unit that evades or rallies already has its back to the enemy (LA-GAP-51).
        let on_its_way = matches!(d.world.unit(id).bound, Bound::Evading(run) | Bound::Rallying(run) if run.moved > 0)
            && self.faces_home(&d.world, id);
        let turning = match how {
            Leave::Retreat if on_its_way => 0,
            Leave::Retreat => {
                crate::resolve::motion::turning_time(&self.book, self.arm(id), self.sheet(id).status).unwrap_or(0)
            }
            Leave::Rout | Leave::Flight => 0,
        };
        self.abandon_charge(d, id);
        if self.guns_stay(&d.world, id) {
            // A unit in flight never returns (LA-GAP-25).
            if how == Leave::Flight {
                self.change(d, id, rules, |u| u.left.iter_mut().for_each(|n| *n = 0));
            }
            return self.leave_guns(d, id, rules);
        }
        self.change(d, id, rules, |u| {
            u.bound = Bound::Leaving(Leaving { how, moved: 0, turning: quarter + u32::from(turning) });
            u.doing = None;
            u.flank = None;
            if how != Leave::Retreat {
                u.order = Order::Disordered;
                u.memory.routs = u.memory.routs.saturating_add(1);
            }
        });
        self.forget_plan(d, id);
    }

    /// Cancels a unit's plan for the half.
    pub fn forget_plan(&self, d: &mut D<'_>, id: UnitId) {
        let side = self.side(id);
        if let Some(papers) = d.world.papers_mut(side) {
            papers.plans.remove(&id);
            papers.reactions.remove(&id);
        }
    }

    /// Ends a charge without contact: its written target is revealed (LA-GAP-60).
    pub fn abandon_charge(&self, d: &mut D<'_>, id: UnitId) {
        let Some(charge) = d.world.unit(id).charge.clone() else { return };
        let side = self.side(id);
        let target = d.world.papers_mut(side).and_then(|papers| papers.targets.remove(&id));
        self.change(d, id, &[r::LA_GAP_60], |u| u.charge = None);
        if let Some(target) = target.filter(|_| charge.lands.is_none()) {
            let key = crate::question::Does::Meant.about(Ref::Unit(target));
            d.tell(Deed::Opened { of: Ref::Unit(id), key }, &[r::LA_GAP_60]);
        }
    }

    /// Begins a step and reports the clock.
    pub fn clock(&self, d: &mut D<'_>, step: Step, rules: &[Rule]) {
        d.beat();
        d.world.step = step;
        let turn = d.world.period;
        d.tell(Deed::Clock { turn, phase: step.label() }, rules);
    }

    /// Records an event of a unit that has no event type of its own.
    pub fn note(&self, d: &mut D<'_>, id: UnitId, what: &'static str, facts: Facts, rules: &[Rule]) {
        d.tell(Deed::Note { of: Ref::Unit(id), what: Term::of(what), facts }, rules);
    }

    /// Reports a note only to the unit's own side.
    pub fn whisper(&self, d: &mut D<'_>, id: UnitId, what: &'static str, facts: Facts, rules: &[Rule]) {
        let to = Audience::Only(self.side(id));
        d.tell_to(to, Deed::Note { of: Ref::Unit(id), what: Term::of(what), facts }, rules);
    }
}

/// Makes facts from names and values.
pub(crate) fn facts<const N: usize>(list: [(&'static str, i64); N]) -> Facts {
    list.into_iter().map(|(name, value)| (Term::of(name), value)).collect()
}

/// The visible mark of a compulsion.
const fn state_of(bound: &Bound) -> Option<&'static str> {
    Some(match bound {
        Bound::Free => return None,
        Bound::Halted { .. } => "halted",
        Bound::Leaving(Leaving { how: Leave::Retreat, .. }) => "retreat",
        Bound::Leaving(Leaving { how: Leave::Rout, .. }) => "rout",
        Bound::Leaving(Leaving { how: Leave::Flight, .. }) => "flight",
        Bound::Advancing { .. } => "uncontrolled_advance",
        Bound::Evading(_) => "evading",
        Bound::Rallying(_) => "rallying",
        Bound::Following { .. } => "following",
    })
}

/// The visible mark of an action that takes time.
fn busy(unit: &Unit) -> &'static str {
    match &unit.doing {
        Some(Doing { what: What::Turn(_), .. }) => "turning",
        // Forming into its present formation is re-forming (LA-GAP-11).
        Some(Doing { what: What::Form(to), .. }) if *to == unit.formation => "dressing",
        Some(Doing { what: What::Form(_), .. }) => "changing",
        Some(Doing { what: What::Cross(_), .. }) => "crossing",
        _ => "busy",
    }
}

fn fate_word(w: &World, id: UnitId) -> Term {
    let life = w.general_of(id).map_or_else(|| w.unit(id).life, |place| w.generals[place].life);
    match life {
        Life::Gone(fate) => word(&fate),
        Life::Folded => Term::of("rejoined"),
        _ => Term::of("gone"),
    }
}
