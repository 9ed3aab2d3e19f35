//! The winner of a round, and the effects of a draw (LA-RAL-26, LA-RAL-27, LA-GAP-22, LA-GAP-39, LA-GAP-49).

use crate::terms::book::{Book, r};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// Result of a round.
    Verdict {
        /// The attacker has won: the other received more losses.
        Attacker,
        /// Equal losses on both sides.
        Draw,
        /// The defender has won.
        Defender,
    } default Draw

    /// Effects of a draw.
    AfterDraw {
        /// The melee goes on.
        GoesOn,
        /// Both rally (LA-RAL-26, LA-RAL-27).
        BothRally,
        /// Both step back and it is over (LA-GAP-49, 5).
        StepBack,
    } default GoesOn
}

/// The side with more losses has lost (LA-GAP-22, 4).
#[must_use]
pub const fn verdict(attacker_received: u32, defender_received: u32) -> Verdict {
    if attacker_received > defender_received {
        Verdict::Defender
    } else if attacker_received < defender_received {
        Verdict::Attacker
    } else {
        Verdict::Draw
    }
}

/// A round that was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Drawn {
    /// Both sides are cavalry.
    pub cavalry: bool,
    /// Figures of the two at the start of the round.
    #[schemars(inner(range(min = 1, max = 120)))]
    pub figures: [u8; 2],
    /// Combat values of the two, without charge bonus.
    #[schemars(inner(range(min = 0, max = 20)))]
    pub combat: [i8; 2],
    /// The number of their melee's round, from 1.
    #[schemars(range(min = 1, max = 40))]
    pub round: u8,
    /// The round before was a draw too.
    pub drawn_before: bool,
}

impl Default for Drawn {
    fn default() -> Self {
        Self { cavalry: true, figures: [12, 12], combat: [5, 5], round: 1, drawn_before: false }
    }
}

/// Effects of a draw: equal cavalry rallies at once (LA-RAL-26), other cavalry after a second draw (LA-RAL-27), all
/// other units step back after a second draw in a row (LA-GAP-49, 5).
#[must_use]
pub fn after_draw(book: &Book, drawn: &Drawn) -> AfterDraw {
    if drawn.cavalry {
        // Equal: the same number of figures and the same Combat value without bonus (LA-GAP-39).
        let alike = drawn.combat[0] == drawn.combat[1] || !book.on(r::LA_GAP_39);
        let equal = drawn.figures[0] == drawn.figures[1] && alike;
        let at_once = drawn.round == 1 && equal && book.on(r::LA_RAL_26);
        let twice = drawn.drawn_before && book.on(r::LA_RAL_27);
        return if at_once || twice { AfterDraw::BothRally } else { AfterDraw::GoesOn };
    }
    if drawn.drawn_before && book.on(r::LA_GAP_49) { AfterDraw::StepBack } else { AfterDraw::GoesOn }
}
