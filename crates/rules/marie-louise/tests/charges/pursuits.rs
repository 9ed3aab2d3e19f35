//! Pursuit (chapter 8.4, ML-GAP-26, ML-GAP-60).

use crate::field::{CHARGES, field};
use grognard_marie_louise::turn::Step;
use grognard_marie_louise::world::{Fate, Life};
use grognard_marie_louise::{Aspect, Formation, Marker, PAS, r};
use rulebook::proof::prove;

/// A moves 4.5 pas of 8 to its contact: 3.5 are left.
const ONE: &str = "blue 1 A foot 4 line 30 20 0 C
                   red 1 I foot 4 line 30 27 180 T weapon=none";

#[test]
fn a_passed_test_takes_the_place_a_failed_one_goes_on() {
    prove(&[r::ML_8_4A, r::ML_8_4B], |book| {
        let fought = field(book, "", ONE).play(&CHARGES, &[], &[1, 6, 1, 1, 6, 4]);
        assert_eq!(fought.at("A"), (3000, 2700));
    });
    prove(&[r::ML_8_4A, r::ML_8_4C], |book| {
        let fought = field(book, "", ONE).play(&CHARGES, &[], &[1, 6, 1, 1, 6, 3]);
        assert_eq!(fought.at("A"), (3000, 2800));
    });
}

#[test]
fn the_player_may_want_the_opposite() {
    prove(&[r::ML_8_4D], |book| {
        let passed = field(book, "", ONE).play(&CHARGES, &["A pursue inverted"], &[1, 6, 1, 1, 6, 4]);
        assert_eq!(passed.at("A"), (3000, 2800));
        let failed = field(book, "", ONE).play(&CHARGES, &["A pursue inverted"], &[1, 6, 1, 1, 6, 3]);
        assert_eq!(failed.at("A"), (3000, 2700));
    });
}

#[test]
fn a_loser_caught_fights() {
    prove(&[r::ML_8_4E, r::ML_GAP_26], |book| {
        // A: 1 + 1 - 3; I: -3. Two pas, and A has 3.5: melee; I, shaken, counts once. It loses two elements and routs.
        let faces = [1, 2, 1, 1, 1, 3, 6, 6, 6, 6, 1, 1, 1, 1, 1, 6];
        let fought = field(book, "", ONE).play(&CHARGES, &[], &faces);
        assert!(fought.unit("A").now.melee && fought.unit("I").now.melee);
        assert_eq!(fought.at("A"), (3000, 2650));
        assert_eq!(fought.unit("A").formation, Formation::Disorder);
        assert_eq!((fought.unit("I").elements, fought.unit("I").marker), (2, Marker::Routing));
    });
}

#[test]
fn a_routing_loser_caught_is_eliminated_and_the_pursuer_runs_on() {
    prove(&[r::ML_8_4F], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 27 180 - marker=shaken";
        // A: 0 + 1 - 3; I: 1 - 2 - 3. Two pas.
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 1, 2, 1, 3]);
        assert_eq!(fought.unit("I").life, Life::Gone(Fate::Eliminated));
        assert_eq!(fought.at("A"), (3000, 2800));
    });
}

#[test]
fn another_enemy_met_makes_a_new_impact() {
    prove(&[r::ML_8_4G], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 1 line 30 27 180 T weapon=none
                    red 1 J foot 1 line 31.5 30 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 6, 1, 1, 6, 3, 6, 1, 1, 6, 4]);
        assert_eq!(fought.unit("J").marker, Marker::Shaken);
        assert_eq!(fought.at("A"), (3150, 3000));
        // No reaction and no fire.
        assert_eq!(fought.tests("reaction", "J"), 0);
    });
}

#[test]
fn the_overconfident_always_go_on() {
    prove(&[r::ML_8_4H, r::ML_GAP_60], |book| {
        let army = "blue 1 K horse 3 line 30 20 0 C overconfident=true
                    red 1 I foot 4 line 30 28 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 6, 1, 1, 6]);
        assert_eq!(fought.times("pursue"), 0);
        assert_eq!(fought.at("K"), (3000, 3600));
    });
}

const TWO_ON_ONE: &str = "blue 1 A foot 1 line 28 22 0 C
                          blue 1 B foot 1 line 32 22 0 C
                          red 1 I foot 1 line 30 28 180 T weapon=none";

#[test]
fn the_next_charger_follows_the_beaten_as_far_as_his_move_goes() {
    prove(&[r::ML_GAP_28], |book| {
        // A: 0 + 1 + 1 for B beside it; I: 0 - 3. Its pursuit takes the place. B has enough left for the recoil.
        let says = ["* next_impact impact A I"];
        let fought = field(book, "", TWO_ON_ONE).play(&CHARGES, &says, &[1, 1, 1, 4, 1, 4, 1, 1, 6, 1, 4, 4, 4]);
        assert_eq!(fought.tests("impact", "I"), 2);
    });
}

#[test]
fn a_pursuer_does_not_meet_an_enemy_from_whom_he_goes_away() {
    prove(&[r::ML_8_4C, r::ML_GAP_26], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 27 180 T weapon=none
                    red 1 J foot 1 line 32 23 0 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &["A name_charges charge I"], &[1, 6, 1, 1, 6, 3]);
        assert_eq!(fought.at("A"), (3000, 2800));
        assert_eq!(fought.tests("impact", "J"), 0);
    });
}

#[test]
fn a_routing_loser_is_seen_where_he_is_caught() {
    prove(&[r::ML_8_4F, r::ML_GAP_05], |book| {
        // W is twelve and a half pas from where I stood, and ten and a half from where it is caught.
        let army = "blue 1 A foot 4 line 30 20 0 C
                    red 1 I foot 4 line 30 27 180 - marker=shaken
                    red 1 W foot 4 line 30 40 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 1, 2, 1, 3, 6, 1]);
        assert_eq!(fought.unit("I").life, Life::Gone(Fate::Eliminated));
        assert_eq!(fought.tests("witness", "W"), 1);
    });
}

#[test]
fn taking_the_place_is_part_of_the_move() {
    let army = "blue 1 A foot 4 line 30 20 0 C
                red 1 I foot 4 line 30 26.5 180 T weapon=none
                red 1 J foot 1 line 33 29.5 180 T weapon=none";
    prove(&[r::ML_7_1B], |book| {
        let steps: Vec<Step> = CHARGES.into_iter().chain([Step::LateFire]).collect();
        // Half of its move to the contact, then the place of the loser: it has moved too far to fire.
        let fought = field(book, "", army).play(&steps, &[], &[1, 6, 1, 1, 6, 4]);
        assert_eq!(fought.at("A"), (3000, 2650));
        assert!(fought.offered("late_fire", "A").is_none());
    });
}

#[test]
fn a_pursuit_ends_at_the_edge_of_the_table() {
    prove(&[r::ML_GAP_26], |book| {
        // I is driven over the edge, one pas behind it; K has nine and a half pas left.
        let army = "blue 1 K horse 3 line 30 38 0 C
                    red 1 I foot 4 line 30 47 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 6, 1, 1, 6, 1]);
        assert_eq!(fought.unit("I").life, Life::Gone(Fate::OffTable));
        assert_eq!((fought.unit("K").life, fought.at("K")), (Life::Present, (3000, 4800)));
    });
}

const SCRUB: &str = "[[ground.features]]\nkind = \"scrub\"\n";

#[test]
fn who_has_charged_through_rough_ground_follows_the_beaten_no_farther_for_it() {
    prove(&[r::ML_GAP_14], |book| {
        // B starts in the scrub: five pas in all, of which it has gone 3.7 when I is driven back five.
        let ground = format!("{SCRUB}area = [[1575, 1000], [1700, 1000], [1700, 1150], [1575, 1150]]\n");
        let says = ["* next_impact impact A I"];
        let fought = field(book, &ground, TWO_ON_ONE).play(&CHARGES, &says, &[1, 1, 1, 4, 1, 4]);
        assert_eq!(fought.tests("impact", "I"), 1);
        assert!(fought.noted("charge_too_short", "B"));
    });
}

#[test]
fn rough_ground_of_a_pursuit_counts_for_the_next_one() {
    prove(&[r::ML_GAP_14], |book| {
        // K catches I and meets J in the scrub, with a quarter of a pas left of its eight.
        let army = "blue 1 K horse 3 line 30 20 0 C
                    red 1 I foot 1 line 30 25 180 - marker=shaken
                    red 1 J foot 1 line 32 30 180 - marker=shaken status=elite";
        let ground = format!("{SCRUB}area = [[1400, 1200], [1550, 1200], [1550, 1410], [1400, 1410]]\n");
        let faces = [6, 1, 1, 6, 1, 6, 1, 1, 6, 1];
        let fought = field(book, &ground, army).play(&CHARGES, &["K name_charges charge I"], &faces);
        assert_eq!(fought.tests("impact", "J"), 1);
        let charge = fought.charge("K").unwrap();
        assert_eq!((charge.allowance, charge.gone), (8 * PAS, 8 * PAS));
    });
}

#[test]
fn a_recoil_counts_like_any_move_for_the_fire_of_phase_five() {
    prove(&[r::ML_7_1B], |book| {
        let army = "blue 1 A foot 2 line 30 20 0 C
                    red 1 I foot 2 line 30 27 0 T";
        let steps = [CHARGES.as_slice(), &[Step::LateFire]].concat();
        // Four of the six pas of a disordered unit; with two it could still fire.
        let fought = field(book, "", army).play(&steps, &[], &[1, 4, 3, 3, 6]);
        assert_eq!((fought.at("I"), fought.offered("late_fire", "I")), ((3000, 3100), None));
        let fought = field(book, "", army).play(&steps, &[], &[1, 6, 3, 3, 6]);
        assert_eq!(fought.at("I"), (3000, 2900));
        assert!(fought.offered("late_fire", "I").is_some());
    });
}

#[test]
fn who_goes_on_after_an_impact_passes_through_friends_at_their_risk() {
    // B takes the second place of I past A, which has taken the first: both test, and B fails.
    prove(&[r::ML_6_2A], |book| {
        let faces = [1, 1, 1, 4, 1, 4, 1, 1, 6, 1, 4, 4, 3];
        let fought = field(book, "", TWO_ON_ONE).play(&CHARGES, &["* next_impact impact A I"], &faces);
        assert_eq!((fought.tests("reaction", "A"), fought.tests("reaction", "B")), (1, 1));
        assert_eq!((fought.unit("A").formation, fought.unit("B").formation), (Formation::Line, Formation::Disorder));
    });
    // A takes the place of I through an element of F, which fails.
    prove(&[r::ML_6_2A], |book| {
        let army = "blue 1 A foot 1 line 30 20 0 C
                    blue 1 F foot 5 line 32.8 26 0 T
                    red 1 I foot 1 line 30 27 180 T weapon=none";
        let fought = field(book, "", army).play(&CHARGES, &[], &[1, 1, 1, 1, 1, 4, 4, 1]);
        assert_eq!(fought.at("A"), (3000, 2700));
        assert_eq!((fought.unit("A").formation, fought.unit("F").formation), (Formation::Line, Formation::Disorder));
    });
}

#[test]
fn who_finds_a_friend_where_he_would_have_to_stop_does_not_reach_the_beaten() {
    prove(&[r::ML_GAP_11], |book| {
        // I is driven back three pas: A, in its place, leaves no room at 2 pas of it.
        let faces = [1, 2, 1, 4, 1, 4];
        let fought = field(book, "", TWO_ON_ONE).play(&CHARGES, &["* next_impact impact A I"], &faces);
        assert_eq!(fought.tests("impact", "I"), 1);
        assert_eq!(fought.at("B"), (3084, 2549));
        assert!(fought.noted("charge_too_short", "B"));
    });
}

#[test]
fn who_is_beaten_shows_his_new_front_to_the_next_charger() {
    prove(&[r::ML_GAP_28], |book| {
        let army = "blue 1 A foot 1 line 30 34 180 C
                    blue 1 B foot 1 line 30 21 0 C
                    red 1 I foot 1 line 30 28 180 T weapon=none";
        // A takes it in rear and wins by one: it now faces A, its rear to B.
        let says = ["* next_impact impact A I"];
        let fought = field(book, "", army).play(&CHARGES, &says, &[1, 1, 6, 5, 1, 4, 6, 1, 1, 6, 4]);
        assert_eq!(fought.charge("B").unwrap().aspect, Aspect::Rear);
    });
}
