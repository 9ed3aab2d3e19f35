//! Distances, arcs and areas against `geo` and against each other.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::*;
use geo::{Contains, Distance, Euclidean, Intersects};
use grognard_table::*;
use proptest::prelude::*;

/// The exact rectangle, as `geo` sees it, from unrounded corners.
fn polygon(p: &Piece) -> geo::Polygon<f64> {
    let (s, c) = (f64::from(p.pose.facing) / 18_000.0 * core::f64::consts::PI).sin_cos();
    let (w, d) = (f64::from(p.front) / 2.0, f64::from(p.depth) / 2.0);
    let corner = |x: f64, y: f64| geo::Coord {
        x: f64::from(p.pose.at.x) + c * x + s * y,
        y: f64::from(p.pose.at.y) - s * x + c * y,
    };
    geo::Polygon::new(geo::LineString(vec![corner(-w, d), corner(w, d), corner(w, -d), corner(-w, -d)]), vec![])
}

fn coord(p: Point) -> geo::Coord<f64> {
    geo::Coord { x: f64::from(p.x), y: f64::from(p.y) }
}

fn outline(corners: &[Point]) -> geo::Polygon<f64> {
    geo::Polygon::new(geo::LineString(corners.iter().map(|&p| coord(p)).collect()), vec![])
}

proptest! {
    #[test]
    fn distance_agrees_with_geo_and_is_symmetric(a in any_piece(), b in any_piece()) {
        let (there, back) = (distance(&a, &b), distance(&b, &a));
        prop_assert_eq!(there.cm, back.cm);
        let exact = Euclidean.distance(&polygon(&a), &polygon(&b));
        prop_assert!((f64::from(there.cm) - exact).abs() <= 0.51, "{there:?} is not {exact}");
        // The line drawn is the line measured.
        prop_assert!((there.from.to(there.to) - exact).abs() <= 2.0);
    }

    #[test]
    fn distances_without_points_are_the_same(a in any_piece(), others in prop::collection::vec(any_piece(), 1..20)) {
        for b in &others {
            prop_assert_eq!(apart_cm(&a, b), distance(&a, b).cm);
            prop_assert_eq!(a.pose.at.far(b.pose.at), a.pose.at.to(b.pose.at).round() as Cm);
        }
        let nearest = others.iter().map(|b| distance(&a, b)).min_by_key(|measure| measure.cm);
        prop_assert_eq!(nearest_of(&a, others.iter().map(|b| ((), *b))).map(|((), measure)| measure), nearest);
    }

    #[test]
    fn distance_does_not_change_when_both_are_moved(a in any_piece(), b in any_piece(), bearing in 0..36_000, cm in 0..90_000) {
        let (c, d) = (a.moved(bearing, cm), b.moved(bearing, cm));
        prop_assert!((distance(&a, &b).cm - distance(&c, &d).cm).abs() <= SLACK);
    }

    #[test]
    fn a_point_is_measured_as_by_geo(p in any_point(), piece in any_piece()) {
        let exact = Euclidean.distance(&geo::Point(coord(p)), &polygon(&piece));
        prop_assert!((f64::from(point_to_piece(p, &piece).cm) - exact).abs() <= 0.51);
        let rim = disc_to_piece(p, 2_500, &piece);
        prop_assert!((f64::from(rim.cm) - (exact - 2_500.0).max(0.0)).abs() <= 0.51);
    }

    #[test]
    fn points_in_areas_are_those_of_geo(corners in any_area(), p in any_point(), near in 0..12_usize) {
        let ground = terrain(vec![feature(Kind::Forest, Shape::Area(corners.clone()), 0)]);
        let corner = corners[near % corners.len()];
        let beside = Point::new(corner.x + 1, corner.y - 1);
        for p in [p, beside, corner, corner.middle(corners[0])] {
            let polygon = outline(&corners);
            let inside = polygon.contains(&coord(p)) || polygon.intersects(&coord(p));
            prop_assert_eq!(ground.at(p).next().is_some(), inside, "{:?}", p);
            let exact = Euclidean.distance(&geo::Point(coord(p)), &polygon);
            let measured = ground.point_to_feature(p, 0).unwrap();
            prop_assert!((f64::from(measured.cm) - exact).abs() <= 0.51);
        }
    }

    #[test]
    fn pieces_touch_areas_as_in_geo(corners in any_area(), piece in any_piece()) {
        let ground = terrain(vec![feature(Kind::Forest, Shape::Area(corners.clone()), 0)]);
        let measured = ground.piece_to_feature(&piece, 0).unwrap();
        let exact = Euclidean.distance(&polygon(&piece), &outline(&corners));
        prop_assert!((f64::from(measured.cm) - exact).abs() <= 0.51, "{measured:?} is not {exact}");
        if exact > 0.0 {
            prop_assert!(ground.touched(&piece).is_empty());
        }
    }

    #[test]
    fn stretches_of_a_segment_hold_the_points_inside(corners in any_area(), a in any_point(), b in any_point()) {
        let ground = terrain(vec![feature(Kind::Forest, Shape::Area(corners.clone()), 0)]);
        let crossings = ground.along(a, b);
        let polygon = outline(&corners);
        let length = a.to(b);
        for n in 0..=200 {
            let t = f64::from(n) / 200.0;
            let p = geo::Coord { x: f64::from(a.x) * (1.0 - t) + f64::from(b.x) * t, y: f64::from(a.y) * (1.0 - t) + f64::from(b.y) * t };
            let at = t * length;
            let held = crossings.iter().any(|c| f64::from(c.from_cm) <= at && at <= f64::from(c.to_cm));
            let edge = crossings.iter().any(|c| (f64::from(c.from_cm) - at).abs() < 1.0 || (f64::from(c.to_cm) - at).abs() < 1.0);
            prop_assert!(edge || held == polygon.intersects(&p), "at {at}: {crossings:?}");
        }
    }

    #[test]
    fn a_crowded_ground_answers_like_its_features_one_by_one(
        areas in prop::collection::vec(any_area(), 0..300),
        a in any_point(),
        b in any_point(),
    ) {
        let features: Vec<Feature> = areas.into_iter().map(|a| feature(Kind::Forest, Shape::Area(a), 0)).collect();
        let mut expected = Vec::new();
        for (id, one) in features.iter().enumerate() {
            let crossings = terrain(vec![one.clone()]).along(a, b);
            expected.extend(crossings.into_iter().map(|c| Crossing { feature: id as FeatureId, ..c }));
        }
        expected.sort();
        prop_assert_eq!(terrain(features).along(a, b), expected);
    }

    #[test]
    fn a_stop_at_a_limit_is_within_it(a in any_piece(), b in any_piece(), bearing in 0..36_000, limit in 100..30_000) {
        if let Some(gone) = first_within(&a, bearing, 200_000, &b, limit) {
            let stopped = a.moved(bearing, gone);
            let measured = distance(&stopped, &b).limited(limit);
            prop_assert!(within(&measured), "{measured:?}");
            if gone > 0 {
                prop_assert!(!closer(measured.cm, limit), "{measured:?}");
                // Neither was within before.
                for part in 0..20 {
                    let before = a.moved(bearing, gone / 20 * part);
                    prop_assert!(distance(&before, &b).cm >= limit - SLACK);
                }
            }
        } else {
            for part in 0..=50 {
                prop_assert!(distance(&a.moved(bearing, 4_000 * part), &b).cm >= limit - SLACK);
            }
        }
    }

    #[test]
    fn a_straight_move_ends_where_it_touches(a in any_piece(), b in any_piece(), bearing in 0..36_000) {
        prop_assume!(!overlaps(&a, &b));
        match first_contact(&a, bearing, 200_000, &[(1, b)]) {
            Some((gone, _, _)) => {
                let stopped = a.moved(bearing, gone);
                prop_assert!(!overlaps(&stopped, &b));
                prop_assert!(distance(&stopped, &b).cm <= SLACK);
            }
            None => for part in 0..=50 {
                prop_assert!(!overlaps(&a.moved(bearing, 4_000 * part), &b));
            },
        }
    }

    #[test]
    fn turning_there_and_back(a in 0..36_000, b in 0..36_000, x in -90_000..90_000, y in -90_000..90_000) {
        let by = turn(a, b);
        prop_assert!((-18_000..=18_000).contains(&by));
        prop_assert_eq!((a + by).rem_euclid(36_000), b);
        let pose = Pose::new(5, 7, a);
        let (right, ahead) = pose.seen(pose.local(x, y));
        prop_assert!((right - x).abs() <= 1 && (ahead - y).abs() <= 1);
    }
}

#[test]
fn halves_are_rounded_away_from_nought() {
    let middle = |x: Cm| Point::new(x, -x).middle(Point::new(0, 0));
    assert_eq!(
        [1, 3, 4, -1, -3, -4].map(middle),
        [(1, -1), (2, -2), (2, -2), (-1, 1), (-2, 2), (-2, 2)].map(|(x, y)| Point::new(x, y))
    );
    assert_eq!(Point::new(Cm::MAX, Cm::MIN).middle(Point::new(Cm::MAX, Cm::MIN)), Point::new(Cm::MAX, Cm::MIN));
}

#[test]
fn quarters_are_inclusive_to_the_front() {
    for facing in (0..36_000).step_by(1_500) {
        let pose = Pose::new(150_000, 100_000, facing);
        let at = |off: Angle| quarter(&pose, pose.at.step(facing + off, 99_999));
        for (off, expected) in [
            (0, Quarter::Front),
            (4_500, Quarter::Front),
            (-4_500, Quarter::Front),
            (4_502, Quarter::Right),
            (-4_502, Quarter::Left),
            (13_500, Quarter::Right),
            (-13_500, Quarter::Left),
            (13_502, Quarter::Rear),
            (-13_502, Quarter::Rear),
            (18_000, Quarter::Rear),
        ] {
            assert_eq!(at(off), expected, "facing {facing}, {off} off");
        }
    }
}

#[test]
fn edges_in_arcs() {
    let pose = Pose::new(0, 0, 0);
    let side = |x0, y0, x1, y1| Side { from: Point::new(x0, y0), to: Point::new(x1, y1) };
    // Reaches across the whole arc with both ends outside.
    let across = side(-500, 100, 500, 100);
    assert!(edge_in_arc(&pose, 4_500, across, Share::Any) && !edge_in_arc(&pose, 4_500, across, Share::Whole));
    let on_the_limits = side(-100, 100, 100, 100);
    assert!(edge_in_arc(&pose, 4_500, on_the_limits, Share::Whole));
    let behind = side(-500, -1, 500, -1);
    assert!(!edge_in_arc(&pose, 9_000, side(-500, -10, 500, -10), Share::Any));
    assert!(edge_in_arc(&pose, 13_500, behind, Share::Any) && !edge_in_arc(&pose, 13_500, behind, Share::Whole));
    assert!(edge_in_arc(&pose, 18_000, behind, Share::Whole));
}

#[test]
fn zones_and_strips_start_at_the_corners() {
    let unit = piece(0, 0, 0);
    // 45 degrees from the end of the front: as far out as ahead.
    assert_eq!(zone(&unit, 4_500, Point::new(2_500 + 1_000, 1_250 + 1_000)), Quarter::Front);
    assert_eq!(zone(&unit, 4_500, Point::new(2_500 + 1_010, 1_250 + 1_000)), Quarter::Right);
    assert_eq!(zone(&unit, 4_500, Point::new(-3_000, -1_250 - 1_000)), Quarter::Rear);
    assert_eq!(zone(&unit, 4_500, Point::new(-9_000, 0)), Quarter::Left);
    assert_eq!(straight_ahead(&unit, &piece(4_000, 11_250, 0)), Some(8_750));
    assert_eq!(straight_ahead(&unit, &piece(5_000, 11_250, 0)), None, "edges in line only touch");
    assert_eq!(straight_ahead(&unit, &piece(0, -11_250, 0)), None);
    // A front square across another's prolonged front line, a quarter of it behind.
    let charger = Side { from: Point::new(9_000, 250), to: Point::new(9_000, 4_250) };
    assert_eq!(share_behind(&unit, charger), 250);
    assert_eq!(common_length(unit.front_edge(), piece(3_000, 9_000, 18_000).front_edge()), 2_000);
}

#[test]
fn neighbours_in_line_slide_past_each_other() {
    for facing in (0..36_000).step_by(700) {
        let left = piece(150_000, 100_000, facing);
        let right = Piece { pose: Pose { at: left.pose.local(PAS, 0), facing }, ..left };
        assert!(!overlaps(&left, &right), "facing {facing}");
        assert_eq!(first_contact(&left, facing, 30_000, &[(1, right)]), None, "facing {facing}");
        assert!(in_the_way(&left, facing, 30_000, &[(1, right)]).is_empty());
    }
}

#[test]
fn everybody_within_a_radius_comes_in_order() {
    let near = Near::of_pieces((0..2_000).rev().map(|n| (n, piece((n as Cm % 50) * 6_000, (n as Cm / 50) * 5_000, 0))));
    let here = piece(150_000, 100_000, 0);
    let expected: Vec<u32> = (0..2_000)
        .filter(|&n| distance(&piece((n as Cm % 50) * 6_000, (n as Cm / 50) * 5_000, 0), &here).is_within(12 * PAS))
        .collect();
    assert!(expected.len() > 100);
    assert_eq!(near.around(&here, 12 * PAS), expected);
}
