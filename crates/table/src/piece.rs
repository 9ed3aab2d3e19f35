//! Footprints: the ground that a unit covers.

use crate::geometry::vector::Rect;
use crate::{Angle, Cm, Point, Pose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One oriented rectangle with a front of its own: a base, a face of a square, a manned wall.
/// Its pose is the centre of the rectangle; the front edge lies `depth / 2` ahead of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    /// Centre and facing.
    pub pose: Pose,
    /// Length of the front edge.
    pub front: Cm,
    /// Depth behind the front edge.
    pub depth: Cm,
    /// The reference piece of its unit (in Marie-Louise the head of column).
    pub lead: bool,
}

/// All pieces of a unit; exactly one of them is the lead, and it comes first.
pub type Footprint = Vec<Piece>;

/// The part of a footprint that is measured.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// Every piece, as a rectangle.
    Whole,
    /// The lead piece, as a rectangle.
    Lead,
    /// The front edges of all pieces.
    Front,
    /// The left and right edges of all pieces.
    Flank,
    /// The rear edges of all pieces.
    Rear,
    /// One piece by its place in the footprint, as a rectangle.
    Part(u8),
}

/// A side of a piece as a segment, seen with the piece's own left and right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Side {
    /// Left end; for a flank the forward end.
    pub from: Point,
    /// Right end; for a flank the rearward end.
    pub to: Point,
}

impl Piece {
    /// The four corners, rounded: front left, front right, rear right, rear left.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        Rect::from(self).corners().map(crate::geometry::vector::Vector::round)
    }

    /// The middle of the front edge, rounded.
    ///
    /// ```
    /// use grognard_table::{Piece, Point, Pose};
    /// let piece = Piece { pose: Pose::new(0, 0, 9_000), front: 5_000, depth: 2_500, lead: true };
    /// assert_eq!(piece.front_middle(), Point::new(1_250, 0));
    /// ```
    #[must_use]
    pub fn front_middle(&self) -> Point {
        let r = Rect::from(self);
        r.global(0.0, r.half_depth).round()
    }

    /// The middle of the rear edge, rounded.
    #[must_use]
    pub fn rear_middle(&self) -> Point {
        let r = Rect::from(self);
        r.global(0.0, -r.half_depth).round()
    }

    /// Left end of the front edge.
    #[must_use]
    pub fn front_left(&self) -> Point {
        self.corners()[0]
    }

    /// Right end of the front edge.
    #[must_use]
    pub fn front_right(&self) -> Point {
        self.corners()[1]
    }

    /// The front edge from left to right.
    #[must_use]
    pub fn front_edge(&self) -> Side {
        let [from, to, ..] = self.corners();
        Side { from, to }
    }

    /// The rear edge from left to right.
    #[must_use]
    pub fn rear_edge(&self) -> Side {
        let [_, _, to, from] = self.corners();
        Side { from, to }
    }

    /// The left and the right edge, each from front to rear.
    #[must_use]
    pub fn flank_edges(&self) -> [Side; 2] {
        let [fl, fr, rr, rl] = self.corners();
        [Side { from: fl, to: rl }, Side { from: fr, to: rr }]
    }

    /// The same piece in another pose.
    #[must_use]
    pub const fn with_pose(self, pose: Pose) -> Self {
        Self { pose, ..self }
    }

    /// The same piece moved straight on a bearing (against it when negative), facing unchanged.
    #[must_use]
    pub fn moved(self, bearing: Angle, cm: Cm) -> Self {
        self.with_pose(Pose { at: self.pose.at.step(bearing, cm), ..self.pose })
    }

    /// The same piece carried round a pivot, facing and all.
    #[must_use]
    pub fn rotated(self, pivot: Point, by: Angle) -> Self {
        let turned = self.pose.turned(by);
        self.with_pose(Pose { at: self.pose.at.rotated(pivot, by), ..turned })
    }
}

/// The lead piece of a footprint: the one marked so, else the first; `None` in an empty footprint.
#[must_use]
pub fn lead(of: &[Piece]) -> Option<&Piece> {
    of.iter().find(|p| p.lead).or_else(|| of.first())
}

/// The rectangles of an [`Edge`]; an edge is a rectangle without depth.
pub(crate) fn chosen(of: &[Piece], edge: Edge) -> impl Iterator<Item = Rect> + '_ {
    let pick: &[Piece] = match edge {
        Edge::Lead => lead(of).map_or(&[], core::slice::from_ref),
        Edge::Part(n) => of.get(usize::from(n)).map_or(&[], core::slice::from_ref),
        Edge::Whole | Edge::Front | Edge::Flank | Edge::Rear => of,
    };
    pick.iter().flat_map(move |p| {
        let r = Rect::from(p);
        let along = |y: f64| Rect { centre: r.global(0.0, y), half_depth: 0.0, ..r };
        let across = |x: f64| Rect { centre: r.global(x, 0.0), half_front: 0.0, ..r };
        let (first, second) = match edge {
            Edge::Front => (along(r.half_depth), None),
            Edge::Rear => (along(-r.half_depth), None),
            Edge::Flank => (across(-r.half_front), Some(across(r.half_front))),
            Edge::Whole | Edge::Lead | Edge::Part(_) => (r, None),
        };
        core::iter::once(first).chain(second)
    })
}
