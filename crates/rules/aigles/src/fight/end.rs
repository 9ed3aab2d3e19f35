//! How a charge ends.

use crate::resolve::morale::MoraleResult;
use rulebook::words;
use serde::{Deserialize, Serialize};

words! {
    /// What a charge comes to.
    Outcome {
        /// The charger’s own test keeps it from charging.
        NoCharge,
        /// It does not reach its target in the period.
        FallsShort,
        /// Fire stops it short of contact.
        Stopped,
        /// The target has evaded.
        Evaded,
        /// The target has run and is not reached.
        TargetGone,
        /// The charger has lost the last round.
        ChargerLoses,
        /// The last round was drawn.
        Draw,
        /// The target has lost the last round.
        TargetLoses,
        /// A side has no figure left.
        Destroyed,
    } default NoCharge
}

/// How a charge has ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct End {
    /// What it came to.
    pub outcome: Outcome,
    /// What the test of who failed or lost came to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<MoraleResult>,
    /// The target’s square is broken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub square_broken: bool,
    /// Rounds fought.
    pub rounds: u8,
}
