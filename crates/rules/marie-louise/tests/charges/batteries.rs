//! Batteries that redeploy or are charged (ML-3.2d, chapter 8.7).

use crate::field::{CHARGES, field};
use game::Deed;
use grognard_marie_louise::world::{Fate, Life, Progress};
use grognard_marie_louise::{Formation, Marker, r};
use rulebook::proof::prove;

#[test]
fn a_battery_under_r_limbers_and_moves_or_fires_first_and_moves_half() {
    let army = "blue 1 A foot 4 line 30 22 0 T
                red 1 G guns 1 deployed 30 30 180 R";
    prove(&[r::ML_3_1E, r::ML_3_2E], |book| {
        let fought = field(book, "", army).play(&CHARGES, &[], &[]);
        assert_eq!(fought.at("G"), (3000, 3500));
        assert_eq!(fought.unit("G").formation, Formation::Limbered);
    });
    prove(&[r::ML_3_2D], |book| {
        let fought = field(book, "", army).play(&CHARGES, &["G redeploy fire_first", "G fire fire A"], &[1, 1]);
        assert_eq!(fought.at("G"), (3000, 3250));
        assert!(fought.lines("artillery_fire", "G").iter().any(|(rule, _)| rule == "ML-7.3w"));
    });
}

#[test]
fn a_charged_battery_under_r_may_fire_hurriedly_and_is_lost_if_caught_limbered() {
    prove(&[r::ML_8_7A, r::ML_8_7E], |book| {
        let army = "blue 1 A foot 4 line 30 22 0 C
                    red 1 G guns 1 deployed 30 30 180 R";
        let fought = field(book, "", army).play(&CHARGES, &["G redeploy fire_first", "G fire fire A"], &[1, 1]);
        assert_eq!(fought.unit("G").life, Life::Gone(Fate::Eliminated));
        // The charger stops there, with no pursuit.
        assert_eq!(fought.at("A"), (3000, 3000));
        assert_eq!(fought.times("pursue"), 0);
    });
}

#[test]
fn gunners_fire_canister_then_flee_or_fight() {
    let army = "blue 1 A foot 4 line 30 22 0 C
                red 1 G guns 1 deployed 30 30 180 T";
    prove(&[r::ML_8_7B, r::ML_8_7D, r::ML_GAP_34], |book| {
        // Canister without impact dice, then the morale of the gunners.
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 1, 1, 6]);
        assert!(matches!(fought.unit("G").life, Life::Abandoned { spiked: false, .. }));
        assert_eq!(fought.at("A"), (3000, 3000));
        assert_eq!(fought.tests("impact", "G"), 0);
        let declared =
            fought.events.iter().filter(|e| matches!(&e.deed, Deed::Declared { key, .. } if key.does == "fire"));
        assert!(declared.flat_map(|e| &e.rules).any(|rule| *rule == r::ML_8_7B.into()));
    });
    prove(&[r::ML_8_7D], |book| {
        // They hold; four dice at twice their score, one die at its face.
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 1, 6, 1, 6, 6, 6, 6, 6]);
        assert_eq!(fought.unit("G").life, Life::Gone(Fate::Destroyed));
        assert_eq!(fought.unit("A").losses, 1);
        assert_eq!(fought.at("A"), (3000, 3000));
    });
}

#[test]
fn a_battery_turns_only_if_the_charge_began_far_enough() {
    let far = "blue 1 A foot 4 line 38 30 270 C
               red 1 G guns 1 deployed 30 30 180 T";
    prove(&[r::ML_GAP_33, r::ML_8_7B], |book| {
        let fought = field(book, "", far).play(&CHARGES[..5], &[], &[1, 1]);
        assert_eq!(fought.offered("receive", "G").unwrap(), ["turn A", "stand"]);
        assert_eq!(fought.unit("G").pose.facing, 9_000);
        assert!(fought.unit("G").now.turned);
        let stood = field(book, "", far).play(&CHARGES[..5], &["G receive stand"], &[]);
        assert!(!stood.unit("G").now.fired);
    });
    prove(&[r::ML_8_7C], |book| {
        // Infantry from less than 5 pas, cavalry from less than 10.
        let near = "blue 1 A foot 4 line 35 30 270 C
                    red 1 G guns 1 deployed 30 30 180 T";
        let horse = "blue 1 K horse 4 line 39 30 270 C
                     red 1 G guns 1 deployed 30 30 180 T";
        for army in [near, horse] {
            let fought = field(book, "", army).play(&CHARGES[..5], &[], &[]);
            assert!(!fought.unit("G").now.fired);
            assert_eq!(fought.unit("G").pose.facing, 18_000);
        }
    });
}

#[test]
fn a_battery_that_has_turned_is_met_in_front() {
    prove(&[r::ML_GAP_70], |book| {
        let army = "blue 1 A foot 4 line 30 38 180 C
                    red 1 G guns 1 deployed 30 30 180 T";
        // It turns, fires, and tests: 5 - 2, and -3 for lack of friends; attacked in rear it would not hold.
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 1, 5, 2, 6, 6, 6, 6, 6]);
        assert_eq!(fought.unit("G").pose.facing, 0);
        assert!(!fought.lines("gunners", "G").iter().any(|(rule, _)| rule == "ML-5.2k"));
        assert_eq!(fought.tests("melee", "G"), 1);
    });
}

#[test]
fn a_general_flees_with_the_gunners() {
    prove(&[r::ML_GAP_79], |book| {
        let army = "blue 1 A foot 4 line 30 22 0 C
                    red 1 G guns 1 deployed 30 30 180 T general=brigade";
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 1, 1, 6]);
        assert!(matches!(fought.unit("G").life, Life::Abandoned { .. }));
        let general = &fought.world.generals[1];
        assert_eq!((general.life, general.attached), (Life::Present, None));
        assert_eq!(general.at, table::Point::new(30 * grognard_marie_louise::PAS, 42 * grognard_marie_louise::PAS));
    });
}

#[test]
fn shaken_gunners_do_not_fire_at_the_charge() {
    prove(&[r::ML_GAP_28], |book| {
        let army = "blue 1 A foot 4 line 30 22 0 C
                    red 1 G guns 1 deployed 30 30 180 - marker=shaken";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[]);
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Contact);
        assert_eq!(fought.unit("G").marker, Marker::Shaken);
    });
}
