//! What a charge tells of itself to somebody who follows it step by step.

use super::{ChargeBout, End, Fact, Stage};
use crate::discipline;
use crate::shock::{self, Who};
use game::{Breakdown, OwnedLine, Tale, Term};
use serde_json::{Map, Value, json};

impl Stage {
    /// What the step is called.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Reply => "reply",
            Self::Drill(_) | Self::Test(_) => "drill",
            Self::Contact(..) | Self::Shock(..) => "shock",
            Self::Done(_) => "end",
        }
    }
}

impl ChargeBout<'_> {
    /// The lines of what is counted now, each side's under its name.
    #[must_use]
    pub fn counted(&self, fact: Fact) -> Vec<(&'static str, Breakdown)> {
        let counted = |of, count: &dyn Fn(&mut Breakdown)| {
            let mut lines = Breakdown::new("shock", None);
            count(&mut lines);
            (of, lines)
        };
        match fact {
            Fact::Drill(line) => {
                let drill = self.charge.drill(self.book, line);
                vec![counted("defender", &|lines| {
                    discipline::manoeuvre(self.book, &drill, lines);
                })]
            }
            Fact::Shock(line, passed) => {
                let shock = self.charge.shock(self.book, line, passed);
                let side = |of, who| {
                    counted(of, &|lines| {
                        shock::modifiers(self.book, &shock, who, lines);
                    })
                };
                vec![side("attacker", Who::Attacker), side("defender", Who::Defender)]
            }
        }
    }
}

impl Tale for ChargeBout<'_> {
    fn step(&self) -> Term {
        Term::of(self.stage.label())
    }

    fn stands(&self) -> Map<String, Value> {
        let before = [&self.charge.attacker, &self.charge.defender].map(|fighter| fighter.body.losses);
        let (losses, lost) = match self.stage {
            Stage::Done(end) => (
                [before[0].plus(end.attacker_losses), before[1].plus(end.defender_losses)],
                [end.attacker_lost, end.defender_lost],
            ),
            _ => (before, [false; 2]),
        };
        let mut map = Map::new();
        map.insert("attacker_losses".to_owned(), json!(losses[0]));
        map.insert("defender_losses".to_owned(), json!(losses[1]));
        map.insert("attacker_lost".to_owned(), json!(lost[0]));
        map.insert("defender_lost".to_owned(), json!(lost[1]));
        map
    }

    fn told(end: &End) -> Map<String, Value> {
        match serde_json::to_value(end) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    fn explain(&self, fact: &Fact, _: &Fact) -> Option<Vec<OwnedLine>> {
        let owned = |(of, breakdown): (&'static str, Breakdown)| {
            breakdown.lines.into_iter().map(move |line| OwnedLine { of: Some(Term::of(of)), line })
        };
        Some(self.counted(*fact).into_iter().flat_map(owned).collect())
    }
}
