//! What an answer would start, before the player commits it: every test line by line, with its odds.
//!
//! Each is read from the table with the function that the turn uses, and its throw is counted.

mod charge_prospects;
mod fire_prospects;
mod marches;
mod nerve_prospects;

use crate::MarieLouise;
use crate::question::{Does, Question};
use crate::world::World;
use game::{Ask, Chance, Facts, Key, Odds, Prospect, Ref, Reply, Term, UnitId};
use rulebook::Known;

impl MarieLouise {
    /// Every test that these replies would start. Later effects of chance (morale of units hit, the fall of a general)
    /// are not foreseen, nor what a fall-back meets on its path.
    pub(crate) fn prospects_of(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        let chosen = || units_chosen(ask, replies);
        let Some(question) = Question::of(&ask.slot) else { return Vec::new() };
        match question {
            Question::Fire | Question::LateFire => {
                self.shoots(w, ask, replies).iter().map(|shoot| self.prospect_of_fire(w, shoot)).collect()
            }
            Question::NameCharges | Question::NewTarget => chosen()
                .filter_map(|(by, key)| Some((by, target_of(key, Does::Charge)?)))
                .flat_map(|(by, target)| self.prospects_of_charge(w, by, target))
                .collect(),
            Question::AnswerCharge => chosen()
                .filter_map(|(id, key)| Some((id, target_of(key, Does::CounterCharge)?)))
                .flat_map(|(id, charger)| self.prospects_of_counter_charge(w, id, charger))
                .collect(),
            Question::Bonus => {
                let takers: Vec<UnitId> = chosen().filter(|(_, key)| Does::Bonus.is(key)).map(|(id, _)| id).collect();
                self.prospects_of_bonus(w, &takers)
            }
            Question::Receive => chosen().flat_map(|(id, key)| self.prospects_of_reception(w, id, key)).collect(),
            Question::NextImpact => replies
                .iter()
                .filter_map(Reply::key)
                .filter_map(|key| match key.refs.as_slice() {
                    [Ref::Unit(by), Ref::Unit(target)] => Some((*by, *target)),
                    _ => None,
                })
                .flat_map(|(by, target)| self.prospects_of_due_impact(w, by, target))
                .collect(),
            Question::Pursue => chosen().filter_map(|(id, key)| self.prospect_of_pursuit(w, id, key)).collect(),
            Question::JoinMelee => {
                chosen().filter(|(_, key)| Does::Join.is(key)).map(|(id, _)| self.prospect_of_melee(w, id)).collect()
            }
            Question::Counter => replies
                .iter()
                .filter_map(|reply| target_of(reply.key()?, Does::Counter))
                .map(|id| self.prospect_of_reaction(w, id, None).when("passed", 1, "acts_first"))
                .collect(),
            Question::Plan => self.prospects_of_plans(w, ask, replies),
            Question::Orders => self.prospects_of_orders(w, ask, replies),
            Question::Attach => self.prospects_of_attaching(w, ask, replies),
            _ => Vec::new(),
        }
    }
}

/// The choice for each unit of a sheet.
fn units_chosen<'a>(ask: &'a Ask, replies: &'a [Reply]) -> impl Iterator<Item = (UnitId, &'a Key)> {
    ask.fields.iter().zip(replies).filter_map(|(field, reply)| match (field.about, reply.key()) {
        (Ref::Unit(id), Some(key)) => Some((id, key)),
        _ => None,
    })
}

/// The target of a key of this action.
fn target_of(key: &Key, does: Does) -> Option<UnitId> {
    match key.refs.first() {
        Some(Ref::Unit(target)) if does.is(key) => Some(*target),
        _ => None,
    }
}

/// A distribution of classes as odds of a fact.
fn odds_of_class(throw: &dice::Throw, fact: &'static str) -> Option<Odds<Facts>> {
    let all = dice::distribution(throw).ok()?;
    let row = |class: i16| (Facts::from([(Term::of(fact), i64::from(class))]), Chance::Exact(all.probability(class)));
    Some(Odds { rows: all.iter().map(|(class, _)| row(class)).collect(), assumed: Vec::new() })
}

/// A certain result.
fn certain(fact: &'static str, value: i64) -> Odds<Facts> {
    Odds { rows: vec![(Facts::from([(Term::of(fact), value)]), Chance::CERTAIN)], assumed: Vec::new() }
}
