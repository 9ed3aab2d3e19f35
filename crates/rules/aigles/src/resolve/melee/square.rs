//! When a square is broken (LA-GAP-22, 7).

use super::fighter::Fighter;
use crate::terms::book::{Book, r};
use crate::{Arm, Order};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A round fought by a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Faced {
    /// The arm of its enemy.
    pub by: Arm,
    /// Losses inflicted by the square.
    #[schemars(range(min = 0, max = 3600))]
    pub inflicts: u16,
    /// Losses received by the square.
    #[schemars(range(min = 0, max = 3600))]
    pub receives: u16,
}

impl Default for Faced {
    fn default() -> Self {
        Self { by: Arm::Cavalry, inflicts: 25, receives: 50 }
    }
}

words! {
    /// Result of a round for a square.
    SquareAfter {
        /// It has won.
        Won,
        /// The round is a draw.
        Draw,
        /// It has lost and stands.
        Lost,
        /// It is broken, and unformed.
        Broken,
    } default Draw
}

/// The result of a round: infantry breaks a losing square, cavalry only by inflicting twice the losses that it receives
/// (LA-GAP-22, 7).
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

/// Whether a unit stands in an unbroken square.
#[must_use]
pub const fn stands_square(fighter: &Fighter) -> bool {
    fighter.formation.square() && matches!(fighter.order, Order::Formed | Order::Disorganised)
}
