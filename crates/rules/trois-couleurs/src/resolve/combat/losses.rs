//! Losses inflicted by a factor, and their share of a unit.

use crate::{Arm, Book, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Losses by a fire or a melee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Loss {
    /// Losses in PAP.
    pub steps: u16,
    /// The fire or melee has effect, with or without losses ("*").
    pub effective: bool,
}

/// Losses inflicted by these figures with this factor (L3C-GAP-B01).
#[must_use]
pub fn losses(book: &Book, figures: u16, factor: i8) -> Loss {
    let table = &book.tables.losses;
    if !book.on(r::L3C_GAP_B01) || factor < table.lowest {
        return Loss::default();
    }
    let row = usize::from(factor.abs_diff(table.lowest)).min(table.rate.len() - 1);
    let dealt = u32::from(figures) * u32::from(table.rate[row]);
    Loss { steps: (dealt / u32::from(table.step)) as u16, effective: dealt >= u32::from(table.effective_from) }
}

/// PAP of one figure, or of one gun.
#[must_use]
pub fn steps_of(book: &Book, arm: Arm) -> u16 {
    let scale = &book.tables.scale;
    u16::from(if arm == Arm::Artillery && book.on(r::L3C_GAP_A12) {
        scale.steps_per_gun
    } else {
        scale.steps_per_figure
    })
}

/// Loss in percent of the figures, each of `steps_of` PAP, in steps of 5 to the nearest, halves up (L3C-GAP-A29,
/// L3C-GAP-B02, L3C-GAP-C09), at most 100; for a battery in guns (L3C-GAP-A12).
#[must_use]
pub fn percent(book: &Book, steps: u16, figures: u16, steps_per_figure: u16) -> u8 {
    let table = &book.tables.percent;
    let ruled = book.on(r::L3C_GAP_B02);
    let each = if ruled { steps_per_figure } else { u16::from(book.tables.scale.steps_per_figure) };
    let (whole, step) = (u32::from(figures) * u32::from(each), u32::from(table.step));
    let most = if ruled { u32::from(table.most) } else { u32::from(u8::MAX) };
    if whole == 0 {
        return 0;
    }
    if !book.all(&[r::L3C_GAP_A29, r::L3C_GAP_B02, r::L3C_GAP_C09]) {
        // No text says how to round.
        return (100 * u32::from(steps) / whole).min(most) as u8;
    }
    if book.options.one_pap_on_four_is_5 && (steps, figures) == (1, 4) {
        return table.step;
    }
    // floor(100 steps / whole / 5 + 1/2), in fives.
    let fives = (200 * u32::from(steps) + step * whole) / (2 * step * whole);
    (fives * step).min(most) as u8
}

/// A column of the loss table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Strike {
    /// Figures, or guns.
    #[schemars(range(min = 0, max = 200))]
    pub figures: u16,
    #[schemars(range(min = -30, max = 30))]
    pub factor: i8,
}

/// A loss to convert into percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Share {
    /// Losses in PAP.
    #[schemars(range(min = 0, max = 600))]
    pub steps: u16,
    #[schemars(range(min = 0, max = 200))]
    pub figures: u16,
    /// For a battery: its number of guns.
    #[schemars(range(min = 0, max = 60))]
    pub guns: u16,
}

/// A loss in percent.
#[must_use]
pub fn share(book: &Book, s: &Share) -> u8 {
    let (whole, arm) = if s.guns > 0 { (s.guns, Arm::Artillery) } else { (s.figures, Arm::Infantry) };
    percent(book, s.steps, whole, steps_of(book, arm))
}
