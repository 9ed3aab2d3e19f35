//! The end of a charge.

use crate::resolve::morale::MoraleResult;
use rulebook::words;
use serde::{Deserialize, Serialize};

words! {
    /// Outcomes of a charge.
    Outcome {
        /// The charger’s own test keeps it from charging.
        NoCharge,
        /// It does not reach its target in the period.
        FallsShort,
        /// Fire stops it short of contact.
        Stopped,
        /// The target has evaded.
        Evaded,
        /// The target has run and cannot be reached.
        TargetGone,
        /// The charger has lost the last round.
        ChargerLoses,
        /// The last round was drawn.
        Draw,
        /// The target has lost the last round.
        TargetLoses,
        /// One side has no figure left.
        Destroyed,
    } default NoCharge
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct End {
    pub outcome: Outcome,
    /// The result of the test of the side that failed or lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<MoraleResult>,
    /// The target’s square is broken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub square_broken: bool,
    /// Number of melee rounds fought.
    pub rounds: u8,
}
