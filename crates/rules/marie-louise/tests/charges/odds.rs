//! The odds of a charge where the table affects it before the impact: they are those of the battle's own steps.

use crate::field::{CHARGES, Field, field};
use game::drift::{Drift, compare};
use game::{Deed, Play, Term};
use grognard_marie_louise::{Book, Marker};

/// Compares everything that can be tried on a field.
fn drift(field: &Field) -> Drift {
    let state = Play::new(field.world.clone(), []);
    let mut all = Drift::default();
    for luck in 0..12 {
        let drift = compare(&field.rules, &state, luck);
        let differs: Vec<String> = drift.differs.iter().map(ToString::to_string).collect();
        assert!(differs.is_empty(), "luck {luck}: {differs:#?}");
        all.add(drift);
    }
    all
}

/// How often a charge was among the trials of a field.
fn compared(field: &Field) -> u64 {
    drift(field).compared.get(&Term::of("charge")).copied().unwrap_or(0)
}

#[test]
fn a_column_that_may_form_square_has_odds_for_either() {
    let army = "blue 1 A horse 3 line 30 20 0 C
                red 1 I foot 4 attack_column 30 30 180 T";
    let drift = drift(&field(&Book::new(), "", army));
    assert!(["fire", "solid_square"].map(Term::of).iter().all(|reply| drift.by_reply.contains_key(reply)), "{drift:?}");
}

#[test]
fn a_charger_in_contact_whom_a_neighbour_keeps_from_turning_fights_as_he_stands() {
    let book = Book::new();
    let army = "blue 1 A foot 4 line 30 30 0 C
                blue 1 B foot 4 line 31.05 30 0 T marker=shaken
                red 1 I foot 4 line 31.6 31.6 225 T marker=shaken";
    assert!(compared(&field(&book, "", army)) > 0);
}

#[test]
fn a_unit_that_runs_already_is_gone_before_any_die_falls() {
    let book = Book::new();
    let army = "blue 1 A foot 4 line 30 22 0 C
                red 1 I foot 4 line 30 27 180 - marker=routing";
    let field = field(&book, "", army);
    assert!(field.world.units.iter().any(|unit| unit.marker == Marker::Routing));
    assert!(compared(&field) > 0);
}

#[test]
fn guns_that_turn_to_a_charge_have_other_neighbours_beside_them() {
    let book = Book::new();
    let army = "blue 1 A foot 4 line 38.5 30 270 C
                red 1 G guns 2 deployed 30 30 180 T
                red 1 H foot 4 line 30 32 180 T marker=shaken";
    let drift = drift(&field(&book, "", army));
    assert!(["turn", "stand"].map(Term::of).iter().all(|reply| drift.by_reply.contains_key(reply)), "{drift:?}");
}

#[test]
fn a_battery_that_turns_on_its_place_does_not_slip_away_from_a_charge_at_2_pas() {
    let army = "blue 1 A foot 4 line 38.5 30 270 C
                red 1 G guns 1 deployed 30 30 180 T";
    let fought = field(&Book::new(), "", army).play(&CHARGES, &[], &[1, 1, 1, 6]);
    let short = |deed: &Deed| matches!(deed, Deed::Note { what, .. } if *what == "charge_too_short");
    assert!(!fought.events.iter().any(|event| short(&event.deed)), "{:?}", fought.events);
    assert_eq!(fought.tests("gunners", "G"), 1);
}

#[test]
fn a_levy_hit_for_the_first_time_tests_in_the_odds_as_in_the_battle() {
    let army = "blue 1 A foot 2 line 30 22 0 C status=levy
                red 1 I foot 1 line 30 28 180 T";
    assert!(compared(&field(&Book::new(), "", army)) > 0);
}
