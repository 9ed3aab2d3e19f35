//! Reading a score of morale.

use crate::{Band, Book, Case, Column, Gait, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A score within the table (L3C-MOR-04).
#[must_use]
pub fn clamp(book: &Book, score: i16) -> i8 {
    let table = &book.tables.morale;
    let (least, most) = if book.on(r::L3C_MOR_04) { (table.least, table.most) } else { (i8::MIN, i8::MAX) };
    score.clamp(i16::from(least), i16::from(most)) as i8
}

/// The case of a score (L3C-GAP-C01); outside the table the last case of its end.
#[must_use]
pub fn read(book: &Book, column: Column, score: i8) -> Case {
    // Without the table no text says what a score allows: the unit stays in place.
    if !book.on(r::L3C_GAP_C01) {
        return Case::Stand;
    }
    let table = &book.tables.reading;
    let cases = match column {
        Column::Contact if book.options.contact_boundary_up => &table.contact,
        Column::Contact | Column::Fire => &table.fire,
    };
    let place = (i16::from(table.highest) - i16::from(score)).clamp(0, cases.len() as i16 - 1);
    cases[place.unsigned_abs() as usize]
}

/// Cases that a unit testing for another reason drops (L3C-GAP-C01).
#[must_use]
pub fn down(book: &Book, score: i8) -> u8 {
    let table = &book.tables.reading;
    if !book.on(r::L3C_GAP_C01) {
        return 0;
    }
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

/// A score, and the announcement made before the die.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Score {
    /// The column in which it is read.
    pub column: Column,
    #[schemars(range(min = -99, max = 99))]
    pub score: i8,
    #[schemars(extend("x-when" = { "column": ["contact"] }))]
    pub announced_gait: Option<Gait>,
    #[schemars(extend("x-when" = { "column": ["fire"] }))]
    pub announced_band: Option<Band>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct AllowedByScore {
    pub case: Case,
    pub gait: Gait,
    /// The band of a fire; `None`: no fire, or one without effect.
    #[serde(serialize_with = "band_word")]
    pub band: Option<Band>,
}

/// A band, or the word for none.
pub(crate) fn band_word<S: serde::Serializer>(band: &Option<Band>, to: S) -> Result<S::Ok, S::Error> {
    match band {
        Some(band) => band.serialize(to),
        None => to.serialize_str("none"),
    }
}

/// Reads a score: the case is kept, but the unit does no more than it announced (L3C-MOR-06).
#[must_use]
pub fn reading(book: &Book, s: &Score) -> AllowedByScore {
    let case = read(book, s.column, clamp(book, s.score.into()));
    let (gait, band) = held(book, case, s.announced_gait, s.announced_band);
    AllowedByScore { case, gait, band }
}

/// The gait and the band of a case, limited by the announcement (L3C-MOR-06).
#[must_use]
pub fn held(
    book: &Book,
    case: Case,
    announced_gait: Option<Gait>,
    announced_band: Option<Band>,
) -> (Gait, Option<Band>) {
    let announced = book.on(r::L3C_MOR_06);
    let gait = slower(case.gait(), announced_gait.filter(|_| announced).unwrap_or(Gait::Charge));
    let band = band(book, case).map(|band| band.max(announced_band.filter(|_| announced).unwrap_or(Band::P1)));
    (gait, band)
}
