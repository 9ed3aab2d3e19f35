//! Wheeling (LA-PIV-01 to LA-PIV-04, LA-GAP-57).

use crate::terms::book::{Book, r};
use crate::{Distance, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Wheel {
    /// Front of the unit.
    #[schemars(range(max = 1000))]
    pub front: Distance,
    #[schemars(range(min = 1, max = 360))]
    pub degrees: u16,
    pub status: Status,
    /// Its allowance in its formation.
    #[schemars(range(min = 1, max = 60))]
    pub allowance: u8,
}

impl Default for Wheel {
    fn default() -> Self {
        Self { front: Distance::from_cm(2925), degrees: 90, status: Status::Regular, allowance: 18 }
    }
}

/// The path of the outermost figure (LA-PIV-01, LA-GAP-57), twice that at half speed for SR, M and I (LA-PIV-02), in
/// centimetres on the ground.
#[must_use]
pub fn wheel_arc(book: &Book, front: Distance, hundredths_of_degree: u32, status: Status) -> f64 {
    if !book.all(&[r::LA_PIV_01, r::LA_GAP_57]) {
        return 0.0;
    }
    let arc = f64::from(front.cm()) * (f64::from(hundredths_of_degree) / 100.0).to_radians();
    let slow = book.tables.movement.wheel_poor;
    let slow = if status.good() || !book.on(r::LA_PIV_02) { 1.0 } else { slow.den as f64 / slow.num.max(1) as f64 };
    arc * slow
}

/// Cost of a wheel, rounded up: the grid of the ground counts against the mover.
#[must_use]
pub fn wheel_cost(book: &Book, front: Distance, hundredths_of_degree: u32, status: Status) -> Distance {
    #[allow(clippy::cast_possible_truncation, reason = "a wheel of a front of the table")]
    let cm = wheel_arc(book, front, hundredths_of_degree, status).ceil() as i32;
    Distance::from_cm(cm)
}
