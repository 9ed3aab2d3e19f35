//! When a square is broken (LA-GAP-22, 7).

use super::fighter::Fighter;
use crate::terms::book::{Book, r};
use crate::{Arm, Order};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A round of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Faced {
    /// Who fights it.
    pub by: Arm,
    /// Losses that the square inflicts.
    #[schemars(range(min = 0, max = 3600))]
    pub inflicts: u16,
    /// Losses that it receives.
    #[schemars(range(min = 0, max = 3600))]
    pub receives: u16,
}

impl Default for Faced {
    fn default() -> Self {
        Self { by: Arm::Cavalry, inflicts: 25, receives: 50 }
    }
}

words! {
    /// How a round went for a square.
    SquareAfter {
        /// It has won.
        Won,
        /// Nobody has.
        Draw,
        /// It has lost and stands.
        Lost,
        /// It is broken: without formation.
        Broken,
    } default Draw
}

/// How a round went: infantry breaks a square that loses, cavalry by twice the square’s own losses inflicted (LA-GAP-22, 7).
#[must_use]
pub fn after_round(book: &Book, faced: &Faced) -> SquareAfter {
    let Faced { by, inflicts, receives } = *faced;
    match receives.cmp(&inflicts) {
        std::cmp::Ordering::Less => SquareAfter::Won,
        std::cmp::Ordering::Equal => SquareAfter::Draw,
        std::cmp::Ordering::Greater => {
            let factor = u32::from(book.tables.melee.square_factor);
            let twice = u32::from(receives) >= factor * u32::from(inflicts);
            let broken = by != Arm::Cavalry || twice;
            if broken && book.on(r::LA_GAP_22) { SquareAfter::Broken } else { SquareAfter::Lost }
        }
    }
}

/// Whether a unit stands in a square that is not broken.
#[must_use]
pub const fn stands_square(fighter: &Fighter) -> bool {
    fighter.formation.square() && matches!(fighter.order, Order::Formed | Order::Disorganised)
}
