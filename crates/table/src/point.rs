//! Points, poses and the units in which they are stored.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Centimetres on the ground.
pub type Cm = i32;

/// Hundredths of a degree, clockwise; as a bearing 0 is north and 9000 east.
pub type Angle = i32;

/// A place on the ground, in centimetres: east is +x, north is +y.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// Eastwards.
    pub x: Cm,
    /// Northwards.
    pub y: Cm,
}

/// A place and the way one faces there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Pose {
    /// Where.
    pub at: Point,
    /// Bearing, in 0..36000.
    pub facing: Angle,
}

impl Point {
    /// A point from its two coordinates.
    #[must_use]
    pub const fn new(x: Cm, y: Cm) -> Self {
        Self { x, y }
    }
}

impl Pose {
    /// A pose; the facing is brought into 0..36000.
    #[must_use]
    pub const fn new(x: Cm, y: Cm, facing: Angle) -> Self {
        Self { at: Point::new(x, y), facing: facing.rem_euclid(36_000) }
    }
}
