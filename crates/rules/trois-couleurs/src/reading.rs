//! Reading a score of morale.

use crate::{Band, Book, Case, Column, Gait};

/// A score within the table (L3C-MOR-04).
#[must_use]
pub fn clamp(book: &Book, score: i16) -> i8 {
    let table = &book.tables.morale;
    score.clamp(i16::from(table.least), i16::from(table.most)) as i8
}

/// The case of a score (L3C-GAP-C01); outside the table the last case of its end.
#[must_use]
pub fn read(book: &Book, column: Column, score: i8) -> Case {
    let table = &book.tables.reading;
    let cases = match column {
        Column::Contact => &table.contact,
        Column::Fire => &table.fire,
    };
    let place = (i16::from(table.highest) - i16::from(score)).clamp(0, cases.len() as i16 - 1);
    cases[place.unsigned_abs() as usize]
}

/// How many cases a unit goes down that tests for another reason.
#[must_use]
pub fn down(book: &Book, score: i8) -> u8 {
    let table = &book.tables.reading;
    let place = (i16::from(table.highest) - i16::from(score)).clamp(0, table.down.len() as i16 - 1);
    table.down[place.unsigned_abs() as usize]
}

/// The band of fire that a case allows.
#[must_use]
pub fn band(book: &Book, case: Case) -> Option<Band> {
    let table = &book.tables.reading.band;
    match case {
        Case::Charge => Some(table.charge),
        Case::Attack => Some(table.attack),
        Case::Advance => Some(table.advance),
        _ => None,
    }
}

/// The slower of two gaits.
#[must_use]
pub fn slower(a: Gait, b: Gait) -> Gait {
    a.min(b)
}
