//! What the rest of the crate reckons with and nobody else sees: vectors and outlines in `f64`, and the indexes over them.

pub(crate) mod grid;
pub(crate) mod heart;
pub(crate) mod pack;
pub(crate) mod shape;
pub(crate) mod vector;
