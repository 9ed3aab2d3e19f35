//! The die and the general (L3C-MOR-124, L3C-MOR-125, L3C-CHEF-06 to L3C-CHEF-09).

use super::situation::{LeaderNear, Purpose};
use crate::terms::tally::Tally;
use crate::{Book, Distance, UD, r};
use dice::Throw;
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A general, and the test that the general may help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Helped {
    /// 0 to 3.
    #[schemars(range(min = 0, max = 3))]
    pub bonus: u8,
    /// Distance from the unit; 0: with it.
    pub distance: Distance,
    /// Why the unit tests.
    pub purpose: Purpose,
}

impl Default for Helped {
    fn default() -> Self {
        Self { bonus: 1, distance: Distance::default(), purpose: Purpose::Other }
    }
}

/// Bonus of a general: all of it in base contact (L3C-CHEF-09); in a test for another reason less with the distance.
pub(super) fn leader(leader: &LeaderNear, purpose: Purpose, tally: &mut Tally<'_, impl Trace>) {
    let bonus = rulebook::saturated::<i8, _>(leader.bonus);
    let other = purpose == Purpose::Other;
    let rule = if other { r::L3C_CHEF_08 } else { r::L3C_MOR_125 };
    let amount = if leader.distance.cm() == 0 {
        bonus
    } else if other || !tally.book.all(&[r::L3C_CHEF_07, r::L3C_CHEF_09]) {
        bonus.saturating_sub(short_of(tally.book, leader.distance)).max(0)
    } else {
        0
    };
    tally.when(true, rule, "general", amount);
}

/// UD that cost one point each: those begun beyond the first (L3C-GAP-C40).
fn short_of(book: &Book, distance: Distance) -> i8 {
    let uds = if book.on(r::L3C_GAP_C40) { distance.cm().saturating_add(UD - 1) / UD - 1 } else { distance.cm() / UD };
    rulebook::saturated::<i8, _>(uds)
}

/// The line of a general alone.
pub fn helped(book: &Book, s: &Helped, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    leader(&LeaderNear { bonus: s.bonus, distance: s.distance, ..LeaderNear::default() }, s.purpose, &mut tally);
    tally.sum
}

/// The die of a test, in classes by its value: class 0 is the worst. Without L3C-MOR-124 there is none.
#[must_use]
pub fn throw(book: &Book) -> Throw {
    // The die is thrown in every test (L3C-GAP-C38).
    if !book.all(&[r::L3C_MOR_124, r::L3C_GAP_C38]) {
        return Throw::default();
    }
    let faces = &book.tables.chance.of_face;
    let cuts = faces.windows(2).zip(2_i16..).filter(|(pair, _)| pair[0] != pair[1]).map(|(_, face)| face);
    Throw::d6(1).cuts(cuts)
}

/// The value of a class of that throw (L3C-MOR-124).
#[must_use]
pub fn luck(book: &Book, class: i16) -> i8 {
    if !book.all(&[r::L3C_MOR_124, r::L3C_GAP_C38]) {
        return 0;
    }
    let faces = &book.tables.chance.of_face;
    let mut seen = 0;
    let mut worth = faces[0];
    for &next in &faces[1..] {
        if next != worth && seen < class {
            seen += 1;
            worth = next;
        }
    }
    worth
}

/// The value of a face.
#[must_use]
pub fn luck_of_face(book: &Book, face: u8) -> i8 {
    let place = usize::from(face.clamp(1, 6)) - 1;
    if book.on(r::L3C_MOR_124) { book.tables.chance.of_face[place] } else { 0 }
}
