//! What the choices of a sheet mean on the field.

use crate::LesAigles;
use crate::morale::MoraleResult;
use crate::question::Question;
use crate::turn::Shooting;
use crate::world::World;
use game::{Ask, Choice, Field, Gist, Intent, Ref, Shape, Term, UnitId};

const SURE: u16 = 1_000;

/// The figure of a choice of sign that tells its result.
const RESULTS: [(&str, MoraleResult); 6] = [
    ("obey", MoraleResult::Obey),
    ("halt", MoraleResult::Halt),
    ("uncontrolled", MoraleResult::Uncontrolled),
    ("retreat", MoraleResult::Retreat),
    ("rout", MoraleResult::Rout),
    ("flight", MoraleResult::Flight),
];

fn plain(intent: Intent) -> Gist {
    Gist { intent, chance: SURE, ..Gist::default() }
}

fn unit(of: &[Ref]) -> Option<UnitId> {
    match of.first() {
        Some(Ref::Unit(id) | Ref::Part(id, _)) => Some(*id),
        _ => None,
    }
}

impl LesAigles {
    pub(crate) fn gists_of(&self, w: &World, ask: &Ask) -> Vec<Vec<Gist>> {
        let Some(question) = Question::of(&ask.slot) else { return Vec::new() };
        let gists = |field: &Field| match &field.shape {
            Shape::Pick { from, .. } => from.iter().map(|choice| self.gist(w, question, field.about, choice)).collect(),
            _ => Vec::new(),
        };
        ask.fields.iter().map(gists).collect()
    }

    fn gist(&self, w: &World, question: Question, about: Ref, choice: &Choice) -> Gist {
        let (does, target) = (choice.key.does.as_str(), unit(&choice.key.refs));
        let own = match about {
            Ref::Unit(id) if usize::from(id.0) < w.units.len() => Some(id),
            _ => None,
        };
        match (question, own, target) {
            (Question::Plan, Some(id), Some(at)) if matches!(does, "charge" | "enter") => {
                let clash = self.clash_of(w, id, at);
                if clash.reaches {
                    Gist { intent: Intent::Attack, target, chance: clash.chance, gain: clash.gain, cost: clash.cost }
                } else {
                    plain(Intent::None)
                }
            }
            (Question::Plan, Some(_), _) => plain(match does {
                "evade" => Intent::Withdraw,
                "rally" => Intent::Rally,
                _ => Intent::None,
            }),
            (Question::Fire | Question::LandingFire, Some(by), Some(at)) => {
                let shot = Shooting { by, at, canister: does == "fire_canister", beside: None };
                Gist { intent: Intent::Shoot, target, chance: SURE, gain: self.mean_of_fire(w, &shot), cost: 0 }
            }
            (Question::Fire | Question::LandingFire, ..) => plain(Intent::Hold),
            (Question::React, Some(id), _) => match does {
                "counter_charge" => {
                    let worth = self.left_of(w, id);
                    Gist { intent: Intent::Attack, target: None, chance: 600, gain: worth * 20, cost: worth * 10 }
                }
                _ => plain(Intent::None),
            },
            (Question::FollowUp, Some(id), _) => match does {
                "follow" => {
                    Gist { gain: self.left_of(w, id) * 4, cost: self.left_of(w, id) * 3, ..plain(Intent::Attack) }
                }
                _ => plain(Intent::Hold),
            },
            (Question::Sign, Some(id), _) => {
                let result = RESULTS.iter().find(|(name, _)| choice.facts.contains_key(&Term::of(name)));
                let worth = result.map_or(1_000, |(_, result)| Self::worth_of(*result));
                Gist { gain: self.left_of(w, id) * worth / 10, ..plain(Intent::Hold) }
            }
            (Question::EngagedRally, Some(_), _) => plain(if does == "rally" { Intent::Rally } else { Intent::None }),
            _ => plain(Intent::None),
        }
    }
}
