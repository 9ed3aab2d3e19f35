//! One unit against several (L3C-CAC-13, L3C-GAP-B29).

use crate::resolve::combat::result::{self, Fight, Fought, Loser};
use crate::terms::state;
use crate::{Arm, Book, Case, Cohesion, Gait, Status, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit in a fight against several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Alone {
    pub arm: Arm,
    pub status: Status,
    pub state: Cohesion,
    pub gait: Gait,
    /// A status effect has already been used this turn (L3C-STA-02).
    pub status_used: bool,
}

/// One of its opponents, and their mutual losses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Opponent {
    pub name: String,
    pub arm: Arm,
    pub status: Status,
    pub state: Cohesion,
    pub gait: Gait,
    /// A status effect has already been used this turn (L3C-STA-02).
    pub status_used: bool,
    /// PAP that it inflicts.
    pub inflicts: u16,
    /// PAP that it loses.
    pub takes: u16,
    /// In a duel: both are at P1 and in front of each other (L3C-GAP-B29).
    #[schemars(extend("x-when" = { "/after": ["duel"] }))]
    pub counts: bool,
}

impl Default for Opponent {
    fn default() -> Self {
        Self {
            name: String::new(),
            arm: Arm::Infantry,
            status: Status::Line,
            state: Cohesion::Formed,
            gait: Gait::Quick,
            status_used: false,
            inflicts: 0,
            takes: 0,
            counts: true,
        }
    }
}

/// A fight of one against several.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Several {
    /// The kind of fight.
    pub after: Fight,
    /// The single unit.
    pub lone: Alone,
    pub fights: Vec<Opponent>,
}

/// Result for one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Becomes {
    /// PAP inflicted minus PAP lost.
    pub difference: i32,
    pub case: Case,
    pub state: Cohesion,
    /// Cases that it dropped by its status.
    #[serde(skip)]
    pub lowered: u8,
}

/// Result for a unit with this difference of PAP inflicted and lost.
fn becomes(book: &Book, after: Fight, unit: Alone, difference: i32) -> Becomes {
    let melee = after == Fight::Melee;
    if difference > 0 {
        let known = book.on(r::L3C_GAP_B10);
        let state = if melee { state::degrade(book, unit.state, u8::from(known)) } else { unit.state };
        return Becomes { difference, case: unit.gait.case(), state, lowered: 0 };
    }
    // A draw is not a victory: conscripts drop too, once a turn (L3C-GAP-C39).
    let Alone { arm, status, state, status_used, .. } = unit;
    let loser = Loser { arm, status, state, status_used, ..Loser::default() };
    let lost = rulebook::saturated::<u16, _>(difference.unsigned_abs());
    let outcome = result::result(book, &Fought { difference: lost, after, loser, winner: None, raise: 0 });
    let lowered = outcome.by_status.min(0).unsigned_abs();
    Becomes { difference, case: outcome.case, state: outcome.state, lowered }
}

/// Results for all: the single unit adds up all fights, each opponent counts only its own.
#[must_use]
pub fn several(book: &Book, several: &Several) -> (Becomes, Vec<Becomes>) {
    let duel = several.after != Fight::Melee;
    let counted = |fight: &&Opponent| !duel || fight.counts || !book.on(r::L3C_GAP_B29);
    let gain = |fight: &Opponent| i32::from(fight.takes) - i32::from(fight.inflicts);
    let all = several.fights.iter().filter(counted).map(gain);
    // Without L3C-CAC-13 only the worst of its fights would count.
    let sum = if book.on(r::L3C_CAC_13) { all.sum() } else { all.min().unwrap_or_default() };
    let each = several.fights.iter().map(|fight| {
        let Opponent { arm, status, state, gait, status_used, .. } = *fight;
        let unit = Alone { arm, status, state, gait, status_used };
        becomes(book, several.after, unit, if counted(&fight) { -gain(fight) } else { 0 })
    });
    (becomes(book, several.after, several.lone, sum), each.collect())
}
