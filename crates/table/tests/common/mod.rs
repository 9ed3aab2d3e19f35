//! Shared by the tests: shorthand for pieces and ground, and strategies for random ones.
#![allow(dead_code, reason = "each test file uses its part")]

use grognard_table::*;
use proptest::prelude::*;

/// One pas of Marie-Louise.
pub const PAS: Cm = 5_000;

pub fn piece(x: Cm, y: Cm, facing: Angle) -> Piece {
    Piece { pose: Pose::new(x, y, facing), front: PAS, depth: PAS / 2, lead: true }
}

pub fn feature(kind: Kind, shape: Shape, level: i32) -> Feature {
    Feature { kind, shape, name: String::new(), level, strongpoint: false, reconstructed: false }
}

pub fn area(kind: Kind, corners: &[(Cm, Cm)]) -> Feature {
    feature(kind, Shape::Area(corners.iter().map(|&(x, y)| Point::new(x, y)).collect()), 0)
}

pub fn block(kind: Kind, (x0, y0): (Cm, Cm), (x1, y1): (Cm, Cm)) -> Feature {
    area(kind, &[(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
}

pub fn line(kind: Kind, points: &[(Cm, Cm)], width: Cm) -> Feature {
    feature(kind, Shape::Line { points: points.iter().map(|&(x, y)| Point::new(x, y)).collect(), width }, 0)
}

pub fn hill(level: i32, from: (Cm, Cm), to: (Cm, Cm)) -> Feature {
    Feature { level, ..block(Kind::Hill, from, to) }
}

pub fn terrain(features: Vec<Feature>) -> Terrain {
    Terrain::new(Ground { width: 300_000, height: 200_000, features })
}

pub fn any_point() -> impl Strategy<Value = Point> {
    (0..300_000, 0..200_000).prop_map(|(x, y)| Point::new(x, y))
}

pub fn any_piece() -> impl Strategy<Value = Piece> {
    (any_point(), 0..36_000, 1..20_000, 1..20_000).prop_map(|(at, facing, front, depth)| Piece {
        pose: Pose { at, facing },
        front,
        depth,
        lead: true,
    })
}

/// A simple polygon: corners at rising angles about a centre, at random distances.
pub fn any_area() -> impl Strategy<Value = Vec<Point>> {
    (any_point(), prop::collection::vec(1_000..40_000, 3..12)).prop_map(|(centre, radii)| {
        let n = Angle::try_from(radii.len()).unwrap_or(3);
        (0..n).zip(radii).map(|(i, r)| centre.step(36_000 / n * i, r)).collect()
    })
}
