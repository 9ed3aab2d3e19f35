//! Odds where a third thing has its say before the end: they are those of the battle's own steps.

use crate::field::{Field, field};
use game::drift::compare;
use game::{Play, Term};
use grognard_bataille_empire::Book;

/// Compares whatever can be tried on a field; how often this was among it.
fn compared(field: &Field, what: &'static str) -> u64 {
    let state = Play::new(field.world.clone(), []);
    let mut found = 0;
    for luck in 0..8 {
        let drift = compare(&field.rules, &state, luck);
        let differs: Vec<String> = drift.differs.iter().map(ToString::to_string).collect();
        assert!(differs.is_empty(), "luck {luck}: {differs:#?}");
        found += drift.compared.get(&Term::of(what)).copied().unwrap_or(0);
    }
    found
}

#[test]
fn a_general_under_fire_may_fall_before_his_unit_tests() {
    let army = "blue 1 G guns deployed 30 10 0 A
                red 1 I foot line 30 16 180 H general";
    assert!(compared(&field(&Book::new(), "", army), "fire_and_morale") > 0);
}

#[test]
fn a_target_out_of_command_tests_so() {
    let army = "blue 1 G guns deployed 55 10 0 A
                red 1 I foot line 55 16 180 H
                red 1 J foot line 5 38 180 H general";
    assert!(compared(&field(&Book::new(), "", army), "fire_and_morale") > 0);
}

#[test]
fn skirmishers_who_flee_off_the_table_are_lost() {
    let army = "blue 1 A horse line 30 33 0 A
                red 1 I foot skirmish 30 37 180 H";
    assert!(compared(&field(&Book::new(), "", army), "charge") > 0);
}

#[test]
fn who_tests_for_a_friend_does_not_test_for_a_fire() {
    // The ball goes on to a battalion at its end, whose loss the target sees.
    let army = "blue 1 G guns deployed 30 10 0 A
                red 1 I foot line 30 16 180 H
                red 1 J foot line 30 17.6 90 H losses=7";
    assert!(compared(&field(&Book::new(), "", army), "fire_and_morale") > 0);
}

#[test]
fn a_ball_that_may_take_away_a_support_is_compared_by_its_losses() {
    let army = "blue 1 G guns deployed 30 10 0 A
                red 1 I foot line 30 16 180 H losses=1
                red 1 J foot line 30 18 180 H losses=7";
    assert!(compared(&field(&Book::new(), "", army), "fire") > 0);
}

#[test]
fn a_hidden_unit_that_charges_is_seen_by_its_target() {
    let army = "blue 1 A horse line 30 10 0 A
                red 1 I horse line 30 16 180 H";
    let hidden = field(&Book::new(), "", army).with(|w, names| {
        w.hidden[0] = game::Secret::Known([names["A"]].into_iter().collect());
    });
    assert!(compared(&hidden, "charge") > 0);
}
