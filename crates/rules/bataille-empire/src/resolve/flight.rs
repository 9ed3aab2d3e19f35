//! Charges from which the target flees: the first leg, the chase, the fall-back of skirmishers.

use crate::Ud;
use crate::resolve::fire;
use crate::terms::book::{Book, r};
use crate::terms::profile::Body;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The first leg of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct FirstLeg {
    /// Distance that the charger moves.
    pub goes: Ud,
    /// Its distance from the target afterwards.
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
    /// Total distance that the charge may move.
    pub reach: Ud,
    /// Distance at which it was declared.
    pub distance: Ud,
    /// Distance that the target flees.
    pub flight: Ud,
}

/// The result of a chase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Chased {
    /// Movement that the charger has left after the first leg.
    pub left: Ud,
    /// Distance of the end of the flight.
    pub away: Ud,
    /// The target is caught.
    pub caught: bool,
}

/// Whether a charger catches a fleeing target (BE-GAP-43), counted from the end of the first leg.
#[must_use]
pub fn chase(book: &Book, s: &Chase) -> Chased {
    let leg = first_leg(book, s.distance);
    // Without BE-CHA-09 a charge has no limit.
    let left = if book.on(r::BE_CHA_09) { s.reach.minus(leg.goes) } else { Ud::of(u16::MAX) };
    let away = leg.stops_at.plus(s.flight);
    Chased { left, away, caught: left >= away && book.on(r::BE_GAP_43) }
}

/// The distance of a voluntary flight (BE-GAP-43).
#[must_use]
pub fn voluntary(book: &Book, unit: &Body) -> Ud {
    book.tables.voluntary_flight.of(unit.mounted())
}

/// The result of a fall-back of skirmishers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct FellBack {
    /// Distance from the enemy afterwards.
    pub distance: Ud,
    /// They can fire from there.
    pub fires: bool,
}

/// The fall-back of skirmishers from an enemy at this distance (BE-REA-31, BE-REA-32).
#[must_use]
pub fn fall_back(book: &Book, unit: &Body, distance: Ud) -> FellBack {
    let back = if book.on(r::BE_REA_32) { book.tables.distance.fall_back } else { Ud::default() };
    let distance = distance.plus(back);
    let marked = unit.marker && book.on(r::BE_MA_05);
    let fires = book.on(r::BE_REA_31) && !marked && fire::band(book, unit, false, distance).is_some();
    FellBack { distance, fires }
}
