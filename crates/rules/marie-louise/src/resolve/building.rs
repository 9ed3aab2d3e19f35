//! Burning buildings (ML-12b, ML-GAP-57).

use crate::resolve::losses::{self, Left, LossCount};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Level};
use dice::Throw;
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit in a burning building at the end of the action phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Occupier {
    pub arm: Arm,
    pub cohesion: Level,
    /// Elements, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub elements: u8,
    /// Losses on its counter.
    #[schemars(range(min = 0, max = 4))]
    pub counter: u16,
}

impl Default for Occupier {
    fn default() -> Self {
        Self { arm: Arm::Infantry, cohesion: Level::Standard, elements: 1, counter: 0 }
    }
}

/// The die of the fire: its face is the losses. `None` if fire does no damage.
pub fn dice(book: &Book, trace: &mut impl Trace) -> Option<Throw> {
    if !book.on(r::ML_12B) || !book.options.capabilities {
        return None;
    }
    trace.line(|| Line::new(r::ML_12B, Op::Throw(1)));
    Some(Throw::d6(1))
}

/// The effect of the fire on a unit: raw losses, counted like those of combat (ML-GAP-57).
pub fn suffer(book: &Book, occupier: &Occupier, losses: u16, trace: &mut impl Trace) -> Left {
    let losses = if book.on(r::ML_GAP_57) { losses } else { 0 };
    let Occupier { arm, cohesion, elements, counter } = *occupier;
    losses::suffer(book, &LossCount { arm, cohesion, elements, counter, losses }, trace)
}
