//! Two concentric discs: one that lies wholly in an area, and one that contains the area.
//!
//! A line between two places outside the area that passes through the inner disc certainly crosses the area, and one
//! that misses the outer disc certainly does not; both tests take a few multiplications, whatever the number of sides.

use crate::geometry::shape::{Outline, sides};
use crate::geometry::vector::{Vector, nearest_on_segment};
use crate::{Cm, SLACK};

/// Two discs about a point in an area, the inner slightly smaller and the outer slightly larger than exact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Discs {
    pub centre: Vector,
    /// Negative where a disc is not worth having.
    pub inner: f64,
    pub outer: f64,
}

/// The margin of both discs: more than the tolerance for grazing.
const MARGIN: Cm = 2 * SLACK;

/// Places tried for the centre, in each direction.
const PLACES: u8 = 7;

impl Discs {
    /// The discs of an area; `None` for a line.
    pub fn of(outline: &Outline) -> Option<Self> {
        let Outline::Area(corners) = outline else { return None };
        let (bounds, margin) = (outline.bounds(), f64::from(MARGIN));
        let size = bounds.max - bounds.min;
        let steps = || (1..=PLACES).map(|n| f64::from(n) / f64::from(PLACES + 1));
        let places = steps().flat_map(|x| steps().map(move |y| bounds.min + Vector::new(size.x * x, size.y * y)));
        let to_side = |p: Vector| move |(a, b)| (nearest_on_segment(a, b, p) - p).length();
        let room = |p: Vector| sides(corners).map(to_side(p)).fold(f64::INFINITY, f64::min);
        let inside = places.filter(|&p| outline.holds(p)).map(|p| (p, room(p)));
        let (centre, room) = inside.max_by(|a, b| a.1.total_cmp(&b.1))?;
        let farthest = corners.iter().map(|&corner| (corner - centre).length()).fold(0.0, f64::max);
        // In a smaller disc the chord might be no longer than the tolerance for grazing.
        let inner = if room > 2.0 * margin { room - margin } else { -1.0 };
        Some(Self { centre, inner, outer: farthest + margin })
    }
}
