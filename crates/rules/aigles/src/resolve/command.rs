//! Generals, aides and written orders.

mod attitude;
mod notes;
mod officers;

pub use attitude::{PlanKind, allows, counter_charge_allowed, follows_up};
pub use notes::{NoteRide, NoteTime, note_time, reading, ride, rides_every};
pub use officers::{
    InMelee, OfficerFate, UnderFire, Watched, default_value, fate_in_melee, fate_under_fire, throw_under_fire, watched,
};
