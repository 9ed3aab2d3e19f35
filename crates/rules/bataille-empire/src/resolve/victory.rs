//! When an army is beaten, and which side has won at the time limit (BE-GAP-84).

use crate::terms::book::{Book, r};
use game::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The losses of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Tally {
    /// Units at the start.
    #[schemars(range(min = 1, max = 1_000))]
    pub units: u16,
    #[schemars(range(min = 0, max = 1_000))]
    pub eliminated: u16,
    /// Units in Disorder or with half of their losses.
    #[schemars(range(min = 0, max = 1_000))]
    pub disordered_or_worn: u16,
    /// Objectives in its own half held by the enemy.
    #[schemars(range(min = 0, max = 100))]
    pub objectives: u16,
    /// Divisional generals lost.
    #[schemars(range(min = 0, max = 100))]
    pub divisional_generals: u16,
    #[schemars(range(min = 0, max = 100))]
    pub commanders_in_chief: u16,
}

/// The points lost by a side (BE-GAP-84).
#[must_use]
pub fn lost(book: &Book, tally: &Tally) -> u16 {
    let table = &book.tables.victory;
    if !book.on(r::BE_GAP_84) {
        return 0;
    }
    tally.eliminated * table.eliminated
        + tally.disordered_or_worn * table.disordered_or_worn
        + tally.objectives * table.objective
        + tally.divisional_generals * table.divisional_general
        + tally.commanders_in_chief * table.commander_in_chief
}

/// Whether an army is beaten: it has lost as many points as it had units.
#[must_use]
pub fn broken(book: &Book, tally: &Tally) -> bool {
    let gone = tally.eliminated >= tally.units;
    gone || book.on(r::BE_GAP_84) && lost(book, tally) >= tally.units
}

/// The winner at the time limit (BE-GAP-84): more objectives, then fewer points lost in proportion.
#[must_use]
pub fn at_the_end(book: &Book, held: [usize; 2], tallies: [&Tally; 2]) -> Option<Side> {
    let [blue, red] = held;
    if blue != red {
        return Some(if blue > red { Side::Blue } else { Side::Red });
    }
    let [b, r] = tallies.map(|tally| (u32::from(lost(book, tally)), u32::from(tally.units.max(1))));
    match (b.0 * r.1).cmp(&(r.0 * b.1)) {
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Greater => Some(Side::Red),
        std::cmp::Ordering::Equal => None,
    }
}
