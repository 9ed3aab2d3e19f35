//! The loss counter and the elements it costs (ML-7.2z, ML-7.2aa, ML-GAP-04).

use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Level};
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that suffers losses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LossCount {
    pub arm: Arm,
    pub cohesion: Level,
    /// Elements before, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub elements: u8,
    /// Losses on its counter.
    #[schemars(range(min = 0, max = 4))]
    pub counter: u16,
    /// Losses that are not on its counter yet.
    pub losses: u16,
}

impl Default for LossCount {
    fn default() -> Self {
        Self { arm: Arm::Infantry, cohesion: Level::Standard, elements: 1, counter: 0, losses: 0 }
    }
}

/// The state after losses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Left {
    /// Losses that cost one element.
    pub threshold: u8,
    pub removed: u8,
    pub elements: u8,
    /// Losses on the counter.
    pub counter: u16,
    /// No element is left.
    pub destroyed: bool,
}

/// Counts losses and removes elements.
#[inline]
pub fn suffer(book: &Book, toll: &LossCount, trace: &mut impl Trace) -> Left {
    let threshold = if book.on(r::ML_7_2AA) {
        book.tables.threshold(toll.arm, book.cohesion(toll.cohesion)).max(1)
    } else {
        u8::MAX
    };
    let count = toll.counter.saturating_add(toll.losses);
    trace.line(|| Line::new(r::ML_7_2Z, Op::Start(i64::from(toll.counter))));
    trace.line(|| Line::new(r::ML_7_2Z, Op::Add(i64::from(toll.losses))));
    trace.line(|| Line::new(r::ML_7_2AA, Op::Read(i64::from(threshold))));
    trace.line(|| Line::new(r::ML_GAP_04, Op::DivideDown(i64::from(threshold))));
    if !book.on(r::ML_7_2Z) {
        return Left { threshold, removed: 0, elements: toll.elements, counter: count, destroyed: toll.elements == 0 };
    }
    let due = count / u16::from(threshold);
    // At most one element, and nothing left on the counter: the reading that ML-GAP-04 rejects.
    let due = if book.on(r::ML_GAP_04) { due } else { due.min(1) };
    let removed = rulebook::saturated::<u8, _>(due).min(toll.elements);
    let elements = toll.elements - removed;
    let rest = if book.on(r::ML_GAP_04) {
        count % u16::from(threshold)
    } else if removed > 0 {
        0
    } else {
        count
    };
    // The excess on a destroyed unit is lost.
    let counter = if elements == 0 { 0 } else { rest };
    Left { threshold, removed, elements, counter, destroyed: elements == 0 }
}
