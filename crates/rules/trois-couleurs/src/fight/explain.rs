//! The breakdown of an assault, for a player who follows it step by step.

use super::{AssaultBout, End, Fact, SideStanding, Stage, StageInput, Who};
use crate::resolve::combat::control;
use crate::resolve::combat::melee;
use crate::resolve::nerve::morale;
use crate::resolve::shooting::fire;
use game::{Breakdown, Narrated, OwnedLine, Term};
use serde_json::{Map, Value, json};

impl Stage {
    /// The name of the step.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Screens => "screens",
            Self::Announce | Self::AnnounceBack | Self::Ammunition(_) => "attack",
            Self::Nerve(Who::Attacker) | Self::Die(Who::Attacker) => "attack",
            Self::Answer | Self::Range | Self::Nerve(Who::Defender) | Self::Die(Who::Defender) => "answer",
            Self::Shoot { .. } => "fires",
            Self::Stopped | Self::FireBack | Self::Exploit => "stopped_by_fire",
            Self::Melee | Self::Raise { .. } => "melee",
            Self::Pursue { .. } | Self::Chase { .. } | Self::Recover { .. } => "pursuit",
            Self::Exact | Self::Control { .. } | Self::Hold { .. } => "control",
            Self::Demand { .. } | Self::Shock { .. } | Self::ShockDie { .. } | Self::Rise { .. } => "losses",
            Self::Done(_) => "end",
        }
    }
}

/// The lines of a situation that an assault is given, each side's under its name.
pub fn explain(bout: &AssaultBout<'_>, fact: Fact, situation: &StageInput) -> Vec<(&'static str, Breakdown)> {
    let book = bout.book;
    let attacks = |who: Who| bout.at_first(who) == Who::Attacker;
    let new = || Breakdown::new("assault", None);
    let (mut own, mut his) = (new(), new());
    match (situation, fact) {
        (StageInput::Nerve(nerve), Fact::Nerve(who)) => {
            morale::modifiers(book, nerve, &mut own);
            vec![(if attacks(who) { "morale_of_attacker" } else { "morale_of_defender" }, own)]
        }
        (StageInput::Fire(shots), Fact::Fire(who, _)) => {
            fire::fire(book, shots, &mut own);
            vec![(if attacks(who) { "fire_of_attacker" } else { "fire_of_defender" }, own)]
        }
        (StageInput::Melee(fight), _) => {
            melee::melee(book, fight, &mut own, &mut his);
            let (of_own, of_his) = if attacks(Who::Attacker) {
                ("melee_of_attacker", "melee_of_defender")
            } else {
                ("melee_of_defender", "melee_of_attacker")
            };
            vec![(of_own, own), (of_his, his)]
        }
        (StageInput::Control(hold), Fact::Control(who)) => {
            control::control(book, hold, &mut own);
            vec![(if attacks(who) { "control_of_attacker" } else { "control_of_defender" }, own)]
        }
        _ => Vec::new(),
    }
}

fn side(standing: &SideStanding) -> Value {
    json!({
        "score": standing.score,
        "case": standing.case,
        "gait": standing.gait,
        "state": standing.state,
        "formation": standing.formation,
        "steps": standing.steps,
        "spent": standing.spent,
    })
}

impl Narrated for AssaultBout<'_> {
    fn step(&self) -> Term {
        Term::of(self.state.stage.label())
    }

    fn stands(&self) -> Map<String, Value> {
        let mut map = Map::new();
        for (name, who) in [("attacker", Who::Attacker), ("defender", Who::Defender)] {
            map.insert(name.to_owned(), side(self.state.side(self.at_first(who))));
        }
        map
    }

    fn told(end: &End) -> Map<String, Value> {
        match serde_json::to_value(end) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    /// The lines of the situation under the name of its side, then those of the score that it moves.
    fn explain(&self, fact: &Fact, situation: &StageInput) -> Option<Vec<OwnedLine>> {
        let parts = explain(self, *fact, situation);
        if parts.is_empty() {
            return None;
        }
        let owned = |(label, part): (&'static str, Breakdown)| {
            part.lines.into_iter().map(move |line| OwnedLine { of: Some(Term::of(label)), line })
        };
        Some(parts.into_iter().flat_map(owned).collect())
    }
}
