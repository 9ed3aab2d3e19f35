//! What `crates/bench` measures by itself, over plain figures. Nothing else uses it.

use crate::geometry::packed_tree::PackedTree;
use crate::geometry::shape::Span;
use crate::geometry::vector::{Bounds, Vector};

/// The packed tree of boxes, each known by its place.
#[derive(Debug)]
pub struct PackedBoxes(PackedTree<u32>);

impl PackedBoxes {
    /// Packs boxes: least x, least y, greatest x, greatest y.
    #[must_use]
    pub fn new(boxes: &[[f64; 4]]) -> Self {
        let bounds = |b: &[f64; 4]| Bounds { min: Vector::new(b[0], b[1]), max: Vector::new(b[2], b[3]) };
        Self(PackedTree::new(boxes.iter().zip(0..).map(|(b, place)| (bounds(b), None, place)).collect()))
    }

    /// Visits every box that a segment touches, and maybe a few more.
    pub fn along(&self, from: [f64; 2], to: [f64; 2], visit: impl FnMut(u32)) {
        self.0.along(&Span::new(Vector::new(from[0], from[1]), Vector::new(to[0], to[1])), 0.0, visit);
    }
}
