//! Answers of cavalry that is a target: counter-charge and evasion (chapter 8.6).

use crate::field::{CHARGES, field};
use grognard_marie_louise::world::Progress;
use grognard_marie_louise::{Formation, Marker, Order, r};
use rulebook::proof::prove;

const DUEL: &str = "blue 1 K horse 3 line 30 15 0 C class=battle
                    red 1 H horse 3 line 30 35 180 T";

#[test]
fn two_who_charge_each_other_meet_by_their_paces_without_fire() {
    prove(&[r::ML_8_6A, r::ML_8_6B, r::ML_GAP_29], |book| {
        let fought = field(book, "", DUEL).play(&CHARGES[..5], &["H answer_charge counter_charge K"], &[]);
        // 17.5 pas, shared in proportion to 14 and 16.
        assert_eq!(fought.at("K"), (3000, 2317));
        assert_eq!(fought.at("H"), (3000, 2567));
        assert_eq!(fought.apart("K", "H"), 200);
        assert_eq!(fought.unit("H").order, Order::Charge);
        for unit in ["K", "H"] {
            assert_eq!(fought.charge(unit).unwrap().stage, Progress::Contact);
        }
    });
}

#[test]
fn whoever_wins_a_mutual_charge_may_pursue() {
    prove(&[r::ML_GAP_29, r::ML_8_4A], |book| {
        let fought = field(book, "", DUEL).play(&CHARGES, &["H answer_charge counter_charge K"], &[1, 6, 6, 1, 4]);
        assert!(fought.offered("pursue", "H").is_some());
        // K has recoiled 8 pas, H stands where K stood.
        assert_eq!(fought.at("H"), (3000, 2317));
        assert_eq!(fought.at("K"), (3000, 1517));
        assert_eq!(fought.unit("K").marker, Marker::Shaken);
    });
}

#[test]
fn faster_cavalry_may_evade() {
    prove(&[r::ML_8_6C], |book| {
        let army = "blue 1 K horse 3 line 30 15 0 C class=battle
                    red 1 H horse 3 line 30 28 180 M";
        let fought = field(book, "", army).play(&CHARGES, &["H answer_charge evade"], &[]);
        assert_eq!(fought.at("H"), (3000, 4400));
        assert_eq!(fought.unit("H").formation, Formation::Disorder);
        assert_eq!(fought.charge("K").unwrap().stage, Progress::Short);
        assert_eq!(fought.at("K"), (3000, 2900));
    });
}

#[test]
fn slower_cavalry_may_not_evade() {
    prove(&[r::ML_8_6B], |book| {
        let army = "blue 1 K horse 3 line 30 15 0 C
                    red 1 H horse 3 line 30 40 180 T class=battle";
        let fought = field(book, "", army).play(&CHARGES, &[], &[]);
        assert_eq!(fought.offered("answer_charge", "H").unwrap(), ["stand", "counter_charge K"]);
    });
}

#[test]
fn cavalry_taken_in_flank_has_no_answer() {
    prove(&[r::ML_GAP_29, r::ML_5_2X], |book| {
        let army = "blue 1 K horse 3 line 30 15 0 C
                    red 1 H horse 3 line 30 40 90 T";
        let fought = field(book, "", army).play(&CHARGES, &[], &[]);
        assert!(fought.offered("answer_charge", "H").is_none());
    });
}

#[test]
fn cavalry_does_not_counter_charge_into_a_forest() {
    let wood = "[[ground.features]]\nkind = \"forest\"\narea = [[1000, 500], [2000, 500], [2000, 900], [1000, 900]]\n";
    let army = "blue 1 A foot 4 line 30 15 0 C
                red 1 H horse 3 line 30 23 180 T";
    prove(&[r::ML_3_1H], |book| {
        let offered = |ground: &str| {
            let fought = field(book, ground, army).play(&CHARGES[..1], &[], &[]);
            fought.offered("answer_charge", "H").unwrap_or_default().contains(&"counter_charge A".to_owned())
        };
        assert!(offered("") && !offered(wood));
    });
}

#[test]
fn cavalry_lets_go_of_a_target_that_falls_back_into_a_forest() {
    let wood = "[[ground.features]]\nkind = \"forest\"\narea = [[1000, 500], [2000, 500], [2000, 975], [1000, 975]]\n";
    let army = "blue 1 A foot 4 line 30 20 0 R
                red 1 K horse 3 line 30 28 180 C";
    prove(&[r::ML_3_1H], |book| {
        let charges = |ground: &str| {
            let fought = field(book, ground, army).play(&CHARGES[..5], &["A fall_back fall_back pas=1"], &[]);
            assert_eq!(fought.at("A"), (3000, 1900));
            fought.at("K") != (3000, 2800)
        };
        assert!(charges("") && !charges(wood));
    });
}
