//! Distances between pieces, points and discs, and the comparison with a limit.
//!
//! All distances are computed in `f64` between the exact rectangles of the stored poses and rounded once, to the
//! nearest centimetre, into a [`Measure`]. Cost: eight point-to-rectangle distances a pair, no allocation.

use crate::geometry::vector::{Rect, Vector, nearest_on_segment, whole};
use crate::piece::{Edge, chosen};
use crate::{Cm, Piece, Point};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A stop made exactly at a limit and then rounded to whole centimetres and hundredths of a degree measures up to
/// 0.93 cm beyond it; a second rounding doubles that. Every comparison with a limit forgives this much.
pub const SLACK: Cm = 2;

/// A distance that can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Measure {
    pub from: Point,
    pub to: Point,
    pub cm: Cm,
    /// Its limit; 0 when it was measured without one.
    pub limit: Cm,
}

impl Measure {
    pub(crate) fn between(from: Vector, to: Vector) -> Self {
        Self { from: from.round(), to: to.round(), cm: whole((to - from).length()), limit: 0 }
    }

    /// The same measure, to be compared with a limit.
    #[must_use]
    pub const fn limited(self, limit: Cm) -> Self {
        Self { limit, ..self }
    }

    /// The same measure, read from the other end.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { from: self.to, to: self.from, ..self }
    }

    /// Is it at most `limit`? The slack is on the side of "yes".
    #[must_use]
    pub const fn is_within(&self, limit: Cm) -> bool {
        within_cm(self.cm, limit)
    }
}

/// Is a measure within its own limit? With [`within_cm`] and [`closer`] the only comparison with a limit.
///
/// ```
/// use grognard_table::{Measure, within};
/// assert!(within(&Measure { cm: 60_001, limit: 60_000, ..Measure::default() }));
/// assert!(!within(&Measure { cm: 60_003, limit: 60_000, ..Measure::default() }));
/// ```
#[must_use]
pub const fn within(m: &Measure) -> bool {
    within_cm(m.cm, m.limit)
}

/// "At most": `cm <= limit`, with [`SLACK`].
#[must_use]
pub const fn within_cm(cm: Cm, limit: Cm) -> bool {
    cm <= limit.saturating_add(SLACK)
}

/// "More than": the contrary of [`within_cm`].
#[must_use]
pub const fn beyond(cm: Cm, limit: Cm) -> bool {
    !within_cm(cm, limit)
}

/// "Less than": strict and without slack, so that a unit that has stopped at the limit is not closer.
///
/// A stop at the limit may have been rounded to just inside it; within [`SLACK`] below the limit it still counts as
/// being at it: `closer` is `cm < limit - SLACK`.
#[must_use]
pub const fn closer(cm: Cm, limit: Cm) -> bool {
    cm < limit.saturating_sub(SLACK)
}

/// Nearest points of two rectangles, and their distance. Both the same point when they touch or overlap.
pub(crate) fn nearest(a: &Rect, b: &Rect) -> (Vector, Vector, f64) {
    if !plainly_apart(a, b) && a.depth_in(b) > 0.0 {
        let p = b.nearest(a.centre);
        let q = a.nearest(p);
        let here = if p == q { p } else { (p + q) * 0.5 };
        return (here, here, 0.0);
    }
    let mut pairs = [(Vector::default(), Vector::default(), f64::INFINITY); 8];
    for (slot, p) in pairs.iter_mut().zip(a.corners()) {
        let q = b.nearest(p);
        *slot = (p, q, (q - p).length());
    }
    for (slot, q) in pairs.iter_mut().skip(4).zip(b.corners()) {
        let p = a.nearest(q);
        *slot = (p, q, (q - p).length());
    }
    let least = pairs.iter().fold(f64::INFINITY, |m, p| m.min(p.2));
    // Parallel edges have several nearest pairs: the one in the middle is drawn.
    let (mut from, mut to, mut n) = (Vector::default(), Vector::default(), 0.0);
    for (p, q, _) in pairs.iter().filter(|p| p.2 <= least + 1e-6) {
        (from, to, n) = (from + *p, to + *q, n + 1.0);
    }
    (from * (1.0 / n), to * (1.0 / n), least)
}

/// Whether the centres of two rectangles show that they are more than a centimetre apart.
#[inline]
fn plainly_apart(a: &Rect, b: &Rect) -> bool {
    let d = b.centre - a.centre;
    let reach = a.half_front + a.half_depth + b.half_front + b.half_depth + 1.0;
    d.dot(d) > reach * reach
}

/// The distance of two rectangles in whole centimetres: the result of [`nearest`], without the points.
fn apart(a: &Rect, b: &Rect) -> Cm {
    /// Both computations agree by far more than this.
    const DOUBT: f64 = 1e-3;
    let far = gap(a, b);
    let rest = far - f64::from(whole(far));
    // Only near a half could they be rounded differently.
    if rest.abs() > 0.5 - DOUBT { whole(nearest(a, b).2) } else { whole(far) }
}

/// Distance of two rectangles alone; 0 when they touch or overlap.
pub(crate) fn gap(a: &Rect, b: &Rect) -> f64 {
    if !plainly_apart(a, b) && a.depth_in(b) > 0.0 {
        return 0.0;
    }
    let mut least = f64::INFINITY;
    for (one, other) in [(a, b), (b, a)] {
        let (w, d) = (other.half_front, other.half_depth);
        for p in one.corners() {
            let l = other.local(p);
            let (x, y) = ((l.x.abs() - w).max(0.0), (l.y.abs() - d).max(0.0));
            least = least.min(x * x + y * y);
        }
    }
    least.sqrt()
}

/// Is a rectangle within `limit` of another, with the usual slack? Mostly decided by their centres alone.
pub(crate) fn rects_within(a: &Rect, b: &Rect, limit: Cm) -> bool {
    let centres = (b.centre - a.centre).length();
    if centres <= f64::from(limit) {
        return true;
    }
    let corners = a.half_front + a.half_depth + b.half_front + b.half_depth;
    centres - corners <= f64::from(limit) + f64::from(2 * SLACK) && within_cm(whole(gap(a, b)), limit)
}

pub(crate) fn measure_rects(a: &Rect, b: &Rect) -> Measure {
    let (from, to, far) = nearest(a, b);
    Measure { from: from.round(), to: to.round(), cm: whole(far), limit: 0 }
}

/// Shortest distance between two pieces, with the nearest points; 0 when they touch or overlap. Symmetric.
///
/// ```
/// use grognard_table::{Piece, Pose, distance};
/// let a = Piece { pose: Pose::new(0, 0, 0), front: 5_000, depth: 2_500, lead: true };
/// let b = Piece { pose: Pose::new(0, 12_500, 18_000), ..a };
/// assert_eq!(distance(&a, &b).cm, 10_000);
/// ```
#[must_use]
pub fn distance(a: &Piece, b: &Piece) -> Measure {
    measure_rects(&a.into(), &b.into())
}

/// The distance of two pieces: [`distance`] without the points, for half the work.
///
/// ```
/// use grognard_table::{Piece, Pose, apart_cm};
/// let a = Piece { pose: Pose::new(0, 0, 0), front: 5_000, depth: 2_500, lead: true };
/// let b = Piece { pose: Pose::new(0, 12_500, 18_000), ..a };
/// assert_eq!(apart_cm(&a, &b), 10_000);
/// ```
#[must_use]
pub fn apart_cm(a: &Piece, b: &Piece) -> Cm {
    apart(&a.into(), &b.into())
}

/// Whether two pieces are within `limit`: the same as [`within_cm`] of their [`distance`], but most of the time nothing
/// has to be measured.
///
/// ```
/// use grognard_table::{Piece, Pose, within_reach};
/// let a = Piece { pose: Pose::new(0, 0, 0), front: 5_000, depth: 2_500, lead: true };
/// let b = Piece { pose: Pose::new(0, 12_500, 18_000), ..a };
/// assert!(within_reach(&a, &b, 10_000));
/// assert!(!within_reach(&a, &b, 9_990));
/// ```
#[must_use]
#[inline]
pub fn within_reach(a: &Piece, b: &Piece, limit: Cm) -> bool {
    !apart_by_centres(a, b, limit) && rects_within(&a.into(), &b.into(), limit)
}

/// Whether the centres of two pieces show that they are farther apart than `limit`, slack and rounding included.
fn apart_by_centres(a: &Piece, b: &Piece, limit: Cm) -> bool {
    f64::from(at_least(a, b)) > f64::from(limit) + f64::from(2 * SLACK)
}

/// A lower bound of the distance of two pieces, from their centres and sizes alone: never more than their [`distance`],
/// often enough to avoid measuring it.
///
/// ```
/// use grognard_table::{Piece, Pose, at_least, distance};
/// let a = Piece { pose: Pose::new(0, 0, 0), front: 3_000, depth: 4_000, lead: true };
/// let b = Piece { pose: Pose::new(0, 50_000, 18_000), ..a };
/// assert_eq!(at_least(&a, &b), 43_000);
/// assert!(at_least(&a, &b) <= distance(&a, &b).cm);
/// ```
#[must_use]
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "cut off below, within the range")]
pub fn at_least(a: &Piece, b: &Piece) -> Cm {
    // Half of front and depth together is never less than the distance from the centre to a corner.
    let half = |p: &Piece| (f64::from(p.front) + f64::from(p.depth)) / 2.0;
    (a.pose.at.to(b.pose.at) - half(a) - half(b)).clamp(0.0, f64::from(Cm::MAX)) as Cm
}

/// The nearest of several pieces and its distance; of equals the first. Only those that may be nearer than the nearest
/// so far are measured.
///
/// ```
/// use grognard_table::{Piece, Pose, nearest_of};
/// let a = Piece { pose: Pose::new(0, 0, 0), front: 5_000, depth: 2_500, lead: true };
/// let at = |y| Piece { pose: Pose::new(0, y, 0), ..a };
/// let found = nearest_of(&a, [(7, at(40_000)), (8, at(12_500)), (9, at(12_500))]).map(|(who, m)| (who, m.cm));
/// assert_eq!(found, Some((8, 10_000)));
/// ```
#[must_use]
pub fn nearest_of<T>(of: &Piece, others: impl IntoIterator<Item = (T, Piece)>) -> Option<(T, Measure)> {
    let rect = Rect::from(of);
    let mut best: Option<(T, Rect, Cm)> = None;
    for (who, piece) in others {
        if best.as_ref().is_some_and(|(.., least)| at_least(of, &piece) >= *least) {
            continue;
        }
        let other = Rect::from(&piece);
        let cm = apart(&rect, &other);
        if best.as_ref().is_none_or(|(.., least)| cm < *least) {
            best = Some((who, other, cm));
        }
    }
    best.map(|(who, other, _)| (who, measure_rects(&rect, &other)))
}

/// Shortest distance from a point to a piece; 0 when the point lies in it.
#[must_use]
pub fn point_to_piece(p: Point, piece: &Piece) -> Measure {
    let from = p.into();
    Measure::between(from, Rect::from(piece).nearest(from))
}

/// Shortest distance from a point to a straight line between two others, not rounded: to exclude what cannot be nearer.
#[must_use]
pub fn point_to_line(p: Point, a: Point, b: Point) -> f64 {
    let p = Vector::from(p);
    (nearest_on_segment(a.into(), b.into(), p) - p).length()
}

/// Shortest distance from a disc (a general's base) to a piece: from its rim, 0 when they touch or overlap.
#[must_use]
pub fn disc_to_piece(centre: Point, radius: Cm, piece: &Piece) -> Measure {
    from_rim(point_to_piece(centre, piece), radius)
}

/// Shortest distance between the rims of two discs; 0 when they touch or overlap.
#[must_use]
pub fn disc_to_disc(a: Point, a_radius: Cm, b: Point, b_radius: Cm) -> Measure {
    let m = from_rim(Measure::between(a.into(), b.into()), a_radius);
    from_rim(m.reversed(), b_radius).reversed()
}

fn from_rim(m: Measure, radius: Cm) -> Measure {
    if m.cm <= radius {
        return Measure { from: m.to, cm: 0, ..m };
    }
    let (from, to) = (Vector::from(m.from), Vector::from(m.to));
    let rim = from + (to - from) * (f64::from(radius) / (to - from).length());
    Measure { from: rim.round(), cm: m.cm - radius, ..m }
}

/// Shortest distance between parts of two footprints; `None` when one of them has no such part.
///
/// Cost: product of the numbers of pieces. Of equal distances the first in the order of the pieces is given.
///
/// ```
/// use grognard_table::{Edge, Piece, Pose, measure};
/// let a = [Piece { pose: Pose::new(0, 0, 0), front: 5_000, depth: 2_000, lead: true }];
/// let b = [Piece { pose: Pose::new(0, 9_000, 0), ..a[0] }];
/// assert_eq!(measure((&a, Edge::Front), (&b, Edge::Rear)).map(|m| m.cm), Some(7_000));
/// assert_eq!(measure((&a, Edge::Front), (&b, Edge::Front)).map(|m| m.cm), Some(9_000));
/// assert_eq!(measure((&a, Edge::Whole), (&[], Edge::Whole)), None);
/// ```
#[must_use]
pub fn measure(a: (&[Piece], Edge), b: (&[Piece], Edge)) -> Option<Measure> {
    let mut best: Option<Measure> = None;
    for one in chosen(a.0, a.1) {
        for other in chosen(b.0, b.1) {
            let m = measure_rects(&one, &other);
            if best.is_none_or(|b| m.cm < b.cm) {
                best = Some(m);
            }
        }
    }
    best
}

/// Shortest distance from the middle of a piece's front edge to another footprint: the distance of fire where the shot
/// starts at the front.
#[must_use]
pub fn front_to_footprint(piece: &Piece, to: &[Piece]) -> Option<Measure> {
    let from = piece.front_middle();
    to.iter().map(|p| point_to_piece(from, p)).min_by_key(|m| m.cm)
}
