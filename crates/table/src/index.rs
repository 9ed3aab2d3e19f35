//! A spatial index over pieces, built once per batch of queries and never stored.
//!
//! Results come in rising order of tags, whatever the order of insertion. Building takes one pass, a query the cells it
//! reaches.

use crate::geometry::grid::Grid;
use crate::geometry::packed_tree::PackedTree;
use crate::geometry::shape::Span;
use crate::geometry::vector::{Bounds, Rect, Vector};
use crate::measure::rects_within;
use crate::{Cm, Piece, Point, SLACK};
use rstar::{AABB, RTreeObject};

/// An item with its bounding box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Boxed<T> {
    pub what: T,
    pub bounds: Bounds,
}

impl<T> RTreeObject for Boxed<T> {
    type Envelope = AABB<[f64; 2]>;

    fn envelope(&self) -> Self::Envelope {
        self.bounds.aabb()
    }
}

/// An index of pieces and points by tag; several pieces may have the same tag.
///
/// ```
/// use grognard_table::{Near, Point};
/// let near = Near::of_points([(7, Point::new(0, 0)), (3, Point::new(900, 0)), (5, Point::new(5_000, 0))]);
/// assert_eq!(near.within(Point::new(0, 0), 1_000), [3, 7]);
/// ```
#[derive(Clone, Debug)]
pub struct Near {
    grid: Grid,
}

impl Near {
    /// An index of pieces.
    #[must_use]
    pub fn of_pieces(pieces: impl IntoIterator<Item = (u32, Piece)>) -> Self {
        Self::of_rects(pieces.into_iter().map(|(tag, piece)| (tag, Rect::from(&piece))))
    }

    /// An index of points.
    #[must_use]
    pub fn of_points(points: impl IntoIterator<Item = (u32, Point)>) -> Self {
        Self::of_rects(points.into_iter().map(|(tag, p)| (tag, Rect::point(p.into()))))
    }

    fn of_rects(rects: impl Iterator<Item = (u32, Rect)>) -> Self {
        Self { grid: Grid::new(rects.collect()) }
    }

    /// The tags of all items within `radius` of a point, with the usual slack.
    #[must_use]
    pub fn within(&self, p: Point, radius: Cm) -> Vec<u32> {
        self.reached(&Rect::point(p.into()), radius)
    }

    /// The tags of all items within `radius` of a piece (itself included, if it is in the index).
    #[must_use]
    pub fn around(&self, piece: &Piece, radius: Cm) -> Vec<u32> {
        self.reached(&piece.into(), radius)
    }

    fn reached(&self, of: &Rect, radius: Cm) -> Vec<u32> {
        let found = self.grid.touching(of.bounds().grown(f64::from(radius) + f64::from(2 * SLACK)));
        sorted(found.filter(|(_, r)| rects_within(r, of, radius)).map(|(tag, _)| *tag))
    }

    /// Number of pieces or points in the index.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.grid.len()
    }

    /// Is there nothing in the index?
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn sorted(tags: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut tags: Vec<u32> = tags.collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

/// Pieces that may hide others from sight: built once per batch.
#[derive(Clone, Debug)]
pub struct Blockers {
    packed: PackedTree<u32>,
    blockers: Vec<Blocker>,
}

/// One piece of a [`Blockers`] index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocker {
    pub tag: u32,
    pub rect: Rect,
}

impl Blockers {
    #[must_use]
    pub fn none() -> Self {
        Self::new(&[])
    }

    /// An index of the pieces given, by the tags of their units.
    #[must_use]
    pub fn new(pieces: &[(u32, Piece)]) -> Self {
        let blockers: Vec<Blocker> = pieces.iter().map(|(tag, p)| Blocker { tag: *tag, rect: p.into() }).collect();
        let boxed = (0..).zip(&blockers).map(|(i, b)| (b.rect.bounds(), None, i)).collect();
        Self { packed: PackedTree::new(boxed), blockers }
    }

    /// Visits the pieces that may be within `width` of a segment, in no order.
    pub(crate) fn along(&self, span: &Span, width: f64, mut visit: impl FnMut(u32, &Blocker)) {
        self.packed.along(span, width, |i: u32| {
            if let Some(blocker) = self.get(i) {
                visit(i, blocker);
            }
        });
    }

    /// Whether one of the pieces that may be within `width` of a segment is `enough`.
    pub(crate) fn any_along(&self, span: &Span, width: f64, mut enough: impl FnMut(&Blocker) -> bool) -> bool {
        self.packed.any_along(span, width, |i: u32| self.get(i).is_some_and(&mut enough))
    }

    pub(crate) fn get(&self, i: u32) -> Option<&Blocker> {
        self.blockers.get(i as usize)
    }
}

/// The stretch of a segment inside a rectangle, as centimetres from its start.
pub(crate) fn chord(r: &Rect, span: &Span) -> Option<(f64, f64)> {
    let (start, speed) = (r.local(span.from), Vector::new(span.along.dot(r.right), span.along.dot(r.ahead)));
    let (mut enter, mut leave) = (0.0_f64, span.length);
    for (from, speed, half) in [(start.x, speed.x, r.half_front), (start.y, speed.y, r.half_depth)] {
        if speed.abs() < 1e-12 {
            if from.abs() > half {
                return None;
            }
        } else {
            let (a, b) = ((-half - from) / speed, (half - from) / speed);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
    }
    (enter <= leave).then_some((enter, leave))
}
