//! The geometry of a measurement, to be drawn.

use crate::{Angle, Cm, Measure, Piece, Point, Pose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A figure on the ground.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// A straight line from one point to another.
    Segment { from: Point, to: Point },
    /// A sector of a disc.
    Wedge {
        at: Point,
        /// The bearing of its middle.
        facing: Angle,
        /// The half angle, to either side.
        half: Angle,
        radius: Cm,
    },
    /// An area, by its corners.
    Polygon(Vec<Point>),
    Disc {
        /// The centre of the circle.
        at: Point,
        radius: Cm,
    },
}

impl Figure {
    /// An arc of a pose, for drawing.
    #[must_use]
    pub const fn arc(pose: &Pose, half: Angle, radius: Cm) -> Self {
        Self::Wedge { at: pose.at, facing: pose.facing, half, radius }
    }

    /// The strip straight ahead of a piece's front.
    #[must_use]
    pub fn strip(piece: &Piece, cm: Cm) -> Self {
        let [left, right, ..] = piece.corners();
        let facing = piece.pose.facing;
        Self::Polygon(vec![left, left.step(facing, cm), right.step(facing, cm), right])
    }
}

impl From<&Measure> for Figure {
    fn from(m: &Measure) -> Self {
        Self::Segment { from: m.from, to: m.to }
    }
}

impl From<&Piece> for Figure {
    fn from(piece: &Piece) -> Self {
        Self::Polygon(piece.corners().to_vec())
    }
}
