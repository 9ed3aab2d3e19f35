//! "Pourquoi ?": the reasons of the computer's generals. A reason reveals a plan, so nobody may read any before the
//! battle is over, except in a battle between computers.

use crate::room::Room;
use crate::view::house;
use crate::wire::{Leader, Why, WhyAim, WhyLine};
use armies::Scenario;
use game::{Ask, Battle, Reason, Ref, Side, Term};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The stored form of an answer's reasons.
#[derive(Serialize, Deserialize)]
struct Thought {
    turn: u16,
    side: Side,
    kind: Term,
    reasons: Vec<Reason>,
}

/// The reasons of an answer as text to store; `None` for an obvious answer.
pub fn thought(battle: &dyn Battle, side: Side, ask: &Ask, reasons: Vec<Reason>) -> Option<String> {
    if reasons.is_empty() {
        return None;
    }
    let turn = battle.picture(Some(side)).turn;
    let thought = serde_json::to_string(&Thought { turn, side, kind: ask.slot.kind.clone(), reasons });
    // A battle is whole without its reasons.
    thought.inspect_err(|error| tracing::warn!(%error, "the reasons of a general cannot be written")).ok()
}

/// Whether reasons may be read now.
pub fn open(room: &Room) -> bool {
    let alone = room.about.leaders.iter().all(|leader| matches!(leader, Leader::Staff(_)));
    alone || room.battle.outcome().is_some()
}

/// Stored reasons, in words. Those stored by another version in another form are left out.
pub fn told(room: &mut Room, kept: &[String]) -> Vec<Why> {
    let voice = Arc::clone(&room.about.voice);
    let scenario = Arc::clone(&room.about.scenario);
    let names = room.sight(None).names().clone();
    let thoughts = kept.iter().filter_map(|one| serde_json::from_str::<Thought>(one).ok());
    let line = |reason: &Reason| WhyLine {
        unit: match reason.about {
            Some(Ref::Unit(unit)) => Some(unit),
            _ => None,
        },
        command: match reason.about {
            Some(Ref::Command(command)) => Some(command),
            _ => None,
        },
        on: reason.on.and_then(|on| aim(&scenario, on)),
        text: voice.named(&names, |words, names| words.why(reason, names)),
    };
    let why = |thought: Thought| Why {
        turn: thought.turn,
        side: thought.side,
        question: voice.word("question", thought.kind.as_str()),
        lines: thought.reasons.iter().map(line).collect(),
    };
    thoughts.map(why).collect()
}

/// The place on the map of a reason; `None`: no particular place.
fn aim(scenario: &Scenario, on: Ref) -> Option<WhyAim> {
    match on {
        Ref::Unit(unit) | Ref::Part(unit, _) => Some(WhyAim::Unit(unit)),
        Ref::Spot(at) => Some(WhyAim::Spot(at)),
        Ref::Site(site) | Ref::Face(site, _) => house::site_at(scenario, site).map(WhyAim::Spot),
        Ref::Command(_) | Ref::Side(_) => None,
    }
}
