//! Impacts and recoils (chapters 8.3 and 8.5, ML-GAP-18, ML-GAP-24, ML-GAP-49).

use crate::field::{CHARGES, field};
use game::{Deed, UnitId};
use grognard_marie_louise::world::{Fate, Life, Progress, World};
use grognard_marie_louise::{Formation, Marker, PAS, r};
use rulebook::proof::prove;
use std::collections::BTreeMap;

#[test]
fn the_loser_recoils_by_the_difference_along_the_axis() {
    prove(&[r::ML_8_3B, r::ML_8_3M, r::ML_8_3N, r::ML_GAP_24], |book| {
        // A: 5 + 1 - 3; I, facing away from the axis: -5 - 3. Eleven pas, along the line of the two TdCs.
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 28 150 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 6, 1, 1, 6, 4]);
        assert_eq!(fought.at("I"), (3000, 3900));
        assert_eq!(fought.unit("I").pose.facing, 18_000);
        assert_eq!((fought.unit("I").marker, fought.unit("I").formation), (Marker::Shaken, Formation::Disorder));
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Done);
    });
}

#[test]
fn the_defender_who_wins_does_not_pursue() {
    prove(&[r::ML_8_3M], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 28 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 1, 6, 6, 1]);
        assert_eq!(fought.at("A"), (3000, 2550 - 900));
        assert_eq!(fought.at("I"), (3000, 2800));
        assert_eq!(fought.unit("I").formation, Formation::Line);
        assert_eq!(fought.times("pursue"), 0);
    });
}

#[test]
fn a_shaken_loser_routs_and_runs() {
    prove(&[r::ML_8_3M, r::ML_GAP_24], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 28 180 - marker=shaken";
        // A: 0 + 1 - 3; I: -1 - 2 - 3. Four pas, the place taken, then the rout of twelve.
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 1, 1, 2, 4]);
        assert_eq!(fought.unit("I").marker, Marker::Routing);
        assert_eq!(fought.at("I"), (3000, 4400));
        assert_eq!(fought.at("A"), (3000, 2800));
    });
}

#[test]
fn a_routing_unit_contacted_is_eliminated() {
    prove(&[r::ML_8_3A], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 disorder 30 28 0 - marker=routing";
        let fought = field(book, "", army).play(&CHARGES, &[], &[]);
        assert_eq!(fought.unit("I").life, Life::Gone(Fate::Eliminated));
        assert_eq!(fought.at("A"), (3000, 2550));
        assert_eq!(fought.times("pursue"), 0);
    });
}

#[test]
fn a_recoil_into_another_enemy_eliminates() {
    prove(&[r::ML_8_3O], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    blue 1 Z foot 4 line 30 35 0 T
                    red 1 I foot 4 line 30 28 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 6, 1, 1, 6, 4]);
        assert_eq!(fought.unit("I").life, Life::Gone(Fate::Eliminated));
    });
}

#[test]
fn a_recoil_over_the_edge_eliminates() {
    prove(&[r::ML_GAP_18], |book| {
        let army = "blue 1 A foot 4 line 30 36 0 C
                    red 1 I foot 4 line 30 44 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 6, 1, 1, 6, 4]);
        assert_eq!(fought.unit("I").life, Life::Gone(Fate::OffTable));
    });
}

#[test]
fn a_recoil_that_would_end_on_a_friend_ends_behind_him() {
    prove(&[r::ML_8_3P, r::ML_GAP_49, r::ML_6_2A], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 28 180 T weapon=none
                    red 1 J foot 4 line 30 33 180 T weapon=none";
        // A: 5 + 1 - 3; I: -3 + 1 for J behind it. Five pas would end on J, which is passed through and fails its test.
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 6, 1, 1, 4, 1, 4]);
        assert_eq!(fought.at("I"), (3000, 3350));
        assert_eq!(fought.unit("J").formation, Formation::Disorder);
        assert_eq!(fought.at("A"), (3000, 2800));
    });
}

#[test]
fn a_recoil_with_no_room_behind_a_friend_ends_before_him() {
    let army = "blue 1 A foot 4 line 30 20 0 C
                red 1 I foot 4 line 30 28 180 T weapon=none
                red 1 J foot 4 line 30 33 180 T weapon=none";
    let closed = |from: i32, to: i32| {
        format!(
            "[[ground.features]]\nkind = \"impassable\"\narea = [[1000, {from}], [2000, {from}], [2000, {to}], [1000, {to}]]\n"
        )
    };
    prove(&[r::ML_GAP_75], |book| {
        // As above, but the ground behind J is closed.
        let fought = field(book, &closed(1665, 2000), army).play(&CHARGES, &[], &[1, 6, 1, 1, 4, 4, 4]);
        assert_eq!(fought.at("I"), (3000, 3240));
        assert_eq!(fought.unit("J").formation, Formation::Line);
        assert_eq!(fought.at("A"), (3000, 2800));
    });
    prove(&[r::ML_8_3O], |book| {
        // The recoil itself is impossible: a place in front of a friend does not help.
        let fought = field(book, &closed(1610, 1618), army).play(&CHARGES, &[], &[1, 6, 1, 1, 4, 4, 6, 1]);
        assert_eq!(fought.unit("I").life, Life::Gone(Fate::Eliminated));
    });
}

const TWO: &str = "blue 1 A foot 4 line 20 20 0 C
                   blue 1 B foot 4 line 50 20 0 C
                   red 1 I foot 4 line 20 28 180 T weapon=none
                   red 1 J foot 4 line 50 28 180 T weapon=none";

/// The units in the order of their impact tests.
fn order(fought: &crate::field::Fought) -> Vec<UnitId> {
    let impacts = fought.events.iter().filter_map(|event| match &event.deed {
        Deed::Tested { breakdown, .. } if breakdown.test == "impact" => match breakdown.of {
            Some(game::Ref::Unit(id)) => Some(id),
            _ => None,
        },
        _ => None,
    });
    impacts.step_by(2).collect()
}

#[test]
fn the_attacker_chooses_the_order_of_his_impacts() {
    prove(&[r::ML_8_5A], |book| {
        let faces = [1, 1, 6, 1, 1, 6, 4, 6, 1, 1, 6, 4];
        let fought = field(book, "", TWO).play(&CHARGES, &["* next_impact impact B J"], &faces);
        assert_eq!(order(&fought), [fought.id("B"), fought.id("A")]);
        assert_eq!(fought.times("next_impact"), 1);
    });
}

#[test]
fn lots_decide_whose_impacts_come_first() {
    prove(&[r::ML_8_5B], |book| {
        let army = "blue 1 A foot 4 line 20 20 0 C
                    blue 1 B foot 4 line 50 20 0 T weapon=none
                    red 1 I foot 4 line 20 28 180 T weapon=none
                    red 1 J foot 4 line 50 28 180 C";
        let faces = [1, 1, 2, 6, 1, 1, 6, 4, 6, 1, 1, 6, 4];
        let fought = field(book, "", army).play(&CHARGES, &[], &faces);
        assert_eq!(order(&fought), [fought.id("J"), fought.id("A")]);
    });
}

#[test]
fn a_charger_beaten_before_his_own_impact_loses_it() {
    prove(&[r::ML_GAP_28], |book| {
        // J charges A in flank while A charges I; A moves first and reaches I, J reaches A; red has the initiative.
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 28 180 T weapon=none
                    red 1 J foot 4 attack_column 37 26 270 C";
        let faces = [2, 1, 2, 6, 1, 1, 6, 4];
        let fought = field(book, "", army).play(&CHARGES, &["J name_charges charge A"], &faces);
        assert_eq!(fought.unit("A").marker, Marker::Shaken);
        assert_eq!(fought.tests("impact", "I"), 0);
        assert_eq!(fought.unit("I").marker, Marker::None);
    });
}

#[test]
fn of_two_who_charge_each_other_neither_is_taken_in_flank() {
    prove(&[r::ML_GAP_81], |book| {
        // With either side as blue.
        for [a, b] in [["blue", "red"], ["red", "blue"]] {
            let army = format!(
                "{a} 1 A foot 4 line 30 20 0 C
                 {b} 1 I foot 4 line 30 27 90 C"
            );
            let fought = field(book, "", &army).play(&CHARGES, &[], &[6, 1, 1, 6, 4]);
            assert_eq!(fought.tests("impact", "I"), 1);
            let flank = |name: &str| fought.lines("impact", name).iter().any(|(rule, _)| rule == "ML-5.2k");
            assert!(!flank("A") && !flank("I"), "A is {a}");
        }
    });
}

#[test]
fn a_general_stays_on_the_table_with_the_unit_that_takes_him_to_its_edge() {
    prove(&[r::ML_10D], |book| {
        let army = "blue 1 A foot 4 line 30 38 0 C
                    red 1 I foot 4 line 30 45 180 T weapon=none charisma=0";
        // The general stands behind I, which is driven back three pas, onto the edge.
        let behind = |w: &mut World, _: &BTreeMap<String, UnitId>| {
            let general = w.generals.iter_mut().find(|general| general.attached.is_some()).unwrap();
            general.at.y += 3 * PAS / 4;
        };
        let fought = field(book, "", army).with(behind).play(&CHARGES, &[], &[1, 2, 1, 1, 2, 4]);
        assert_eq!(fought.at("I"), (3000, 4800));
        let general = fought.world.generals.iter().find(|general| general.attached == Some(fought.id("I"))).unwrap();
        assert!(general.at.y <= 48 * PAS && general.at.y >= 46 * PAS, "{:?}", general.at);
    });
}
