//! What is written down of a fight: one row for it and one for each unit. Everything that is told later, the summary
//! and every plot, comes from these rows alone: a run that was interrupted is read back and goes on.

use game::Side;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// A fight.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BattleRow {
    /// Its number, from 1.
    pub battle: u64,
    /// Its seed: `grognard fight --seed` with it and these generals is the same battle.
    pub seed: u64,
    /// Who led blue.
    pub blue_general: String,
    /// Who led red.
    pub red_general: String,
    /// 1: the generals have changed sides.
    pub mirrored: u8,
    /// The side that won: `blue`, `red`, `draw`, or `failed`.
    pub winner: String,
    /// For whom it counts: the general named for blue, the one named for red, `draw`, or `failed`.
    pub won_by: String,
    /// In what way it ended.
    pub how: String,
    /// Turns fought.
    pub turns: u32,
    /// Answers given.
    pub answers: u64,
    /// Strength of blue in all, in the ruleset's own unit (elements, figures).
    pub blue_start: i64,
    /// Strength of red in all.
    pub red_start: i64,
    /// What blue lost.
    pub blue_lost: i64,
    /// What red lost.
    pub red_lost: i64,
    /// Victory points of blue, where the ruleset counts them.
    pub blue_points: Option<i64>,
    /// Victory points of red.
    pub red_points: Option<i64>,
    /// The unit that broke first; empty: none did.
    pub first_broken: String,
    /// What blue had lost at the end of each turn, the first one first.
    pub blue_lost_by_turn: String,
    /// What red had lost at the end of each turn.
    pub red_lost_by_turn: String,
    /// The dice: `die:thrown:sum` for each kind.
    pub dice: String,
}

/// A unit in a fight.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UnitRow {
    /// The fight's number.
    pub battle: u64,
    /// Its id in the scenario.
    pub unit: String,
    /// Its side.
    pub side: String,
    /// Its brigade's id.
    pub brigade: String,
    /// Its arm.
    pub arm: String,
    /// Its strength when it came, in the ruleset's own unit; 0: it never came.
    pub start: i64,
    /// What it lost; all of it if it left the battle.
    pub lost: i64,
    /// `stands`, `absent` (it never came), or how it left.
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

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Whole,
    /// A whole number or nothing.
    Perhaps,
    Text,
}

pub(crate) const BATTLE_COLUMNS: [(&str, Kind); 20] = [
    ("battle", Kind::Whole),
    ("seed", Kind::Whole),
    ("blue_general", Kind::Text),
    ("red_general", Kind::Text),
    ("mirrored", Kind::Whole),
    ("winner", Kind::Text),
    ("won_by", Kind::Text),
    ("how", Kind::Text),
    ("turns", Kind::Whole),
    ("answers", Kind::Whole),
    ("blue_start", Kind::Whole),
    ("red_start", Kind::Whole),
    ("blue_lost", Kind::Whole),
    ("red_lost", Kind::Whole),
    ("blue_points", Kind::Perhaps),
    ("red_points", Kind::Perhaps),
    ("first_broken", Kind::Text),
    ("blue_lost_by_turn", Kind::Text),
    ("red_lost_by_turn", Kind::Text),
    ("dice", Kind::Text),
];

pub(crate) const UNIT_COLUMNS: [(&str, Kind); 12] = [
    ("battle", Kind::Whole),
    ("unit", Kind::Text),
    ("side", Kind::Text),
    ("brigade", Kind::Text),
    ("arm", Kind::Text),
    ("start", Kind::Whole),
    ("lost", Kind::Whole),
    ("fate", Kind::Text),
    ("broke_turn", Kind::Perhaps),
    ("gone_turn", Kind::Perhaps),
    ("gone_x", Kind::Perhaps),
    ("gone_y", Kind::Perhaps),
];

/// Won by nobody.
pub(crate) const DRAW: &str = "draw";
/// Not fought to its end.
pub(crate) const FAILED: &str = "failed";
/// Still there at the end.
pub(crate) const STANDS: &str = "stands";
/// Never there.
pub(crate) const ABSENT: &str = "absent";

impl BattleRow {
    /// Strength, losses and losses by turn of a side.
    pub(crate) fn of(&self, side: Side) -> (i64, i64, &str) {
        match side {
            Side::Blue => (self.blue_start, self.blue_lost, &self.blue_lost_by_turn),
            Side::Red => (self.red_start, self.red_lost, &self.red_lost_by_turn),
        }
    }

    /// Dice by their name: thrown and sum.
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
