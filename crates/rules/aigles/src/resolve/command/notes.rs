//! How long a written order takes (LA-MVT-12, LA-GAP-14, LA-GAP-59).

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
    /// How far the aide has to ride; 0: the general is in contact himself.
    #[schemars(range(max = 1000))]
    pub distance: Distance,
}

impl Default for NoteRide {
    fn default() -> Self {
        Self { half: 1, distance: Distance::of(23) }
    }
}

/// When it arrives and works; quarters are counted through the battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct NoteTime {
    /// The half in which it is handed over.
    pub delivered_in_half: u16,
    /// The quarter at whose end.
    pub delivered_at: u16,
    /// The quarter from whose end it is in force.
    pub in_force_from: u16,
}

/// When a note arrives and works.
#[must_use]
pub fn note_time(book: &Book, note: &NoteRide) -> NoteTime {
    let table = &book.tables;
    let start = note.half.max(1).saturating_sub(1).saturating_mul(2);
    let reading = if book.on(r::LA_MVT_12) { u16::from(table.time.reading) } else { 0 };
    if note.distance.cm() == 0 && book.on(r::LA_GAP_14) {
        // What a general in contact writes is delivered there and read during the first quarter (LA-GAP-14).
        return NoteTime { delivered_in_half: note.half, delivered_at: start, in_force_from: start + reading };
    }
    // Aides ride once in a half, in its second quarter, half of a period’s move (LA-GAP-59).
    let every: u16 = if book.options.officers_each_quarter || !book.on(r::LA_GAP_59) { 1 } else { 2 };
    let ride = (table.officers.ride.cm() * i32::from(every) / 4).max(1);
    let needed = ((note.distance.cm() + ride - 1) / ride).max(1);
    let needed = u16::try_from(needed).unwrap_or(u16::MAX);
    let at = start.saturating_add(needed.saturating_mul(every));
    NoteTime { delivered_in_half: at.div_ceil(2), delivered_at: at, in_force_from: at.saturating_add(reading) }
}
