//! The lines that a fight shows to a player who follows it step by step.

use super::{End, Fact, Fight, Situation, Stage};
use crate::resolve::discipline;
use crate::resolve::shock::{self, Who};
use game::{Breakdown, Narrated, OwnedLine, Term};
use serde_json::{Map, Value, json};

impl Stage {
    /// The name of the step.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Lines | Self::Reply(_) => "reply",
            Self::Drill(_) | Self::Test(..) | Self::Act(..) => "drill",
            Self::Leash(..) | Self::CallOff(..) | Self::Stop(..) => "call_off",
            Self::Chase | Self::Caught | Self::Left | Self::Guns => "chase",
            Self::Meet(..) | Self::Contact(..) | Self::Shock(_) | Self::After(..) | Self::GiveWay(..) => "shock",
            Self::Follow(..) | Self::Pursue(..) | Self::HoldBack(..) | Self::Advance(..) => "pursuit",
            Self::Hunt(..) | Self::Catch(..) => "pursuit",
            Self::Done(_) => "end",
        }
    }
}

impl Fight<'_> {
    /// The lines of the present computation, those of each side under its name.
    #[must_use]
    pub fn counted(&self, situation: &Situation) -> Vec<(&'static str, Breakdown)> {
        let counted = |of, count: &dyn Fn(&mut Breakdown)| {
            let mut lines = Breakdown::new("shock", None);
            count(&mut lines);
            (of, lines)
        };
        match situation {
            Situation::Drill(drill) => vec![counted("defender", &|lines| {
                discipline::manoeuvre(self.book, drill, lines);
            })],
            Situation::Shock(shock) => {
                let side = |of, who| {
                    counted(of, &|lines| {
                        shock::modifiers(self.book, shock, who, lines);
                    })
                };
                vec![side("attacker", Who::Attacker), side("defender", Who::Defender)]
            }
            Situation::Lines(_)
            | Situation::Leash(_)
            | Situation::Fled(_)
            | Situation::Caught(_)
            | Situation::Follow(..) => Vec::new(),
        }
    }
}

impl Narrated for Fight<'_> {
    fn step(&self) -> Term {
        Term::of(self.stage.label())
    }

    fn stands(&self) -> Map<String, Value> {
        let (losses, lost) = match &self.stage {
            Stage::Done(end) => (
                [self.before[0].plus(end.attacker_losses), self.before[1].plus(end.defender_losses)],
                [end.attacker_lost, end.defender_lost],
            ),
            _ => (self.before, [false; 2]),
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

    fn explain(&self, _: &Fact, situation: &Situation) -> Option<Vec<OwnedLine>> {
        let owned = |(of, breakdown): (&'static str, Breakdown)| {
            breakdown.lines.into_iter().map(move |line| OwnedLine { of: Some(Term::of(of)), line })
        };
        Some(self.counted(situation).into_iter().flat_map(owned).collect())
    }
}
