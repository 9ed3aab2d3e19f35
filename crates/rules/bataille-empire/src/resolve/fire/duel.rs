//! Which of two units that fire at each other tests its morale (BE-MOR-06), and whether a unit tests at all
//! (BE-GAP-73).

use crate::Losses;
use crate::terms::book::{Book, r};
use crate::terms::profile::Body;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One side of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Duellist {
    /// The losses before the exchange.
    pub before: Losses,
    /// Losses in this exchange.
    pub suffered: Losses,
    /// Its Morale, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub morale: u8,
}

impl Default for Duellist {
    fn default() -> Self {
        Self { before: Losses::NONE, suffered: Losses::NONE, morale: Body::default().morale }
    }
}

/// Two fires at each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Duel {
    /// The unit of the active player.
    pub active: Duellist,
    /// The other unit.
    pub passive: Duellist,
}

rulebook::words! {
    Tests {
        /// The unit of the active player.
        Active,
        /// The other unit.
        Passive,
        Nobody,
    } default Nobody
}

/// Whether new losses make a unit test: the number of its whole losses rose (BE-GAP-73).
#[must_use]
pub fn shaken(book: &Book, before: Losses, suffered: Losses) -> bool {
    if !book.on(r::BE_GAP_73) {
        return suffered > Losses::NONE;
    }
    before.plus(suffered).whole() > before.whole()
}

/// Which unit tests after a duel.
#[must_use]
pub fn tests(book: &Book, duel: &Duel) -> Tests {
    let shaken = |side: &Duellist| shaken(book, side.before, side.suffered);
    if !book.on(r::BE_MOR_06) || !shaken(&duel.active) && !shaken(&duel.passive) {
        return Tests::Nobody;
    }
    // More losses; then the lower Morale; then the active player's unit.
    let (active, passive) = (&duel.active, &duel.passive);
    let passive_tests = match active.suffered.cmp(&passive.suffered) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => passive.morale < active.morale,
    };
    if passive_tests { Tests::Passive } else { Tests::Active }
}
