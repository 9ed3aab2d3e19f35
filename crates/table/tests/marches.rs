//! Courses under way, what they pass over, room, and simultaneous moves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::*;
use grognard_table::*;
use proptest::prelude::*;

fn any_leg() -> impl Strategy<Value = Manoeuvre> {
    prop_oneof![
        (0..30_000).prop_map(Manoeuvre::Ahead),
        (0..30_000, -4_500..4_500).prop_map(|(cm, by)| Manoeuvre::Oblique { cm, by }),
        (-9_000..9_000).prop_map(Manoeuvre::Wheel),
        (-18_000..18_000).prop_map(Manoeuvre::Turn),
        (-9_000..9_000).prop_map(Manoeuvre::Side),
        (0..9_000).prop_map(Manoeuvre::Back),
        Just(Manoeuvre::Reform("ligne".into())),
    ]
}

fn any_course() -> impl Strategy<Value = Course> {
    (any_piece(), prop::collection::vec(any_leg(), 0..6))
        .prop_map(|(piece, legs)| Course::new(March { movers: vec![1], legs }, vec![piece]))
}

proptest! {
    #[test]
    fn a_course_cut_and_resumed_ends_where_it_would_have(course in any_course(), part in 0..=100) {
        let (end, length) = (course.end()[0], course.length());
        let rest = course.cut(length / 100 * part);
        prop_assert!((rest.gone + rest.length() - length).abs() <= 3);
        let resumed = rest.end()[0];
        // A facing rounded on the way bends the rest of it by a hundredth of a degree at most.
        let grace = f64::from(length) * 0.0002 + 3.0;
        prop_assert!(end.pose.at.to(resumed.pose.at) <= grace, "{end:?} {resumed:?}");
        prop_assert!(turn(end.pose.facing, resumed.pose.facing).abs() <= 1);
        prop_assert_eq!(rest.at(0), rest.from.clone());
        prop_assert_eq!(&serde_json::from_str::<Course>(&serde_json::to_string(&rest).unwrap()).unwrap(), &rest);
    }

    #[test]
    fn stretches_of_ground_add_up_to_the_way(course in any_course()) {
        // A chessboard of fields without gaps; the whole of the path lies on it.
        let fields = (-10..16).flat_map(|x| (-10..14).map(move |y| block(Kind::Meadow, (x * 30_000, y * 30_000), ((x + 1) * 30_000, (y + 1) * 30_000))));
        let terrain = terrain(fields.collect());
        let swept = sweep(&course, 0, &terrain, &[]);
        let through = swept.through(|_| true);
        prop_assert!((through - swept.length).abs() <= 2, "{through} of {}", swept.length);
        let single: Cm = swept.ground.iter().map(|c| c.to_cm - c.from_cm).sum();
        prop_assert!((single - swept.length).abs() <= 2 + swept.ground.len() as Cm);
        prop_assert!(swept.ground.iter().all(|c| swept.touched.iter().any(|t| t.feature == c.feature)) || course.from[0].front.min(course.from[0].depth) < 10);
    }

    #[test]
    fn what_is_crossed_is_the_ground_of_the_sweep(
        course in any_course(),
        wood in any_area(),
        points in prop::collection::vec(any_point(), 2..9),
        width in 0..2_000,
    ) {
        // The centre of a deep piece wheels farther than the course is long.
        prop_assume!(course.from[0].front >= course.from[0].depth);
        let river = feature(Kind::River, Shape::Line { points, width }, 0);
        let terrain = terrain(vec![feature(Kind::Forest, Shape::Area(wood), 0), river]);
        for chosen in [0, 1] {
            let ground = sweep(&course, 0, &terrain, &[]).ground.into_iter().filter(|c| c.feature == chosen);
            prop_assert_eq!(crossed(&course, 0, &terrain, |id| id == chosen), ground.collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_touched_alone_is_that_of_the_sweep(
        course in any_course(),
        wood in any_area(),
        points in prop::collection::vec(any_point(), 2..9),
        width in 0..2_000,
    ) {
        let river = feature(Kind::River, Shape::Line { points, width }, 0);
        let terrain = terrain(vec![feature(Kind::Forest, Shape::Area(wood), 0), river]);
        prop_assert_eq!(touched(&course, 0, &terrain), sweep(&course, 0, &terrain, &[]).touched);
    }

    #[test]
    fn room_ends_before_what_stops_it(unit in any_piece(), bearing in 0..36_000, cm in 1..60_000, other in any_piece(), wood in any_area()) {
        let terrain = terrain(vec![feature(Kind::Impassable, Shape::Area(wood), 0)]);
        prop_assume!(terrain.holds(&unit) && terrain.touched(&unit).is_empty() && !overlaps(&unit, &other));
        prop_assume!(unit.front > 10 && unit.depth > 10 && other.front > 10 && other.depth > 10);
        let legal = |p: &Piece| terrain.holds(p) && terrain.touched(p).is_empty() && !overlaps(p, &other);
        match room(&unit, bearing, cm, &terrain, |_| true, &[(3, other)]) {
            Ok(end) => prop_assert!(legal(&end), "{end:?}"),
            Err(halt) => {
                let stopped = unit.moved(bearing, halt.at.cm);
                prop_assert!(legal(&stopped), "{halt:?}");
                prop_assert!(halt.at.cm <= cm);
                let near = match halt.what {
                    Stop::Edge => halt.touch.x.min(halt.touch.y).min(300_000 - halt.touch.x).min(200_000 - halt.touch.y),
                    Stop::Ground(id) => terrain.piece_to_feature(&stopped, id).unwrap().cm,
                    Stop::Unit(_) => distance(&stopped, &other).cm,
                };
                prop_assert!(near.abs() <= SLACK, "{halt:?} {near}");
            }
        }
    }

    #[test]
    fn lockstep_meets_as_small_steps_do(
        movers in prop::collection::vec((any_piece(), -60_000..60_000, -60_000..60_000, any::<bool>()), 2..7),
        limit in 1_000..20_000,
    ) {
        let movers: Vec<Mover> = (0..).zip(movers)
            .map(|(tag, (piece, east, north, still))| if still { Mover::still(tag, piece) } else { Mover { tag, piece, east, north } })
            .collect();
        let ground = terrain(vec![]);
        let met = lockstep(&movers, &[Watch::Within(limit), Watch::Touches], &ground, |_, _| true);
        prop_assert!(met.is_sorted());
        let reversed: Vec<Mover> = movers.iter().rev().copied().collect();
        prop_assert_eq!(lockstep(&reversed, &[Watch::Within(limit), Watch::Touches], &ground, |_, _| true).len(), met.len());
        const STEPS: u32 = 400;
        for (i, a) in movers.iter().enumerate() {
            for b in &movers[i + 1..] {
                let after = |watch: u8| met.iter().find(|m| m.watch == watch && m.who == (a.tag, b.tag)).map(|m| m.after);
                if (a.east, a.north, b.east, b.north) == (0, 0, 0, 0) {
                    prop_assert_eq!((after(0), after(1)), (None, None));
                    continue;
                }
                for step in 0..=STEPS {
                    let now = INSTANTS / STEPS * step;
                    let (p, q) = (a.at(now), b.at(now));
                    let far = distance(&p, &q).cm;
                    if far < limit - SLACK {
                        prop_assert!(after(0).is_some_and(|t| t <= now), "{far} at {now}, {met:?}");
                    }
                    if far > limit + SLACK {
                        prop_assert!(after(0) != Some(now));
                    }
                    if overlaps(&p, &q) {
                        prop_assert!(after(1).is_some_and(|t| t <= now), "overlap at {now}, {met:?}");
                    }
                }
                if let Some(t) = after(0).filter(|&t| t > 0) {
                    let m = distance(&a.at(t), &b.at(t)).limited(limit);
                    prop_assert!(within(&m) && !closer(m.cm, limit), "{m:?}");
                }
                if let Some(t) = after(1).filter(|&t| t > 0) {
                    prop_assert!(distance(&a.at(t), &b.at(t)).cm <= SLACK && !overlaps(&a.at(t), &b.at(t)));
                }
            }
        }
    }
}

#[test]
fn a_group_wheels_as_one_body() {
    let left = piece(100_000, 100_000, 0);
    let right = Piece { pose: Pose { at: left.pose.local(PAS, 0), ..left.pose }, ..left };
    let course = Course::new(March { movers: vec![1, 2], legs: vec![Manoeuvre::Wheel(-9_000)] }, vec![left, right]);
    assert_eq!(course.length(), 15_708, "a quarter of a circle of two fronts");
    let end = course.end();
    let pivot = left.front_left();
    assert_eq!(end[0].front_left(), pivot);
    assert_eq!(end[1].pose, Pose { at: end[0].pose.local(PAS, 0), facing: 27_000 });
}

#[test]
fn what_has_no_length_is_still_to_come_where_it_is_done() {
    let legs = vec![
        Manoeuvre::Ahead(5 * PAS),
        Manoeuvre::Reform("colonne".into()),
        Manoeuvre::Turn(9_000),
        Manoeuvre::Ahead(PAS),
    ];
    let course = Course::new(March { movers: vec![4], legs }, vec![piece(100_000, 50_000, 0)]);
    let cut = course.cut(5 * PAS);
    assert_eq!((cut.march.legs.len(), course.leg_at(5 * PAS), cut.gone), (3, 1, 5 * PAS));
    assert_eq!(course.at(5 * PAS)[0].pose, Pose::new(100_000, 75_000, 0));
    assert_eq!(course.at(5 * PAS + 1)[0].pose, Pose::new(100_001, 75_000, 9_000));
    assert_eq!(course.end()[0].pose, Pose::new(105_000, 75_000, 9_000));
    assert!(course.cut(99 * PAS).march.legs.is_empty());
}

#[test]
fn a_march_over_a_stream_up_a_hill_and_through_friends() {
    let ground = vec![
        line(Kind::Stream, &[(0, 60_000), (300_000, 60_000)], 1_000),
        line(Kind::Wall, &[(0, 70_000), (300_000, 70_000)], 0),
        hill(1, (50_000, 80_000), (150_000, 150_000)),
        hill(2, (50_000, 90_000), (150_000, 100_000)),
        block(Kind::Forest, (50_000, 111_250), (150_000, 150_000)),
    ];
    let course =
        Course::new(March { movers: vec![1], legs: vec![Manoeuvre::Ahead(60_000)] }, vec![piece(100_000, 50_000, 0)]);
    let swept =
        sweep(&course, 0, &terrain(ground), &[(8, piece(101_000, 58_750, 9_000)), (9, piece(105_000, 75_000, 0))]);
    let found: Vec<_> = swept.ground.iter().map(|c| (c.feature, c.from_cm, c.to_cm)).collect();
    assert_eq!(found, [(0, 9_500, 10_500), (1, 20_000, 20_000), (2, 30_000, 60_000), (3, 40_000, 50_000)]);
    assert_eq!(swept.climbed, 2);
    // The front edge ends at the edge of the wood: it is not in it, and it has touched the wall a little earlier.
    assert!(swept.touched.iter().all(|c| c.feature != 4));
    let wall = swept.touched.iter().find(|c| c.feature == 1).unwrap();
    assert!((wall.from_cm - (20_000 - PAS / 4)).abs() <= SLACK && (wall.to_cm - (20_000 + PAS / 4)).abs() <= SLACK);
    assert_eq!(swept.passed, [Passage { from_cm: 5_000, to_cm: 12_500, tag: 8 }]);
}

#[test]
fn what_a_recoil_runs_into() {
    let back = |cm| {
        let ground = terrain(vec![line(Kind::River, &[(0, 20_000), (300_000, 20_000)], 2_000)]);
        room(&piece(100_000, 50_000, 0), 18_000, cm, &ground, |id| id == 0, &[(7, piece(100_000, 40_000, 0))])
    };
    assert_eq!(back(7_500).unwrap().pose, Pose::new(100_000, 42_500, 0));
    let halt = back(8_000).unwrap_err();
    assert_eq!((halt.what, halt.at.cm, halt.touch), (Stop::Unit(7), 7_500, Point::new(100_000, 41_250)));
    let open = room(&piece(100_000, 50_000, 0), 18_000, 90_000, &terrain(vec![]), |_| false, &[]).unwrap_err();
    assert_eq!((open.what, open.at.cm), (Stop::Edge, 48_750));
    let river = terrain(vec![line(Kind::River, &[(0, 20_000), (300_000, 20_000)], 2_000)]);
    let wet = room(&piece(100_000, 50_000, 0), 18_000, 90_000, &river, |id| id == 0, &[]).unwrap_err();
    assert_eq!((wet.what, wet.at.cm), (Stop::Ground(0), 27_750));
}

#[test]
fn equal_instants_come_in_the_order_of_watch_and_tags() {
    let ground = terrain(vec![block(Kind::Forest, (0, 60_000), (300_000, 90_000))]);
    let column = |tag, x| Mover { tag, piece: piece(x, 50_000, 0), east: 0, north: 20_000 };
    let movers = [
        column(4, 40_000),
        column(2, 10_000),
        Mover::still(9, piece(10_000, 67_500, 0)),
        Mover::still(8, piece(40_000, 67_500, 0)),
    ];
    let met = lockstep(&movers, &[Watch::Enters(0), Watch::Within(6_250), Watch::Touches], &ground, |_, _| true);
    let order: Vec<_> = met.iter().map(|m| (m.after, m.watch, m.who)).collect();
    assert_eq!(
        order,
        [
            (0, 0, (8, 0)),
            (0, 0, (9, 0)),
            (437_500, 0, (2, 0)),
            (437_500, 0, (4, 0)),
            (437_500, 1, (2, 9)),
            (437_500, 1, (4, 8)),
            (750_000, 2, (2, 9)),
            (750_000, 2, (4, 8)),
        ]
    );
}

#[test]
fn senseless_answers_do_no_harm() {
    let far = [i32::MIN, -1, 0, i32::MAX];
    for n in far {
        let legs = vec![
            Manoeuvre::Wheel(n),
            Manoeuvre::Turn(n),
            Manoeuvre::Ahead(n),
            Manoeuvre::Side(n),
            Manoeuvre::Oblique { cm: n, by: n },
            Manoeuvre::Back(n),
        ];
        let course = Course::new(March { movers: vec![1], legs }, vec![piece(100_000, 50_000, 0)]);
        let swept = sweep(&course.cut(1_000), 0, &terrain(vec![block(Kind::Forest, (0, 0), (9_000, 9_000))]), &[]);
        assert!(swept.length >= 0 && course.end().len() == 1 && course.at(n).len() == 1);
    }
}

#[test]
fn going_there() {
    let unit = piece(100_000, 100_000, 0);
    let allowed = [
        Manoeuvre::Ahead(90_000),
        Manoeuvre::Oblique { cm: 90_000, by: 4_500 },
        Manoeuvre::Wheel(12_000),
        Manoeuvre::Back(9_000),
    ];
    for (x, y) in [(100_000, 150_000), (120_000, 150_000), (150_000, 110_000), (60_000, 90_000), (100_000, 95_000)] {
        for allowed in [&allowed[..], &[Manoeuvre::Turn(18_000), Manoeuvre::Ahead(90_000)]] {
            let facing = unit.pose.at.bearing_to(Point::new(x, y));
            let free = allowed.iter().any(|m| matches!(m, Manoeuvre::Turn(_)));
            let goal = Pose::new(x, y, if free { facing } else { 0 });
            let Some(legs) = route(&unit, goal, allowed) else { continue };
            let end = Course::new(March { movers: vec![], legs: legs.clone() }, vec![unit]).end()[0].pose;
            assert!(end.at.to(goal.at) <= 5.0, "{legs:?} ends at {end:?}");
        }
    }
    let turned =
        route(&unit, Pose::new(100_000, 60_000, 9_000), &[Manoeuvre::Turn(18_000), Manoeuvre::Ahead(90_000)]).unwrap();
    assert_eq!(turned, [Manoeuvre::Turn(18_000), Manoeuvre::Ahead(40_000), Manoeuvre::Turn(-9_000)]);
}
