//! The first instant at which a piece that moves straight touches another, comes within a distance, or enters ground.
//!
//! The distance of two convex bodies, one of which moves straight, is a convex function of the way. So a step that is
//! safe for the straight line through the last two values is safe for the distance, and once it grows it never shrinks
//! again: the search needs a handful of steps and never misses a near pass.

use crate::geometry::shape::{Outline, SPARE, Span, Stretches, link_rect, merge};
use crate::geometry::vector::{Bounds, Rect, Vector, heading, whole, whole_below};
use crate::measure::{gap, measure_rects};
use crate::overlap::{arrival, passage};
use crate::{Angle, Cm, Measure, Piece, SLACK};

/// The precision of the search for a limit, in centimetres.
const NEAR: f64 = 0.01;

/// The fraction of the way `by` at which a rectangle is first within `limit` of another; 0 when it is at the start.
pub(crate) fn when_within(r: &Rect, by: Vector, other: &Rect, limit: f64) -> Option<f64> {
    let far = |t: f64| gap(&r.moved(by * t), other) - limit;
    let (way, mut last) = (by.length(), (0.0, far(0.0)));
    if last.1 <= NEAR {
        return Some(0.0);
    }
    if last.1 > way + NEAR {
        return None;
    }
    let mut t = last.1 / way;
    for _ in 0..100 {
        if t > 1.0 + NEAR / way {
            return None;
        }
        t = t.min(1.0);
        let now = far(t);
        if now <= NEAR {
            return Some(t);
        }
        let slope = (now - last.1) / (t - last.0);
        if slope >= 0.0 || t >= 1.0 {
            return None;
        }
        let step = (now / way).max(-now / slope);
        last = (t, now);
        t += step;
    }
    None
}

/// The fraction of the way `by` at which a rectangle first touches another and would go on into it.
pub(crate) fn when_touching(r: &Rect, by: Vector, other: &Rect) -> Option<f64> {
    let (enter, _) = passage(r, by, other)?;
    (enter <= 1.0).then_some(enter.max(0.0))
}

/// The fractions of the way `by` on which a rectangle meets a feature, in order and apart.
pub(crate) fn meetings(outline: &Outline, r: &Rect, by: Vector) -> Stretches {
    let mut found = Stretches::new();
    let back = by * -1.0;
    let wide = if let Outline::Line { half_width, .. } = outline { *half_width } else { 0.0 };
    // Most links of an outline are far from a short way.
    let about = r.bounds().swept(by).grown(wide + SPARE);
    for (a, b) in outline.links().into_iter().filter(|(a, b)| Bounds::of([*a, *b]).meets(&about)) {
        let link = link_rect(a, b);
        let stretch = match outline {
            Outline::Area(_) => sliding(r, by, &link),
            Outline::Line { half_width, .. } => when_within(r, by, &link, *half_width)
                .zip(when_within(&r.moved(by), back, &link, *half_width))
                .map(|(enter, left)| (enter, 1.0 - left)),
        };
        found.extend(stretch);
    }
    if let Outline::Area(corners) = outline {
        let span = Span::new(r.centre, r.centre + by);
        let mut inside = Stretches::new();
        crate::geometry::shape::stretches_in_area(corners, &span, &mut inside);
        let way = if span.length > 0.0 { span.length } else { 1.0 };
        found.extend(inside.into_iter().map(|(from, to)| (from / way, to / way)));
    }
    merge(&mut found);
    found
}

/// The fraction of the way at which a rectangle enters a feature, deeper than the slack; 0 when it starts inside.
pub(crate) fn when_entering(outline: &Outline, r: &Rect, by: Vector) -> Option<f64> {
    let &(deep, _) = meetings(outline, &r.shrunk(f64::from(SLACK)), by).first()?;
    let onset = |r: &Rect| meetings(outline, r, by).into_iter().rev().find(|m| m.0 <= deep).map_or(deep, |m| m.0);
    Some(arrival(onset(r), onset(&r.shrunk(f64::from(SLACK) / 2.0)), by.length()).max(0.0))
}

/// The fractions of the way on which a rectangle touches a segment.
fn sliding(r: &Rect, by: Vector, link: &Rect) -> Option<(f64, f64)> {
    let d = link.centre - r.centre;
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for axis in [r.right, r.ahead, link.right, link.ahead] {
        let (reach, start, speed) = (r.reach(axis) + link.reach(axis), d.dot(axis), by.dot(axis));
        if speed.abs() < 1e-9 {
            if start.abs() > reach {
                return None;
            }
        } else {
            let (a, b) = ((start - reach) / speed, (start + reach) / speed);
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
    }
    (enter <= leave).then_some((enter, leave))
}

/// How far a piece can go straight on a bearing, at most `cm`, before it touches another: the distance (rounded down),
/// the piece touched, and the point. None when the way is free. Sliding along an edge is not touching; a piece that
/// already overlaps another goes 0, and contact at the very end counts. Of several at one distance the smallest tag.
///
/// ```
/// use grognard_table::{Piece, Pose, first_contact};
/// let a = Piece { pose: Pose::new(0, 0, 0), front: 5_000, depth: 2_500, lead: true };
/// let b = Piece { pose: Pose::new(4_000, 10_000, 0), ..a };
/// let (gone, who, _) = first_contact(&a, 0, 20_000, &[(7, b)]).unwrap();
/// assert_eq!((gone, who), (7_500, 7));
/// assert!(first_contact(&a, 0, 7_000, &[(7, b)]).is_none());
/// ```
#[must_use]
pub fn first_contact(piece: &Piece, bearing: Angle, cm: Cm, others: &[(u32, Piece)]) -> Option<(Cm, u32, Measure)> {
    let r = Rect::from(piece);
    let by = heading(bearing) * f64::from(cm);
    let met = others.iter().filter_map(|(tag, other)| {
        let other = Rect::from(other);
        when_touching(&r, by, &other).map(|t| (t, *tag, other))
    });
    let (t, who, other) = met.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
    Some((whole_below(t * f64::from(cm)), who, measure_rects(&r.moved(by * t), &other)))
}

/// The distance, to the nearest centimetre, at which a piece that goes straight on a bearing, at most `cm`, first is
/// within `limit` of another (rectangle to rectangle); 0 when it starts within. A stop there is [`crate::within`].
#[must_use]
pub fn first_within(piece: &Piece, bearing: Angle, cm: Cm, other: &Piece, limit: Cm) -> Option<Cm> {
    let by = heading(bearing) * f64::from(cm);
    when_within(&piece.into(), by, &other.into(), f64::from(limit)).map(|t| whole(t * f64::from(cm)))
}
