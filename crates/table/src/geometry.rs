//! Internal geometry of the crate: vectors and outlines in `f64`, and the indexes over them.

pub(crate) mod cells;
pub(crate) mod discs;
pub(crate) mod grid;
pub(crate) mod packed_tree;
pub(crate) mod shape;
pub(crate) mod vector;
