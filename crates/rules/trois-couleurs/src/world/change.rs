//! Every change of the world goes through here, so that every change is reported: the picture that a side sees is built
//! from these reports.

use super::{Fate, Life, Owed, Phase, Reason, Unit, World};
use crate::resolve::combat::losses;
use crate::turn::D;
use crate::{Arm, Case, Cohesion, Formation, Gait, TroisCouleurs, UD, r};
use game::{Audience, Card, Deed, Facts, Picture, Ref, Rule, Term, UnitId};
use rulebook::word;
use std::collections::BTreeMap;
use table::{Piece, Point, Pose};

impl TroisCouleurs {
    /// The card of a unit or general; `None` if it is not on the table.
    #[must_use]
    pub fn card(&self, w: &World, id: UnitId) -> Option<Card> {
        match w.seen_by {
            Some(side) => self.card_for(w, id, side),
            None => self.whole_card(w, id),
        }
    }

    pub(crate) fn whole_card(&self, w: &World, id: UnitId) -> Option<Card> {
        if let Some(place) = w.general_of(id) {
            return self.general_card(w, place);
        }
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        if !unit.present() {
            return None;
        }
        let body = &unit.body;
        let mut marks = BTreeMap::from([(Term::of("formation"), word(&body.formation))]);
        for (holds, name, value) in [
            (body.state != Cohesion::Formed, "state", word(&body.state)),
            (body.case != Case::Stand, "case", word(&body.case)),
            (body.gait != Gait::Halted, "gait", word(&body.gait)),
            (unit.now.second_line, "line", Term::of("second")),
            (unit.garrison.is_some(), "garrison", Term::of("yes")),
            (unit.screen.is_some_and(|screen| screen.case.positive()), "screen", Term::of("out")),
            (unit.screen.is_some_and(|screen| !screen.case.positive()), "screen", Term::of("beaten")),
            (unit.now.rallying, "rallying", Term::of("yes")),
            (w.is_hidden(id), "hidden", Term::of("yes")),
            (sheet.reconstructed, "reconstructed", Term::of("yes")),
        ] {
            if holds {
                marks.insert(Term::of(name), value);
            }
        }
        if let Some(plan) = w.plans.get(&id) {
            marks.insert(Term::of("order"), word(&plan.marker.main));
        }
        let counts = [
            ("figures", i64::from(self.left(body, id))),
            ("figures_start", i64::from(sheet.figures)),
            ("losses", i64::from(body.steps_lost)),
            ("spent", i64::from(body.points_spent)),
        ];
        Some(Card {
            side: sheet.side,
            name: sheet.name.clone(),
            part: sheet.part.clone(),
            nation: Term::from(sheet.nation.as_str()),
            arm: word(&sheet.troop.arm),
            command: Some(sheet.command),
            pieces: vec![self.piece(w, id)],
            marks,
            counts: counts.into_iter().map(|(name, n)| (Term::of(name), n)).collect(),
        })
    }

    fn general_card(&self, w: &World, place: usize) -> Option<Card> {
        let (general, sheet) = (w.general(place), self.general_sheet(place));
        if !general.present() {
            return None;
        }
        let rank = if sheet.chief { "commander_in_chief" } else { "brigadier" };
        let mut marks = BTreeMap::from([(Term::of("rank"), Term::of(rank))]);
        if let Some(unit) = general.with {
            marks.insert(Term::of("attached"), Term::written(&unit.0));
        }
        let base = UD / 3;
        let piece = Piece { pose: Pose { at: general.at, facing: 0 }, front: base, depth: base, lead: true };
        Some(Card {
            side: sheet.side,
            name: sheet.name.clone(),
            part: None,
            nation: Term::from(sheet.nation.as_str()),
            arm: Term::of("general"),
            command: Some(rulebook::ids::number(place)),
            pieces: vec![piece],
            marks,
            counts: BTreeMap::from([
                (Term::of("bonus"), i64::from(self.bonus(general, sheet))),
                (Term::of("radius"), i64::from(self.book.tables.distance.command.cm())),
            ]),
        })
    }

    #[must_use]
    pub fn picture_of(&self, w: &World) -> Picture {
        let everybody = w.units.len() + w.generals.len();
        let ids = (0..everybody).map(rulebook::ids::unit_id);
        Picture {
            turn: w.turn,
            phase: w.phase.label(),
            units: ids.filter_map(|id| Some((id, self.card(w, id)?))).collect(),
            sites: BTreeMap::new(),
            outcome: w.outcome.clone(),
        }
    }

    /// The sides that may know of a unit: only its own while it is hidden (L3C-GAP-A66).
    pub(crate) fn audience(&self, w: &World, id: UnitId) -> Audience {
        if w.is_hidden(id) { Audience::Only(self.side(id)) } else { Audience::All }
    }

    /// Changes the world and reports the changes of these units and generals, with the path of the first.
    pub fn alter(&self, d: &mut D<'_>, ids: &[UnitId], path: &[Pose], rules: &[Rule], change: impl FnOnce(&mut World)) {
        if self.tokens() {
            let seen = |w: &World, id: UnitId| game::Side::BOTH.map(|side| self.card_for(w, id, side));
            rulebook::alter_by_side(d, ids, path, rules, seen, fate_word, change);
            return self.shown_to_owners(d, ids, rules);
        }
        let seen = |w: &World, id: UnitId| (self.card(w, id), self.audience(w, id));
        rulebook::alter(d, ids, path, rules, seen, fate_word, change);
    }

    /// An observer of both sides sees a unit as its owner does: where the other side sees less, the owner's report
    /// comes last.
    fn shown_to_owners(&self, d: &mut D<'_>, ids: &[UnitId], rules: &[Rule]) {
        let marked: Vec<UnitId> = ids.iter().copied().filter(|id| d.world.token(*id).is_some()).collect();
        for unit in marked {
            let side = self.side(unit);
            let own = self.card_for(&d.world, unit, side);
            if let Some(card) = own.filter(|_| self.card_for(&d.world, unit, side.other()).is_some()) {
                d.tell_to(Audience::Only(side), Deed::Shown { unit, card }, rules);
            }
        }
    }

    pub fn change(&self, d: &mut D<'_>, id: UnitId, rules: &[Rule], change: impl FnOnce(&mut Unit)) {
        self.alter(d, &[id], &[], rules, |w| change(w.unit_mut(id)));
    }

    /// Puts a unit somewhere; an attached general goes along (L3C-CHEF-12).
    pub fn place(&self, d: &mut D<'_>, id: UnitId, pose: Pose, path: &[Pose], rules: &[Rule]) {
        let with: Vec<usize> =
            (0..d.world.generals.len()).filter(|place| d.world.generals[*place].with == Some(id)).collect();
        let mut ids = vec![id];
        ids.extend(with.iter().map(|place| d.world.general_id(*place)));
        self.alter(d, &ids, path, rules, |w| {
            let unit = w.unit_mut(id);
            unit.pose = pose;
            unit.drawn = None;
            for place in with {
                w.generals[place].at = self.on_the_table(pose.at);
            }
        });
        self.treads(d, id);
        self.uncovers(d, id);
        self.recognises(d, id);
    }

    /// The nearest point of the table.
    pub(crate) fn on_the_table(&self, at: Point) -> Point {
        let ground = self.terrain.ground();
        Point::new(at.x.clamp(0, ground.width), at.y.clamp(0, ground.height))
    }

    /// Spends points of action (L3C-PA-01).
    pub fn spend(&self, d: &mut D<'_>, id: UnitId, points: u8, rule: Rule) {
        if points > 0 {
            self.change(d, id, &[rule], |u| u.body.points_spent = u.body.points_spent.saturating_add(points));
        }
    }

    /// Inflicts losses in PAP; a unit with nothing left is removed (L3C-GAP-A90). True: it is.
    pub fn hurt(&self, d: &mut D<'_>, id: UnitId, steps: u16, rule: Rule) -> bool {
        if !d.world.unit(id).present() {
            return true;
        }
        if steps > 0 {
            self.change(d, id, &[rule], |u| u.body.steps_lost = u.body.steps_lost.saturating_add(steps));
            self.close_up(d, id);
        }
        let out = self.left(&d.world.unit(id).body, id) == 0 && self.on(r::L3C_GAP_A90);
        if out {
            self.remove(d, id, Fate::Destroyed, r::L3C_GAP_A90);
        }
        out
    }

    /// Closes up the ranks after losses: the formation keeps its depth (L3C-LOSS-07, L3C-LOSS-08).
    pub fn close_up(&self, d: &mut D<'_>, id: UnitId) {
        let body = self.formed(&d.world, id, d.world.unit(id).body.formation);
        let unit = d.world.unit(id);
        // Returning skirmishers make it larger, if there is room.
        let (old, new) = (self.piece(&d.world, id), self.piece_of(id, &body, unit.pose));
        let within = new.front <= old.front && new.depth <= old.depth;
        let room = within || self.fits(&d.world, id, unit.body.formation);
        if body != unit.body && self.left(&body, id) > 0 && room {
            self.change(d, id, &[r::L3C_LOSS_08], |u| u.body = body);
        }
    }

    /// Puts a unit into another formation, with the middle of its front unchanged.
    pub fn reform(&self, d: &mut D<'_>, id: UnitId, formation: Formation, rules: &[Rule]) {
        let body = self.formed(&d.world, id, formation);
        self.change(d, id, rules, |u| u.body = body);
    }

    /// Sets the morale of a unit; a unit out of hand does nothing more this turn.
    pub fn set_case(&self, d: &mut D<'_>, id: UnitId, case: Case, state: Cohesion, rules: &[Rule]) {
        if !d.world.unit(id).present() {
            return;
        }
        let routs = case == Case::Rout && d.world.unit(id).body.case != Case::Rout;
        self.alter(d, &[id], &[], rules, |w| {
            let unit = w.unit_mut(id);
            if !case.positive() {
                unit.now.put = true;
                unit.now.driven |= case <= Case::FallBack;
                unit.body.gait = Gait::Halted;
                // Its order is void (L3C-GAP-A45).
                w.plans.remove(&id);
            }
            let unit = w.unit_mut(id);
            unit.body.case = case;
            unit.body.state = state;
        });
        if case <= Case::Retreat && self.on(r::L3C_CHEF_15) {
            self.spends_his_actions(d, id);
        }
        if routs {
            self.owe_witnesses(d, id);
        }
    }

    /// A general whose unit is in retreat or worse does nothing more this turn (L3C-CHEF-15).
    fn spends_his_actions(&self, d: &mut D<'_>, unit: UnitId) {
        for (general, sheet) in d.world.generals.iter_mut().zip(&self.generals) {
            if general.with == Some(unit) {
                general.used = general.used.max(sheet.leader.actions);
            }
        }
    }

    /// Friends of the same arm that see a rout must test (L3C-GAP-C03), once a turn (L3C-GAP-A60).
    fn owe_witnesses(&self, d: &mut D<'_>, id: UnitId) {
        let reach = self.book.tables.distance.witness.cm();
        let witnesses: Vec<UnitId> = self
            .troops(&d.world, self.side(id))
            .filter(|other| *other != id && !d.world.unit(*other).now.rout_tested)
            .filter(|other| table::within_cm(self.gap(&d.world, *other, id), reach))
            .filter(|other| self.sees(&d.world, *other, id))
            .collect();
        for unit in witnesses {
            self.owe(d, Owed { unit, reason: Reason::Rout, by: id });
        }
        let routs = self.piece(&d.world, id);
        let before_skirmishers = |other: &UnitId| {
            d.world.unit(*other).screen.is_some_and(|screen| {
                let piece = self.screen_piece(&d.world, *other, &screen);
                let near = table::within_cm(table::distance(&piece, &routs).cm, reach);
                near && crate::field::in_view(&self.book, &self.terrain, piece, routs)
            })
        };
        let screens: Vec<UnitId> = self
            .troops(&d.world, self.side(id))
            .filter(|other| *other != id && self.screen_tests(&d.world, *other))
            .filter(before_skirmishers)
            .collect();
        for unit in screens {
            self.owe(d, Owed { unit, reason: Reason::Skirmishers, by: id });
        }
    }

    /// Adds a test that is due.
    pub fn owe(&self, d: &mut D<'_>, owed: Owed) {
        let known = d.world.owed.iter().any(|known| known.unit == owed.unit && known.reason == owed.reason);
        if !known && d.world.unit(owed.unit).present() {
            d.world.owed.push(owed);
        }
    }

    /// Removes a unit from the battle.
    pub fn remove(&self, d: &mut D<'_>, id: UnitId, why: Fate, rule: Rule) {
        if !d.world.unit(id).present() {
            return;
        }
        let at = d.world.unit(id).pose.at;
        let with: Vec<usize> =
            (0..d.world.generals.len()).filter(|place| d.world.generals[*place].with == Some(id)).collect();
        let mut ids = vec![id];
        ids.extend(with.iter().map(|place| d.world.general_id(*place)));
        self.alter(d, &ids, &[], &[rule], |w| {
            w.unit_mut(id).life = Life::Gone(why);
            w.plans.remove(&id);
            w.owed.retain(|owed| owed.unit != id);
            w.later.retain(|entry| entry.attacker != id);
            if let Some(run) = &mut w.run {
                run.movers.retain(|moving| moving.unit != id);
            }
            for place in with {
                w.generals[place].with = None;
                w.generals[place].at = self.on_the_table(at);
            }
        });
    }

    /// Reports the clock.
    pub fn clock(&self, d: &mut D<'_>, phase: Phase, rules: &[Rule]) {
        d.beat();
        d.world.phase = phase;
        let turn = d.world.turn;
        d.tell(Deed::Clock { turn, phase: phase.label() }, rules);
    }

    /// The same if another step may have reported it already: an unchanged clock is not reported again.
    pub fn clock_once(&self, d: &mut D<'_>, phase: Phase, rules: &[Rule]) {
        if d.world.phase != phase {
            self.clock(d, phase, rules);
        }
    }

    /// Records an event of a unit that has no event type of its own.
    pub fn note(&self, d: &mut D<'_>, id: UnitId, what: &'static str, facts: Facts, rules: &[Rule]) {
        let to = self.audience(&d.world, id);
        d.tell_to(to, Deed::Note { of: Ref::Unit(id), what: Term::of(what), facts }, rules);
    }

    /// PAP lost by a unit in this turn.
    #[must_use]
    pub fn lost_now(&self, w: &World, id: UnitId) -> u16 {
        let unit = w.unit(id);
        unit.body.steps_lost.saturating_sub(unit.now.lost_at_start)
    }

    /// PAP that a unit had at the start of the turn.
    #[must_use]
    pub fn steps_at_start(&self, w: &World, id: UnitId) -> u16 {
        let (unit, each) = (w.unit(id), losses::steps_of(&self.book, self.troop(id).arm));
        (u16::from(unit.body.figures) * each).saturating_sub(unit.now.lost_at_start)
    }

    /// Whether a unit is an unlimbered battery.
    #[must_use]
    pub fn in_battery(&self, w: &World, id: UnitId) -> bool {
        self.troop(id).arm == Arm::Artillery && w.unit(id).body.formation == Formation::Deployed
    }
}

fn fate_word(w: &World, id: UnitId) -> Term {
    let life = w.general_of(id).map_or_else(|| w.unit(id).life, |place| w.generals[place].life);
    match life {
        Life::Gone(fate) => word(&fate),
        Life::Present if w.general_of(id).is_some() => Term::of("wounded"),
        _ => Term::of("gone"),
    }
}
