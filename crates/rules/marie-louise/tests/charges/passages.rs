//! Friends who are passed through, and who are not (ML-6.2a, ML-GAP-11, ML-GAP-25, ML-GAP-30, ML-GAP-51).

use crate::field::{CHARGES, Fought, field};
use grognard_marie_louise::turn::Step;
use grognard_marie_louise::world::Progress;
use grognard_marie_louise::{Formation, r};
use rulebook::proof::prove;

/// How many reaction tests units took.
fn tests(fought: &Fought, units: &[&str]) -> Vec<usize> {
    units.iter().map(|unit| fought.tests("reaction", unit)).collect()
}

#[test]
fn a_unit_that_routs_troubles_no_friend_before_whom_it_stops() {
    // Twelve pas lead it to y = 8.
    let army = |friend: &str| {
        format!(
            "blue 1 A foot 4 line 30 20 0 - marker=routing
             blue 1 B foot 4 line 30 {friend} 0 T
             red 1 I foot 4 line 30 24 180 T weapon=none"
        )
    };
    prove(&[r::ML_6_2A], |book| {
        let stopped = field(book, "", &army("8")).play(&[Step::Flight], &[], &[]);
        assert!(stopped.at("A").1 > 800, "{:?}", stopped.at("A"));
        assert_eq!(stopped.unit("B").formation, Formation::Line);
        let crossed = field(book, "", &army("14")).play(&[Step::Flight], &[], &[1]);
        assert_eq!(crossed.at("A"), (3000, 800));
        assert_eq!(crossed.unit("B").formation, Formation::Disorder);
    });
}

#[test]
fn a_charger_troubles_no_friend_before_whom_it_stops() {
    // B stands where the charge would end, and leaves the sight free.
    let army = |friend: &str| {
        format!(
            "blue 1 A foot 4 line 30 20 0 C
             blue 1 B foot 4 line 30.6 {friend} 0 T
             red 1 I foot 4 line 30 27.5 180 T weapon=none"
        )
    };
    prove(&[r::ML_6_2A], |book| {
        let stopped = field(book, "", &army("25")).play(&CHARGES[..5], &[], &[]);
        assert_eq!(stopped.charge("A").unwrap().stage, Progress::Short);
        let crossed = field(book, "", &army("22.5")).play(&CHARGES[..5], &[], &[6, 6, 1]);
        assert_eq!(crossed.charge("A").unwrap().stage, Progress::Contact);
        assert_eq!(tests(&crossed, &["A", "B"]), [1, 1]);
    });
}

#[test]
fn a_charger_sweeps_what_it_meets_as_it_faces_on_its_way() {
    prove(&[r::ML_6_2A], |book| {
        // Forty degrees to the right of its front. Turned that way, its outer element on the right meets B; as it stood
        // before, it would pass beside.
        let army = "blue 1 A foot 4 line 30 20 0 C
                    blue 1 B foot 1 line 33.92 20.63 40 T
                    red 1 I foot 4 line 35.14 26.13 220 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[6, 6, 1]);
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Contact);
        assert_eq!(tests(&fought, &["A", "B"]), [1, 1]);
    });
}

#[test]
fn a_charger_tests_for_a_friend_who_charges_and_does_not_stir() {
    prove(&[r::ML_6_2A], |book| {
        // A is at 2 pas of its enemy; B goes through its left element.
        let army = "blue 1 A foot 4 line 30 20 0 C
                    blue 1 B foot 4 attack_column 28.9 16 0 C
                    red 1 I foot 1 line 30 22.5 180 T weapon=none
                    red 1 J foot 1 line 28.9 24.5 180 T weapon=none";
        let says = ["A name_charges charge I", "B name_charges charge J"];
        let fought = field(book, "", army).play(&CHARGES[..5], &says, &[1, 6, 1]);
        assert_eq!((fought.at("A"), fought.at("B")), ((3000, 2000), (2890, 2200)));
        assert_eq!(tests(&fought, &["A", "B", "J"]), [1, 1, 1]);
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
        assert_eq!(fought.unit("B").formation, Formation::AttackColumn);
    });
}

#[test]
fn chargers_who_go_together_meet_only_where_both_are_at_one_time() {
    // The ways of A and B cross in the middle of both.
    let crossing = "blue 1 A foot 1 line 28 20 0 C
                    blue 1 B foot 1 line 32 20 0 C
                    red 1 I foot 1 line 33 28 180 T weapon=none
                    red 1 J foot 1 line 27 28 180 T weapon=none";
    // B goes over the place that A has left by then.
    let behind = "blue 1 A foot 1 line 30 20 0 C
                  blue 1 B foot 1 line 30.6 17 0 C
                  red 1 I foot 1 line 28 26 180 T weapon=none
                  red 1 J foot 1 line 30.6 24.5 180 T weapon=none";
    let says = ["A name_charges charge I", "B name_charges charge J"];
    prove(&[r::ML_6_2A], |book| {
        let met = field(book, "", crossing).play(&CHARGES[..5], &says, &[6, 6, 1, 1]);
        assert_eq!(tests(&met, &["A", "B", "I", "J"]), [1, 1, 1, 1]);
        let apart = field(book, "", behind).play(&CHARGES[..5], &says, &[1, 1]);
        assert_eq!(tests(&apart, &["A", "B", "I", "J"]), [0, 0, 1, 1]);
    });
}

#[test]
fn a_unit_that_goes_along_tests_for_a_charger_it_goes_through() {
    prove(&[r::ML_6_2A], |book| {
        // F accompanies A, and L, at 2 pas of its own enemy, does not stir.
        let army = "blue 1 A foot 4 attack_column 30 20 0 C
                    blue 1 F foot 1 line 33 20 0 C
                    blue 1 L foot 1 line 33 22 90 C
                    red 1 I foot 1 line 30 31 180 T weapon=none
                    red 1 J foot 1 line 35.5 22 270 T weapon=none";
        let says = ["A name_charges charge I", "F name_charges beside A", "L name_charges charge J"];
        let fought = field(book, "", army).play(&CHARGES[..5], &says, &[6, 6, 1]);
        assert_eq!(fought.at("F"), (3300, 2800));
        assert_eq!(tests(&fought, &["A", "F", "L"]), [0, 1, 1]);
    });
}

#[test]
fn guns_that_go_round_a_bend_trouble_whoever_stands_on_their_way() {
    prove(&[r::ML_6_2A], |book| {
        // Three pas back and two to the east: F stands on the first leg, beside the straight line to the end.
        let army = "blue 1 A foot 4 line 30 22 0 T
                    red 1 G guns 1 deployed 30 30 180 R
                    red 1 F foot 1 line 29.8 32.2 180 T";
        let says = ["G fall_back fall_back by=180 pas=3 then_by=90 then_pas=2"];
        let fought = field(book, "", army).play(&CHARGES, &says, &[1]);
        assert_eq!(fought.at("G"), (3200, 3300));
        assert_eq!(tests(&fought, &["G", "F"]), [0, 1]);
        assert_eq!(fought.unit("F").formation, Formation::Disorder);
    });
}

#[test]
fn troops_of_open_order_are_passed_through_freely_in_disorder_too() {
    prove(&[r::ML_GAP_51], |book| {
        let army = "blue 1 A foot 4 attack_column 30 20 0 C
                    blue 1 B foot 4 disorder 28.9 24 0 T skirmish_only=true
                    red 1 I foot 4 line 30 30 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[1]);
        assert_eq!(tests(&fought, &["A", "B"]), [0, 0]);
    });
}
