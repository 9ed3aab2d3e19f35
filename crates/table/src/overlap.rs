//! Obstruction: overlap of pieces, and pieces on a segment or on a straight path.

use crate::geometry::shape::Span;
use crate::geometry::vector::{Rect, Vector, heading};
use crate::index::chord;
use crate::{Angle, Cm, Piece, Point, SLACK};

/// Do two pieces overlap? Touching edges do not, and neither do edges that rounding has pushed less than [`SLACK`]
/// into one another.
///
/// ```
/// use grognard_table::{Piece, Pose, overlaps};
/// let a = Piece { pose: Pose::new(0, 0, 0), front: 5_000, depth: 2_500, lead: true };
/// assert!(!overlaps(&a, &Piece { pose: Pose::new(5_000, 0, 0), ..a }));
/// assert!(overlaps(&a, &Piece { pose: Pose::new(4_990, 0, 0), ..a }));
/// ```
#[must_use]
#[inline]
pub fn overlaps(a: &Piece, b: &Piece) -> bool {
    // Most pairs are decided by their centres alone.
    crate::at_least(a, b) == 0 && Rect::from(a).depth_in(&b.into()) > f64::from(SLACK)
}

/// The distances on which a rectangle that moves along `by` overlaps another one, as fractions of the way (not limited
/// to 0..1). None when it passes by, or only slides along an edge.
pub(crate) fn passage(r: &Rect, by: Vector, other: &Rect) -> Option<(f64, f64)> {
    let d = other.centre - r.centre;
    // When they touch, when they overlap by half the slack and when they overlap by more than the slack.
    let mut spans = [(f64::NEG_INFINITY, f64::INFINITY); 3];
    for axis in [r.right, r.ahead, other.right, other.ahead] {
        let (reach, start, speed) = (r.reach(axis) + other.reach(axis), d.dot(axis), by.dot(axis));
        // Things thinner than the slack (a point, a wall) would never be entered at all.
        let inner = |by: f64| (reach - by).max(reach.min(by) / 2.0);
        if speed.abs() < 1e-9 {
            if start.abs() >= inner(f64::from(SLACK)) {
                return None;
            }
            continue;
        }
        for (span, reach) in spans.iter_mut().zip([reach, inner(f64::from(SLACK) / 2.0), inner(f64::from(SLACK))]) {
            let (a, b) = ((start - reach) / speed, (start + reach) / speed);
            *span = (span.0.max(a.min(b)), span.1.min(a.max(b)));
        }
    }
    let [touch, half, deep] = spans;
    (deep.0 < deep.1 && deep.1 > 0.0).then(|| (arrival(touch.0, half.0, by.length()), touch.1))
}

/// When something is entered: at the first touch, unless the piece slides along it for a while; then when the overlap
/// is half the slack, so that rounding does not make an overlap of it.
pub(crate) fn arrival(touch: f64, half: f64, way: f64) -> f64 {
    if (half - touch) * way > 4.0 * f64::from(SLACK) { half } else { touch }
}

/// The tags of the pieces that a segment crosses (not merely grazes), with the distance from its start to each, in
/// order of distance, then of tags.
#[must_use]
pub fn on_the_line(from: Point, to: Point, others: &[(u32, Piece)]) -> Vec<(Cm, u32)> {
    let span = Span::new(from.into(), to.into());
    let mut found: Vec<(Cm, u32)> = others
        .iter()
        .filter_map(|(tag, piece)| {
            let (enter, leave) = chord(&piece.into(), &span)?;
            (leave - enter > f64::from(SLACK)).then(|| (crate::geometry::vector::whole(enter), *tag))
        })
        .collect();
    found.sort_unstable();
    found
}

/// Whether a rectangle that goes `far` along a unit vector may touch a piece on its way, by their centres and sizes
/// alone.
fn passes_near(r: &Rect, by: Vector, far: f64, other: &Piece) -> bool {
    let d = Vector::from(other.pose.at) - r.centre;
    let off = d - by * d.dot(by).clamp(0.0, far.max(0.0));
    let half = (f64::from(other.front) + f64::from(other.depth)) / 2.0;
    let reach = r.half_front + r.half_depth + half + f64::from(SLACK);
    off.dot(off) <= reach * reach
}

/// The tags of the pieces that a piece would pass over when it goes straight `cm` on a bearing, with the distance at
/// which it touches each and at which it is clear of it again (or the end of the way), in order of distance, then of
/// tags. Sliding along an edge is not passing over.
#[must_use]
pub fn in_the_way(piece: &Piece, bearing: Angle, cm: Cm, others: &[(u32, Piece)]) -> Vec<(Cm, Cm, u32)> {
    let (r, far) = (Rect::from(piece), f64::from(cm));
    let by = heading(bearing);
    let mut found: Vec<(Cm, Cm, u32)> = others
        .iter()
        .filter(|(_, other)| passes_near(&r, by, far, other))
        .filter_map(|(tag, other)| {
            let (enter, leave) = passage(&r, by, &other.into())?;
            let (enter, leave) = (enter.max(0.0), leave.min(far));
            (enter < leave)
                .then(|| (crate::geometry::vector::whole_below(enter), crate::geometry::vector::whole(leave), *tag))
        })
        .collect();
    found.sort_unstable();
    found
}
