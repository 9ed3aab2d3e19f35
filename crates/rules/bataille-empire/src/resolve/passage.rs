//! Passage of lines (BE-MAN-08, BE-MAN-09, BE-GAP-29).

use crate::Ud;
use crate::terms::book::{Book, r};
use crate::terms::profile::Formation;
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that passes through a friend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Passage {
    /// Distance of the nearest enemy of either.
    pub enemy: Ud,
    /// The gap to the left of the unit passed.
    pub interval_left: Ud,
    pub interval_right: Ud,
    /// The formation of the unit that passes.
    pub passing: Formation,
    /// The formation of the unit passed.
    pub passed: Formation,
    /// Difference of their facings, in degrees.
    #[schemars(range(min = 0, max = 180))]
    pub turned: u16,
}

/// Whether a unit may pass through a friend.
///
/// # Errors
/// The rule that forbids it.
pub fn passage(book: &Book, s: &Passage) -> Result<(), Bar> {
    let table = &book.tables;
    if (s.passed.is_square() || s.passing.is_square()) && book.on(r::BE_MAN_09) {
        return Err(Bar::by(r::BE_MAN_09, "square"));
    }
    // Skirmishers pass and are passed without limits.
    if (s.passed == Formation::Skirmish || s.passing == Formation::Skirmish) && book.on(r::BE_GAP_29) {
        return Ok(());
    }
    if !book.on(r::BE_MAN_08) {
        return Err(Bar::by(r::BE_MAN_08, "friend"));
    }
    if i32::from(s.turned) * 100 > table.angle.same_way.0 {
        return Err(Bar::by(r::BE_MAN_08, "facing"));
    }
    if s.enemy <= table.distance.passage {
        return Err(Bar::by(r::BE_MAN_08, "enemy_near"));
    }
    let room = table.distance.passage_interval;
    if s.interval_left < room || s.interval_right < room {
        return Err(Bar::by(r::BE_MAN_08, "interval"));
    }
    Ok(())
}
