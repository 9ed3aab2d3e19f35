//! Two fronts facing each other: their common width, and the sides on which one reaches beyond the other (L3C-FEU-26,
//! L3C-CAC-03).

use crate::{Arm, Book, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Front {
    /// A battery is as wide as its gunners.
    pub arm: Arm,
    /// Figures in the front rank.
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    /// They are skirmishers, each covering the front of several figures (L3C-TIR-03).
    pub skirmish: bool,
    /// They stand in square, which cannot be overlapped (L3C-FEU-31).
    pub square: bool,
}

impl Default for Front {
    fn default() -> Self {
        Self { arm: Arm::Infantry, figures: 1, skirmish: false, square: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Facing {
    pub one: Front,
    pub other: Front,
    /// Offset of the other's middle to the right of this one's, in half bases of infantry.
    #[schemars(range(min = -500, max = 500))]
    pub shift: i16,
}

/// The common part of two fronts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Common {
    /// Common width in bases of infantry; half a base counts.
    pub width: u8,
    /// Sides on which this front reaches beyond the other.
    pub one_overlaps: u8,
    /// Sides on which the other reaches beyond this front.
    pub other_overlaps: u8,
}

/// Quarters of an infantry base: fine enough for the middle of every front.
const BASE: i32 = 4;

/// The width of one figure, in quarters of an infantry base.
fn base(book: &Book, front: Front) -> i32 {
    let scale = &book.tables.scale;
    if front.skirmish && book.on(r::L3C_TIR_03) {
        BASE * i32::from(scale.skirmish_front)
    } else if front.arm != Arm::Infantry && book.all(&[r::L3C_FEU_32, r::L3C_GAP_A33]) {
        BASE * scale.mounted_front_cm / scale.infantry_front_cm.max(1)
    } else {
        BASE
    }
}

/// The common part of two fronts.
#[must_use]
pub fn overlap(book: &Book, facing: &Facing) -> Common {
    let (one, other) = (base(book, facing.one), base(book, facing.other));
    let half = |base: i32, front: Front| base * i32::from(front.figures) / 2;
    let (a, b) = (half(one, facing.one), half(other, facing.other));
    let middle = i32::from(facing.shift) * BASE / 2;
    let (left, right) = (middle - b, middle + b);
    let common = (right.min(a) - left.max(-a)).max(0);
    // A side counts from half a base of its own beyond (L3C-GAP-B09); without that ruling any overlap counts.
    let least = |base: i32| if book.on(r::L3C_GAP_B09) { base / 2 } else { 1 };
    let side = |beyond: i32, base: i32| u8::from(beyond >= least(base));
    let square = |front: Front| front.square && book.on(r::L3C_FEU_31);
    // Each front reaches beyond only on its own side (L3C-FEU-26, L3C-CAC-03): without these rules the wider front
    // counts on both.
    let mutual = book.all(&[r::L3C_FEU_26, r::L3C_CAC_03]);
    let sides = |near: i32, far: i32, base: i32, wider: bool| {
        if mutual { side(near, base) + side(far, base) } else { 2 * u8::from(wider) }
    };
    let one_overlaps = if square(facing.other) { 0 } else { sides(left + a, a - right, one, a > b) };
    let other_overlaps = if square(facing.one) { 0 } else { sides(-a - left, right - a, other, b > a) };
    let width = rulebook::saturated::<u8, _>((common + BASE / 2) / BASE);
    Common { width, one_overlaps, other_overlaps }
}
