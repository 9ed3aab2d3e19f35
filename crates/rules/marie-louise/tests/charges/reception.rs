//! Reactions of charged units before the impact, and the fires of moment C (ML-8.1g to ML-8.1o).

use crate::field::{CHARGES, field};
use game::UnitId;
use grognard_marie_louise::world::Progress;
use grognard_marie_louise::{Formation, Marker, r};
use rulebook::proof::prove;

const ONE: &str = "blue 1 A foot 4 line 30 20 0 C
                   red 1 I foot 4 line 30 28 180 T";

#[test]
fn a_passed_reaction_fires_at_short_range_a_failed_one_at_effective_range() {
    // Four ones, first fire: 8 points, doubled or not.
    prove(&[r::ML_8_1G, r::ML_8_1I], |book| {
        let fought = field(book, "", ONE).play(&CHARGES[..5], &[], &[4, 1, 1, 1, 1]);
        assert_eq!(fought.unit("A").losses, 3);
    });
    prove(&[r::ML_8_1J], |book| {
        let fought = field(book, "", ONE).play(&CHARGES[..5], &[], &[3, 1, 1, 1, 1]);
        assert_eq!(fought.unit("A").losses, 1);
    });
}

#[test]
fn want_of_a_light_company_costs_one() {
    prove(&[r::ML_8_1H], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 28 180 T light_company=false";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[4, 1, 1, 1, 1]);
        assert_eq!(fought.unit("A").losses, 1);
    });
}

#[test]
fn a_unit_charged_while_manoeuvring_is_hesitant() {
    prove(&[r::ML_8_1L], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 28 180 M";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[4, 1, 1, 1, 1]);
        assert_eq!(fought.unit("I").marker, Marker::Hesitant);
        // Halved: 8 points.
        assert_eq!(fought.unit("A").losses, 1);
    });
}

#[test]
fn a_unit_that_has_moved_does_not_fire_defensively() {
    prove(&[r::ML_8_1M], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 24.5 180 R";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[]);
        assert_eq!(fought.at("I"), (3000, 3050));
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Contact);
    });
}

#[test]
fn a_unit_moved_before_the_charge_comes_does_not_fire_even_under_hold() {
    prove(&[r::ML_8_1M], |book| {
        let moved = field(book, "", ONE).with(|w, names| w.unit_mut(names["I"]).now.moved = true);
        let fought = moved.play(&CHARGES[..5], &[], &[]);
        assert!(!fought.unit("I").now.fired);
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Contact);
    });
}

#[test]
fn a_levy_tests_at_its_first_loss_and_others_do_not() {
    let army = |status: &str| {
        format!(
            "blue 1 A foot 4 line 30 20 0 C status={status}
             red 1 I foot 4 line 30 28 180 T"
        )
    };
    prove(&[r::ML_5_2E], |book| {
        let fought = field(book, "", &army("levy")).play(&CHARGES[..5], &[], &[3, 1, 1, 1, 1, 6, 1]);
        assert_eq!((fought.unit("A").losses, fought.tests("morale", "A")), (1, 1));
        let fought = field(book, "", &army("standard")).play(&CHARGES[..5], &[], &[3, 1, 1, 1, 1]);
        assert_eq!((fought.unit("A").losses, fought.tests("morale", "A")), (1, 0));
    });
}

#[test]
fn the_fire_of_a_failed_reaction_is_foreseen_as_well() {
    prove(&[r::ML_8_1J], |book| {
        let army = "blue 1 A horse 3 line 30 20 0 C
                    red 1 I foot 4 attack_column 30 30 180 T";
        let named = field(book, "", army).play(&CHARGES[..4], &[], &[]).world;
        let charged = field(book, "", army).with(|w, _| *w = named);
        let foreseen = charged.prospects(CHARGES[4].clone(), game::Side::Red, &[]);
        let given: Vec<&str> = foreseen.iter().flat_map(|one| &one.policy).map(|given| given.as_str()).collect();
        assert_eq!(given, ["test_passed", "test_failed"]);
    });
}

#[test]
fn a_charge_from_two_pas_or_from_behind_goes_straight_to_the_impact() {
    prove(&[r::ML_8_1N], |book| {
        let near = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 22.4 180 T";
        let behind = "blue 1 A foot 4 line 30 20 0 C
                      red 1 I foot 4 line 30 28 0 T";
        for army in [near, behind] {
            let fought = field(book, "", army).play(&CHARGES[..5], &[], &[]);
            assert_eq!(fought.charge("A").unwrap().stage, Progress::Contact);
            assert!(!fought.unit("I").now.fired);
        }
    });
}

#[test]
fn a_square_has_no_rear() {
    prove(&[r::ML_GAP_10, r::ML_1_9D], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 square 30 28 0 T";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[4, 1, 1, 1, 1]);
        assert!(fought.unit("I").now.fired);
    });
}

#[test]
fn a_column_under_t_may_form_a_solid_square_against_horse() {
    let army = "blue 1 K horse 3 line 30 20 0 C
                red 1 I foot 4 attack_column 30 30 180 T";
    prove(&[r::ML_8_1O], |book| {
        let formed = field(book, "", army).play(&CHARGES[..5], &["I receive solid_square"], &[4]);
        assert_eq!(formed.unit("I").formation, Formation::SolidSquare);
        let failed = field(book, "", army).play(&CHARGES[..5], &["I receive solid_square"], &[3]);
        assert_eq!(failed.unit("I").formation, Formation::AttackColumn);
        assert_eq!(failed.unit("I").marker, Marker::Hesitant);
        assert!(!failed.unit("I").now.fired);
    });
    prove(&[r::ML_GAP_47], |book| {
        // -3 instead of -5: 1 - 2 + 2 - 3 against 1 - 2 + 2.
        let fought = field(book, "", army).play(&CHARGES, &["I receive solid_square"], &[4, 2, 1, 1, 1]);
        let lines = fought.lines("impact", "K");
        assert!(lines.iter().any(|(rule, op)| rule == "ML-8.3k" && *op == game::Op::Add(-3)), "{lines:?}");
    });
}

#[test]
fn a_column_that_has_fired_forms_no_solid_square() {
    prove(&[r::ML_GAP_30], |book| {
        let army = "blue 1 K horse 3 line 30 20 0 C
                    red 1 I foot 4 attack_column 30 30 180 T";
        let mut field = field(book, "", army);
        field.world.unit_mut(UnitId(1)).now.fired = true;
        let fought = field.play(&CHARGES[..5], &[], &[]);
        assert_eq!((fought.unit("I").formation, fought.unit("I").marker), (Formation::AttackColumn, Marker::None));
        assert!(fought.offered("receive", "I").is_none());
    });
}

#[test]
fn others_fire_at_the_chargers_at_the_same_moment() {
    prove(&[r::ML_GAP_30], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 1 line 30 28 180 T
                    red 1 J foot 1 line 33 28 180 T";
        let fought = field(book, "", army).play(&CHARGES[..5], &["J fire fire A"], &[4, 1, 4]);
        // 1 + 1 doubled, and 4 + 1 at effective range: one loss in all.
        assert!(fought.unit("J").now.fired && fought.unit("I").now.fired);
        assert_eq!(fought.unit("A").losses, 1);
    });
}

#[test]
fn a_unit_with_two_chargers_fires_once() {
    prove(&[r::ML_8_1G], |book| {
        let army = "blue 1 A foot 4 line 27 22 0 C
                    blue 1 B foot 4 line 33 22 0 C
                    red 1 I foot 4 line 30 28 180 T";
        let fought = field(book, "", army).play(&CHARGES[..5], &["I receive fire B"], &[4, 1, 1, 1, 1]);
        assert_eq!(fought.offered("receive", "I").unwrap(), ["fire A", "fire B"]);
        assert_eq!((fought.unit("A").losses, fought.unit("B").losses), (0, 3));
    });
}

#[test]
fn the_shaken_do_not_react() {
    prove(&[r::ML_GAP_28], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 28 180 - marker=shaken";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[]);
        assert!(!fought.unit("I").now.fired);
    });
}
