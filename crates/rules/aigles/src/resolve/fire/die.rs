//! The value of a die in fire, combat and morale (LA-FEU-05, LA-GEN-05, LA-GAP-37).

use crate::terms::book::{Book, r};
use dice::Throw;
use smallvec::SmallVec;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DieUse {
    Fire,
    /// The die of close combat.
    Combat,
    Morale,
}

/// Rows of the die table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum DieKind {
    #[default]
    Usual,
    /// The unit that throws is in skirmish order.
    Skirmish,
    /// A general of this many points is in contact: in the first two rounds of a melee.
    General(u8),
}

/// The value of each face.
fn values(book: &Book, kind: DieKind, used: DieUse) -> [i8; 6] {
    let table = &book.tables.die;
    if !book.on(r::LA_FEU_05) {
        return [0; 6];
    }
    match kind {
        // The row of skirmishers is a footnote to a table for all three uses (LA-GAP-37).
        DieKind::Skirmish if used == DieUse::Fire || book.on(r::LA_GAP_37) => table.skirmish,
        DieKind::General(points) if used == DieUse::Combat && book.on(r::LA_GEN_05) => match points {
            0..60 => table.general_20,
            60..100 => table.general_60,
            _ => table.general_100,
        },
        _ => table.usual,
    }
}

/// The faces at which the value changes.
pub fn cuts(book: &Book, kind: DieKind, used: DieUse) -> SmallVec<[i16; 5]> {
    let values = values(book, kind, used);
    (2..=6).filter(|face| values[*face - 1] != values[*face - 2]).map(|face| face as i16).collect()
}

/// One die, in classes of faces with equal value.
#[must_use]
pub fn throw(book: &Book, kind: DieKind, used: DieUse) -> Throw {
    Throw::d6(1).cuts(cuts(book, kind, used))
}

/// The value of a class of [`throw`].
#[must_use]
pub fn read(book: &Book, kind: DieKind, used: DieUse, class: i16) -> i8 {
    let values = values(book, kind, used);
    let cuts = cuts(book, kind, used);
    // The class is the number of cuts passed by the face; before the first cut it is that of a 1.
    let place: usize = match rulebook::counted::<usize>(class).checked_sub(1) {
        Some(last) => rulebook::counted(*rulebook::ids::at(&cuts, last, "class of a die") - 1),
        None => 0,
    };
    *rulebook::ids::at(&values, place, "face of a die")
}
