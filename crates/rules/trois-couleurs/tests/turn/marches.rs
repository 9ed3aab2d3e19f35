//! Markers, announcements and moves in fractions.

use super::field::{TURN, field};
use grognard_trois_couleurs::{Book, Case, Gait};

const TWO: &str = "blue 1 A foot column 20 10 0
                   red 1 I foot line 20 20 180";

#[test]
fn a_slow_arrow_goes_three_ud_in_column_and_costs_a_point() {
    let fought = field(&Book::new(), "", TWO).play(TURN, &["orders A slow_ahead", "announce A go=ahead:3"], &[]);
    assert_eq!(fought.apart("A", "I"), 700);
    assert_eq!(fought.unit("A").body.points_spent, 1);
    assert_eq!(fought.unit("A").body.gait, Gait::Halted);
}

#[test]
fn an_arrow_longer_than_the_gait_is_refused() {
    let tried = field(&Book::new(), "", TWO).try_play(TURN, &["orders A slow_ahead", "announce A go=ahead:4"], &[]);
    let refusals = tried.err().expect("a refusal");
    assert_eq!(refusals[0].reason, "too_far");
}

#[test]
fn an_arrow_stops_at_its_tactical_distance() {
    let near = "blue 1 A foot column 20 16 0
                red 1 I foot line 20 20 180";
    let fought = field(&Book::new(), "", near).play(TURN, &["orders A fast", "announce A go=ahead:4"], &[]);
    // Two UD before the enemy it stops, unless its owner makes an assault of it.
    assert_eq!(fought.apart("A", "I"), 200);
    assert!(fought.was_asked("moment", "A"));
}

#[test]
fn two_arrows_that_meet_stop_no_nearer_than_one_ud() {
    let facing = "blue 1 A foot column 20 10 0
                  red 1 I foot column 20 15 180";
    let says = ["orders A fast", "orders I slow_ahead", "announce A go=ahead:4", "announce I go=ahead:3"];
    let fought = field(&Book::new(), "", facing).play(TURN, &says, &[]);
    assert_eq!(fought.apart("A", "I"), 100);
    assert!(fought.noted("A", "met"));
}

#[test]
fn an_assault_is_placed_at_two_thirds_of_the_way_before_it_tests() {
    let near = "blue 1 A foot column 20 16 0
                red 1 I foot line 20 20 180";
    let says = ["orders A assault", "announce A assault I"];
    // The attacker's worst die: it stays where it was placed.
    let tried = field(&Book::new(), "", near).play(TURN, &says, &[1, 1]);
    assert!(tried.unit("A").body.case <= Case::Stand);
}

#[test]
fn a_friend_in_the_way_stops_a_mover_short_of_him() {
    let column = "blue 1 A foot column 20 10 0
                  blue 1 B foot line 20 12 0
                  red 1 I foot line 20 30 180";
    let fought = field(&Book::new(), "", column).play(TURN, &["orders A slow_ahead", "announce A go=ahead:3"], &[]);
    assert!(fought.apart("A", "B") < 10, "{}", fought.apart("A", "B"));
}
