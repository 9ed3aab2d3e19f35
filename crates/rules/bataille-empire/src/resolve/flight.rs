//! Charges that are run from: the first leg, the chase of a target that flees, the fall-back of skirmishers.

use crate::Ud;
use crate::resolve::fire;
use crate::terms::book::{Book, r};
use crate::terms::profile::Body;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The first leg of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct FirstLeg {
    /// How far the charger goes.
    pub goes: Ud,
    /// How far it is then from its target.
    pub stops_at: Ud,
}

/// The first leg of a charge from this distance (BE-CHA-05, BE-GAP-44).
#[must_use]
pub fn first_leg(book: &Book, distance: Ud) -> FirstLeg {
    let limit = book.tables.distance.first_leg;
    if !book.on(r::BE_CHA_05) {
        return FirstLeg { goes: Ud::default(), stops_at: distance };
    }
    let stops_at = if book.options.first_leg_at_least_four || !book.on(r::BE_GAP_44) {
        distance.minus(distance.half().max(limit))
    } else {
        distance.half().min(limit)
    };
    FirstLeg { goes: distance.minus(stops_at), stops_at }
}

/// A charge whose target flees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Chase {
    /// How far the charge may go in all.
    pub reach: Ud,
    /// From where it was declared.
    pub distance: Ud,
    /// How far the target flees.
    pub flight: Ud,
}

/// What comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Chased {
    /// What the charger has left after the first leg.
    pub left: Ud,
    /// How far away the flight ends.
    pub away: Ud,
    /// The target is caught.
    pub caught: bool,
}

/// Whether a charger catches a target that flees (BE-GAP-43): counted from the end of the first leg.
#[must_use]
pub fn chase(book: &Book, s: &Chase) -> Chased {
    let leg = first_leg(book, s.distance);
    // Without BE-CHA-09 a charge would have no end.
    let left = if book.on(r::BE_CHA_09) { s.reach.minus(leg.goes) } else { Ud::of(u16::MAX) };
    let away = leg.stops_at.plus(s.flight);
    Chased { left, away, caught: left >= away && book.on(r::BE_GAP_43) }
}

/// How far a unit flees of its own will (BE-GAP-43).
#[must_use]
pub fn voluntary(book: &Book, unit: &Body) -> Ud {
    book.tables.voluntary_flight.of(unit.mounted())
}

/// What skirmishers who fall back come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct FellBack {
    /// How far they are then from the enemy.
    pub distance: Ud,
    /// They can fire from there.
    pub fires: bool,
}

/// Skirmishers fall back before an enemy at this distance (BE-REA-31, BE-REA-32).
#[must_use]
pub fn fall_back(book: &Book, unit: &Body, distance: Ud) -> FellBack {
    let back = if book.on(r::BE_REA_32) { book.tables.distance.fall_back } else { Ud::default() };
    let distance = distance.plus(back);
    let marked = unit.marker && book.on(r::BE_MA_05);
    let fires = book.on(r::BE_REA_31) && !marked && fire::band(book, unit, false, distance).is_some();
    FellBack { distance, fires }
}
