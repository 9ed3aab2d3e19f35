//! What is revealed once a battle is over: reasons, seed, losses, dice.

use super::{JournalEntry, OutcomeView};
use game::Bilingual;
use game::{Side, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use table::Point;

/// Why a general of the computer answered as it did. `GET /api/seat/why`: once the battle is over, or in a battle
/// between computers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Why {
    pub turn: u16,
    /// The side of the general.
    pub side: Side,
    /// The question it answered.
    pub question: Bilingual,
    /// The reasons of the answer.
    pub lines: Vec<WhyLine>,
}

/// One reason in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WhyLine {
    /// The unit or general that it concerns, if it is one.
    pub unit: Option<UnitId>,
    /// The command that it concerns, if it is one.
    pub command: Option<u16>,
    /// The unit or place that it refers to.
    pub on: Option<WhyAim>,
    /// The reason in words.
    pub text: Bilingual,
}

/// The target of a reason on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhyAim {
    /// A unit, wherever it is at the time.
    Unit(UnitId),
    /// A point on the ground.
    Spot(Point),
}

/// The end of a battle. `GET /api/seat/end`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EndSheet {
    /// The result and the victory.
    pub outcome: OutcomeView,
    /// The seed, revealed, and whether every die follows from it, where the present rules can tell; nothing: real dice.
    pub seed: Option<(String, Option<bool>)>,
    /// Orders and plans that were hidden: turn, owner, text.
    pub opened: Vec<(u16, Bilingual, Bilingual)>,
    /// Losses of each side: a line per unit: name, at the start, left, fate.
    pub losses: [Vec<(Bilingual, i64, i64, Bilingual)>; 2],
    /// Turning points: journal entries with the largest change of fortune.
    pub turning_points: Vec<JournalEntry>,
    /// Dice of each side: number, mean thrown, mean expected, chance of a deviation as large.
    pub dice: [DiceBalance; 2],
}

/// Dice against expectation.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct DiceBalance {
    /// Number of dice.
    pub count: u64,
    /// Mean of the faces thrown.
    pub mean: f64,
    /// Mean expected face.
    pub expected: f64,
    /// Deviation of the mean, in standard deviations.
    pub deviations: f64,
    /// How often each face was thrown, from 1.
    pub faces: Vec<u64>,
    /// Expected number of each face.
    pub expected_faces: Vec<f64>,
}
