//! Men and guns as elements (ML-1.2b, ML-1.2d, ML-GAP-58).

use crate::terms::book::{Book, r};
use armies::Strength;
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The men of a unit, or the guns of a battery.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Muster {
    /// Men of a battalion or regiment.
    #[schemars(range(min = 0, max = 10_000))]
    pub men: u32,
    /// Guns of a battery.
    #[schemars(range(min = 0, max = 100))]
    pub guns: u32,
}

impl Muster {
    /// The strength as an order of battle states it.
    #[must_use]
    pub const fn strength(&self) -> Strength {
        if self.guns > 0 { Strength::Guns(self.guns) } else { Strength::Men(self.men) }
    }
}

/// The elements of a strength: men rounded to the nearest, guns rounded up; at least one, and at most the maximum of a
/// unit.
pub fn elements(book: &Book, strength: Strength, trace: &mut impl Trace) -> u8 {
    let most = if book.on(r::ML_1_2D) { book.tables.element.most_in_unit } else { u8::MAX };
    let all = in_all(book, strength, trace);
    trace.line(|| Line::new(r::ML_1_2D, Op::Clamp(1, i64::from(most))));
    rulebook::saturated::<u8, _>(all).clamp(1, most)
}

/// The number of units for a strength: more than one if it exceeds the maximum.
#[must_use]
pub fn units(book: &Book, strength: Strength) -> u32 {
    let most = u32::from(book.tables.element.most_in_unit.max(1));
    if book.on(r::ML_1_2D) { in_all(book, strength, &mut game::Quiet).div_ceil(most).max(1) } else { 1 }
}

/// The elements of each unit of a strength, as even as possible.
#[must_use]
pub fn by_unit(book: &Book, strength: Strength) -> Vec<u32> {
    let (all, units) = (in_all(book, strength, &mut game::Quiet), units(book, strength));
    (0..units).map(|n| all / units + u32::from(n < all % units)).collect()
}

/// The elements of a strength, without a maximum.
pub fn in_all(book: &Book, strength: Strength, trace: &mut impl Trace) -> u32 {
    let table = &book.tables.element;
    let (amount, more, per) = match strength {
        Strength::Elements(n) => return n,
        Strength::Men(men) => (men, u32::from(table.men) / 2, u32::from(table.men).max(1)),
        Strength::Guns(guns) => (guns, u32::from(table.guns).saturating_sub(1), u32::from(table.guns).max(1)),
    };
    if !book.on(r::ML_1_2B) || !book.on(r::ML_GAP_58) {
        return 1;
    }
    trace.line(|| Line::new(r::ML_1_2B, Op::Start(amount.into())));
    trace.line(|| Line::new(r::ML_GAP_58, Op::Add(more.into())));
    trace.line(|| Line::new(r::ML_1_2B, Op::DivideDown(per.into())));
    amount.saturating_add(more) / per
}
