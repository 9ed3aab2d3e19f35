//! The time that a written order takes (LA-MVT-12, LA-GAP-14, LA-GAP-59).

use crate::Distance;
use crate::terms::book::{Book, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NoteRide {
    /// The half in which it is written, from 1.
    #[schemars(range(min = 1, max = 200))]
    pub half: u16,
    /// Distance of the aide's ride; 0: the general is in contact in person.
    #[schemars(range(max = 1000))]
    pub distance: Distance,
}

impl Default for NoteRide {
    fn default() -> Self {
        Self { half: 1, distance: Distance::of(23) }
    }
}

/// The times of delivery and effect; quarters are counted through the battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct NoteTime {
    /// The half in which it is handed over.
    pub delivered_in_half: u16,
    /// The quarter at whose end it is handed over.
    pub delivered_at: u16,
    /// The quarter from whose end it is in force.
    pub in_force_from: u16,
}

/// Officers and aides ride once in this many quarters: in the second of a half (LA-GAP-59).
#[must_use]
pub fn rides_every(book: &Book) -> u16 {
    if book.options.officers_each_quarter || !book.on(r::LA_GAP_59) { 1 } else { 2 }
}

/// Distance of such a ride.
#[must_use]
pub fn ride(book: &Book) -> Distance {
    Distance::from_cm(book.tables.officers.ride.cm() * i32::from(rides_every(book)) / 4)
}

/// Quarters needed to read a note before it takes effect (LA-MVT-12).
#[must_use]
pub fn reading(book: &Book) -> u8 {
    if book.on(r::LA_MVT_12) { book.tables.time.reading } else { 0 }
}

/// The times at which a note arrives and takes effect.
#[must_use]
pub fn note_time(book: &Book, note: &NoteRide) -> NoteTime {
    let start = note.half.max(1).saturating_sub(1).saturating_mul(2);
    let reading = u16::from(reading(book));
    if note.distance.cm() == 0 && book.on(r::LA_GAP_14) {
        // A note by a general in contact is delivered at once and read during the first quarter (LA-GAP-14).
        return NoteTime { delivered_in_half: note.half, delivered_at: start, in_force_from: start + reading };
    }
    let (every, ride) = (rides_every(book), ride(book).cm().max(1));
    let needed = ((note.distance.cm() + ride - 1) / ride).max(1);
    let needed = rulebook::saturated::<u16, _>(needed);
    let at = start.saturating_add(needed.saturating_mul(every));
    NoteTime { delivered_in_half: at.div_ceil(2), delivered_at: at, in_force_from: at.saturating_add(reading) }
}
