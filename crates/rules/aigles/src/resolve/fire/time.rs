//! Quarters of a half that count for fire (LA-FEU-07, LA-GAP-06).

use crate::Distance;
use crate::terms::book::{Book, r};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// Action of a firer in a quarter.
    Did {
        /// It stood still.
        Stand,
        Move,
        /// Skirmishers that moved by at most half of their quarter's move.
        Creep,
        /// It turned in place.
        Turn,
        /// It changed formation or re-formed.
        Change,
    } default Stand
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Quarter {
    /// The firer's action.
    pub did: Did,
    /// Distance of the target at its start; 0: in contact.
    #[schemars(range(max = 1000))]
    pub from: Distance,
    /// Distance of the target at its end, without a charge’s distance bonus; 0: in contact.
    #[schemars(range(max = 1000))]
    pub to: Distance,
    /// The target was in sight at both ends.
    pub seen: bool,
}

impl Default for Quarter {
    fn default() -> Self {
        Self { did: Did::Stand, from: Distance::of(20), to: Distance::of(20), seen: true }
    }
}

/// The quarters of one half.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireTime {
    /// Maximum range of the weapon.
    #[schemars(range(max = 1000))]
    pub range: Distance,
    /// The firer is in skirmish order.
    pub skirmish: bool,
    /// The quarters, in order.
    #[schemars(length(min = 1, max = 2))]
    pub quarters: Vec<Quarter>,
}

impl Default for FireTime {
    fn default() -> Self {
        Self { range: Distance::of(21), skirmish: false, quarters: vec![Quarter::default(); 2] }
    }
}

/// Whether a quarter counts: the firer stood still, and the target was in sight and in range at both ends.
#[must_use]
pub fn counts(book: &Book, range: Distance, skirmish: bool, quarter: &Quarter) -> bool {
    let within = quarter.to <= range && (quarter.from <= range || !book.on(r::LA_FEU_07));
    if !book.on(r::LA_GAP_06) {
        return within;
    }
    let still = match quarter.did {
        Did::Stand => true,
        // Skirmishers fire while they creep (LA-GAP-06, 5).
        Did::Creep => skirmish,
        Did::Move | Did::Turn | Did::Change => false,
    };
    // Just touching counts as touching (LA-GAP-06, 4), and a unit that begins in contact neither fires nor is fired at
    // (6).
    still && quarter.seen && within && quarter.from.cm() > 0 && quarter.to.cm() > 0
}

impl FireTime {
    /// Whether each of its quarters counts.
    #[must_use]
    pub fn counting(&self, book: &Book) -> Vec<bool> {
        self.quarters.iter().map(|quarter| counts(book, self.range, self.skirmish, quarter)).collect()
    }
}
