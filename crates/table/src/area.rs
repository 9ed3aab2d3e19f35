//! Bare polygons, such as the area of a deployment.

use crate::Point;
use crate::geometry::shape::holds;
use crate::geometry::vector::Vector;

/// Whether a point lies in a polygon, its border included. Fewer than three corners hold nothing.
///
/// ```
/// use grognard_table::{Point, inside_polygon};
/// let area = [Point::new(0, 0), Point::new(10, 0), Point::new(10, 10), Point::new(0, 10)];
/// assert!(inside_polygon(Point::new(5, 10), &area));
/// assert!(!inside_polygon(Point::new(5, 11), &area));
/// ```
#[must_use]
pub fn inside_polygon(p: Point, corners: &[Point]) -> bool {
    let corners: Vec<Vector> = corners.iter().map(|c| Vector::from(*c)).collect();
    corners.len() > 2 && holds(&corners, Vector::from(p))
}
