//! The lines that a charge shows to a player who follows it step by step.

use super::{Act, ChargeBout, Condition, Contact, End, Fact, Situation, Stage};
use crate::resolve::impact::{self, Impact, Who};
use crate::resolve::melee::{self, Round};
use crate::terms::book::Book;
use game::{Breakdown, Narrated, OwnedLine, Term};
use serde_json::{Map, Value, json};

impl Stage {
    /// The name of the step.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Begin | Self::Choice { .. } | Self::Reaction { .. } => "reaction",
            Self::Ready { .. } | Self::Fire { .. } | Self::Shoot(_) => "defensive_fire",
            Self::Risk { .. } | Self::Blow { .. } | Self::Peril { .. } => "officers",
            Self::Nerve { .. } | Self::Hold { .. } => "morale",
            Self::Arrive | Self::Contact | Self::Impact | Self::Clash { .. } => "impact",
            Self::Pursuit { .. } | Self::Wish { .. } | Self::Test { .. } | Self::Caught { .. } => "pursuit",
            Self::Pause | Self::Melee | Self::Strike { .. } => "melee",
            Self::Act(act) => act.label(),
            Self::Done(_) => "end",
        }
    }
}

impl Act {
    /// The name of the step.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Remove | Self::Abandon | Self::Recoil(..) => "impact",
            Self::Chase(..) => "pursuit",
            Self::Join | Self::Losses => "melee",
        }
    }
}

/// The lines of a situation of a charge, those of each side under its name.
pub fn explain(book: &Book, fact: Fact, situation: &Situation, label: &'static str) -> Vec<(&'static str, Breakdown)> {
    let new = || Breakdown::new("charge", None);
    let (mut own, mut his) = (new(), new());
    match situation {
        Situation::Impact(Impact { attacker, defender }) => {
            impact::modifiers(book, attacker, defender, &mut own);
            impact::modifiers(book, defender, attacker, &mut his);
            vec![("impact_of_attacker", own), ("impact_of_defender", his)]
        }
        Situation::Melee(Round { attacker, defender }) => {
            melee::power(book, attacker, &mut own);
            melee::power(book, defender, &mut his);
            vec![("melee_of_attacker", own), ("melee_of_defender", his)]
        }
        Situation::Answer(answer, reaction)
            // Only infantry tests its reaction; gunners fire without a test (ML-8.1g, ML-8.7b).
            if (answer.fire || answer.square) && answer.contact != Contact::Gunners =>
        {
            crate::resolve::reaction::reaction(book, reaction, &mut own);
            vec![(label, own)]
        }
        Situation::Volley(volley) => {
            crate::resolve::fire::volley(book, volley, &mut own);
            vec![(label, own)]
        }
        Situation::Cannonade(fire) => {
            let laid = crate::resolve::guns::lay(book, fire, &mut own);
            crate::resolve::guns::effect(book, fire, laid.zone, laid.impact_dice, &mut own);
            vec![(label, own)]
        }
        Situation::Nerve(nerve) => {
            crate::resolve::morale::test(book, nerve, &mut own);
            let of = if fact == Fact::Nerve(Who::Attacker) { "morale_of_attacker" } else { "morale_of_defender" };
            vec![(of, own)]
        }
        Situation::Answer(..) | Situation::Pursuit(_) | Situation::Caught(_) => Vec::new(),
    }
}

fn side(condition: &Condition) -> Value {
    json!({
        "elements": condition.elements,
        "counter": condition.counter,
        "formation": condition.formation,
        "fate": condition.fate,
        "general": condition.general,
    })
}

impl Narrated for ChargeBout<'_> {
    fn step(&self) -> Term {
        Term::of(self.state.stage.label())
    }

    fn stands(&self) -> Map<String, Value> {
        let state = &self.state;
        let mut map = Map::new();
        map.insert("attacker".to_owned(), side(&state.attacker));
        map.insert("defender".to_owned(), side(&state.defender));
        map.insert("recoil".to_owned(), json!(state.recoil().whole()));
        if let Some(pursuit) = state.pursuit {
            map.insert("pursuit".to_owned(), json!(pursuit));
        }
        map.insert("melee".to_owned(), json!(state.melee));
        map
    }

    fn told(end: &End) -> Map<String, Value> {
        match serde_json::to_value(end) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    fn explain(&self, fact: &Fact, situation: &Situation) -> Option<Vec<OwnedLine>> {
        let parts = explain(self.book, *fact, situation, self.state.stage.label());
        // The lines of a pursuit test are shown as the state machine records them.
        if parts.is_empty() {
            return None;
        }
        let of_side = |label: &'static str| (label != self.state.stage.label()).then(|| Term::of(label));
        let owned = parts
            .into_iter()
            .flat_map(|(label, part)| part.lines.into_iter().map(move |line| OwnedLine { of: of_side(label), line }));
        Some(owned.collect())
    }
}
