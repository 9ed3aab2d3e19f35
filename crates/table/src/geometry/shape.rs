//! Prepared outlines: polygons and lines in `f64`, with the basic queries.

use crate::geometry::vector::{Bounds, Rect, Vector, nearest_on_segment};
use crate::measure::gap;
use crate::{Point, Shape};
use smallvec::SmallVec;

/// Stretches of a segment, in centimetres from its start, in order and apart.
pub(crate) type Stretches = SmallVec<[(f64, f64); 8]>;

/// Boxes about the parts of an outline.
pub(crate) type Boxes = SmallVec<[Bounds; 8]>;

/// Boxes farther apart than this are certainly apart, whatever the rounding.
pub(crate) const SPARE: f64 = 1.0;

/// The outline of a feature.
#[derive(Clone, Debug)]
pub(crate) enum Outline {
    Area(Vec<Vector>),
    Line { points: Vec<Vector>, half_width: f64 },
}

impl From<&Shape> for Outline {
    fn from(shape: &Shape) -> Self {
        let vectors = |points: &[Point]| points.iter().map(|&p| p.into()).collect();
        match shape {
            Shape::Area(points) => Self::Area(vectors(points)),
            Shape::Line { points, width } => {
                Self::Line { points: vectors(points), half_width: f64::from((*width).max(0)) / 2.0 }
            }
        }
    }
}

/// A segment with its length and direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub from: Vector,
    pub to: Vector,
    pub along: Vector,
    pub length: f64,
}

impl Span {
    pub fn new(from: Vector, to: Vector) -> Self {
        let length = (to - from).length();
        let along = if length > 0.0 { (to - from) * (1.0 / length) } else { Vector::new(0.0, 1.0) };
        Self { from, to, along, length }
    }

    pub fn at(&self, cm: f64) -> Vector {
        self.from + self.along * cm
    }
}

pub(crate) fn sides(corners: &[Vector]) -> impl Iterator<Item = (Vector, Vector)> + '_ {
    let closing = corners.last().copied().zip(corners.first().copied());
    corners.windows(2).map(|w| (w[0], w[1])).chain(closing)
}

fn links(points: &[Vector]) -> impl Iterator<Item = (Vector, Vector)> + '_ {
    // A line of one point is a point.
    let spot = (points.len() == 1).then(|| (points[0], points[0]));
    points.windows(2).map(|w| (w[0], w[1])).chain(spot)
}

/// Robust point-in-polygon; the boundary belongs to the polygon.
pub(crate) fn holds(corners: &[Vector], p: Vector) -> bool {
    let mut inside = false;
    for (a, b) in sides(corners) {
        if (a.y > p.y) == (b.y > p.y) {
            // A level side, or one wholly above or below: only touching matters.
            if a.y == p.y && b.y == p.y && p.x >= a.x.min(b.x) && p.x <= a.x.max(b.x) {
                return true;
            }
            if (a.y == p.y && a.x == p.x) || (b.y == p.y && b.x == p.x) {
                return true;
            }
            continue;
        }
        let left = robust::orient2d(a.coord(), b.coord(), p.coord());
        if left == 0.0 {
            return true;
        }
        if (left > 0.0) == (b.y > a.y) {
            inside = !inside;
        }
    }
    inside
}

/// The stretches of a segment inside a polygon. Every corner is put on one side of the line once and for all, so the
/// crossings always pair off; a side on the line itself counts as lying on its left.
pub(crate) fn stretches_in_area(corners: &[Vector], span: &Span, out: &mut Stretches) {
    let Some(&last) = corners.last() else { return };
    if span.length == 0.0 {
        if holds(corners, span.from) {
            out.push((0.0, 0.0));
        }
        return;
    }
    let seen = |corner: Vector| corner - span.from;
    let left_of = |corner: Vector| span.along.cross(seen(corner)) >= 0.0;
    let mut cuts: SmallVec<[f64; 8]> = SmallVec::new();
    let (mut before, mut left_before) = (last, left_of(last));
    for some in corners.chunks(64) {
        // All sides first, as bits: the branches would be unpredictable.
        let mut left = 0_u64;
        for (i, &corner) in some.iter().enumerate() {
            left |= u64::from(left_of(corner)) << i;
        }
        let mut changes = (left ^ (left << 1 | u64::from(left_before))) & (u64::MAX >> (64 - some.len()));
        while changes != 0 {
            let i = changes.trailing_zeros() as usize;
            changes &= changes - 1;
            let (a, b) = (seen(if i == 0 { before } else { some[i - 1] }), seen(some[i]));
            let (side, side_beyond) = (span.along.cross(a), span.along.cross(b));
            let part = side / (side - side_beyond);
            cuts.push(a.dot(span.along) + (b - a).dot(span.along) * part);
        }
        (before, left_before) = (some[some.len() - 1], left >> (some.len() - 1) & 1 == 1);
    }
    cuts.sort_unstable_by(f64::total_cmp);
    for pair in cuts.chunks_exact(2) {
        let (from, to) = (pair[0].max(0.0), pair[1].min(span.length));
        if from < to {
            out.push((from, to));
        }
    }
}

/// The stretch of a segment within `radius` of the link `a b`, if any. The region is convex: one stretch.
fn stretch_near_link(a: Vector, b: Vector, radius: f64, span: &Span) -> Option<(f64, f64)> {
    let mut found: Option<(f64, f64)> = None;
    let mut add = |from: f64, to: f64| {
        let (from, to) = (from.max(0.0), to.min(span.length));
        if from <= to {
            found = Some(found.map_or((from, to), |(f, t)| (f.min(from), t.max(to))));
        }
    };
    for end in [a, b] {
        let d = end - span.from;
        let (mid, off) = (d.dot(span.along), d.cross(span.along));
        let rest = radius * radius - off * off;
        if rest >= 0.0 {
            add(mid - rest.sqrt(), mid + rest.sqrt());
        }
    }
    let link = Span::new(a, b);
    if link.length > 0.0 {
        let d = span.from - a;
        let across = Vector::new(-link.along.y, link.along.x);
        let mut range = (0.0_f64, span.length);
        let slabs = [
            (d.dot(link.along), span.along.dot(link.along), 0.0, link.length),
            (d.dot(across), span.along.dot(across), -radius, radius),
        ];
        let mut empty = false;
        for (start, speed, low, high) in slabs {
            if speed.abs() < 1e-12 {
                empty |= start < low || start > high;
            } else {
                let (p, q) = ((low - start) / speed, (high - start) / speed);
                range = (range.0.max(p.min(q)), range.1.min(p.max(q)));
            }
        }
        if !empty {
            add(range.0, range.1);
        }
    }
    found
}

/// Merges stretches that touch.
pub(crate) fn merge(stretches: &mut Stretches) {
    stretches.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut kept = 0;
    for i in 1..stretches.len() {
        let (from, to) = stretches[i];
        if from <= stretches[kept].1 + 1e-6 {
            stretches[kept].1 = stretches[kept].1.max(to);
        } else {
            kept += 1;
            stretches[kept] = (from, to);
        }
    }
    stretches.truncate(kept + 1);
}

impl Outline {
    pub fn bounds(&self) -> Bounds {
        match self {
            Self::Area(corners) => Bounds::of(corners.iter().copied()),
            Self::Line { points, half_width } => Bounds::of(points.iter().copied()).grown(*half_width),
        }
    }

    /// Boxes that hold it, larger by `by` on every side: one of an area, one for each link of a line.
    pub fn boxes(&self, by: f64) -> Boxes {
        match self {
            Self::Area(_) => [self.bounds().grown(by)].into_iter().collect(),
            Self::Line { points, half_width } => {
                links(points).map(|(a, b)| Bounds::of([a, b]).grown(half_width + by)).collect()
            }
        }
    }

    pub fn holds(&self, p: Vector) -> bool {
        match self {
            Self::Area(corners) => holds(corners, p),
            Self::Line { points, half_width } => {
                links(points).any(|(a, b)| (nearest_on_segment(a, b, p) - p).length() <= *half_width)
            }
        }
    }

    /// The stretches of a segment in the feature; a thin line gives stretches without length.
    pub fn stretches(&self, span: &Span) -> Stretches {
        let mut out = Stretches::new();
        self.stretches_into(span, &mut out);
        out
    }

    /// The same, into a reused list.
    pub fn stretches_into(&self, span: &Span, out: &mut Stretches) {
        out.clear();
        match self {
            Self::Area(corners) => stretches_in_area(corners, span, out),
            Self::Line { points, half_width } => {
                // Most links of a long line are far from a short segment.
                let near = Bounds::of([span.from, span.to]).grown(half_width + SPARE);
                let links = links(points).filter(|(a, b)| Bounds::of([*a, *b]).meets(&near));
                out.extend(links.filter_map(|(a, b)| stretch_near_link(a, b, *half_width, span)));
                merge(out);
            }
        }
    }

    /// Nearest points of the feature and of a rectangle, and their distance; 0 when they touch or overlap.
    pub fn nearest(&self, r: &Rect) -> (Vector, Vector, f64) {
        let mut best = (r.centre, r.centre, f64::INFINITY);
        let bounds = r.bounds();
        let mut offer = |a: Vector, b: Vector, less: f64| {
            // No link is nearer than its box.
            if Bounds::of([a, b]).apart(&bounds) - less > best.2 + SPARE {
                return;
            }
            let link = link_rect(a, b);
            if gap(&link, r) - less < best.2 {
                let (on, of, far) = crate::measure::nearest(&link, r);
                let rim = if far > less && far > 0.0 { on + (of - on) * (less / far) } else { of };
                best = (rim, of, (far - less).max(0.0));
            }
        };
        match self {
            Self::Area(corners) => {
                if holds(corners, r.centre) {
                    return (r.centre, r.centre, 0.0);
                }
                sides(corners).for_each(|(a, b)| offer(a, b, 0.0));
            }
            Self::Line { points, half_width } => links(points).for_each(|(a, b)| offer(a, b, *half_width)),
        }
        best
    }

    /// Does a rectangle meet the feature, boundary included?
    pub fn meets(&self, r: &Rect) -> bool {
        match self {
            Self::Area(corners) => {
                let near = r.bounds().grown(SPARE);
                let mut sides = sides(corners).filter(|(a, b)| Bounds::of([*a, *b]).meets(&near));
                holds(corners, r.centre) || sides.any(|(a, b)| gap(&link_rect(a, b), r) <= 0.0)
            }
            Self::Line { points, half_width } => {
                let near = r.bounds().grown(half_width + SPARE);
                let mut links = links(points).filter(|(a, b)| Bounds::of([*a, *b]).meets(&near));
                links.any(|(a, b)| gap(&link_rect(a, b), r) <= *half_width)
            }
        }
    }

    /// The links of the outline: sides of an area, pieces of a line.
    pub fn links(&self) -> SmallVec<[(Vector, Vector); 16]> {
        match self {
            Self::Area(corners) => sides(corners).collect(),
            Self::Line { points, .. } => links(points).collect(),
        }
    }
}

/// A segment as a rectangle without depth.
pub(crate) fn link_rect(a: Vector, b: Vector) -> Rect {
    let span = Span::new(a, b);
    Rect {
        centre: (a + b) * 0.5,
        right: span.along,
        ahead: Vector::new(-span.along.y, span.along.x),
        half_front: span.length / 2.0,
        half_depth: 0.0,
    }
}
