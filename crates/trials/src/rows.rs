//! The rows of a fight: one for it and one for each unit. Everything else, the summary and every plot, comes from these
//! rows alone: an interrupted run is read back and continued.

use game::Side;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BattleRow {
    /// The scenario's id.
    pub scenario: String,
    pub ruleset: String,
    /// The number, from 1.
    pub battle: u64,
    /// Its seed: `grognard fight --seed` with it and these generals is the same battle.
    pub seed: u64,
    /// The general that led blue.
    pub blue_general: String,
    /// The general that led red.
    pub red_general: String,
    /// 1: the generals have changed sides.
    pub mirrored: u8,
    /// The side that won: `blue`, `red`, `draw`, or `failed`.
    pub winner: String,
    /// The general it counts for: the one named for blue, the one named for red, `draw`, or `failed`.
    pub won_by: String,
    /// How it ended.
    pub how: String,
    /// The number of turns fought.
    pub turns: u32,
    /// The number of answers.
    pub answers: u64,
    /// Total strength of blue, in the ruleset's own unit (elements, figures).
    pub blue_start: i64,
    /// Total strength of red.
    pub red_start: i64,
    pub blue_lost: i64,
    pub red_lost: i64,
    /// Victory points of blue as its ruleset counts them; empty for a failed fight.
    pub blue_points: Option<i64>,
    /// Victory points of red.
    pub red_points: Option<i64>,
    /// The unit that broke first; empty: none.
    pub first_broken: String,
    /// Blue's losses at the end of each turn, the first one first.
    pub blue_lost_by_turn: String,
    /// Red's losses at the end of each turn.
    pub red_lost_by_turn: String,
    /// The dice: `die:thrown:sum` for each kind.
    pub dice: String,
    /// The number of its rows among the events.
    pub events: u64,
}

/// A unit in a fight.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UnitRow {
    /// The scenario's id.
    pub scenario: String,
    pub ruleset: String,
    /// The fight's number.
    pub battle: u64,
    /// The fight's seed.
    pub seed: u64,
    /// The id in the scenario.
    pub unit: String,
    pub side: String,
    /// Its brigade's id.
    pub brigade: String,
    pub arm: String,
    /// The strength when it arrived, in the ruleset's own unit; 0: it never arrived.
    pub start: i64,
    /// The losses; all of its strength if it left the battle.
    pub lost: i64,
    /// `stands`, `absent` (it never arrived), or how it left.
    pub fate: String,
    /// The turn in which it first routed or left.
    pub broke_turn: Option<u32>,
    /// The turn in which it left.
    pub gone_turn: Option<u32>,
    /// Where it left, in centimetres from the west edge...
    pub gone_x: Option<i64>,
    /// ...and from the south edge.
    pub gone_y: Option<i64>,
}

/// An event in a fight: a declaration, a test, a unit that broke or left.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct EventRow {
    /// The scenario's id.
    pub scenario: String,
    pub ruleset: String,
    /// The fight's number.
    pub battle: u64,
    /// The fight's seed.
    pub seed: u64,
    /// The turn; 0 before the first.
    pub turn: u32,
    /// The name of a test or of a declaration, `broke` or `gone`.
    pub kind: String,
    /// The actor: the id of a unit in the scenario, the name of a general, or a side.
    pub by: String,
    /// The target, where there is one.
    pub at: String,
    /// Of a test: the chance of its dice's class, for the last throw made for it.
    pub chance: Option<f64>,
    /// Of a test its result, otherwise the manner.
    pub result: String,
}

/// A row of one of the tables of a run.
pub trait Row {
    /// The name of the table.
    const TABLE: &'static str;
    const COLUMNS: &'static [(&'static str, Kind)];

    /// The cells, in the order of the columns.
    fn cells(&self) -> Vec<Cell<'_>>;
}

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Whole,
    /// A whole number or empty.
    Perhaps,
    /// A chance or empty.
    Chance,
    Text,
}

/// A value of a column; `None` only where the column may be empty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cell<'a> {
    Whole(Option<i64>),
    Chance(Option<f64>),
    Text(&'a str),
}

impl From<u64> for Cell<'_> {
    fn from(n: u64) -> Self {
        Self::Whole(Some(i64::try_from(n).unwrap_or(i64::MAX)))
    }
}

impl From<u32> for Cell<'_> {
    fn from(n: u32) -> Self {
        Self::Whole(Some(n.into()))
    }
}

impl From<u8> for Cell<'_> {
    fn from(n: u8) -> Self {
        Self::Whole(Some(n.into()))
    }
}

impl From<i64> for Cell<'_> {
    fn from(n: i64) -> Self {
        Self::Whole(Some(n))
    }
}

impl From<Option<i64>> for Cell<'_> {
    fn from(n: Option<i64>) -> Self {
        Self::Whole(n)
    }
}

impl From<Option<u32>> for Cell<'_> {
    fn from(n: Option<u32>) -> Self {
        Self::Whole(n.map(i64::from))
    }
}

impl From<Option<f64>> for Cell<'_> {
    fn from(chance: Option<f64>) -> Self {
        Self::Chance(chance)
    }
}

impl<'a> From<&'a String> for Cell<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

macro_rules! cell {
    ($value:expr, Text) => {
        Cell::from(&$value)
    };
    ($value:expr, $kind:ident) => {
        Cell::from($value)
    };
}

/// A table by its columns; each is a field of the row by the same name.
macro_rules! table {
    ($row:ident $name:literal: $($field:ident $kind:ident),+ $(,)?) => {
        impl Row for $row {
            const TABLE: &'static str = $name;
            const COLUMNS: &'static [(&'static str, Kind)] = &[$((stringify!($field), Kind::$kind)),+];

            fn cells(&self) -> Vec<Cell<'_>> {
                // Numbers are copied, texts are borrowed.
                vec![$(cell!(self.$field, $kind)),+]
            }
        }
    };
}

table! { BattleRow "battles":
    scenario Text, ruleset Text, battle Whole, seed Whole, blue_general Text, red_general Text, mirrored Whole,
    winner Text, won_by Text, how Text, turns Whole, answers Whole, blue_start Whole, red_start Whole, blue_lost Whole,
    red_lost Whole, blue_points Perhaps, red_points Perhaps, first_broken Text, blue_lost_by_turn Text,
    red_lost_by_turn Text, dice Text, events Whole,
}

table! { UnitRow "units":
    scenario Text, ruleset Text, battle Whole, seed Whole, unit Text, side Text, brigade Text, arm Text, start Whole,
    lost Whole, fate Text, broke_turn Perhaps, gone_turn Perhaps, gone_x Perhaps, gone_y Perhaps,
}

table! { EventRow "events":
    scenario Text, ruleset Text, battle Whole, seed Whole, turn Whole, kind Text, by Text, at Text, chance Chance,
    result Text,
}

/// The winner of a drawn battle.
pub(crate) const DRAW: &str = "draw";
/// The winner of a battle that did not end.
pub(crate) const FAILED: &str = "failed";
/// The fate of a unit still there at the end.
pub(crate) const STANDS: &str = "stands";
/// The fate of a unit that never arrived.
pub(crate) const ABSENT: &str = "absent";

impl BattleRow {
    /// Strength, losses and losses by turn of a side.
    pub(crate) fn of(&self, side: Side) -> (i64, i64, &str) {
        match side {
            Side::Blue => (self.blue_start, self.blue_lost, &self.blue_lost_by_turn),
            Side::Red => (self.red_start, self.red_lost, &self.red_lost_by_turn),
        }
    }

    /// Dice by name: number thrown and sum.
    pub(crate) fn dice(&self) -> impl Iterator<Item = (&str, u64, u64)> {
        self.dice.split(' ').filter_map(|part| {
            let mut parts = part.split(':');
            Some((parts.next()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
        })
    }
}

/// Whole numbers in one column.
pub(crate) fn listed(numbers: &[i64]) -> String {
    let mut text = String::new();
    for (place, number) in numbers.iter().enumerate() {
        let _ = write!(text, "{}{number}", if place == 0 { "" } else { " " });
    }
    text
}

/// The numbers of such a column.
pub(crate) fn unlisted(text: &str) -> impl Iterator<Item = i64> {
    text.split(' ').filter_map(|number| number.parse().ok())
}

/// The key of a side in the files.
#[must_use]
pub const fn key(side: Side) -> &'static str {
    match side {
        Side::Blue => "blue",
        Side::Red => "red",
    }
}
