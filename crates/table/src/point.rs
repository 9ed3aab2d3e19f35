//! Points, poses and the units in which they are stored.

use crate::geometry::vector::{self, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Centimetres on the ground.
pub type Cm = i32;

/// Hundredths of a degree, clockwise; as a bearing 0 is north and 9000 east.
pub type Angle = i32;

/// A place on the ground, in centimetres: east is +x, north is +y.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// The distance east of the origin.
    pub x: Cm,
    /// The distance north of the origin.
    pub y: Cm,
}

/// A place and a facing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Pose {
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

    /// Distance to another point, not rounded. For a comparison with a limit use a [`crate::Measure`].
    ///
    /// ```
    /// use grognard_table::Point;
    /// assert_eq!(Point::new(0, 0).to(Point::new(300, 400)), 500.0);
    /// ```
    #[must_use]
    #[inline]
    pub fn to(self, other: Self) -> f64 {
        (Vector::from(other) - self.into()).length()
    }

    /// Distance to another point, rounded.
    #[must_use]
    #[inline]
    pub fn far(self, other: Self) -> Cm {
        vector::whole(self.to(other))
    }

    /// Bearing under which another point is seen, in 0..36000; 0 when both are the same point.
    ///
    /// ```
    /// use grognard_table::Point;
    /// assert_eq!(Point::new(0, 0).bearing_to(Point::new(5, -5)), 13_500);
    /// ```
    #[must_use]
    pub fn bearing_to(self, other: Self) -> Angle {
        vector::bearing(Vector::from(other) - self.into())
    }

    /// The point `cm` away on a bearing (backwards when negative), rounded.
    #[must_use]
    #[inline]
    pub fn step(self, bearing: Angle, cm: Cm) -> Self {
        (Vector::from(self) + vector::heading(bearing) * f64::from(cm)).round()
    }

    /// The point half way, rounded.
    #[must_use]
    #[inline]
    pub fn middle(self, other: Self) -> Self {
        ((Vector::from(self) + other.into()) * 0.5).round()
    }

    /// This point carried round a pivot by an angle (clockwise when positive), rounded.
    #[must_use]
    pub fn rotated(self, pivot: Self, by: Angle) -> Self {
        let (d, north) = (Vector::from(self) - pivot.into(), vector::heading(by));
        let turned = Vector::new(d.x * north.y + d.y * north.x, d.y * north.y - d.x * north.x);
        (Vector::from(pivot) + turned).round()
    }
}

impl Pose {
    /// A pose; the facing is brought into 0..36000.
    #[must_use]
    pub const fn new(x: Cm, y: Cm, facing: Angle) -> Self {
        Self { at: Point::new(x, y), facing: facing.rem_euclid(36_000) }
    }

    /// The same facing, `cm` further ahead (behind when negative), rounded.
    #[must_use]
    #[inline]
    pub fn ahead(self, cm: Cm) -> Self {
        Self { at: self.at.step(self.facing, cm), ..self }
    }

    /// The same place, turned by an angle (clockwise when positive).
    #[must_use]
    pub const fn turned(self, by: Angle) -> Self {
        Self { at: self.at, facing: (self.facing.rem_euclid(36_000) + by.rem_euclid(36_000)).rem_euclid(36_000) }
    }

    /// The point at a distance to the right and ahead of this pose, rounded.
    ///
    /// ```
    /// use grognard_table::{Point, Pose};
    /// assert_eq!(Pose::new(0, 0, 9_000).local(10, 100), Point::new(100, -10));
    /// ```
    #[must_use]
    #[inline]
    pub fn local(self, x_right: Cm, y_ahead: Cm) -> Point {
        let ahead = vector::heading(self.facing);
        let right = Vector::new(ahead.y, -ahead.x);
        (Vector::from(self.at) + right * f64::from(x_right) + ahead * f64::from(y_ahead)).round()
    }

    /// The distances to the right and ahead of this pose at which a point lies, rounded: the inverse of
    /// [`Pose::local`].
    #[must_use]
    #[inline]
    pub fn seen(self, p: Point) -> (Cm, Cm) {
        let ahead = vector::heading(self.facing);
        let d = Vector::from(p) - self.at.into();
        (vector::whole(d.dot(Vector::new(ahead.y, -ahead.x))), vector::whole(d.dot(ahead)))
    }
}

/// The shorter way to turn from one bearing to another, in -18000..=18000; positive is clockwise and so is a half turn.
///
/// ```
/// use grognard_table::turn;
/// assert_eq!(turn(35_000, 1_000), 2_000);
/// assert_eq!(turn(1_000, 35_000), -2_000);
/// assert_eq!(turn(0, 18_000), 18_000);
/// ```
#[must_use]
pub const fn turn(from: Angle, to: Angle) -> Angle {
    let d = (to.rem_euclid(36_000) - from.rem_euclid(36_000)).rem_euclid(36_000);
    if d > 18_000 { d - 36_000 } else { d }
}
