//! Figures in contact (LA-GAP-22, LA-GAP-48).

use crate::Distance;
use crate::terms::book::{Book, r};

/// Figures of a unit along this length of common edge, at most those present (LA-GAP-48).
#[must_use]
pub fn touching(book: &Book, common: Distance, base: Distance, present: u8) -> u8 {
    let base = base.cm().max(1);
    let bases = if book.on(r::LA_GAP_48) { (common.cm() + base - 1) / base } else { common.cm() / base };
    rulebook::saturated::<u8, _>(bases).min(present)
}

/// Additional figures on each side of the contact where the unit’s own front extends by a whole base (LA-GAP-22, 2);
/// never against a square or behind cover.
#[must_use]
pub fn overlapping(book: &Book, beyond: [Distance; 2], base: Distance, open: bool) -> u8 {
    if !open || !book.on(r::LA_GAP_22) {
        return 0;
    }
    beyond.iter().filter(|side| **side >= base).count() as u8 * book.tables.melee.overlap
}
