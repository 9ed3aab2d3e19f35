//! All changes of the world go through here, so that each is reported: the picture that a side sees is the fold of its
//! events.

use super::{Fate, Life, Owed, Phase, Unit, World, layout};
use crate::terms::marker::{self, Did};
use crate::turn::{D, between};
use crate::{Arm, BatailleEmpire, Formation, Going, Losses, Order, r, word};
use game::{Audience, Card, Deed, Facts, Picture, Ref, Rule, Secret, Side, Term, UnitId};
use std::collections::BTreeMap;
use table::{Point, Pose};

impl BatailleEmpire {
    /// The card of a unit or general; `None` off the table.
    #[must_use]
    pub fn card(&self, w: &World, id: UnitId) -> Option<Card> {
        if let Some(place) = w.general_of(id) {
            return self.general_card(w, place);
        }
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        if !matches!(unit.life, Life::Present | Life::Silent { .. }) {
            return None;
        }
        let mut marks = BTreeMap::from([(Term::of("formation"), word(&unit.formation))]);
        for (holds, name, value) in [
            (unit.disorder, "disorder", "disordered"),
            (unit.marker, "marker", "marked"),
            (unit.detached, "detached", "yes"),
            (sheet.reconstructed, "reconstructed", "yes"),
            (matches!(unit.life, Life::Silent { .. }), "silent", "yes"),
            (w.is_hidden(id), "hidden", "yes"),
        ] {
            if holds {
                marks.insert(Term::of(name), Term::of(value));
            }
        }
        let (losses, capacity) = (unit.losses.in_halves(), self.capacity(w, id).in_halves());
        let counts = [
            ("losses", i64::from(losses)),
            ("strength", i64::from(capacity.saturating_sub(losses))),
            ("capacity", i64::from(capacity)),
        ];
        Some(Card {
            side: sheet.side,
            name: sheet.name.clone(),
            part: None,
            nation: Term::from(sheet.nation.as_str()),
            arm: word(&sheet.body.arm),
            command: Some(sheet.command),
            pieces: self.footprint(w, id),
            marks,
            counts: counts.into_iter().map(|(name, n)| (Term::of(name), n)).collect(),
        })
    }

    fn general_card(&self, w: &World, place: usize) -> Option<Card> {
        let (general, sheet) = (w.general(place), self.general_sheet(place));
        if general.life != Life::Present {
            return None;
        }
        let chief = w.chief[sheet.side.index()] == place;
        let rank = if chief { "commander_in_chief" } else { "divisional" };
        let mut marks = BTreeMap::from([(Term::of("rank"), Term::of(rank)), (Term::of("grade"), word(&general.grade))]);
        if let Some(unit) = general.attached {
            marks.insert(Term::of("attached"), Term::written(&unit.0));
        }
        if general.successor {
            marks.insert(Term::of("successor"), Term::of("yes"));
        }
        let mut points = if chief { w.chief_points[sheet.side.index()] } else { 0 };
        let command = rulebook::ids::number(place);
        if self.division_sheet(command).real {
            let division = w.division(command);
            points = points.saturating_add(division.points);
            if division.reserve {
                marks.insert(Term::of("reserve"), Term::of("yes"));
            } else if division.order != Order::None {
                marks.insert(Term::of("order"), word(&division.order));
            }
        }
        Some(Card {
            side: sheet.side,
            name: sheet.name.clone(),
            part: None,
            nation: Term::from(sheet.nation.as_str()),
            arm: Term::of("general"),
            command: Some(command),
            pieces: vec![layout::general_piece(&self.book, general.at)],
            marks,
            counts: BTreeMap::from([
                (Term::of("points"), i64::from(points)),
                (Term::of("radius"), i64::from(self.book.tables.grade(general.grade).range.cm())),
            ]),
        })
    }

    /// The visible part of a world.
    #[must_use]
    pub fn picture_of(&self, w: &World) -> Picture {
        let everybody = w.units.len() + w.generals.len();
        let ids = (0..everybody).map(rulebook::ids::unit_id);
        Picture {
            turn: w.turn,
            phase: word(&w.phase),
            units: ids.filter_map(|id| Some((id, self.card(w, id)?))).collect(),
            sites: BTreeMap::new(),
            outcome: w.outcome.clone(),
        }
    }

    /// The audience of events about a unit: only its own side while it is hidden (BE-GAP-82).
    fn audience(&self, w: &World, id: UnitId) -> Audience {
        if w.is_hidden(id) { Audience::Only(self.side(id)) } else { Audience::All }
    }

    /// Changes the world and reports what changed of these units and generals, with the path of the first one.
    pub fn alter(&self, d: &mut D<'_>, ids: &[UnitId], path: &[Pose], rules: &[Rule], change: impl FnOnce(&mut World)) {
        let seen = |w: &World, id: UnitId| (self.card(w, id), self.audience(w, id));
        rulebook::alter(d, ids, path, rules, seen, |w, id| self.fate_word(w, id), change);
    }

    fn fate_word(&self, w: &World, id: UnitId) -> Term {
        let life = w.general_of(id).map_or_else(|| w.unit(id).life, |place| w.generals[place].life);
        match life {
            Life::Gone(fate) => word(&fate),
            Life::Folded => Term::of("merged"),
            _ => Term::of("gone"),
        }
    }

    /// Changes one unit.
    pub fn change(&self, d: &mut D<'_>, id: UnitId, rules: &[Rule], change: impl FnOnce(&mut Unit)) {
        self.alter(d, &[id], &[], rules, |w| change(w.unit_mut(id)));
    }

    /// Changes a division; its order and points are on the card of its general.
    pub fn change_division(
        &self,
        d: &mut D<'_>,
        place: u16,
        rules: &[Rule],
        change: impl FnOnce(&mut super::Division),
    ) {
        let general = d.world.general_id(usize::from(place));
        self.alter(d, &[general], &[], rules, |w| change(w.division_mut(place)));
    }

    /// Gives an action marker; a unit has at most one (BE-MA-01).
    #[track_caller]
    pub fn mark(&self, d: &mut D<'_>, id: UnitId, rule: Rule) {
        if self.on(rule) {
            self.lay_marker(d, id, rule);
        }
    }

    /// Gives the marker for an act, if it brings one.
    pub(crate) fn mark_for(&self, d: &mut D<'_>, id: UnitId, did: Did) {
        if let Some(rule) = marker::given(&self.book, did) {
            self.lay_marker(d, id, rule);
        }
    }

    fn lay_marker(&self, d: &mut D<'_>, id: UnitId, rule: Rule) {
        if d.world.unit(id).present() {
            self.change(d, id, &[rule], |u| u.marker = true);
        }
    }

    /// Causes losses in halves; at its capacity the unit is eliminated (BE-GAP-02). Returns whether it is.
    pub fn hurt(&self, d: &mut D<'_>, id: UnitId, halves: u8, rule: Rule) -> bool {
        if !d.world.unit(id).present() {
            return true;
        }
        if halves > 0 {
            self.change(d, id, &[rule], |u| u.losses = u.losses.plus(Losses::halves(halves)));
        }
        let out = d.world.unit(id).losses >= self.capacity(&d.world, id);
        if out && self.on(r::BE_GAP_02) {
            self.remove(d, id, Fate::Destroyed, r::BE_GAP_02);
            return true;
        }
        false
    }

    /// Puts a unit in Disorder, which marks it (BE-MA-02).
    pub fn disorder(&self, d: &mut D<'_>, id: UnitId, rule: Rule) {
        if !d.world.unit(id).present() {
            return;
        }
        self.change(d, id, &[rule], |u| u.disorder = true);
        self.mark(d, id, r::BE_MA_02);
    }

    /// Moves a unit. An attached general goes along (BE-GAP-18), enemy generals on its path leave (BE-GAP-115), and
    /// hidden enemies that it comes to see are revealed, whatever caused the move (BE-GAP-82).
    pub fn place(&self, d: &mut D<'_>, id: UnitId, pose: Pose, path: &[Pose], rules: &[Rule]) {
        let before = self.piece(&d.world, id);
        self.put_at(d, id, pose, path, rules);
        if !path.is_empty() {
            self.leave_guns(d, id, before, path);
            let after = self.piece(&d.world, id);
            self.ride_over(d, id, (&before, far(&before, &after)), || between(&before, &after));
            self.find_hidden(d, &[id]);
        }
    }

    /// The same on a copy of the world: a unit moves straight to a place, its general goes along, and enemy generals on
    /// its path leave.
    pub(crate) fn place_in_mind(&self, w: &mut World, id: UnitId, pose: Pose) {
        let before = self.piece(w, id);
        let general = self.attached(w, id).filter(|_| self.on(r::BE_GAP_18));
        self.carry(w, id, general, pose);
        let after = self.piece(w, id);
        if self.leaves_guns(w, id, &before, &after) {
            w.unit_mut(id).battalion_guns = false;
        }
        let side = self.side(id).other();
        for place in self.ridden_over(w, id, (&before, far(&before, &after)), || between(&before, &after)) {
            w.generals[place].attached = None;
            match self.refuge(w, place, side) {
                Some(to) => w.generals[place].at = to,
                None if self.on(r::BE_GAP_77) => self.without_general(w, place),
                None => {}
            }
        }
    }

    /// A unit that moves outside a march leaves its battalion guns where they could not follow (BE-GAP-06).
    pub(crate) fn leave_guns(&self, d: &mut D<'_>, id: UnitId, before: table::Piece, path: &[Pose]) {
        let formation = d.world.unit(id).formation;
        let mut from = before;
        for pose in path {
            let to = self.piece_at(id, *pose, formation);
            if self.leaves_guns(&d.world, id, &from, &to) {
                self.change(d, id, &[r::BE_GAP_06], |unit| unit.battalion_guns = false);
            }
            from = to;
        }
    }

    /// Whether a unit that moves straight from one place to another loses its battalion guns: across an obstacle or
    /// through difficult ground (BE-GAP-06).
    fn leaves_guns(&self, w: &World, id: UnitId, from: &table::Piece, to: &table::Piece) -> bool {
        if !w.unit(id).battalion_guns || !self.on(r::BE_GAP_06) {
            return false;
        }
        let (start, end) = (from.pose.at, to.pose.at);
        if start == end {
            return false;
        }
        let lines = self.obstacles_on(start, start.bearing_to(end), far(from, to));
        !lines.is_empty() || between(from, to).iter().any(|piece| self.going_under(piece) == Going::Difficult)
    }

    /// Moves a unit and its attached general.
    fn carry(&self, w: &mut World, id: UnitId, general: Option<usize>, pose: Pose) {
        let old = w.unit(id).pose;
        w.unit_mut(id).pose = pose;
        if let Some(place) = general {
            let (right, ahead) = old.seen(w.generals[place].at);
            w.generals[place].at = self.on_the_table(pose.local(right, ahead));
        }
    }

    /// The same without the effects on what lies on its path.
    pub(crate) fn put_at(&self, d: &mut D<'_>, id: UnitId, pose: Pose, path: &[Pose], rules: &[Rule]) {
        let general = self.attached(&d.world, id).filter(|_| self.on(r::BE_GAP_18));
        let mut ids = vec![id];
        ids.extend(general.map(|place| d.world.general_id(place)));
        self.alter(d, &ids, path, rules, |w| self.carry(w, id, general, pose));
    }

    /// Changes the formation of a unit in place; the middle of its front stays.
    pub fn reform(&self, d: &mut D<'_>, id: UnitId, formation: Formation, rules: &[Rule]) {
        self.change(d, id, rules, |u| {
            u.now.was = Some(u.formation);
            u.formation = formation;
        });
        if self.sheet(id).body.arm == Arm::Artillery {
            d.world.unit_mut(id).now.moved = true;
        }
    }

    /// Removes a unit from the battle. Friends that see it will test their morale (BE-GAP-73); an attached general
    /// joins the nearest friend or is lost with it (BE-GAP-77); the roll for him comes before.
    pub fn remove(&self, d: &mut D<'_>, id: UnitId, why: Fate, rule: Rule) {
        if !matches!(d.world.unit(id).life, Life::Present | Life::Silent { .. }) {
            return;
        }
        let general = self.attached(&d.world, id);
        let (place, side) = (self.piece(&d.world, id), self.side(id));
        self.reveal(d, id, rule);
        self.change(d, id, &[rule], |u| {
            u.life = Life::Gone(why);
            u.inside = None;
        });
        d.world.owed.retain(|owed| owed.unit != id);
        if why != Fate::Merged {
            self.owe_witnesses(d, id, &place);
        }
        if let Some(general) = general {
            self.strand(d, general, side);
        }
    }

    /// Units near a friend of equal or higher status that is eliminated or flees through them owe a test (BE-GAP-73),
    /// at most one each.
    fn owe_witnesses(&self, d: &mut D<'_>, id: UnitId, place: &table::Piece) {
        if !self.on(r::BE_GAP_73) {
            return;
        }
        let reach = self.book.tables.distance.witness.cm();
        let rank = self.sheet(id).body.status;
        let near: Vec<UnitId> = self
            .troops(&d.world, self.side(id))
            .filter(|other| self.sheet(*other).body.status <= rank)
            .filter(|other| table::within_reach(&self.piece(&d.world, *other), place, reach))
            .collect();
        for unit in near {
            self.owe_witness(d, unit, id);
        }
    }

    /// A unit owes a test for a friend that it has seen eliminated or flee (BE-GAP-73): at most one, and once per turn
    /// for each friend (BE-GAP-112).
    pub fn owe_witness(&self, d: &mut D<'_>, unit: UnitId, gone: UnitId) {
        let again = d.world.seen_go.contains(&(unit, gone)) && self.on(r::BE_GAP_112);
        if again || !self.on(r::BE_GAP_73) {
            return;
        }
        match d.world.owed.iter_mut().find(|owed| owed.unit == unit && owed.witness) {
            Some(owed) => owed.seen.push(gone),
            None => d.world.owed.push(Owed { unit, witness: true, from: None, seen: vec![gone] }),
        }
    }

    /// A general without a unit joins the nearest friend within reach, or is lost (BE-GAP-18, BE-GAP-77).
    pub fn strand(&self, d: &mut D<'_>, place: usize, side: Side) {
        let id = d.world.general_id(place);
        self.alter(d, &[id], &[], &[r::BE_GAP_77], |w| w.generals[place].attached = None);
        match self.refuge(&d.world, place, side) {
            Some(to) => self.place_general(d, place, to, &[], &[r::BE_GAP_77]),
            None if self.on(r::BE_GAP_77) => self.lose_general(d, place, r::BE_GAP_77),
            None => {}
        }
    }

    /// Where a general without a unit goes: to the nearest friend within reach.
    fn refuge(&self, w: &World, place: usize, side: Side) -> Option<Point> {
        let at = w.generals[place].at;
        let reach = self.book.tables.command.refuge.cm();
        let (_, unit) = self
            .troops(w, side)
            .map(|unit| (table::point_to_piece(at, &self.piece(w, unit)).cm, unit))
            .filter(|(cm, _)| table::within_cm(*cm, reach))
            .min()?;
        Some(self.beside(w, unit))
    }

    /// Removes a general from the battle; his division is out of command until the end of the turn (BE-GAP-17).
    pub fn lose_general(&self, d: &mut D<'_>, place: usize, rule: Rule) {
        let sheet = self.general_sheet(place);
        if d.world.general(place).life != Life::Present {
            return;
        }
        let (id, side) = (d.world.general_id(place), sheet.side.index());
        let chief = d.world.chief[side] == place;
        self.alter(d, &[id], &[], &[rule], |w| {
            self.without_general(w, place);
            if chief {
                w.lost[side].chiefs = w.lost[side].chiefs.saturating_add(1);
                w.chief_points[side] = 0;
            } else {
                w.lost[side].divisional = w.lost[side].divisional.saturating_add(1);
            }
        });
    }

    /// The world without a general who is lost.
    pub(crate) fn without_general(&self, w: &mut World, place: usize) {
        let general = w.general_mut(place);
        (general.life, general.attached) = (Life::Gone(Fate::Killed), None);
        let division = w.division_mut(rulebook::ids::number(place));
        division.general_lost = true;
        division.points = 0;
    }

    pub fn place_general(&self, d: &mut D<'_>, place: usize, at: Point, path: &[Pose], rules: &[Rule]) {
        let id = d.world.general_id(place);
        self.alter(d, &[id], path, rules, |w| w.generals[place].at = at);
    }

    /// Reveals a hidden unit (BE-GAP-82).
    pub fn reveal(&self, d: &mut D<'_>, id: UnitId, rule: Rule) {
        if d.world.is_hidden(id) {
            self.alter(d, &[id], &[], &[rule, r::BE_GAP_82], |w| self.show(w, id));
        }
    }

    /// The same on a copy of the world.
    pub(crate) fn show(&self, w: &mut World, id: UnitId) {
        if let Secret::Known(hidden) = &mut w.hidden[self.side(id).index()] {
            hidden.remove(&id);
        }
    }

    /// Reports the phase.
    pub fn clock(&self, d: &mut D<'_>, phase: Phase, rules: &[Rule]) {
        d.beat();
        d.world.phase = phase;
        let turn = d.world.turn;
        d.tell(Deed::Clock { turn, phase: word(&phase) }, rules);
    }

    /// Reports an event of a unit that fits no other kind.
    pub fn note(&self, d: &mut D<'_>, id: UnitId, what: &'static str, facts: Facts, rules: &[Rule]) {
        d.tell(Deed::Note { of: Ref::Unit(id), what: Term::of(what), facts }, rules);
    }
}

/// How far a piece has moved.
fn far(from: &table::Piece, to: &table::Piece) -> table::Cm {
    #[allow(clippy::cast_possible_truncation, reason = "a distance on the table")]
    let cm = from.pose.at.to(to.pose.at).round() as table::Cm;
    cm
}
