//! Closing up on contact: straight on until the touch, then a wheel about the point of contact until the front lies
//! along the edge there, as far as the rest of the move allows.

use crate::approach::first_contact;
use crate::geometry::vector::{Rect, Vector, bearing, radians, whole};
use crate::measure::{gap, nearest};
use crate::{Angle, Cm, Piece, Point, Pose, Quarter, SLACK, turn};

/// A piece in contact with another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed {
    /// The piece at its end.
    pub piece: Piece,
    /// The length of its straight way.
    pub gone: Cm,
    /// The length of its outer end's arc.
    pub arc: Cm,
    pub wheeled: Angle,
    /// The edge touched, seen from the other piece.
    pub edge: Quarter,
    /// Whether its front lies along that edge; otherwise the move was too short.
    pub flush: bool,
    /// The first point of contact.
    pub touch: Point,
}

/// Closes a piece up on another: straight ahead until they touch, at most `ahead`; then about the point of contact
/// until its front lies flush with the edge, the arc of its outer end at most `arc`. None when it does not touch. The
/// other does not move. Of two edges at a corner it takes the one with the smaller wheel. A piece that only grazes a
/// corner with the very end of its front lies along the edge at that point alone, or just misses it.
///
/// ```
/// use grognard_table::{Piece, Pose, Quarter, close_up};
/// let a = Piece { pose: Pose::new(0, 0, 0), front: 3_000, depth: 1_000, lead: true };
/// let b = Piece { pose: Pose::new(0, 10_000, 18_000), ..a };
/// let met = close_up(&a, &b, 20_000, 5_000).unwrap();
/// assert_eq!((met.gone, met.edge, met.flush), (9_000, Quarter::Front, true));
/// assert!(close_up(&a, &b, 8_000, 5_000).is_none());
/// ```
#[must_use]
pub fn close_up(piece: &Piece, to: &Piece, ahead: Cm, arc: Cm) -> Option<Closed> {
    let (gone, ..) = first_contact(piece, piece.pose.facing, ahead, &[(0, *to)])?;
    let touching = piece.moved(piece.pose.facing, gone);
    let (rect, other) = (Rect::from(&touching), Rect::from(to));
    // A little short of it, so that rounding has not pushed one into the other.
    let (_, touch, _) = nearest(&Rect::from(&touching.moved(piece.pose.facing, -2 * SLACK)), &other);
    let (edge, wheel) = edge_touched(&touching, &other, to.pose.facing, touch)?;
    let pivot = touch.round();
    let arm = f64::from(touching.front) / 2.0 + rect.local(touch).x.abs();
    let most = if arm > 0.0 { f64::from(arc.max(0)) / arm * (18_000.0 / core::f64::consts::PI) } else { 36_000.0 };
    let flush = f64::from(wheel.abs()) <= most + 1.0;
    let wheeled = if flush { wheel } else { whole(most.min(36_000.0)) * wheel.signum() };
    let turned = touching.rotated(pivot, wheeled);
    let closed = apart(turned, to);
    let arc = whole(arm * radians(wheeled).abs());
    Some(Closed { piece: closed, gone, arc, wheeled, edge, flush, touch: pivot })
}

/// How far rounding may part two flush pieces: a piece that comes nearly along an edge touches it, within the slack,
/// metres earlier, and turns about that point.
const PARTED: Cm = 400;

/// Rounding may have pushed the two slightly into or away from each other: the piece steps back or up by that.
fn apart(piece: Piece, to: &Piece) -> Piece {
    let deep = Rect::from(&piece).depth_in(&to.into());
    if deep > 0.0 {
        return piece.moved(piece.pose.facing, -whole(deep + 0.5));
    }
    let up = first_contact(&piece, piece.pose.facing, PARTED, &[(0, *to)]).map_or(0, |(gone, ..)| gone);
    piece.moved(piece.pose.facing, up)
}

/// The edge at a point with which a piece coming so can align, and the wheel that it takes.
fn edge_touched(piece: &Piece, other: &Rect, facing: Angle, touch: Vector) -> Option<(Quarter, Angle)> {
    let edges = [(Quarter::Front, 0), (Quarter::Right, 9_000), (Quarter::Rear, 18_000), (Quarter::Left, 27_000)];
    let local = other.local(touch);
    let (w, d) = (other.half_front, other.half_depth);
    let near = 2.0 * f64::from(SLACK);
    let lies = |edge: Quarter| match edge {
        Quarter::Front => local.y >= d - near,
        Quarter::Rear => local.y <= near - d,
        Quarter::Right => local.x >= w - near,
        Quarter::Left => local.x <= near - w,
    };
    edges
        .into_iter()
        .filter(|(edge, _)| lies(*edge))
        .map(|(edge, off)| {
            // Flush: the facing is opposite to the direction of the edge.
            (edge, turn(piece.pose.facing, (facing + off + 18_000).rem_euclid(36_000)))
        })
        .min_by_key(|(_, wheel)| wheel.abs())
}

/// Whether two pieces are in contact: they touch, within the tolerance of rounding.
///
/// ```
/// use grognard_table::{Piece, Pose, touching};
/// let a = Piece { pose: Pose::new(0, 0, 0), front: 3_000, depth: 1_000, lead: true };
/// assert!(touching(&a, &Piece { pose: Pose::new(0, 1_001, 18_000), ..a }));
/// assert!(!touching(&a, &Piece { pose: Pose::new(0, 1_010, 18_000), ..a }));
/// ```
#[must_use]
pub fn touching(a: &Piece, b: &Piece) -> bool {
    gap(&Rect::from(a), &Rect::from(b)) <= 2.0 * f64::from(SLACK)
}

/// A piece turned about its own middle to face a point.
#[must_use]
pub fn facing_to(piece: &Piece, p: Point) -> Piece {
    let by = Vector::from(p) - Vector::from(piece.pose.at);
    if by == Vector::default() {
        return *piece;
    }
    piece.with_pose(Pose { facing: bearing(by), ..piece.pose })
}
