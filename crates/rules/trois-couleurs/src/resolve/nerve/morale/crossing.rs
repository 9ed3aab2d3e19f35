//! Two attackers that march on each other (L3C-GAP-C43, L3C-GAP-A51).

use super::fall::{Fall, FallenScore, fall};
use crate::resolve::nerve::reading::{clamp, read};
use crate::{Book, Column, Gait, r};
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of two units that march on each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CrossingUnit {
    /// The sum of its test, the other unit counted as halted.
    #[schemars(range(min = -99, max = 99))]
    pub score: i16,
    /// The fastest gait announced, limited by ground and room.
    pub gait: Gait,
}

impl Default for CrossingUnit {
    fn default() -> Self {
        Self { score: 0, gait: Gait::Charge }
    }
}

/// Two units that march on each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Crossing {
    pub one: CrossingUnit,
    pub other: CrossingUnit,
}

rulebook::words! {
    /// The unit that covers the rest of the way between them.
    Covers {
        First,
        /// The other unit.
        Second,
        /// Each covers half.
        Both,
        /// Neither can advance.
        Neither,
    } default Neither
}

/// Result for both units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crossed {
    pub one: FallenScore,
    pub other: FallenScore,
    /// The unit that covers the rest of the way.
    pub covers: Covers,
}

/// Both scores are read, then each once more with the gait that the other obtained; there is no third reading.
pub fn crossing(book: &Book, s: &Crossing, one: &mut impl Trace, other: &mut impl Trace) -> Crossed {
    let first = |comer: &CrossingUnit| read(book, Column::Contact, clamp(book, comer.score)).gait().min(comer.gait);
    let again = |comer: &CrossingUnit, gait: Gait| {
        let counter_steps = if book.on(r::L3C_GAP_C43) { gait.rank() } else { 0 };
        Fall { score: comer.score, gait: comer.gait, counter_steps, ..Fall::default() }
    };
    let one = fall(book, &again(&s.one, first(&s.other)), one);
    let other = fall(book, &again(&s.other, first(&s.one)), other);
    let ends = [one, other].map(|fallen| (fallen.gait, i16::from(fallen.score)));
    Crossed { one, other, covers: covers(book, ends[0], ends[1]) }
}

/// The rest of the way is covered by the unit with the better score, or by the only one that can advance (L3C-GAP-A51).
#[must_use]
pub fn covers(book: &Book, one: (Gait, i16), other: (Gait, i16)) -> Covers {
    let ruled = book.on(r::L3C_GAP_A51);
    match (one.0 > Gait::Halted, other.0 > Gait::Halted) {
        (false, false) => Covers::Neither,
        (true, false) => Covers::First,
        (false, true) => Covers::Second,
        (true, true) if ruled && one.1 > other.1 => Covers::First,
        (true, true) if ruled && one.1 < other.1 => Covers::Second,
        (true, true) => Covers::Both,
    }
}
