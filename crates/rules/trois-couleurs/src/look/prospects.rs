//! What an answer would start, for a player who asks before he commits it: the test of the attacker line by line, and the
//! odds of the whole assault, by the machine that the battle itself drives.

use crate::Gait;
use crate::TroisCouleurs;
use crate::field::{Scene, TestCause};
use crate::fight::{Assault, AssaultBout, End, Form, Wish};
use crate::question::{about, named};
use crate::resolve::nerve::morale::{self, Purpose};
use crate::turn::{Step, code_named, ended_word, plain_fire};
use crate::world::{Code, Detail, Later, Line, Marker, OpenedOrder, Phase, World, place_of};
use game::{Ask, Breakdown, Facts, Key, Odds, Play, Prospect, Ref, Reply, Secret, UnitId};
use std::collections::BTreeMap;

/// The steps in which a unit comes up to another and attacks it.
pub(crate) const ALONE: [Step; 3] = [Step::Wave { line: Line::First, wave: 1 }, Step::Tie, Step::Next];

impl TroisCouleurs {
    /// The tests that an answer would start.
    pub(crate) fn prospects_of(&self, w: &World, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        let mut found = Vec::new();
        for (field, reply) in ask.fields.iter().zip(replies) {
            let units = w.units.len();
            let known = |id: &UnitId| usize::from(id.0) < units && w.unit(*id).present();
            let (Some(by), Some(key)) = (about(field).filter(known), reply.key()) else { continue };
            let Some(on) = named(key).filter(known).filter(|on| self.side(*on) != self.side(by)) else { continue };
            let (does, round) = plain_fire(&key.does);
            match code_named(&does) {
                Some(Code::Assault) => found.push(self.prospect_of_assault(w, by, on, false)),
                Some(Code::FireAdvance) => found.push(self.prospect_of_assault(w, by, on, true)),
                Some(Code::Fire) => found.extend(self.prospect_of_fire(w, by, on, round)),
                // Who has not the other before it turns to him first (L3C-OPP-04).
                None if key.does == "attack" => {
                    found.push(self.prospect_of_assault(&self.facing_in_mind(w, by, on), by, on, false));
                }
                _ => {}
            }
        }
        found
    }

    /// A table on which nobody has an order, and nobody fires beside.
    pub(crate) fn alone(w: &World) -> World {
        let mut alone = w.clone();
        alone.plans.clear();
        alone.later.clear();
        alone.fellows.clear();
        alone.fused.clear();
        alone.follows.clear();
        alone.cut.clear();
        alone.fires.clear();
        alone.owed.clear();
        alone.offered.clear();
        alone.senses.clear();
        alone.ties = [(); 2].map(|()| Secret::Known(BTreeMap::new()));
        (alone.entry, alone.run, alone.clock) = (None, None, 0);
        (alone.phase, alone.rested) = (Phase::FirstLine, false);
        for id in w.ids() {
            let unit = alone.unit_mut(id);
            unit.now.second_line = false;
            unit.now.run = 0;
            unit.now.stopped = false;
            unit.now.fought = false;
            unit.body.gait = Gait::Halted;
        }
        alone
    }

    /// One unit is ordered to attack another.
    pub(crate) fn ordered(w: &mut World, by: UnitId, on: UnitId, to_fire: bool) {
        let code = if to_fire { Code::FireAdvance } else { Code::Assault };
        let marker = Marker { main: code, ..Marker::default() };
        w.plans.insert(by, OpenedOrder { marker, main: Detail::On(on), ..OpenedOrder::default() });
    }

    /// The assault of a unit that comes up by itself, told from where it is judged then: the battle's own steps bring it
    /// there. Where they do not, since somebody is in its way, it is judged as if nobody were.
    fn assault_foreseen(&self, w: &World, by: UnitId, on: UnitId, to_fire: bool) -> Assault {
        match self.come_up(w, by, on, to_fire) {
            Some((there, entry)) => self.assault_of(&there, &entry),
            None => {
                let action = TestCause::Assault { attacker: place_of(by), target: place_of(on), to_fire, come: None };
                self.field(w).assault_of(&self.book, action)
            }
        }
    }

    /// The table and the entry when a unit has come up to another by itself; none where somebody is in its way.
    fn come_up(&self, w: &World, by: UnitId, on: UnitId, to_fire: bool) -> Option<(World, Later)> {
        let mut alone = Self::alone(w);
        Self::ordered(&mut alone, by, on, to_fire);
        let mut play = Play::new(alone, ALONE);
        play.go(self, None);
        let mut there = play.now().clone();
        let entry = there.entry.clone().filter(|entry| entry.attacker == by && entry.target == on)?;
        // Who is surprised on the march will stand otherwise (L3C-OPS-10).
        if let Some(formation) = self.wanted_formations(&there, &entry).first() {
            let body = self.surprised_in(&there, on, *formation);
            there.unit_mut(on).body = body;
        }
        Some((there, entry))
    }

    /// The odds of an assault for each answer of its target, where it has several.
    pub(crate) fn odds_by_answer(
        &self,
        w: &World,
        (by, on): (UnitId, UnitId),
        to_fire: bool,
    ) -> Vec<(Key, Odds<Facts>)> {
        let Some((there, entry)) = self.come_up(w, by, on, to_fire) else { return Vec::new() };
        let answers = self.answered(&there, &entry, &self.assault_of(&there, &entry));
        let several = answers.len() > 1;
        answers.into_iter().filter(|_| several).filter_map(|(key, made)| Some((key, self.odds_of(&made)?))).collect()
    }

    /// How an assault comes out, with the answer that is written in it.
    fn odds_of(&self, assault: &Assault) -> Option<Odds<Facts>> {
        let odds = game::odds(&AssaultBout::new(&self.book, assault), &Form, &Wish).ok()?;
        Some(odds.grouped(|end: End| facts_of(&end)))
    }

    pub(crate) fn prospect_of_assault(&self, w: &World, by: UnitId, on: UnitId, to_fire: bool) -> Prospect {
        let field = self.field(w);
        let action = TestCause::Assault { attacker: place_of(by), target: place_of(on), to_fire, come: None };
        let purpose = if to_fire { Purpose::FireAdvance } else { Purpose::Assault };
        let mut lines = Breakdown::new("morale", Some(Ref::Unit(by)));
        let situation = Scene::of(&self.book, &field, action).nerve(place_of(by), purpose);
        morale::modifiers(&self.book, &situation, &mut lines);
        let odds = self.odds_of(&self.assault_foreseen(w, by, on, to_fire));
        Prospect::of(Some(Ref::Unit(by)), lines).against(Ref::Unit(on)).with(odds).given("target_fires").when(
            "attacker_wins",
            1,
            "wins",
        )
    }

    fn prospect_of_fire(&self, w: &World, by: UnitId, on: UnitId, round: bool) -> Option<Prospect> {
        let lines = self.fire_foreseen(w, by, on, round)?;
        Some(Prospect::of(Some(Ref::Unit(by)), lines).against(Ref::Unit(on)))
    }
}

/// What matters of an end.
fn facts_of(end: &End) -> Facts {
    facts_by(ended_word(end.outcome))
}

/// The same by the word that the journal has for it.
pub(crate) fn facts_by(word: &str) -> Facts {
    game::facts([
        ("attacker_wins", i64::from(word == "assault_won")),
        ("attacker_stopped", i64::from(word == "assault_stopped")),
        ("melee_draw", i64::from(word == "assault_drawn")),
    ])
}
