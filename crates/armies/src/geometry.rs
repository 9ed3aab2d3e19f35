//! The geometry needed to check a file, exact in whole centimetres.

use table::Point;

/// Twice the signed surface of the triangle `abc`: positive if `c` lies to the left of `a` to `b`.
/// Wide enough for any two points, on the table or not.
fn turn(a: Point, b: Point, c: Point) -> i128 {
    let (ax, ay) = (i128::from(a.x), i128::from(a.y));
    (i128::from(b.x) - ax) * (i128::from(c.y) - ay) - (i128::from(b.y) - ay) * (i128::from(c.x) - ax)
}

/// Whether `p`, known to be in line with `a` and `b`, lies between them (ends included).
fn between(a: Point, b: Point, p: Point) -> bool {
    (a.x.min(b.x)..=a.x.max(b.x)).contains(&p.x) && (a.y.min(b.y)..=a.y.max(b.y)).contains(&p.y)
}

/// Whether two segments have a point in common.
fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (c_side, d_side) = (turn(a, b, c).signum(), turn(a, b, d).signum());
    let (a_side, b_side) = (turn(c, d, a).signum(), turn(c, d, b).signum());
    if c_side * d_side < 0 && a_side * b_side < 0 {
        return true;
    }
    c_side == 0 && between(a, b, c)
        || d_side == 0 && between(a, b, d)
        || a_side == 0 && between(c, d, a)
        || b_side == 0 && between(c, d, b)
}

/// Two edges of a polygon that cross, by their first corners.
pub(crate) fn crossing(corners: &[Point]) -> Option<(usize, usize)> {
    let n = corners.len();
    let edge = |i: usize| Some((*corners.get(i)?, *corners.get((i + 1) % n)?));
    for i in 0..n {
        let (a, b) = edge(i)?;
        for j in i + 1..n {
            let (c, d) = edge(j)?;
            let neighbours = j == i + 1 || (i == 0 && j == n - 1);
            let crossed = if neighbours {
                // Neighbours share a corner; they are faulty only if one folds back on the other.
                let (before, shared, after) = if j == i + 1 { (a, b, d) } else { (c, a, b) };
                turn(before, shared, after) == 0 && !between(before, after, shared)
                    || before == shared
                    || shared == after
            } else {
                meet(a, b, c, d)
            };
            if crossed {
                return Some((i, j));
            }
        }
    }
    None
}

/// Whether all corners lie on one straight line.
pub(crate) fn flat(corners: &[Point]) -> bool {
    let Some((first, others)) = corners.split_first() else { return true };
    let Some(second) = others.iter().find(|p| *p != first) else { return true };
    others.iter().all(|p| turn(*first, *second, *p) == 0)
}

/// Whether a point lies in a polygon or on its edge.
pub(crate) fn inside(corners: &[Point], p: Point) -> bool {
    let mut within = false;
    for (i, a) in corners.iter().enumerate() {
        let Some(b) = corners.get((i + 1) % corners.len()) else { continue };
        if turn(*a, *b, p) == 0 && between(*a, *b, p) {
            return true;
        }
        if (a.y > p.y) != (b.y > p.y) && (turn(*a, *b, p) > 0) == (b.y > a.y) {
            within = !within;
        }
    }
    within
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[(i32, i32)]) -> Vec<Point> {
        corners.iter().map(|(x, y)| Point::new(*x, *y)).collect()
    }

    #[test]
    fn crossing_edges_are_found_and_simple_polygons_pass() {
        assert_eq!(crossing(&polygon(&[(0, 0), (10, 0), (10, 10), (0, 10)])), None);
        assert_eq!(
            crossing(&polygon(&[(0, 0), (10, 0), (20, 0), (20, 10), (0, 10)])),
            None,
            "corners in line are no fault"
        );
        assert_eq!(crossing(&polygon(&[(0, 0), (10, 10), (10, 0), (0, 10)])), Some((0, 2)), "bow tie");
        assert_eq!(crossing(&polygon(&[(0, 0), (10, 0), (10, 10), (10, 5), (0, 5)])), Some((1, 2)), "spike");
        assert_eq!(crossing(&polygon(&[(0, 0), (10, 0), (10, 10), (0, 0)])), Some((0, 2)), "first corner repeated");
        let far = i32::MAX;
        assert_eq!(
            crossing(&polygon(&[(-far, -far), (far, far), (far, -far), (-far, far)])),
            Some((0, 2)),
            "as wide as it gets"
        );
        assert!(flat(&polygon(&[(0, 0), (10, 10), (20, 20)])));
    }

    #[test]
    fn inside_counts_the_edge_and_respects_notches() {
        let notched = polygon(&[(0, 0), (30, 0), (30, 30), (15, 10), (0, 30)]);
        assert!(inside(&notched, Point::new(5, 5)));
        assert!(inside(&notched, Point::new(15, 10)));
        assert!(inside(&notched, Point::new(30, 15)));
        assert!(!inside(&notched, Point::new(15, 20)));
        assert!(!inside(&notched, Point::new(-1, 0)));
    }
}
