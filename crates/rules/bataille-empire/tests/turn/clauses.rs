//! Clauses of rulings that only the table shows: squares, fugitives, rallies, guns left behind, sight, the end of a turn.

use crate::field::{field, ground};
use game::{Deed, Ref};
use grognard_bataille_empire::r;
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::{Fate, Life};
use rulebook::proof::prove;

#[test]
fn a_square_fires_all_round() {
    let army = "blue 1 A foot solid_square 20 10 0 H
                red 1 I foot line 20 7.2 0 H";
    prove(&[r::BE_GAP_36], |book| {
        let field = field(book, "", army).active(0, 3);
        let says = ["fire fire A target=I", "return hold"];
        let fought = field.play(&[Step::Fires { division: 0, last: true }], &says, &[1]);
        assert_eq!(fought.tests("fire", "A"), 1);
    });
}

#[test]
fn a_square_takes_a_general_in_from_two_ud() {
    let army = "blue 1 A foot solid_square 20 10 0 H
                red 1 I foot line 20 30 180 H";
    prove(&[r::BE_GAP_36], |book| {
        let field = field(book, "", army).with(|w, names| {
            w.generals[0].at = w.unit(names["A"]).pose.ahead(-17_000).at;
        });
        let fought = field.play(&[Step::Open(0)], &["attach attach A"], &[1]);
        assert_eq!(fought.world.generals[0].attached, Some(fought.id("A")));
    });
}

#[test]
fn who_has_fled_is_not_formed() {
    let army = "blue 1 A foot line 20 10 0 H
                red 1 I foot line 20 11.5 180 H
                red 1 J foot line 20 12.0 180 H";
    prove(&[r::BE_GAP_35], |book| {
        let field = field(book, "", army).with(|w, names| w.unit_mut(names["I"]).now.fled = true);
        assert!(!field.rules.formed(&field.world, field.id("I")) && field.rules.formed(&field.world, field.id("J")));
    });
}

#[test]
fn who_has_moved_does_not_rally() {
    let army = "blue 1 A foot line 20 10 0 H disorder
                red 1 I foot line 20 30 180 H";
    prove(&[r::BE_GAP_78], |book| {
        let field = field(book, "", army).active(0, 4);
        let fought = field.play(&[Step::Moves(0)], &["act move A go=ahead:1"], &[]);
        let later: Vec<String> = (1..fought.times("act")).flat_map(|n| fought.offered("act", n)).collect();
        assert!(fought.offered("act", 0).contains(&"rally_order A".to_owned()));
        assert!(!later.contains(&"rally_order A".to_owned()), "{later:?}");
    });
}

#[test]
fn battalion_guns_stay_behind_in_difficult_ground() {
    let wood = ground("forest", [15.0, 25.0], [11.0, 14.0]);
    let army = "blue 1 A foot column 20 10 0 H abilities=[\"battalion_guns\"]
                red 1 I foot line 20 30 180 H";
    prove(&[r::BE_GAP_06], |book| {
        let field = field(book, &wood, army).active(0, 4);
        let fought = field.play(&[Step::Moves(0)], &["act move A go=ahead:2"], &[]);
        assert!(!fought.unit("A").battalion_guns);
    });
}

#[test]
fn nobody_fires_at_a_mover_out_of_sight() {
    let house = ground("masonry_building", [17.0, 23.0], [12.0, 13.0]);
    let army = "blue 1 A foot column 20 8 0 H
                red 1 G guns deployed 20 15 180 H";
    prove(&[r::BE_GAP_50], |book| {
        let field = field(book, &house, army).active(0, 4);
        let fought = field.play(&[Step::Moves(0)], &["act move A go=ahead:2"], &[]);
        assert_eq!(fought.times("react"), 0, "the house stands between");
    });
}

#[test]
fn a_turn_ends_in_the_order_of_its_steps() {
    let army = "blue 1 A foot line 20 10 0 H marker
                blue 2 B foot line 30 10 0 M
                red 1 I foot line 30 13.5 180 H";
    prove(&[r::BE_GAP_25], |book| {
        let field = field(book, "", army).with(|w, _| {
            w.generals[1].life = Life::Gone(Fate::Killed);
            w.turn = 5;
        });
        let fought = field.play(&[Step::End], &[], &[3, 3, 3, 3, 3, 3, 3]);
        let at = |found: &dyn Fn(&Deed) -> bool| fought.events.iter().position(|event| found(&event.deed)).unwrap();
        let id = fought.id("A");
        let marker = at(&|deed| matches!(deed, Deed::Marked { unit, mark, .. } if *unit == id && mark == "marker"));
        let general = fought.id("blue-2");
        let successor = at(&|deed| matches!(deed, Deed::Shown { unit, .. } if *unit == general));
        let order = at(&|deed| matches!(deed, Deed::Declared { by: Ref::Command(1), key } if key.does == "hold"));
        let clock = at(&|deed| matches!(deed, Deed::Clock { turn: 6, .. }));
        assert!(marker < successor && successor < order && order < clock, "{marker} {successor} {order} {clock}");
    });
}

#[test]
fn supports_begin_anew_with_every_step() {
    let army = "blue 1 A foot line 20 10 0 H
                red 1 I foot line 20 30 180 H";
    prove(&[], |book| {
        let steps = [Step::Fires { division: 0, last: false }, Step::Charges(0), Step::Moves(0)];
        for step in steps {
            let field = field(book, "", army).active(0, 0).with(|w, names| w.unit_mut(names["I"]).now.supported = true);
            assert!(!field.play(std::slice::from_ref(&step), &[], &[]).unit("I").now.supported, "{step:?}");
        }
    });
}

#[test]
fn who_flees_off_the_table_goes_there_if_he_has_a_way_to_go() {
    // Skirmishers at the edge, and others with some way to go, in front of dragoons that come at an angle.
    for (y, goes) in [("39.4", false), ("37.4", true)] {
        let army = format!(
            "blue 1 A horse line 26 34 35 A
             red 1 J foot line 5 30 180 H
             red 1 I foot skirmish 30 {y} 180 H"
        );
        prove(&[r::BE_GAP_38], |book| {
            let field = field(book, "", &army).active(0, 9);
            let fought = field.play(&[Step::Charges(0)], &["charge charge A I"], &[]);
            assert_eq!(fought.unit("I").life, Life::Gone(Fate::OffTable), "from {y}");
            let id = fought.id("I");
            let moved = fought.events.iter().any(|e| matches!(&e.deed, Deed::Moved { unit, .. } if *unit == id));
            assert_eq!(moved, goes, "from {y}");
        });
    }
}
