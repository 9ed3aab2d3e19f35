//! Duties judged by every legal act, excuses, reserved points (BE-GAP-105 to BE-GAP-107), and guns bound by their fire.

use crate::field::field;
use grognard_bataille_empire::r;
use grognard_bataille_empire::turn::Step;
use rulebook::proof::prove;

const STEPS: [Step; 2] = [Step::Open(0), Step::Moves(0)];

#[test]
fn disorder_from_before_excuses_nobody() {
    let army = "blue 1 A foot line 20 10 0 W disorder
                blue 1 B foot line 24 10 0 W disorder
                red 1 I foot line 20 13 180 H
                red 1 J foot line 24 13 180 H";
    prove(&[r::BE_GAP_105], |book| {
        let fought = field(book, "", army).play(&STEPS, &[], &[4]);
        assert!(!fought.offered("act", 0).contains(&"done".to_owned()), "{:?}", fought.offered("act", 0));
        assert!(fought.at("A").1 < 1_000 || fought.at("B").1 < 1_000, "one of the two has fallen back");
    });
}

#[test]
fn the_marker_of_its_own_fire_excuses_nobody() {
    let army = "blue 1 A foot line 20 10 0 W
                red 1 I foot line 20 11.9 180 H marker";
    prove(&[r::BE_GAP_105], |book| {
        let steps = [Step::Open(0), Step::Fires { division: 0, last: false }, Step::Moves(0)];
        let fought = field(book, "", army).play(&steps, &["fire fire A", "return hold"], &[4, 1]);
        assert!(fought.unit("A").marker);
        assert!(!fought.offered("act", 0).contains(&"done".to_owned()), "{:?}", fought.offered("act", 0));
    });
}

#[test]
fn an_about_face_is_among_the_acts_by_which_a_duty_is_judged() {
    // The enemy is to its left; in front and to its right are squares, which cannot be passed.
    let army = "blue 1 A foot line 20 10 90 W
                blue 2 B foot solid_square 21.2 10 0 H
                blue 2 C foot solid_square 21.2 8.9 0 H
                blue 2 D foot solid_square 20 8.9 0 H
                blue 2 E foot solid_square 21.2 11.1 0 H
                blue 2 F foot solid_square 18.7 8.9 0 H
                red 1 I foot line 20 13 180 H";
    prove(&[r::BE_GAP_106], |book| {
        let fought = field(book, "", army).play(&STEPS, &[], &[4]);
        assert!(!fought.offered("act", 0).contains(&"done".to_owned()), "{:?}", fought.offered("act", 0));
        assert!(fought.unit("A").now.complied);
    });
}

#[test]
fn falling_back_from_one_enemy_upon_another_is_no_falling_back() {
    let army = "blue 1 A foot line 20 10 0 W
                red 1 I foot line 20 13 180 H
                red 1 J foot line 20 5 0 H";
    prove(&[r::BE_GAP_107], |book| {
        let upon = field(book, "", army).try_play(&STEPS, &["act move A go=back:0.8"], &[4]);
        assert!(upon.is_err(), "it comes within 4 UD of the second");
    });
}

#[test]
fn the_points_that_a_duty_needs_are_held() {
    let army = "blue 1 A foot line 20 10 0 A
                blue 1 B foot line 26 10 0 A
                blue 1 C foot line 32 10 0 A
                red 1 I foot line 26 24 180 H";
    prove(&[r::BE_GAP_106], |book| {
        // Two of three must make a full move, and there are two points.
        let spent = field(book, "", army).try_play(&STEPS, &["act move A go=ahead:0.5"], &[4]);
        assert!(spent.is_err(), "the points are held");
        let rich = field(book, "", army).try_play(&STEPS, &["act move A go=ahead:0.5"], &[6]);
        assert!(rich.is_ok(), "with three points one is to spare");
    });
}

#[test]
fn points_are_not_held_for_who_cannot_do_the_duty() {
    // Two of three must, and only A can: B and C have moved, and a further move keeps 8 UD from the enemy in front of
    // them.
    let army = "blue 1 A foot line 16 10 0 A
                blue 1 B foot line 26 10 0 A
                blue 1 C foot line 28.2 10 0 A
                red 1 I foot line 27 18.02 180 H";
    let book = grognard_bataille_empire::Book::new();
    let ready = |points: u8| {
        field(&book, "", army).active(0, points).with(|w, names| {
            for name in ["B", "C"] {
                w.unit_mut(names[name]).now.moves = 1;
            }
            let counted = ["A", "B", "C"].map(|name| names[name]).to_vec();
            w.activation.as_mut().unwrap().counted = counted;
        })
    };
    let mut offered = 0;
    for points in 1..=6 {
        let first = ready(points).play(&[Step::Moves(0)], &[], &[]).offered("act", 0);
        assert!(!first.contains(&"done".to_owned()), "A can do its duty");
        if first.contains(&"again C".to_owned()) {
            offered += 1;
            let spent = ready(points).try_play(&[Step::Moves(0)], &["act again C go=back:1"], &[]);
            assert!(spent.is_ok(), "with {points} points it is offered and refused");
        }
    }
    assert!(offered > 0);
}

#[test]
fn battalion_guns_that_fired_stationary_do_not_march() {
    let army = "blue 1 A foot line 20 10 0 A abilities=[\"battalion_guns\"]
                red 1 I foot line 20 15 180 H";
    prove(&[r::BE_GAP_95], |book| {
        let steps = [Step::Fires { division: 0, last: false }, Step::Moves(0)];
        let field = field(book, "", army).active(0, 3);
        let marched = field.try_play(&steps, &["fire fire A", "act move A go=ahead:1"], &[1]);
        assert!(marched.is_err(), "it has taken the bonus of guns that stand");
    });
}

#[test]
fn a_march_longer_than_any_move_is_refused_unseen() {
    let army = "blue 1 A foot line 20 10 0 H
                red 1 I foot line 20 30 180 H";
    let book = grognard_bataille_empire::Book::new();
    for legs in ["ahead:400000", "back:400000", "side:-400000", "wheel:9000000", "turn:9000000", "ahead:-1"] {
        let says = format!("act move A go={legs}");
        let march = field(&book, "", army).active(0, 3).try_play(&[Step::Moves(0)], &[&says], &[]);
        assert!(march.is_err(), "{legs}");
    }
}
