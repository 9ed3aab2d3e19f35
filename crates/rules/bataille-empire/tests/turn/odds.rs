//! Odds where a third unit or effect matters before the end: they are those of the battle's own steps.

use crate::field::{Field, field, ground};
use game::drift::compare;
use game::{Play, Ref, Term};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::Life;
use grognard_bataille_empire::{Book, Formation};

/// Compares everything that can be tried on a field; returns how often this trial or reply was among it.
fn compared(field: &Field, what: &'static str) -> u64 {
    let state = Play::new(field.world.clone(), []);
    let mut found = 0;
    for luck in 0..8 {
        let drift = compare(&field.rules, &state, luck);
        let differs: Vec<String> = drift.differs.iter().map(ToString::to_string).collect();
        assert!(differs.is_empty(), "luck {luck}: {differs:#?}");
        found += [&drift.compared, &drift.by_reply].iter().filter_map(|of| of.get(&Term::of(what))).sum::<u64>();
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
    // The ball goes on to a battalion near elimination, whose loss the target sees.
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

#[test]
fn guns_left_by_their_crew_are_taken_by_who_comes_to_rest_on_them() {
    // The square keeps the dragoons 1 UD away: they stop on the guns, or ride over them where it stands to the side
    // (BE-GAP-43). The square sees the loss.
    for (square, taken, dice) in [("30 17.4", true, &[6][..]), ("32.4 16", false, &[])] {
        let army = format!(
            "blue 1 A horse line 30 10 0 A
             red 1 G guns deployed 30 16 180 H
             red 1 I foot solid_square {square} 180 H"
        );
        let set = || field(&Book::new(), "", &army).active(0, 9);
        assert!(compared(&set(), "flee_to_square") > 0, "{square}");
        let fought = set().play(&[Step::Charges(0)], &["charge charge A G", "reply flee_to_square square=I"], dice);
        assert_eq!(matches!(fought.unit("G").life, Life::Gone(_)), taken, "{square}: {:?}", fought.at("A"));
    }
}

#[test]
fn of_two_in_a_block_the_odds_are_those_of_the_one_who_fights_unless_the_other_is_named() {
    let block = ground("wooden_building", [29.0, 31.0], [15.0, 16.0]);
    let army = "blue 1 A foot column 30 11 0 A
                red 1 I foot column 29.5 15 180 H disorder
                red 1 J foot column 30.5 15 180 H";
    let held = field(&Book::new(), &block, army).active(0, 9).with(|w, names| {
        for name in ["I", "J"] {
            let unit = w.unit_mut(names[name]);
            (unit.inside, unit.formation) = (Some(0), Formation::Garrison);
        }
    });
    assert!(compared(&held, "charge") > 0);
    // Whichever is named as the target, the odds are those of the first.
    let foreseen = ["charge charge A I", "charge charge A J"].map(|says| held.foreseen(Step::Charges(0), says));
    for prospects in &foreseen {
        assert_eq!(prospects[0].odds, foreseen[0][0].odds);
        assert_eq!(prospects[0].on, Some(Ref::Unit(held.id("I"))));
    }
}
