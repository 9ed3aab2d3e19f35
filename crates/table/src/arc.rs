//! Directions: angles off the facing, quarters, sectors, front lines, zones and strips.
//!
//! Angles are rounded to a hundredth of a degree before they are compared, and every limit is inclusive towards the
//! front, so that a stop on a limit stays inside it.

use crate::geometry::vector::{self, Rect, Vector};
use crate::{Angle, Cm, Piece, Point, Pose, SLACK, Side, turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Four sectors about a pose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quarter {
    /// Up to and including 45 degrees off the facing.
    Front,
    /// Beyond 45, up to and including 135 degrees, on the left hand.
    Left,
    /// The same on the right hand.
    Right,
    /// Beyond 135 degrees.
    Rear,
}

/// How much of an edge must lie in an arc.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Share {
    /// One point is enough.
    Any,
    Whole,
}

/// Angle from the facing to a point, in -18000..=18000, positive to the right; 0 for the pose's own place.
///
/// ```
/// use grognard_table::{Point, Pose, angle_off};
/// assert_eq!(angle_off(&Pose::new(0, 0, 9_000), Point::new(0, 10)), -9_000);
/// ```
#[must_use]
pub fn angle_off(of: &Pose, p: Point) -> Angle {
    if p == of.at { 0 } else { turn(of.facing, of.at.bearing_to(p)) }
}

/// The quarter in which a point lies. The pose's own place is in front.
///
/// ```
/// use grognard_table::{Point, Pose, Quarter, quarter};
/// let pose = Pose::new(0, 0, 0);
/// assert_eq!(quarter(&pose, Point::new(100, 100)), Quarter::Front);
/// assert_eq!(quarter(&pose, Point::new(101, 100)), Quarter::Right);
/// assert_eq!(quarter(&pose, Point::new(-100, -100)), Quarter::Left);
/// ```
#[must_use]
pub fn quarter(pose: &Pose, p: Point) -> Quarter {
    let off = angle_off(pose, p);
    match sector(pose, &[4_500, 13_500], p) {
        0 => Quarter::Front,
        1 if off > 0 => Quarter::Right,
        1 => Quarter::Left,
        _ => Quarter::Rear,
    }
}

/// The innermost of several nested sectors that holds a point: the first whose half-angle (limits in rising order) is
/// not exceeded, or the number of limits when the point lies outside all of them.
#[must_use]
pub fn sector(pose: &Pose, halves: &[Angle], p: Point) -> u8 {
    let off = angle_off(pose, p).abs();
    let n = halves.iter().position(|&half| off <= half).unwrap_or(halves.len());
    u8::try_from(n).unwrap_or(u8::MAX)
}

/// Does an edge lie in the arc of half-angle `half` (0..=18000) about a pose, wholly or in one point?
/// Points on the limit are inside. Exact for any arc, also beyond 90 degrees a side.
#[must_use]
pub fn edge_in_arc(pose: &Pose, half: Angle, edge: Side, share: Share) -> bool {
    let apex = Vector::from(pose.at);
    let (a, b) = (Vector::from(edge.from) - apex, Vector::from(edge.to) - apex);
    if half <= 9_000 {
        let inside = in_wedge(pose.facing, half, a, b, 0.5);
        match share {
            Share::Any => inside.is_some(),
            Share::Whole => inside.is_some_and(|(from, to)| from <= 0.0 && to >= 1.0),
        }
    } else {
        // Beyond a half-plane the arc is not convex; the rest of the circle is.
        let outside = in_wedge(pose.facing + 18_000, 18_000 - half, a, b, -0.5);
        match share {
            Share::Any => !outside.is_some_and(|(from, to)| from <= 0.0 && to >= 1.0),
            Share::Whole => outside.is_none(),
        }
    }
}

/// The part of the segment `a b` (as fractions) in a convex wedge at the origin, widened by `grace` centimetres.
fn in_wedge(facing: Angle, half: Angle, a: Vector, b: Vector, grace: f64) -> Option<(f64, f64)> {
    let (left, right) = (vector::heading(facing - half), vector::heading(facing + half));
    // Left of the wedge's right limit and right of its left limit.
    clip(-left.cross(a), -left.cross(b), grace, (0.0, 1.0)).and_then(|r| clip(right.cross(a), right.cross(b), grace, r))
}

/// The fractions in `range` at which a value that runs evenly from `a` to `b` is at least `-grace`.
fn clip(a: f64, b: f64, grace: f64, range: (f64, f64)) -> Option<(f64, f64)> {
    let (a, b) = (a + grace, b + grace);
    let (from, to) = range;
    let cut = if a == b { 0.0 } else { a / (a - b) };
    let (from, to) = match (a >= 0.0, b >= 0.0) {
        (true, true) => (from, to),
        (false, false) => return None,
        (true, false) => (from, to.min(cut)),
        (false, true) => (from.max(cut), to),
    };
    (from <= to).then_some((from, to))
}

/// Signed distance of a point before the front line, the straight line through the middle of the front edge at right
/// angles to the facing; negative behind it.
#[must_use]
pub fn before_front(piece: &Piece, p: Point) -> Cm {
    let r = Rect::from(piece);
    vector::whole(r.local(p.into()).y - r.half_depth)
}

/// Is a point on or in front of the front line? A point within [`SLACK`] of the line counts as in front.
///
/// ```
/// use grognard_table::{Piece, Point, Pose, ahead_of_front};
/// let piece = Piece { pose: Pose::new(0, 0, 0), front: 5_000, depth: 2_500, lead: true };
/// assert!(ahead_of_front(&piece, Point::new(-90_000, 1_250)));
/// assert!(!ahead_of_front(&piece, Point::new(0, 1_000)));
/// ```
#[must_use]
pub fn ahead_of_front(piece: &Piece, p: Point) -> bool {
    before_front(piece, p) >= -SLACK
}

/// The zone of a piece in which a point lies, where the zones are bounded by lines drawn outwards from the *corners*:
/// front between the two lines that leave the ends of the front edge at `spread` from the facing, rear likewise
/// backwards, the rest left and right. Points on a line belong to front or rear; points inside the piece to the front.
///
/// With a `spread` of 0 the front zone is the strip straight ahead.
#[must_use]
pub fn zone(piece: &Piece, spread: Angle, p: Point) -> Quarter {
    let r = Rect::from(piece);
    let l = r.local(p.into());
    let out = vector::heading(spread);
    let widens = |beyond: f64| {
        r.half_front + f64::from(SLACK) + if out.y > 0.0 { beyond * out.x / out.y } else { f64::INFINITY }
    };
    let (before, behind) = (l.y - r.half_depth, -l.y - r.half_depth);
    if before >= 0.0 && l.x.abs() <= widens(before) || (before < 0.0 && behind < 0.0 && l.x.abs() < r.half_front) {
        Quarter::Front
    } else if behind >= 0.0 && l.x.abs() <= widens(behind) {
        Quarter::Rear
    } else if l.x > 0.0 {
        Quarter::Right
    } else {
        Quarter::Left
    }
}

/// Whether a part of another piece lies in the strip that the front edge sweeps when it goes straight ahead, and the
/// distance of the nearest such part. None outside the strip or wholly behind the front line.
#[must_use]
pub fn straight_ahead(piece: &Piece, other: &Piece) -> Option<Cm> {
    let (r, o) = (Rect::from(piece), Rect::from(other));
    let corners = o.corners().map(|c| r.local(c));
    let w = r.half_front - f64::from(SLACK);
    let (mut nearest, mut farthest) = (f64::INFINITY, f64::NEG_INFINITY);
    for i in 0..4 {
        let (a, b) = (corners[i], corners[(i + 1) % 4]);
        let Some((from, to)) = clip(a.x, b.x, w, (0.0, 1.0)).and_then(|range| clip(-a.x, -b.x, w, range)) else {
            continue;
        };
        for t in [from, to] {
            let before = a.y + (b.y - a.y) * t - r.half_depth;
            (nearest, farthest) = (nearest.min(before), farthest.max(before));
        }
    }
    (farthest >= 0.0).then(|| vector::whole(nearest.max(0.0)))
}

/// The share of an edge that lies behind a piece's front line, in thousandths of the edge's length: "more than half of
/// the charger's front is behind the line that prolongs the target's front" is `> 500`.
#[must_use]
pub fn share_behind(piece: &Piece, edge: Side) -> u16 {
    let r = Rect::from(piece);
    let before = |p: Point| r.local(p.into()).y - r.half_depth;
    let (a, b) = (before(edge.from), before(edge.to));
    let behind = clip(-a, -b, 0.0, (0.0, 1.0)).map_or(0.0, |(from, to)| to - from);
    u16::try_from(vector::whole(behind * 1_000.0)).unwrap_or(0)
}

/// Length that two edges have in common when the second is projected squarely on the first: the width on which two
/// fronts meet. 0 when they pass each other by.
#[must_use]
pub fn common_length(of: Side, with: Side) -> Cm {
    let (a, b) = (Vector::from(of.from), Vector::from(of.to));
    let length = (b - a).length();
    if length == 0.0 {
        return 0;
    }
    let along = (b - a) * (1.0 / length);
    let (p, q) = ((Vector::from(with.from) - a).dot(along), (Vector::from(with.to) - a).dot(along));
    vector::whole((p.max(q).min(length) - p.min(q).max(0.0)).max(0.0))
}
