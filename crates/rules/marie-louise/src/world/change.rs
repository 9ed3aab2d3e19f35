//! All changes of the world go through here, so that each is reported: the picture that a side sees is the fold of its
//! events.

use super::Phase;
use super::{Fate, Life, Unit, World};
use crate::turn::D;
use crate::{Arm, Formation, MarieLouise, Marker, Order, r, word};
use game::{Audience, Card, Deed, Facts, Key, Picture, Ref, Rule, Secret, Side, Term, UnitId};
use std::collections::BTreeMap;
use table::{Point, Pose};

impl MarieLouise {
    /// The card of a unit or general; `None` off the table.
    #[must_use]
    pub fn card(&self, w: &World, id: UnitId) -> Option<Card> {
        if let Some(place) = w.general_of(id) {
            return self.general_card(w, place);
        }
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        if !matches!(unit.life, Life::Present | Life::Abandoned { .. }) {
            return None;
        }
        let mut marks = BTreeMap::new();
        marks.insert(Term::of("formation"), word(&unit.formation));
        if unit.marker != Marker::None {
            marks.insert(Term::of("marker"), word(&unit.marker));
        }
        if unit.order != Order::None {
            marks.insert(Term::of("order"), word(&unit.order));
        }
        if unit.specific {
            marks.insert(Term::of("specific"), Term::of("yes"));
        }
        if let Life::Abandoned { spiked, .. } = unit.life {
            marks.insert(Term::of("guns"), Term::of(if spiked { "spiked" } else { "abandoned" }));
        }
        if sheet.reconstructed {
            marks.insert(Term::of("reconstructed"), Term::of("yes"));
        }
        let laid = w.laid(sheet.side).and_then(|orders| orders.units.get(&id));
        if let Some(order) = laid {
            marks.insert(Term::of("laid"), word(order));
        }
        let counts = [
            ("elements", i64::from(unit.elements)),
            ("elements_start", i64::from(sheet.elements)),
            ("losses", i64::from(unit.losses)),
            ("lost", i64::from(unit.lost)),
        ];
        Some(Card {
            side: sheet.side,
            name: sheet.name.clone(),
            part: None,
            nation: Term::from(sheet.nation.as_str()),
            arm: word(&sheet.profile.arm),
            command: Some(sheet.command),
            pieces: self.footprint(unit),
            marks,
            counts: counts.into_iter().map(|(name, n)| (Term::of(name), n)).collect(),
        })
    }

    fn general_card(&self, w: &World, place: usize) -> Option<Card> {
        let (general, sheet) = (&w.generals[place], &self.generals[place]);
        if general.life != Life::Present {
            return None;
        }
        let mut marks = BTreeMap::new();
        marks.insert(Term::of("rank"), word(&sheet.rank));
        if let Some(unit) = general.attached {
            marks.insert(Term::of("attached"), Term::from(unit.0.to_string().as_str()));
        }
        if general.replacement {
            marks.insert(Term::of("replacement"), Term::of("yes"));
        }
        let laid = w.laid(sheet.side).and_then(|orders| orders.brigades.get(&sheet.command));
        if let Some(order) = laid {
            marks.insert(Term::of("laid"), word(order));
        }
        let counts = [("charisma", i64::from(general.charisma)), ("competence", i64::from(general.competence))];
        Some(Card {
            side: sheet.side,
            name: sheet.name.clone(),
            part: None,
            nation: Term::from(sheet.nation.as_str()),
            arm: Term::of("general"),
            command: Some(sheet.command),
            pieces: vec![super::layout::general_piece(general.at)],
            marks,
            counts: counts.into_iter().map(|(name, n)| (Term::of(name), n)).collect(),
        })
    }

    /// The visible part of a world.
    #[must_use]
    pub fn picture_of(&self, w: &World) -> Picture {
        let everybody = w.units.len() + w.generals.len();
        let ids = (0..everybody).map(rulebook::ids::unit_id);
        let sites = w.burning.iter().map(|site| (*site, BTreeMap::from([(Term::of("fire"), Term::of("burning"))])));
        Picture {
            turn: w.turn,
            phase: w.phase.label(),
            units: ids.filter_map(|id| Some((id, self.card(w, id)?))).collect(),
            sites: sites.collect(),
            outcome: w.outcome.clone(),
        }
    }

    /// Changes the world and reports to all what changed of these units and generals, with the path of the mover.
    pub fn alter(&self, d: &mut D<'_>, ids: &[UnitId], path: &[Pose], rules: &[Rule], change: impl FnOnce(&mut World)) {
        let seen = |w: &World, id: UnitId| (self.card(w, id), Audience::All);
        rulebook::alter(d, ids, path, rules, seen, |w, id| self.fate_word(w, id), change);
    }

    fn fate_word(&self, w: &World, id: UnitId) -> Term {
        let life = w.general_of(id).map_or_else(|| w.unit(id).life, |place| w.generals[place].life);
        match life {
            Life::Gone(fate) => word(&fate),
            _ => Term::of("gone"),
        }
    }

    /// Changes one unit.
    pub fn change(&self, d: &mut D<'_>, id: UnitId, rules: &[Rule], change: impl FnOnce(&mut Unit)) {
        self.alter(d, &[id], &[], rules, |w| change(w.unit_mut(id)));
    }

    /// Places a marker. A graver one replaces a lesser one, never the reverse (ML-GAP-41); it cancels the order
    /// (ML-1.10d); a routing unit becomes disorganised (ML-1.10c).
    pub fn mark(&self, d: &mut D<'_>, id: UnitId, marker: Marker, rules: &[Rule]) {
        if self.on(r::ML_GAP_41) && d.world.unit(id).marker >= marker {
            return;
        }
        self.change(d, id, rules, |u| {
            u.marker = marker;
            if self.on(r::ML_1_10D) {
                u.order = Order::None;
                u.specific = false;
            }
            if marker == Marker::Hesitant {
                u.now.hesitant = true;
            }
            if marker == Marker::Routing && self.on(r::ML_1_10C) && u.formation != Formation::Limbered {
                u.formation = Formation::Disorder;
            }
        });
    }

    /// Disorganises a unit (ML-1.9f); a limbered battery has no formation to lose.
    pub fn disorder(&self, d: &mut D<'_>, id: UnitId, rules: &[Rule]) {
        if self.on(r::ML_1_9F) && !matches!(d.world.unit(id).formation, Formation::Limbered | Formation::Bastion) {
            self.change(d, id, rules, |u| u.formation = Formation::Disorder);
        }
    }

    /// Moves a unit; an attached general goes along (ML-6.4a, ML-10d).
    pub fn place(&self, d: &mut D<'_>, id: UnitId, pose: Pose, path: &[Pose], rules: &[Rule]) {
        let general = self.attached(&d.world, id).filter(|_| self.on(r::ML_6_4A) && self.on(r::ML_10D));
        let mut ids = vec![id];
        ids.extend(general.map(|place| d.world.general_id(place)));
        self.alter(d, &ids, path, rules, |w| {
            let old = w.unit(id).pose;
            w.unit_mut(id).pose = pose;
            if let Some(place) = general {
                self.carry_along(w, place, id, old);
            }
        });
    }

    /// Takes an attached general along with a unit that has moved from a place (ML-6.4a, ML-10d).
    pub(crate) fn carry_along(&self, w: &mut World, place: usize, id: UnitId, old: Pose) {
        let (right, ahead) = old.seen(w.generals[place].at);
        let at = w.unit(id).pose.local(right, ahead);
        // The general's side of the unit may be beyond the edge of the table.
        w.generals[place].at = if self.terrain.inside(at) { at } else { self.beside(w, id) };
    }

    /// Removes a unit from the battle; an attached general shares its fate (ML-10d).
    pub fn remove(&self, d: &mut D<'_>, id: UnitId, fate: Fate, rules: &[Rule]) {
        let general = self.attached(&d.world, id);
        self.change(d, id, rules, |u| {
            u.life = Life::Gone(fate);
            u.inside = None;
        });
        if let Some(place) = general {
            if self.on(r::ML_10D) {
                self.lose_general(d, place, Fate::Killed, &[r::ML_10D]);
            } else {
                let general = d.world.general_id(place);
                self.alter(d, &[general], &[], &[], |w| w.generals[place].attached = None);
            }
        }
        for charge in d.world.charges.iter_mut().filter(|c| c.by == id) {
            charge.stage = super::Progress::Done;
        }
    }

    /// Removes a general from the battle.
    pub fn lose_general(&self, d: &mut D<'_>, place: usize, fate: Fate, rules: &[Rule]) {
        let id = d.world.general_id(place);
        let turn = d.world.turn;
        let command = usize::from(self.generals[place].command);
        self.alter(d, &[id], &[], rules, |w| {
            w.generals[place].life = Life::Gone(fate);
            w.generals[place].attached = None;
            w.command_mut(command).general_lost = Some(turn);
        });
    }

    /// Gunners leave their guns where they stand (ML-8.7d, ML-GAP-34).
    pub fn abandon(&self, d: &mut D<'_>, id: UnitId, rules: &[Rule]) {
        let general = self.attached(&d.world, id);
        self.change(d, id, rules, |u| {
            u.life = Life::Abandoned { spiked: false, safe_since: None };
            u.marker = Marker::None;
            u.order = Order::None;
            u.specific = false;
            u.formation = Formation::Deployed;
        });
        if let Some(place) = general {
            let general = d.world.general_id(place);
            let (from, to) = (d.world.generals[place].at, self.flight_of_gunners(&d.world, id));
            let to = to.filter(|_| self.on(r::ML_GAP_79)).map(|to| self.spot_for_general(&d.world, place, to));
            let path: Vec<Pose> = to.iter().flat_map(|to| [from, *to]).map(|at| Pose { at, facing: 0 }).collect();
            self.alter(d, &[general], &path, rules, |w| {
                w.generals[place].attached = None;
                w.generals[place].at = to.unwrap_or(from);
            });
        }
    }

    pub fn place_general(&self, d: &mut D<'_>, place: usize, at: Point, path: &[Pose], rules: &[Rule]) {
        let id = d.world.general_id(place);
        self.alter(d, &[id], path, rules, |w| w.generals[place].at = at);
    }

    /// Reports the phase.
    pub fn clock(&self, d: &mut D<'_>, phase: Phase, rules: &[Rule]) {
        d.beat();
        d.world.phase = phase;
        let turn = d.world.turn;
        d.tell(Deed::Clock { turn, phase: phase.label() }, rules);
    }

    /// Reports an event of a unit that fits no other kind.
    pub fn note(&self, d: &mut D<'_>, id: UnitId, what: &'static str, facts: Facts, rules: &[Rule]) {
        d.tell(Deed::Note { of: Ref::Unit(id), what: Term::of(what), facts }, rules);
    }

    /// A side lays its orders face down; only it receives the event (ML-2b).
    pub fn lay(&self, d: &mut D<'_>, side: Side, orders: super::Orders) {
        for (command, order) in &orders.brigades {
            let unit = d.world.general_id(usize::from(*command));
            if self.card(&d.world, unit).is_some() {
                let deed = Deed::Marked { unit, mark: Term::of("laid"), value: word(order) };
                d.tell_to(Audience::Only(side), deed, &[r::ML_2B]);
            }
        }
        for (unit, order) in &orders.units {
            let deed = Deed::Marked { unit: *unit, mark: Term::of("laid"), value: word(order) };
            d.tell_to(Audience::Only(side), deed, &[r::ML_2B]);
        }
        d.world.orders[side.index()] = Secret::Known(orders);
    }

    /// Reveals the orders of a side to all (ML-2d).
    pub fn open(&self, d: &mut D<'_>, side: Side) -> super::Orders {
        let empty = Secret::Known(super::Orders::default());
        let Secret::Known(orders) = std::mem::replace(&mut d.world.orders[side.index()], empty) else {
            return super::Orders::default();
        };
        for (command, order) in &orders.brigades {
            let key = Key { does: word(order), refs: Vec::new() };
            d.tell(Deed::Opened { of: Ref::Command(*command), key }, &[r::ML_2D]);
            let unit = d.world.general_id(usize::from(*command));
            if self.card(&d.world, unit).is_some() {
                let deed = Deed::Marked { unit, mark: Term::of("laid"), value: Term::default() };
                d.tell_to(Audience::Only(side), deed, &[]);
            }
        }
        for (unit, order) in &orders.units {
            let key = Key { does: word(order), refs: Vec::new() };
            d.tell(Deed::Opened { of: Ref::Unit(*unit), key }, &[r::ML_2D]);
            if self.card(&d.world, *unit).is_some() {
                let deed = Deed::Marked { unit: *unit, mark: Term::of("laid"), value: Term::default() };
                d.tell_to(Audience::Only(side), deed, &[]);
            }
        }
        orders
    }

    /// Whether a unit is a deployed battery.
    #[must_use]
    pub fn deployed_battery(&self, w: &World, id: UnitId) -> bool {
        self.sheet(id).profile.arm == Arm::Artillery && w.unit(id).formation != Formation::Limbered
    }
}
