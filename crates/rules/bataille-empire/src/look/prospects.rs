//! What an answer would start, before the player commits it: every test line by line, with its odds.
//!
//! Each is read from the table with the function that the turn uses, and its throw is counted.

mod fights;
mod nerve_prospects;
mod reaction_prospects;

use crate::BatailleEmpire;
use crate::look::odds::charge_named;
use crate::question::{Does, Question};
use crate::world::World;
use game::{Ask, Chance, Facts, Key, Odds, Prospect, Ref, Reply, Term, UnitId};
use rulebook::Known;

impl BatailleEmpire {
    /// Every test that these replies would start. Later effects of chance (the loss of a general, the test of a
    /// witness) are not foreseen.
    pub(crate) fn prospects_of(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        let Some(question) = Question::of(&ask.slot) else { return Vec::new() };
        if question == Question::React {
            return self.prospects_of_reactions(w, ask, replies);
        }
        let Some((reply, key)) = replies.first().and_then(|reply| Some((reply, reply.key()?))) else {
            return Vec::new();
        };
        let about = ask.slot.about.first().and_then(unit);
        match (question, about) {
            (Question::Fire, _) => {
                self.volley_named(w, ask, reply).map_or_else(Vec::new, |volley| self.prospects_of_fire(w, &volley))
            }
            (Question::Return, Some(id)) if Does::Return.is(key) => {
                let shooter = ask.slot.about.get(1).and_then(unit);
                shooter.map_or_else(Vec::new, |shooter| self.prospects_of_return(w, id, shooter))
            }
            (Question::Charge, _) => {
                charge_named(key).map_or_else(Vec::new, |(by, at)| self.prospects_of_charge(w, by, at))
            }
            (Question::Reply, _) => self.prospects_of_reply(w, key, reply),
            (Question::CallOff, Some(id)) if Does::CallOff.is(key) => vec![self.prospect_of_calling_off(w, id)],
            (Question::Pursue, Some(id)) if Does::Stay.is(key) => {
                self.prospect_of_restraint(w, id).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

const fn unit(of: &Ref) -> Option<UnitId> {
    match of {
        Ref::Unit(id) => Some(*id),
        _ => None,
    }
}

/// The formation of a key, if it is a change of formation.
fn formation_of(key: &Key) -> Option<crate::Formation> {
    crate::turn::formation_named(&key.does)
}

/// A throw that passes or fails, as odds.
fn odds_of_passing(throw: &dice::Throw) -> Option<Odds<Facts>> {
    let all = dice::distribution(throw).ok()?;
    let row =
        |class: i16| (Facts::from([(Term::of("passed"), i64::from(class))]), Chance::Exact(all.probability(class)));
    Some(Odds { rows: all.iter().map(|(class, _)| row(class)).collect(), assumed: Vec::new() })
}
