//! Friends, other units and generals on the path of charges and retreats (BE-GAP-101 to BE-GAP-104, BE-GAP-115,
//! BE-GAP-116, BE-GAP-118).

use crate::field::{FOOT, Field, GUNS, HORSE, Stand, targets};
use game::{Key, Ref, Reply, Secret, Side, UnitId};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::{Formation, Order, UD, r};
use rulebook::proof::prove;
use std::collections::BTreeSet;
use table::{Manoeuvre, March, Point};

const COLUMN: Stand = Stand { formation: "attack_column", ..FOOT };

#[test]
fn a_charge_goes_through_no_friend_on_whom_its_pivot_has_thrown_it() {
    prove(&[r::BE_GAP_101], |book| {
        let red = [FOOT.at(2200, 1500).facing(180)];
        // The friend ahead is 0.1 UD in front: the pivot alone brings a corner onto it.
        let behind = Field::new(book, "", &[COLUMN.at(2000, 1000), COLUMN.at(2000, 1110)], &red);
        assert!(!targets(&behind, 0).contains(&2), "it would go through its friend");
        // A friend beside and behind its front is only left behind: the pivot brings its rear corner onto it.
        let beside = Field::new(book, "", &[COLUMN.at(2000, 1000), COLUMN.at(1890, 930)], &red);
        assert!(targets(&beside, 0).contains(&2));
    });
}

#[test]
fn a_charge_does_not_end_on_the_skirmishers_it_passes_through() {
    prove(&[r::BE_GAP_116], |book| {
        // Called off after 2 UD, among friends in skirmish order: the first free place is beyond them.
        let blue = [HORSE.at(2000, 800), FOOT.at(2000, 1010)];
        let field = Field::new(book, "", &blue, &[HORSE.at(2000, 1200).facing(180)]).formed(1, Formation::Skirmish);
        let field = field.charge(0, 2).pick(Side::Blue, "call_off", "call_off").dice(&[4]).charges();
        assert_eq!(field.place(0), (2000, 1060, 0));
        assert!(!field.unit(0).now.fought);
    });
}

#[test]
fn whoever_is_struck_on_the_way_must_be_one_it_might_charge() {
    prove(&[r::BE_GAP_102], |book| {
        // Skirmishers on Engager, a square in order in front of a column in Disorder.
        let red = [FOOT.at(2000, 1250).facing(180), COLUMN.at(2000, 1500).facing(180)];
        let field = Field::new(book, "", &[FOOT.at(2000, 1000)], &red).orders(Order::Engage, Order::Hold);
        let field = field.formed(0, Formation::Skirmish).formed(1, Formation::SolidSquare);
        let field = field.unit_with(2, |unit| unit.disorder = true);
        assert!(targets(&field, 0).is_empty(), "offered: {:?}", targets(&field, 0));
        let open = field.unit_with(1, |unit| unit.pose.at.x = 30 * UD);
        assert_eq!(targets(&open, 0), vec![2]);
    });
}

#[test]
fn a_charge_stops_before_a_hidden_enemy_whom_it_may_not_charge() {
    prove(&[r::BE_GAP_102], |book| {
        let red = [FOOT.at(2000, 1300).facing(180), COLUMN.at(2000, 1550).facing(180)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &red).orders(Order::Engage, Order::Hold);
        let field = field.unit_with(2, |unit| unit.disorder = true);
        let field = field.with(|w| w.hidden[1] = Secret::Known(BTreeSet::from([UnitId(1)])));
        let field = field.charge(0, 2).charges();
        let (_, y, _) = field.place(0);
        assert!((1150..=1200).contains(&y), "it stands at {y}");
        assert!(field.noted(1, "in_the_way_of_a_charge") && !field.unit(0).now.fought);
    });
}

#[test]
fn who_falls_on_a_mover_strikes_the_enemy_in_its_way_though_marked_by_that_charge() {
    let blue = [COLUMN.at(2000, 800), FOOT.at(2000, 1250)];
    let book = grognard_bataille_empire::Book::new();
    let field = Field::new(&book, "", &blue, &[HORSE.at(2000, 1400).facing(180)]);
    let march = Reply::Marched(March { movers: vec![0], legs: vec![Manoeuvre::Ahead(4 * UD)] });
    let key = Key::about("move", Ref::Unit(UnitId(0)));
    let field = field.answer(Side::Blue, "act", Reply::Picked(vec![(key, vec![march])]));
    let charge = Reply::Picked(vec![(Key::plain("charge"), vec![Reply::At(3 * UD)])]);
    let field = field.sheet(Side::Red, "react", vec![(Some(UnitId(2)), charge)]).dice(&[1, 6]).run(&[Step::Moves(0)]);
    assert!(field.noted(1, "in_the_way_of_a_charge") && field.unit(1).now.fought);
}

#[test]
fn who_has_only_turned_to_charge_does_not_stay_on_whom_it_met() {
    prove(&[r::BE_GAP_116], |book| {
        // A hidden unit is 0.15 UD in front: the turn towards the target brings a corner onto it.
        let red = [FOOT.at(2000, 1015).facing(180), COLUMN.at(2300, 1500).facing(180)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &red).orders(Order::Engage, Order::Hold);
        let field = field.unit_with(2, |unit| unit.disorder = true);
        let field = field.with(|w| w.hidden[1] = Secret::Known(BTreeSet::from([UnitId(1)])));
        let field = field.charge(0, 2).charges();
        assert!(field.noted(1, "in_the_way_of_a_charge"));
        assert_eq!(field.place(0), (2000, 1000, 0));
    });
}

#[test]
fn a_counter_charger_does_not_turn_on_to_a_friend() {
    prove(&[r::BE_GAP_116], |book| {
        // The battery is in front of the right flank: the turn towards the charger would bring that flank onto it.
        let red = [HORSE.at(2000, 1600).facing(180), GUNS.at(1895, 1540).facing(180)];
        let field = Field::new(book, "", &[HORSE.at(2100, 1300)], &red).formed(0, Formation::Column);
        let field =
            field.charge(0, 1).pick(Side::Red, "reply", "counter_charge").pick(Side::Blue, "call_off", "call_off");
        let field = field.dice(&[4]).charges();
        assert_eq!(field.place(1), (2000, 1600, 180));
    });
}

#[test]
fn a_retreat_without_room_where_it_should_end_stops_on_its_way() {
    prove(&[r::BE_GAP_103], |book| {
        // Friends close together from 1.2 UD behind the loser to 2 UD beyond the end of its 4 UD.
        let mut red = vec![FOOT.at(2000, 1200).facing(180)];
        red.extend((0..9).map(|n| FOOT.at(2000, 1420 + n * 60).facing(0)));
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &red);
        let field = field.charge(0, 1).dice(&[5, 3]).charges();
        let (x, y, facing) = field.place(1);
        assert!(field.there(1) && field.unit(1).disorder, "it is gone");
        assert_eq!((x, facing), (2000, 180));
        assert!((1290..=1320).contains(&y), "it stands at {y}");
    });
}

#[test]
fn a_retreat_without_any_room_stays_in_disorder() {
    prove(&[r::BE_GAP_103], |book| {
        // Struck in flank it would have to turn: friends stand where it turns and all along its path.
        let mut red = vec![FOOT.at(2000, 1200).facing(180)];
        red.extend([2000, 2100].map(|x| COLUMN.at(x, 1400).facing(0)));
        red.extend((0..11).map(|n| FOOT.at(2150 + n * 60, 1200).facing(90)));
        let field = Field::new(book, "", &[COLUMN.at(1700, 1215).facing(90)], &red);
        let field = field.charge(0, 1).dice(&[1, 3]).charges();
        assert!(field.there(1) && field.unit(1).disorder, "it is gone");
        assert_eq!(field.place(1), (2000, 1200, 180));
        assert!(field.noted(1, "no_room_to_give_way"));
    });
}

#[test]
fn who_turns_to_flee_does_not_run_through_whom_it_leaves_behind() {
    // Struck in flank the line turns east; a corner comes onto the column behind it, which it leaves.
    let red = [FOOT.at(2000, 1200).facing(180), COLUMN.at(1940, 1295).facing(180)];
    let book = grognard_bataille_empire::Book::new();
    let field = Field::new(&book, "", &[COLUMN.at(1700, 1215).facing(90)], &red);
    let field = field.charge(0, 1).pick(Side::Blue, "pursue", "stay").dice(&[5, 2]).charges();
    assert!(field.unit(1).now.fled, "it was routed");
    assert!(!field.unit(2).marker, "nobody ran through it");
    assert_eq!(field.tested("morale", 2), None);
}

#[test]
fn a_general_makes_off_before_a_charge_that_rides_over_him() {
    prove(&[r::BE_GAP_115], |book| {
        let stood = Point::new(20 * UD, 11 * UD);
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FOOT.at(2000, 1300).facing(180)]);
        let field = field.with(|w| w.generals[1].at = stood);
        let field = field.charge(0, 1).dice(&[3, 3]).charges();
        assert_ne!(field.play.now().generals[1].at, stood, "the column went over him");
    });
}

#[test]
fn the_owner_says_how_far_his_cavalry_withdraws() {
    prove(&[r::BE_GAP_104], |book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 800)], &[HORSE.at(2000, 1500).facing(180)]);
        let march = Reply::Marched(March { movers: vec![0], legs: vec![Manoeuvre::Ahead(4 * UD)] });
        let key = Key::about("move", Ref::Unit(UnitId(0)));
        let field = field.answer(Side::Blue, "act", Reply::Picked(vec![(key, vec![march])]));
        let withdraw = Reply::Picked(vec![(Key::plain("withdraw"), vec![Reply::At(4 * UD)])]);
        let field = field.sheet(Side::Red, "react", vec![(Some(UnitId(1)), withdraw)]);
        let field = field.answer(Side::Red, "withdraw", Reply::At(5 * UD)).run(&[Step::Moves(0)]);
        assert_eq!(field.place(1), (2000, 2000, 180));
    });
}

#[test]
fn who_cannot_get_away_does_not_turn_a_wing_towards_the_enemy() {
    prove(&[r::BE_GAP_118], |book| {
        // Skirmishers near the edge, their rear to the enemy: there is room to face it, and hardly any to move.
        let field = Field::new(book, "", &[FOOT.at(799, 2260).facing(7)], &[FOOT.at(953, 2657).facing(6)]);
        let field = field.formed(1, Formation::Skirmish);
        let march = Reply::Marched(March { movers: vec![0], legs: vec![Manoeuvre::Ahead(UD)] });
        let key = Key::about("move", Ref::Unit(UnitId(0)));
        let field = field.answer(Side::Blue, "act", Reply::Picked(vec![(key, vec![march])]));
        let back = Reply::Picked(vec![(Key::plain("fall_back"), vec![Reply::At(0)])]);
        let field = field.sheet(Side::Red, "react", vec![(Some(UnitId(1)), back)]).run(&[Step::Moves(0)]);
        assert_eq!(field.place(1), (953, 2657, 6));
    });
}
