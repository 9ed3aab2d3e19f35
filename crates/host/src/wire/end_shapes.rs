//! What is opened once a battle is over: reasons, seed, losses, dice.

use super::{JournalEntry, OutcomeView};
use game::Bilingual;
use game::{Side, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use table::Point;

/// Why a general of the computer answered as he did. `GET /api/seat/why`: once the battle is over, or where the computer
/// fights alone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Why {
    pub turn: u16,
    /// Whose general.
    pub side: Side,
    /// What he was asked.
    pub question: Bilingual,
    /// His reasons.
    pub lines: Vec<WhyLine>,
}

/// One reason in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WhyLine {
    /// The unit or general that it concerns, if it is one.
    pub unit: Option<UnitId>,
    /// The command that it concerns, if it is one.
    pub command: Option<u16>,
    /// Where it points.
    pub on: Option<WhyAim>,
    /// In words.
    pub text: Bilingual,
}

/// What a reason points at on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhyAim {
    /// A unit, wherever it stands at the time.
    Unit(UnitId),
    /// A place.
    Spot(Point),
}

/// The end of a battle. `GET /api/seat/end`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EndSheet {
    /// How it ended.
    pub outcome: OutcomeView,
    /// The seed, opened, and whether every die follows from it, where the rules of today can tell; nothing: real dice.
    pub seed: Option<(String, Option<bool>)>,
    /// Orders and plans that were hidden, opened: turn, whose, what.
    pub opened: Vec<(u16, Bilingual, Bilingual)>,
    /// Losses of each side: a line per unit: name, at the start, left, fate.
    pub losses: [Vec<(Bilingual, i64, i64, Bilingual)>; 2],
    /// Turning points: journal entries with the largest change of fortune.
    pub turning_points: Vec<JournalEntry>,
    /// Dice of each side: how many, mean thrown, mean expected, chance of one so far off.
    pub dice: [DiceBalance; 2],
}

/// Dice against expectation.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct DiceBalance {
    /// How many dice.
    pub count: u64,
    /// Mean of the faces thrown.
    pub mean: f64,
    /// Mean expected.
    pub expected: f64,
    /// Standard deviations off.
    pub deviations: f64,
    /// How often each face fell, from 1.
    pub faces: Vec<u64>,
    /// How often each face was to be expected.
    pub expected_faces: Vec<f64>,
}
