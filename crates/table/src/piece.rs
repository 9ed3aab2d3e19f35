//! Footprints: what a unit covers on the ground.

use crate::{Cm, Pose};
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
