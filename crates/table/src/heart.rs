//! The heart of an area: a disc that lies wholly in it. Private.
//!
//! A line between two places outside the area that comes through the disc is cut by it for certain, which takes a dozen
//! multiplications to see, whatever the number of its sides.

use crate::shape::{Outline, Span, sides};
use crate::vector::{Bounds, Vector, nearest_on_segment};
use crate::{Cm, SLACK};

/// A disc within an area, drawn in a little.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heart {
    centre: Vector,
    radius: f64,
    /// The box of the area, drawn out a little.
    bounds: Bounds,
}

/// So much is drawn in and out: more than is ever counted as grazing, and more than is lost in computing.
const MARGIN: Cm = 2 * SLACK;

/// Places tried for the centre, in each direction.
const PLACES: u8 = 7;

impl Heart {
    /// A large disc in an area; nothing for a line, or where no disc is worth having.
    pub fn of(outline: &Outline) -> Option<Self> {
        let Outline::Area(corners) = outline else { return None };
        let (bounds, margin) = (outline.bounds(), f64::from(MARGIN));
        let size = bounds.max - bounds.min;
        let steps = || (1..=PLACES).map(|n| f64::from(n) / f64::from(PLACES + 1));
        let places = steps().flat_map(|x| steps().map(move |y| bounds.min + Vector::new(size.x * x, size.y * y)));
        let room = |p: Vector| sides(corners).map(|(a, b)| (nearest_on_segment(a, b, p) - p).length()).fold(f64::INFINITY, f64::min);
        let inside = places.filter(|&p| outline.holds(p)).map(|p| (p, room(p)));
        let (centre, room) = inside.max_by(|a, b| a.1.total_cmp(&b.1))?;
        let radius = room - margin;
        // A smaller one would not make the chord longer than what counts as grazing.
        (radius > margin).then_some(Self { centre, radius, bounds: bounds.grown(margin) })
    }

    /// Does a segment for certain go in on one side of the area and out on the other?
    pub fn parts(&self, span: &Span) -> bool {
        let middle = self.centre - span.from;
        let along = middle.dot(span.along);
        span.along.cross(middle).abs() <= self.radius
            && along >= 0.0
            && along <= span.length
            && !self.bounds.holds(span.from)
            && !self.bounds.holds(span.to)
    }
}
