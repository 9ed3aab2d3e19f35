//! What the choices of a question sheet mean on the field.

use crate::LesAigles;
use crate::question::{Does, Question};
use crate::resolve::command::{InMelee, OfficerFate, fate_in_melee};
use crate::resolve::morale::MoraleResult;
use crate::turn::Shooting;
use crate::world::World;
use game::{Ask, Choice, Field, Gist, Intent, Quiet, Ref, Reply, Shape, Term, UnitId};
use rulebook::Known;

const SURE: u16 = 1_000;
/// An enemy within this distance threatens a house.
const NEAR: table::Cm = 30_000;

/// Choices of a sign by the figure of their result.
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
    pub(crate) fn gists_of(&self, w: &Known<'_, World>, ask: &Ask) -> Vec<Vec<Gist>> {
        let Some(question) = Question::of(&ask.slot) else { return Vec::new() };
        let gists = |field: &Field| match &field.shape {
            Shape::Pick { from, .. } => from.iter().map(|choice| self.gist(w, question, field.about, choice)).collect(),
            _ => Vec::new(),
        };
        ask.fields.iter().map(gists).collect()
    }

    /// Worth of a place for a general: the units within range there, and the unit attached.
    fn gist_of_ride(&self, w: &Known<'_, World>, officer: UnitId, choice: &Choice) -> Gist {
        let Some(place) = w.general_of(officer) else { return plain(Intent::None) };
        let does = Does::of(&choice.key);
        let joined = unit(&choice.key.refs).filter(|_| does == Some(Does::Join));
        let at = match (does, joined, choice.then.first().map(|field| &field.default)) {
            (Some(Does::Stay), ..) => w.generals[place].at,
            (_, Some(unit), _) => self.beside(w, unit),
            (Some(Does::Go), _, Some(Reply::Placed(pose, _))) => pose.at,
            _ => return plain(Intent::None),
        };
        let with = joined.or(w.generals[place].with.filter(|_| does == Some(Does::Stay)));
        // An attached general helps a unit in melee and shares its danger (LA-GEN-05 to LA-GEN-07).
        let fights = with.filter(|unit| w.engaged(*unit) || w.unit(*unit).charge.is_some());
        let helps = fights.map_or(0, |unit| self.left_of(w, unit) / 2);
        let led = self.led_from(w, officer, &[at]).first().copied().unwrap_or(0);
        let cost = fights.map_or(0, |_| (self.leader_worth(place) + led) * self.faces_that_harm() / 6);
        Gist { gain: led + helps, cost, ..plain(Intent::Support) }
    }

    /// Worth of a house for a unit that could enter: the worth of its objective, unless the side holds it already and
    /// no enemy is near (LA-GAP-74, LA-GAP-75).
    fn gain_of_house(&self, w: &Known<'_, World>, id: UnitId, refs: &[Ref]) -> i64 {
        let Some(Ref::Site(site)) = refs.first() else { return 0 };
        let Some(middle) = self.walls(*site).map(|walls| walls.pose.at) else { return 0 };
        let side = self.side(id);
        let near = self.troops(w, side.other()).any(|enemy| w.unit(enemy).pose.at.to(middle) <= f64::from(NEAR));
        let places = self.scenario.objectives.iter().zip(self.goals(w));
        let gains = places.filter(|(objective, goal)| {
            table::inside_polygon(middle, &objective.area) && (goal.holder != Some(side) || near)
        });
        gains.map(|(_, goal)| goal.worth * 100).sum()
    }

    /// Faces of the die that cost an officer in an average round of melee (LA-GEN-07).
    fn faces_that_harm(&self) -> i64 {
        let usual = InMelee::default();
        let harmed = |face: &u8| fate_in_melee(&self.book, &usual, *face, &mut Quiet) != OfficerFate::Unhurt;
        (1..=6).filter(harmed).count() as i64
    }

    fn gist(&self, w: &Known<'_, World>, question: Question, about: Ref, choice: &Choice) -> Gist {
        let (does, target) = (Does::of(&choice.key), unit(&choice.key.refs));
        let own = match about {
            Ref::Unit(id) if usize::from(id.0) < w.units.len() => Some(id),
            _ => None,
        };
        match (question, own, target) {
            (Question::Plan, Some(id), Some(at)) if matches!(does, Some(Does::Charge | Does::Enter)) => {
                let clash =
                    if does == Some(Does::Enter) { self.guess_entry(w, id, at) } else { self.clash_of(w, id, at) };
                if clash.reaches {
                    Gist { intent: Intent::Attack, target, chance: clash.chance, gain: clash.gain, cost: clash.cost }
                } else {
                    plain(Intent::None)
                }
            }
            (Question::Plan, Some(id), _) if does == Some(Does::Garrison) => {
                Gist { gain: self.gain_of_house(w, id, &choice.key.refs), ..plain(Intent::Support) }
            }
            (Question::Plan, Some(_), _) => plain(match does {
                Some(Does::Evade) => Intent::Withdraw,
                _ => Intent::None,
            }),
            (Question::Officers, None, _) => match about {
                Ref::Unit(officer) => self.gist_of_ride(w, officer, choice),
                _ => plain(Intent::None),
            },
            (Question::Fire | Question::LandingFire, Some(by), Some(at)) => {
                let shot = Shooting { by, at, canister: does == Some(Does::FireCanister), beside: None };
                Gist { intent: Intent::Shoot, target, chance: SURE, gain: self.mean_of_fire(w, &shot), cost: 0 }
            }
            (Question::Fire | Question::LandingFire, ..) => plain(Intent::Hold),
            (Question::React, Some(id), _) => match does {
                Some(Does::CounterCharge) => {
                    let worth = self.left_of(w, id);
                    Gist { intent: Intent::Attack, target: None, chance: 600, gain: worth * 20, cost: worth * 10 }
                }
                _ => plain(Intent::None),
            },
            (Question::FollowUp, Some(id), _) => match does {
                Some(Does::Follow) => {
                    Gist { gain: self.left_of(w, id) * 4, cost: self.left_of(w, id) * 3, ..plain(Intent::Attack) }
                }
                Some(Does::Garrison) => Gist { gain: self.left_of(w, id), ..plain(Intent::Hold) },
                _ => plain(Intent::Hold),
            },
            (Question::Sign, Some(id), _) => {
                let result = RESULTS.iter().find(|(name, _)| choice.facts.contains_key(&Term::of(name)));
                let worth = result.map_or(1_000, |(_, result)| Self::worth_of(*result));
                Gist { gain: self.left_of(w, id) * worth / 10, ..plain(Intent::Hold) }
            }
            (Question::EngagedRally, Some(id), _) => match does {
                // A unit that has not broken a square breaks off (LA-RAL-01).
                Some(Does::Rally) if self.faces_square(w, id) => plain(Intent::Rally),
                _ => plain(Intent::None),
            },
            _ => plain(Intent::None),
        }
    }
}
