//! Charge moves (ML-8.1a to ML-8.1f, ML-8.1p to ML-8.2c, ML-6.2a to ML-6.2c, ML-GAP-25, ML-GAP-28).

use crate::field::{CHARGES, field};
use game::UnitId;
use grognard_marie_louise::turn::Step;
use grognard_marie_louise::world::{Aim, Fate, Life, NamedCharge, Progress, World};
use grognard_marie_louise::{Aspect, Book, Formation, Marker, r};
use rulebook::proof::prove;

#[test]
fn a_charge_stops_at_two_pas() {
    prove(&[r::ML_8_1A, r::ML_GAP_25], |book| {
        // 9.5 pas apart: a line with 8 pas needs 7.5.
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 30 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[1]);
        assert_eq!(fought.apart("A", "I"), 200);
        assert_eq!(fought.at("A"), (3000, 2750));
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Contact);
    });
}

#[test]
fn a_charge_too_short_ends_where_the_move_ends() {
    prove(&[r::ML_8_1F], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 35 180 T";
        let fought = field(book, "", army).play(&CHARGES, &[], &[]);
        assert_eq!(fought.at("A"), (3000, 2800));
        assert_eq!(fought.unit("A").marker, Marker::None);
        assert!(!fought.unit("I").now.charged);
        assert!(fought.noted("charge_too_short", "A"));
    });
}

#[test]
fn the_bonus_adds_its_dice_and_costs_the_order() {
    prove(&[r::ML_8_2A, r::ML_8_2B], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 32.5 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES[..5], &["A bonus bonus"], &[3, 1]);
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Contact);
        assert_eq!(fought.at("A"), (3000, 3000));
    });
}

#[test]
fn the_ground_beyond_two_pas_of_the_target_does_not_count_for_the_bonus() {
    prove(&[r::ML_8_2A], |book| {
        // The charge ends a third of a pas before the wood, which begins 2.2 pas before the enemy in it.
        let wood = "[[ground.features]]\nkind = \"open_wood\"\narea = [[1000, 1390], [2000, 1390], [2000, 1700], [1000, 1700]]\n";
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 30 180 T weapon=none";
        let fought = field(book, wood, army).play(&CHARGES[..5], &["A bonus bonus"], &[3, 1]);
        assert_eq!(fought.at("A"), (3000, 2750));
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
    });
}

#[test]
fn a_brigade_rolls_its_bonus_once() {
    prove(&[r::ML_8_2C], |book| {
        // Infantry and cavalry apart.
        let army = "blue 1 A foot 4 line 30 10 0 C
                    blue 1 B foot 4 line 36 10 0 C
                    blue 1 K horse 3 line 42 10 0 C
                    red 1 I foot 4 line 36 45 180 T";
        let says = ["A bonus bonus", "B bonus bonus", "K bonus bonus"];
        let fought = field(book, "", army).play(&CHARGES, &says, &[4, 2, 3]);
        let bonus = |unit: &str| fought.charge(unit).unwrap().bonus;
        assert_eq!((bonus("A"), bonus("B"), bonus("K")), (20_000, 20_000, 25_000));
    });
}

#[test]
fn enemy_elements_block_the_way_but_skirmishers_give_way() {
    let army = |formation: &str| {
        format!(
            "blue 1 A foot 4 line 30 20 0 C
             red 1 I foot 4 line 30 29 180 T weapon=none
             red 1 J foot 4 {formation} 32.5 25 180 T weapon=none"
        )
    };
    prove(&[r::ML_6_2B], |book| {
        let fought = field(book, "", &army("line")).play(&CHARGES[..5], &["A name_charges charge I"], &[]);
        assert_eq!(fought.at("A"), (3000, 2450));
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Short);
    });
    prove(&[r::ML_6_2C], |book| {
        let fought = field(book, "", &army("skirmish")).play(&CHARGES[..5], &["A name_charges charge I"], &[1]);
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Contact);
    });
}

#[test]
fn a_wall_costs_a_charger_two_pas() {
    let wall = "[[ground.features]]\nkind = \"wall\"\nline = [[0, 1200], [3600, 1200]]\nwidth = 2\n";
    prove(&[r::ML_1_6E], |book| {
        // Eight pas of allowance: six and the wall bring it to 2 pas of the enemy, seven do not.
        let army = |at: u8| {
            format!(
                "blue 1 A foot 4 line 30 20 0 C
                 red 1 I foot 4 line 30 {at} 180 T weapon=none"
            )
        };
        let came = field(book, wall, &army(28)).play(&CHARGES[..5], &[], &[1]);
        assert_eq!(came.charge("A").unwrap().stage, Progress::Contact);
        let short = field(book, wall, &army(29)).play(&CHARGES[..5], &[], &[]);
        assert_eq!(short.charge("A").unwrap().stage, Progress::Short);
    });
}

#[test]
fn who_runs_passes_the_outer_skirmishers_of_the_enemy() {
    let army = |formation: &str| {
        format!(
            "blue 1 A foot 4 line 30 20 0 - marker=routing
             red 1 I foot 4 line 30 24 180 T weapon=none
             red 1 J foot 4 {formation} 32.5 14 180 T weapon=none"
        )
    };
    prove(&[r::ML_6_2C], |book| {
        let fled = |formation: &str| field(book, "", &army(formation)).play(&[Step::Flight], &[], &[]).at("A");
        assert_eq!(fled("skirmish").0, 3000, "straight away from the nearest enemy");
        assert_ne!(fled("line").0, 3000);
    });
}

#[test]
fn friends_passed_through_are_tested_with_the_charger() {
    prove(&[r::ML_6_2A], |book| {
        let army = "blue 1 A foot 4 attack_column 30 20 0 C
                    blue 1 B foot 4 line 28 24 0 T
                    red 1 I foot 4 line 30 30 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[1, 6, 1]);
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
        assert_eq!(fought.unit("B").formation, Formation::Line);
    });
    prove(&[r::ML_GAP_49], |book| {
        // Only the unit tests when it passes through guns; they may not fire for the rest of the turn.
        let army = "blue 1 A foot 4 attack_column 30 20 0 C
                    blue 1 G guns 4 deployed 28 24 0 T
                    red 1 I foot 4 line 30 30 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[6, 1]);
        assert!(fought.unit("G").now.crossed);
        assert_eq!(fought.unit("A").formation, Formation::AttackColumn);
    });
}

#[test]
fn chargers_who_want_one_place_draw_lots() {
    prove(&[r::ML_8_1B], |book| {
        let army = "blue 1 A foot 1 line 29 20 0 C
                    blue 1 B foot 1 line 31 20 0 C
                    red 1 I foot 4 line 30 28 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES[..5], &[], &[2, 1]);
        assert_eq!(fought.charge("B").unwrap().stage, Progress::Contact);
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Short);
    });
}

#[test]
fn a_charger_who_is_charged_moves_first_or_not_by_lot() {
    let army = "blue 1 A foot 4 line 30 20 0 C
                blue 1 B foot 4 line 20 28 0 T
                red 1 I foot 1 line 30 28 270 C";
    prove(&[r::ML_GAP_28, r::ML_GAP_56], |book| {
        let stopped = field(book, "", army).play(&CHARGES[..5], &["I name_charges charge B"], &[1]);
        assert_eq!(stopped.charge("A").unwrap().stage, Progress::Contact);
        assert_eq!(stopped.at("I"), (3000, 2800));
        assert!(stopped.noted("charge_stopped", "I"));
        let first = field(book, "", army).play(&CHARGES[..5], &["I name_charges charge B"], &[2]);
        assert_eq!(first.charge("I").unwrap().stage, Progress::Contact);
        assert_eq!(first.charge("A").unwrap().stage, Progress::Short);
    });
}

/// The charge of a line that has named its target and not yet moved.
fn named(world: &World, by: UnitId, at: UnitId) -> NamedCharge {
    NamedCharge {
        by,
        aim: Aim::At(at),
        from: world.unit(by).pose,
        began_at: 27_500,
        aspect: Aspect::Front,
        formation: Formation::Line,
        allowance: 40_000,
        bonus: 0,
        gone: 0,
        stage: Progress::Named,
        met: None,
    }
}

#[test]
fn a_charger_whose_target_is_gone_names_another() {
    prove(&[r::ML_GAP_28], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 26 180 T
                    red 1 J foot 4 line 33 28 180 T weapon=none";
        let ready = field(book, "", army).with(|world, names| {
            let (a, i) = (names["A"], names["I"]);
            world.charges.push(named(world, a, i));
            world.unit_mut(i).life = Life::Gone(Fate::Destroyed);
        });
        let fought = ready.play(&[Step::Charges], &[], &[1]);
        assert_eq!(fought.offered("new_target", "A").unwrap(), ["charge J", "no_charge"]);
        assert_eq!(fought.apart("A", "J"), 200);
    });
}

/// An enemy that a charger touches while turning to its target bars the path if the charger would pass through it:
/// turning a corner over it is not leaving it (ML-GAP-73).
#[test]
fn a_charger_does_not_go_through_whom_it_touches() {
    // J stands parallel, a fifth of a pas in front of A; the path to I leads through its right flank.
    let army = "blue 1 A foot 2 line 30 20 0 C
                red 1 I foot 2 line 34.24 24.24 225 T weapon=none
                red 1 J foot 4 line 29.1 20.7 180 T weapon=none";
    let ready = field(&Book::new(), "", army).with(|world, names| {
        let (a, i) = (names["A"], names["I"]);
        world.charges.push(named(world, a, i));
    });
    let fought = ready.play(&[Step::Charges], &[], &[]);
    assert_eq!((fought.at("A"), fought.charge("A").unwrap().stage), ((3000, 2000), Progress::Short));
}

#[test]
fn rear_supports_follow_and_waver_with_the_unit_they_follow() {
    let army = "blue 1 A foot 4 attack_column 30 20 0 C
                blue 1 B foot 4 attack_column 30 17 0 C
                red 1 I foot 1 line 30 28 180 T";
    prove(&[r::ML_8_1K, r::ML_8_1R], |book| {
        // One die of defensive fire: 6, first fire, short, column: 5 losses; A loses an element and fails its morale
        // test.
        let fought = field(book, "", army).play(&CHARGES, &["B name_charges behind A"], &[4, 6, 1, 6]);
        assert_eq!(fought.at("A"), (3000, 2550));
        assert_eq!(fought.at("B"), (3000, 2250));
        assert_eq!(fought.charge("A").unwrap().stage, Progress::Broken);
        assert_eq!(fought.unit("A").marker, Marker::Shaken);
        assert_eq!(fought.unit("B").marker, Marker::Hesitant);
        assert!(!fought.unit("B").now.charge_move);
    });
}

#[test]
fn a_unit_beside_goes_along_up_to_its_own_allowance() {
    prove(&[r::ML_8_1Q], |book| {
        let army = "blue 1 A foot 4 attack_column 30 20 0 C
                    blue 1 F foot 4 line 33 20 0 C
                    red 1 I foot 4 line 30 31 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES[..5], &["F name_charges beside A"], &[1]);
        assert_eq!(fought.at("A"), (3000, 2850));
        assert_eq!(fought.at("F"), (3300, 2800));
    });
}

#[test]
fn a_charge_that_cannot_leave_its_place_is_none() {
    prove(&[r::ML_8_1E, r::ML_6_1I], |book| {
        // Neither square may advance.
        let army = "blue 1 A foot 4 square 30 20 0 C
                    blue 1 B foot 4 line 40 20 0 C
                    blue 1 F foot 4 square 43 20 0 C
                    red 1 I foot 4 line 31 28 180 T weapon=none
                    red 1 J foot 4 line 40 29 180 T weapon=none";
        let says = ["A name_charges charge I", "B name_charges charge J", "F name_charges beside B"];
        let fought = field(book, "", army).play(&CHARGES[..5], &says, &[1]);
        assert_eq!(fought.charge("B").unwrap().stage, Progress::Contact);
        for (unit, place) in [("A", (3000, 2000)), ("F", (4300, 2000))] {
            assert_eq!((fought.at(unit), fought.unit(unit).pose.facing), (place, 0));
            assert_eq!(fought.unit(unit).marker, Marker::Hesitant);
            assert!(!fought.unit(unit).now.charge_move && !fought.unit(unit).now.moved);
        }
        assert!(!fought.noted("charge_too_short", "A"));
    });
}

#[test]
fn two_pas_is_contact_however_places_are_rounded() {
    prove(&[r::ML_8_1A], |book| {
        for place in ["32.3975 24.5275", "34.8909 25.0761"] {
            let army = format!(
                "blue 1 A foot 4 line 30 20 0 C
                 red 1 I foot 4 line {place} 180 - marker=shaken weapon=none"
            );
            let fought = field(book, "", &army).play(&CHARGES[..5], &["A name_charges charge I"], &[]);
            assert_eq!((fought.apart("A", "I"), fought.charge("A").unwrap().stage), (200, Progress::Contact));
        }
    });
}

const WALL: &str = "[[ground.features]]\nkind = \"wall\"\nwidth = 2\nline = ";

#[test]
fn who_runs_up_to_a_wall_crosses_it_free_in_the_next_turn() {
    // Eleven pas to the wall: with its cost of 2 the twelve are not enough.
    let wall = format!("{WALL}[[0, 1450], [3600, 1450]]\n");
    let army = "blue 1 A foot 4 line 30 40 0 - marker=routing
                red 1 I foot 4 line 30 46 180 T weapon=none";
    prove(&[r::ML_1_6E], |book| {
        let once = field(book, &wall, army).play(&[Step::Flight], &[], &[]);
        assert!((2_898..=2_904).contains(&once.at("A").1), "{:?}", once.at("A"));
        let twice = field(book, &wall, army).play(&[Step::Flight, Step::Flight], &[], &[]);
        assert!((1_698..=1_704).contains(&twice.at("A").1), "{:?}", twice.at("A"));
    });
}

#[test]
fn a_wall_crossed_takes_its_toll_of_fire_and_pursuit() {
    // Three pas and a half and the wall leave 2.5 of 8.
    let wall = format!("{WALL}[[0, 1100], [3600, 1100]]\n");
    let army = "blue 1 A foot 4 line 30 20 0 C
                red 1 I foot 4 line 30 26 180 T weapon=none";
    prove(&[r::ML_1_6E], |book| {
        // The charger drives the enemy back 3 pas and goes on, but does not catch it.
        let fought = field(book, &wall, army).play(&CHARGES, &[], &[1, 3, 1, 1, 1, 1]);
        assert!(!fought.unit("A").now.melee);
        assert_eq!(fought.apart("A", "I"), 250);
        assert_eq!(fought.at("A"), (3000, 2600));
        // More than half of its sequence is used (ML-3.1g).
        let came = field(book, &wall, army).play(&CHARGES[..5], &[], &[1]);
        assert!(came.unit("A").now.used > grognard_marie_louise::world::SEQUENCE / 2);
    });
}

#[test]
fn a_march_column_charges_along_a_road_at_its_rate() {
    let road = "[[ground.features]]\nkind = \"road\"\nline = [[1500, 0], [1500, 2400]]\nwidth = 20\n";
    let army = "blue 1 K horse 3 march_column 30 10 0 C
                red 1 I foot 4 line 30 32 180 T weapon=none";
    prove(&[r::ML_1_6A], |book| {
        // 19.5 pas to go: more than the 16 of light cavalry beside the road, less than the 24 on it.
        let fought = field(book, road, army).play(&CHARGES[..5], &[], &[1]);
        assert_eq!(fought.charge("K").unwrap().stage, Progress::Contact);
        assert_eq!(fought.apart("K", "I"), 200);
        let beside = army.replace("30 10", "20 10").replace("30 32", "20 32");
        let short = field(book, road, &beside).play(&CHARGES[..5], &[], &[]);
        assert_eq!(short.charge("K").unwrap().stage, Progress::Short);
    });
}

#[test]
fn a_target_that_moves_first_is_struck_along_the_new_axis() {
    prove(&[r::ML_5_2X, r::ML_5_2Y, r::ML_GAP_28], |book| {
        let army = "blue 1 A foot 2 line 31 25 0 C
                    blue 1 C foot 2 line 22 30 90 T weapon=none
                    red 1 B foot 2 line 30 30 270 C";
        let says = ["A name_charges charge B", "B name_charges charge C"];
        let stopped = field(book, "", army).play(&CHARGES[..5], &says, &[1]);
        assert_eq!(stopped.charge("A").unwrap().aspect, Aspect::Flank);
        // B moves first: A was beside it and is now behind it.
        let gone = field(book, "", army).play(&CHARGES[..5], &says, &[2, 1, 1]);
        assert_eq!((gone.at("B"), gone.charge("A").unwrap().aspect), ((2450, 3000), Aspect::Rear));
    });
}
