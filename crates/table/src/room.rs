//! Room for straight moves: recoils, routs, advances after combat.

use crate::approach::{when_entering, when_touching};
use crate::geometry::vector::{Rect, Vector, heading, whole_below};
use crate::{Angle, Cm, FeatureId, Measure, Piece, Point, SLACK, Terrain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The obstacle at the end of a straight way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The edge of the table.
    Edge,
    /// Ground that may not be entered.
    Ground(FeatureId),
    /// A piece of the unit with this tag.
    Unit(u32),
}

/// A straight way that is too short, with the place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Halt {
    pub what: Stop,
    /// The free way of the piece's centre, rounded down; its limit is the way asked for.
    pub at: Measure,
    /// The point of contact.
    pub touch: Point,
}

/// Can a piece move straight `cm` on a bearing, its facing kept? Returns the piece at its end.
///
/// `forbidden` says which features it may not enter; `others` are the pieces it may not go into. Both stop it where it
/// touches them, the table's edge where its first corner reaches it; ending in mere contact is allowed. A piece that is
/// already in forbidden ground or in another piece goes 0.
///
/// # Errors
/// The first obstacle; at one distance the edge before ground before units.
pub fn room(
    piece: &Piece,
    bearing: Angle,
    cm: Cm,
    terrain: &Terrain,
    forbidden: impl Fn(FeatureId) -> bool,
    others: &[(u32, Piece)],
) -> Result<Piece, Halt> {
    let rect = Rect::from(piece);
    let by = heading(bearing) * f64::from(cm);
    let mut first: Option<(f64, Stop, Vector)> = None;
    let mut offer = |t: f64, what: Stop, touch: Vector| {
        if first.is_none_or(|f| t.total_cmp(&f.0).then(what.cmp(&f.1)).is_lt()) {
            first = Some((t, what, touch));
        }
    };
    if let Some((t, touch)) = edge(&rect, by, terrain) {
        offer(t, Stop::Edge, touch);
    }
    for id in terrain.near_box(rect.bounds().swept(by)).into_iter().filter(|&id| forbidden(id)) {
        let Some(outline) = terrain.outline(id) else { continue };
        if let Some(t) = when_entering(outline, &rect, by) {
            offer(t, Stop::Ground(id), outline.nearest(&rect.moved(by * t)).0);
        }
    }
    for (tag, other) in others {
        let other = Rect::from(other);
        if let Some(t) = when_touching(&rect, by, &other) {
            offer(t, Stop::Unit(*tag), crate::measure::nearest(&rect.moved(by * t), &other).1);
        }
    }
    let stopped = first.map(|(t, what, touch)| (whole_below(t * f64::from(cm)), what, touch));
    match stopped.filter(|&(gone, ..)| gone < cm) {
        None => Ok(piece.moved(bearing, cm)),
        Some((gone, what, touch)) => {
            let at = Measure { from: piece.pose.at, to: piece.pose.at.step(bearing, gone), cm: gone, limit: cm };
            Err(Halt { what, at, touch: touch.round() })
        }
    }
}

/// The fraction of the way at which a rectangle begins to leave the table, and the corner that does.
fn edge(rect: &Rect, by: Vector, terrain: &Terrain) -> Option<(f64, Vector)> {
    let (ground, slack) = (terrain.ground(), f64::from(SLACK));
    let mut first: Option<(f64, Vector)> = None;
    for corner in rect.corners() {
        for (at, speed, end) in [(corner.x, by.x, ground.width), (corner.y, by.y, ground.height)] {
            let limit = if speed < 0.0 { 0.0 } else { f64::from(end) };
            let beyond = (at + speed - limit) * speed.signum();
            if speed != 0.0 && beyond > slack {
                let t = ((limit - at) / speed).max(0.0);
                if first.is_none_or(|f| t < f.0) {
                    first = Some((t, corner + by * t));
                }
            }
        }
    }
    first
}
