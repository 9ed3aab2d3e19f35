//! Courses on one clock, and closing up on contact.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::*;
use grognard_table::*;
use proptest::prelude::*;

fn body(at: (Cm, Cm), facing: Angle) -> Piece {
    Piece { pose: Pose::new(at.0, at.1, facing), front: 6_000, depth: 1_000, lead: true }
}

fn course(piece: Piece, legs: Vec<Manoeuvre>) -> Course {
    Course::new(March { movers: vec![1], legs }, vec![piece])
}

/// Bases so close together that many of them meet.
fn sized() -> impl Strategy<Value = Piece> {
    (0..30_000, 0..30_000, 0..36_000, 200..12_000, 200..4_000).prop_map(|(x, y, facing, front, depth)| Piece {
        pose: Pose::new(x, y, facing),
        front,
        depth,
        lead: true,
    })
}

proptest! {
    #[test]
    fn straight_trips_meet_as_in_lockstep(a in sized(), b in sized(), far in 1..20_000, other in 0..20_000, limit in 0..3_000) {
        prop_assume!(distance(&a, &b).cm > limit + 10);
        let trips = [
            Trip::at_pace(1, &course(a, vec![Manoeuvre::Ahead(far)]), far),
            Trip::at_pace(2, &course(b, vec![Manoeuvre::Ahead(other)]), other),
        ];
        let movers = [
            Mover::between(1, a, a.pose.ahead(far)),
            Mover::between(2, b, b.pose.ahead(other)),
        ];
        let found = meetings(&trips, limit, |_, _| Some(Watch::Within(limit)));
        let known = lockstep(&movers, &[Watch::Within(limit)], &terrain(Vec::new()), |_, _| true);
        // Places of movers are rounded before they move: a near miss may be seen by only one method.
        if let (Some(one), Some(two)) = (found.first(), known.first()) {
            prop_assert!((one.after.abs_diff(two.after)) < INSTANTS / 50 || far.max(other) < 300, "{one:?} {two:?}");
        }
        // The order of names does not change the result.
        let turned = [trips[1].clone(), trips[0].clone()];
        prop_assert_eq!(meetings(&turned, limit, |_, _| Some(Watch::Within(limit))), found);
    }

    #[test]
    fn who_stops_where_he_meets_is_not_nearer(a in sized(), b in sized(), wheel in -9_000..9_000, far in 0..20_000, pace in 1_000..30_000) {
        let limit = 650;
        prop_assume!(distance(&a, &b).cm > limit + 10);
        let way = course(a, vec![Manoeuvre::Wheel(wheel), Manoeuvre::Ahead(far)]);
        let trip = Trip::at_pace(1, &way, pace);
        let other = Trip::still(2, &[b]);
        let found = meetings(&[trip.clone(), other.clone()], limit, |_, _| Some(Watch::Within(limit)));
        let stop = found.first().map_or(INSTANTS, |m| m.after);
        let stopped = trip.stopped(stop);
        prop_assert_eq!(stopped.gone(INSTANTS), trip.gone(stop));
        // A wheel is computed in chords of a degree: the corner farthest from its pivot is out by a hundredth of its
        // distance from it.
        let corner = f64::from(a.front).hypot(f64::from(a.depth)) as Cm;
        let grace = if wheel == 0 { SLACK } else { SLACK + corner / 100 };
        prop_assert!(distance(&stopped.at(INSTANTS)[0], &b).cm >= limit - grace, "{:?}", distance(&stopped.at(INSTANTS)[0], &b));
        // Having stopped there it meets no other: it comes no nearer.
        prop_assert!(meetings(&[stopped, other], limit, |_, _| Some(Watch::Within(limit))).iter().all(|m| m.after + INSTANTS / 100 >= stop));
    }

    #[test]
    fn a_trip_ends_where_its_course_does(a in sized(), wheel in -18_000..18_000, far in 0..20_000) {
        let way = course(a, vec![Manoeuvre::Ahead(far), Manoeuvre::Wheel(wheel), Manoeuvre::Turn(9_000), Manoeuvre::Ahead(300)]);
        let trip = Trip::at_pace(1, &way, way.length() + 10);
        let (end, whole) = (trip.at(INSTANTS)[0], way.end()[0]);
        prop_assert!(end.pose.at.to(whole.pose.at) <= 2.0 && turn(end.pose.facing, whole.pose.facing).abs() <= 1, "{end:?} {whole:?}");
        prop_assert_eq!(trip.gone(INSTANTS), way.length());
        let half = trip.at(INSTANTS / 2)[0];
        prop_assert!(half.pose.at.to(way.at(trip.gone(INSTANTS / 2))[0].pose.at) <= f64::from(a.front) / 100.0 + 3.0);
    }

    #[test]
    fn who_closes_up_touches_and_lies_flush(a in sized(), b in sized()) {
        // A piece that only grazes a corner with the end of its front has no edge to align with.
        let narrow = Piece { front: a.front - 400, ..a };
        if distance(&a, &b).cm <= 10 || a.front <= 800 || close_up(&narrow, &b, 100_000, 0).is_none() {
            return Ok(());
        }
        let Some(met) = close_up(&a, &b, 100_000, 1_000_000) else { return Ok(()) };
        prop_assert!(met.flush && touching(&met.piece, &b), "{met:?} {:?}", distance(&met.piece, &b));
        prop_assert!(!overlaps(&met.piece, &b));
        let off = turn(met.piece.pose.facing, b.pose.facing + 18_000).rem_euclid(9_000);
        prop_assert!(off <= 1 || off >= 8_999, "{off}");
        // With less move than that it stays askew, and uses no more than it has.
        let little = close_up(&a, &b, 100_000, met.arc / 2).unwrap();
        prop_assert!(met.arc <= 2 || (!little.flush && little.arc <= met.arc / 2 + 2));
    }
}

#[test]
fn two_who_come_round_a_corner_meet_where_their_clocks_say() {
    // One wheels right by 90 degrees (9,425) and goes 5,000 on; the other comes straight at the place where it will be.
    let a = course(body((0, 0), 0), vec![Manoeuvre::Wheel(9_000), Manoeuvre::Ahead(5_000)]);
    let b = course(body((40_000, 3_500), 27_000), vec![Manoeuvre::Ahead(40_000)]);
    let trips = [Trip::at_pace(1, &a, a.length()), Trip::at_pace(2, &b, 40_000)];
    let found = meetings(&trips, 650, |_, _| Some(Watch::Within(650)));
    let met = found.first().unwrap();
    let [one, two] = [0, 1].map(|n: usize| trips[n].at(met.after)[0]);
    assert!((distance(&one, &two).cm - 650).abs() <= 60, "{:?}", distance(&one, &two));
    // A piece that stands still at the start is met later or never.
    let slow = [Trip::timed(1, &a, &[(0, INSTANTS / 2), (a.length(), INSTANTS)]), trips[1].clone()];
    assert!(meetings(&slow, 650, |_, _| Some(Watch::Within(650)))[0].after >= met.after);
    assert_eq!(slow[0].gone(INSTANTS / 2), 0);
}

#[test]
fn who_is_near_already_may_go_away_but_not_nearer() {
    let enemy = Trip::still(2, &[body((0, 1_500), 18_000)]);
    let (away, nearer) = (Manoeuvre::Back(2_000), Manoeuvre::Ahead(300));
    let go = |leg: Manoeuvre| Trip::at_pace(1, &course(body((0, 0), 0), vec![leg]), 2_000);
    let watch = |_, _| Some(Watch::Within(650));
    assert!(meetings(&[go(away), enemy.clone()], 650, watch).is_empty());
    let met = meetings(&[go(nearer), enemy], 650, watch);
    assert!(met[0].after < INSTANTS / 100, "{met:?}");
}

#[test]
fn a_corner_is_closed_on_the_edge_that_takes_the_smaller_wheel() {
    let target = body((0, 20_000), 18_000);
    // Comes at the front from 20 degrees off: lies along the front.
    let askew = body((-6_000, 0), 2_000);
    let met = close_up(&askew, &target, 60_000, 20_000).unwrap();
    assert_eq!((met.edge, met.flush, met.piece.pose.facing), (Quarter::Front, true, 0));
    // From the side it lies along the flank.
    let side = body((20_000, 20_100), 26_500);
    let met = close_up(&side, &target, 60_000, 20_000).unwrap();
    assert_eq!((met.edge, met.piece.pose.facing), (Quarter::Left, 27_000));
}
