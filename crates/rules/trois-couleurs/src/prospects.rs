//! What an answer would start, for a player who asks before he commits it: the test of the attacker line by line, and the
//! odds of the whole assault, by the machine that the battle itself drives.

use crate::TroisCouleurs;
use crate::assault::{AssaultBout, End, Form, Wish};
use crate::field::{Action, Scene};
use crate::morale::{self, Purpose};
use crate::question::{about, named};
use crate::turn::{code_named, ended_word};
use crate::world::{Code, World, place_of};
use game::{Ask, Breakdown, Facts, Prospect, Ref, Reply, UnitId};

impl TroisCouleurs {
    /// The tests that an answer would start.
    pub(crate) fn prospects_of(&self, w: &World, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        let mut found = Vec::new();
        for (field, reply) in ask.fields.iter().zip(replies) {
            let units = w.units.len();
            let known = |id: &UnitId| usize::from(id.0) < units && w.unit(*id).present();
            let (Some(by), Some(key)) = (about(field).filter(known), reply.key()) else { continue };
            let Some(on) = named(key).filter(known).filter(|on| self.side(*on) != self.side(by)) else { continue };
            match code_named(&key.does) {
                Some(Code::Assault) => found.push(self.prospect_of_assault(w, by, on, false)),
                Some(Code::FireAdvance) => found.push(self.prospect_of_assault(w, by, on, true)),
                Some(Code::Fire) => found.extend(self.prospect_of_fire(w, by, on)),
                None if key.does == "attack" => found.push(self.prospect_of_assault(w, by, on, false)),
                _ => {}
            }
        }
        found
    }

    pub(crate) fn prospect_of_assault(&self, w: &World, by: UnitId, on: UnitId, to_fire: bool) -> Prospect {
        let field = self.field(w);
        let action = Action::Assault { attacker: place_of(by), target: place_of(on), to_fire, come: None };
        let purpose = if to_fire { Purpose::FireAdvance } else { Purpose::Assault };
        let mut lines = Breakdown::new("morale", Some(Ref::Unit(by)));
        let situation = Scene::of(&self.book, &field, action).nerve(place_of(by), purpose);
        morale::modifiers(&self.book, &situation, &mut lines);
        let assault = field.assault_of(&self.book, action);
        let odds = game::odds(&AssaultBout::new(&self.book, &assault), &Form, &Wish).ok();
        let odds = odds.map(|odds| odds.grouped(|end: End| facts_of(&end)));
        Prospect::of(Some(Ref::Unit(by)), lines).against(Ref::Unit(on)).with(odds).given("target_fires").when(
            "attacker_wins",
            1,
            "wins",
        )
    }

    fn prospect_of_fire(&self, w: &World, by: UnitId, on: UnitId) -> Option<Prospect> {
        let lines = self.fire_foreseen(w, by, on)?;
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
