//! Marches that meet, friends in the way, opportunities, supports.

use crate::field::{COLUMN, Field, HORSE, LINE, Stand};
use game::Side;
use grognard_trois_couleurs::{Book, Case, Cohesion, r};
use rulebook::proof::prove;

const FOE: Stand = LINE.of("at-line").facing(180);
const FAR: Stand = FOE.at(2000, 2500);

#[test]
fn an_assault_is_moved_up_two_thirds_of_the_way() {
    prove(&[r::L3C_MAC_28], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FOE.at(2000, 1600)]);
        let field = field.attack(0, 1).dice(&[3, 3]).turn();
        assert!(field.moves(0).contains(&(2000, 1400)), "{:?}", field.moves(0));
    });
}

#[test]
fn two_that_go_for_each_other_meet_at_a_third() {
    prove(&[r::L3C_GAP_A20], |book: &Book| {
        let red = COLUMN.of("at-line").facing(180).at(2000, 1600);
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[red]);
        let field = field.attack(0, 1).attack(1, 0).dice(&[3, 3]).turn();
        // Neither had gone farther when they tested, and they fought once.
        assert_eq!(field.entries(), [0]);
        assert_eq!(field.before_fights(0), Some((2000, 1200)));
        assert_eq!(field.before_fights(1), Some((2000, 1400)));
    });
}

#[test]
fn marches_that_meet_go_on_to_the_end_of_the_fraction_and_no_nearer_than_one_ud() {
    prove(&[r::L3C_GAP_A75], |book: &Book| {
        let field = Field::new(book, "", &[LINE.at(2000, 1000)], &[FOE.at(2000, 1500)]);
        let field = field.march(0, "fast", 300).march(1, "slow_ahead", 200).turn();
        assert!(field.noted(0, "met"));
        assert_eq!((field.place(0).1, field.place(1).1), (1200, 1300));
    });
}

#[test]
fn an_arrow_stops_at_its_tactical_distance() {
    let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 1000)], &[FOE.at(2000, 1500)]);
    let field = field.march(0, "fast", 400).turn();
    assert_eq!(field.place(0).1, 1300);
}

#[test]
fn a_friend_in_the_way_stops_a_march_short_of_him() {
    prove(&[r::L3C_GAP_A77], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000), COLUMN.at(2000, 1200)], &[FAR]);
        let field = field.march(0, "slow_ahead", 300).turn();
        // The friend is 75 metres deep: 1.25 UD less its depth.
        assert!((1100..1130).contains(&field.place(0).1), "{:?}", field.place(0));
    });
}

#[test]
fn a_stream_costs_a_ud_of_the_march() {
    let ground = crate::field::along("stream", &[(10.0, 11.0), (30.0, 11.0)]);
    let field = Field::new(&Book::new(), &ground, &[COLUMN.at(2000, 1000)], &[FAR]);
    let field = field.march(0, "slow_ahead", 200).turn();
    assert_eq!(field.place(0).1, 1200);
    let field = Field::new(&Book::new(), &ground, &[COLUMN.at(2000, 1000)], &[FAR]);
    let refused = field.march(0, "slow_ahead", 300).loose().turn().refused;
    assert!(refused.iter().any(|refusal| refusal.contains("too_far")), "{refused:?}");
}

#[test]
fn horses_go_back_for_three_points_only_and_a_march_column_does_not_attack() {
    let march = Stand { formation: "march_column", ..LINE };
    let field = Field::new(&Book::new(), "", &[HORSE.at(2000, 1000), march.at(2400, 1000)], &[FOE.at(2000, 1400)]);
    let field = field.unit_with(0, |unit| unit.body.points_spent = 1);
    let field = field.order(1, "assault").turn();
    assert!(!field.was_offered("orders 0 slow_back"));
    assert!(!field.was_offered("announce 1 assault 2"));
}

/// Text, reaction test of infantry that advances to fire before cavalry: it is stopped one UD from its start, the
/// cavalry comes a third nearer, it answers from +1 as if it had been halted and has paid one point for its way and one
/// for its fire.
#[test]
fn infantry_moving_up_to_fire_stops_free_before_cavalry() {
    prove(&[r::L3C_OPP_07, r::L3C_GAP_A48], |book: &Book| {
        let foes = [COLUMN.facing(180).at(1900, 1400), HORSE.facing(180).at(2100, 1400)];
        let field = Field::new(book, "", &[LINE.of("at-line").at(2000, 1000)], &foes);
        let field = field.fire_advance(0, 1).seizes(2, "moment", "attack", 0);
        let field = field.pick(Side::Red, "announced_gait", "quick").dice(&[3, 3]).turn();
        assert_eq!(field.moves(0).first(), Some(&(2000, 1100)));
        assert_eq!(field.moves(2).first(), Some(&(2100, 1300)));
        let lines = [
            ("MOR-20", 1),
            ("MOR-42", -1),
            ("MOR-43", -2),
            ("MOR-62", -3),
            ("MOR-80", 1),
            ("MOR-110", 3),
            ("MOR-120", 4),
            ("MOR-124", 0),
        ];
        assert_eq!(field.lines("morale", 0, 0)[..8], lines.map(|(rule, n)| (rule.to_owned(), n)));
        assert_eq!(field.counted(0, "spent").first(), Some(&1));
        assert_eq!(field.counted(0, "spent").get(1), Some(&2));
    });
}

/// Text: infantry on its way to contact within reach of cavalry is stopped after more than one UD; it must test to
/// stop, from 0, one point less for the step that it loses, and counts neither as formed nor as unformed.
#[test]
fn careless_infantry_in_an_assault_has_to_react() {
    prove(&[r::L3C_OPP_08], |book: &Book| {
        let foes = [FOE.at(2000, 1600), HORSE.facing(180).at(2200, 1500)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &foes);
        let field = field.attack(0, 1).seizes(2, "moment", "attack", 0).replies(0, "react_fire").dice(&[3, 3]).turn();
        assert_eq!(field.line("morale", 0, "MOR-24"), 0);
        assert_eq!(field.line("morale", 0, "REA-02"), -1);
        assert_eq!(field.line("morale", 0, "MOR-80"), 0);
    });
}

#[test]
fn a_support_goes_with_its_leader_and_stops_with_it() {
    prove(&[r::L3C_SOU_01], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000), COLUMN.at(2000, 850)], &[FOE.at(2000, 1500)]);
        let field = field.attack(0, 2).support(1, 0).dice(&[3, 3]).turn();
        assert!(field.moves(1).contains(&(2000, 1183)), "{:?}", field.moves(1));
        // A supporting friend is worth a point.
        assert!(field.lines("morale", 0, 0).contains(&("MOR-62".to_owned(), 1)));
    });
    prove(&[r::L3C_SOU_02], |book: &Book| {
        let foes = [FOE.at(2000, 1600), HORSE.facing(180).at(2200, 1500)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000), COLUMN.at(2000, 900)], &foes);
        let field = field.attack(0, 2).support(1, 0).seizes(3, "moment", "attack", 0).replies(0, "flee");
        let field = field.loose().turn();
        assert!(field.place(1).1 <= 1110, "{:?}", field.place(1));
    });
}

#[test]
fn a_chance_is_offered_once() {
    prove(&[r::L3C_GAP_A78], |book: &Book| {
        let foes = [FOE.at(2000, 1600), HORSE.facing(180).at(2200, 1500)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &foes);
        let field = field.attack(0, 1).dice(&[3, 3]).turn();
        assert_eq!(field.offered.iter().filter(|offered| *offered == "moment 2 attack 0").count(), 1);
    });
}

#[test]
fn chances_are_resolved_before_assaults_by_order() {
    prove(&[r::L3C_GAP_A47], |book: &Book| {
        let blue = [COLUMN.at(1000, 1000), COLUMN.at(2000, 1000)];
        let red = [FOE.at(1000, 1500), FOE.at(2000, 1600), HORSE.facing(180).at(2200, 1500)];
        let field = Field::new(book, "", &blue, &red);
        let field = field.attack(0, 2).attack(1, 3).seizes(4, "moment", "attack", 1).replies(1, "flee").loose().turn();
        assert_eq!(field.entries().first(), Some(&4), "{:?}", field.entries());
    });
}

#[test]
fn a_line_may_lay_a_marker_to_go_sideways() {
    prove(&[r::L3C_SIM_17], |book: &Book| {
        let field = Field::new(book, "", &[LINE.at(2000, 1000)], &[FAR]);
        assert!(field.turn().was_offered("orders 0 sidestep"));
    });
}

#[test]
fn who_stands_unformed_or_beaten_has_no_marker_for_an_assault() {
    let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 1000), COLUMN.at(2300, 1000)], &[FOE.at(2000, 1400)]);
    let field = field.unit_with(0, |unit| unit.body.case = Case::Halt);
    let field = field.unit_with(1, |unit| unit.body.state = Cohesion::Disordered).order(1, "assault").turn();
    assert!(!field.offered.iter().any(|offered| offered.starts_with("orders 0 ")));
    assert!(!field.was_offered("announce 1 assault 2"));
}

/// An attacker comes at one instant into the zone of a halted enemy and within tactical distance of a marching one: the
/// first holds it, and it has not met the second.
#[test]
fn stops_of_one_instant_are_taken_in_their_order() {
    prove(&[r::L3C_GAP_A76], |book: &Book| {
        let foe = COLUMN.of("at-line").facing(180);
        let foes = [foe.at(2000, 1550), foe.at(1950, 1150), foe.at(2050, 1300)];
        // A zone is five centimetres less than a UD, and two units that approach each other close twice as fast.
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &foes).unit_with(3, |unit| unit.pose.at.y += 10);
        let field = field.attack(0, 1).march(3, "slow_ahead", 200).loose().turn();
        assert!(field.noted(0, "held"));
        assert!(!field.noted(0, "met"));
    });
}

/// Two units that have met and did not attack are not asked again while others move on (L3C-GAP-A78).
#[test]
fn who_has_met_an_enemy_is_asked_once() {
    prove(&[r::L3C_GAP_A78], |book: &Book| {
        let red = COLUMN.of("at-line").facing(180).at(2000, 1500);
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000), COLUMN.at(3000, 500)], &[red]);
        let field = field.march(0, "slow_ahead", 200).march(1, "fast", 400).march(2, "slow_ahead", 200).loose().turn();
        assert!(field.noted(0, "met") || field.noted(2, "met"));
        let asked = field.offered.iter().filter(|offer| *offer == "moment 0 attack 2").count();
        assert_eq!(asked, 1);
    });
}
