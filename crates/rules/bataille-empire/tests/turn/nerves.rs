//! Morale, rallies and generals in the turn (BE-MOR, BE-RAL, BE-GAP-73 to BE-GAP-78).

use crate::field::{field, ground};
use game::Ref;
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::{Life, Owed};
use grognard_bataille_empire::{Formation, r};
use rulebook::proof::prove;

/// These units owe a test for fire by another.
fn owes(field: crate::field::Field, units: &[&str], by: &str) -> crate::field::Field {
    field.with(|w, names| {
        let from = Some(names[by]);
        w.owed = units.iter().map(|name| Owed { unit: names[*name], witness: false, from, seen: Vec::new() }).collect();
    })
}

#[test]
fn who_fails_gives_way_in_disorder_and_who_fails_again_flees() {
    let army = "blue 1 A foot line 20 10 0 H losses=2
                blue 1 B foot line 30 10 0 H disorder
                red 1 I foot line 20 11.9 180 H
                red 1 J foot line 30 11.9 180 H";
    prove(&[r::BE_MOR_01, r::BE_MOR_02, r::BE_MOR_04, r::BE_FUI_07], |book| {
        let alone = owes(field(book, "", army), &["A"], "I").active(0, 0).play(&[Step::Settle], &[], &[3]);
        assert!(alone.unit("A").disorder && alone.unit("A").marker);
        assert_eq!(alone.at("A"), (2000, 800), "2 UD straight back");
        let again = owes(field(book, "", army), &["B"], "J").active(0, 0).play(&[Step::Settle], &[], &[3]);
        assert_eq!((again.at("B").1, again.losses("B")), (350, 2), "6 UD, and a loss");
    });
}

#[test]
fn only_an_enemy_whom_it_comes_nearer_to_bars_its_way() {
    let army = "blue 1 A foot line 20 10 0 H losses=2
                blue 1 B foot line 40 10 0 H losses=2
                red 1 I foot line 23 13 225 H
                red 1 J foot line 19 11.5 180 H
                red 1 K foot line 40 11.9 180 H
                red 1 L foot column 40 8 0 H";
    prove(&[r::BE_FUI_06], |book| {
        // A turns to face I, which brings a corner within 1 UD of J; then it moves away from both.
        let away = owes(field(book, "", army), &["A"], "I").active(0, 0).play(&[Step::Settle], &[], &[1]);
        let (x, y) = away.at("A");
        assert!(away.unit("A").present() && x < 1_900 && y < 900, "it stands at {x}, {y}");
        // B would have to pass through L.
        let barred = owes(field(book, "", army), &["B"], "K").active(0, 0).play(&[Step::Settle], &[], &[1]);
        assert!(!barred.unit("B").present());
    });
}

#[test]
fn the_active_player_says_in_which_order_units_test() {
    let army = "blue 1 A foot line 20 10 0 H
                blue 1 B foot line 30 10 0 H
                red 1 I foot line 20 11.9 180 H";
    prove(&[r::BE_MOR_01], |book| {
        let field = owes(field(book, "", army), &["A", "B"], "I").active(0, 0);
        let fought = field.play(&[Step::Settle], &[], &[1, 6]);
        assert_eq!(fought.times("order_of_tests"), 1);
        assert!(fought.unit("A").disorder && !fought.unit("B").disorder);
    });
}

#[test]
fn friends_of_no_higher_status_take_fright_at_who_is_eliminated() {
    let army = "blue 1 A foot line 20 10 0 H losses=7
                blue 1 B foot line 22.1 10 0 H
                blue 1 E fr-old-guard line 17.9 10 0 H
                red 1 K foot line 20 11.9 180 H";
    prove(&[r::BE_GAP_73, r::BE_GAP_02, r::BE_TIR_28], |book| {
        // A is destroyed by half a loss; B sees it and fails, the Guard ignores it.
        let field = field(book, "", army).active(1, 3);
        let steps = [Step::Fires { division: 1, last: true }];
        let fought = field.play(&steps, &["fire fire K target=A", "return hold"], &[1, 2]);
        assert!(matches!(fought.unit("A").life, Life::Gone(_)));
        assert_eq!((fought.tests("morale", "B"), fought.tests("morale", "E")), (1, 0));
        assert!(fought.unit("B").disorder);
        let of_b = Some(Ref::Unit(fought.id("B")));
        let told = fought
            .events
            .iter()
            .find(|event| matches!(&event.deed, game::Deed::Tested { breakdown, .. } if breakdown.of == of_b));
        assert!(told.unwrap().rules.contains(&r::BE_GAP_73.into()), "told why it tests");
    });
}

#[test]
fn garrisons_hold_on_and_skirmishers_run() {
    let house = ground("masonry_building", [19.0, 21.0], [9.0, 11.0]) + "strongpoint = true\n";
    let army = "blue 1 A foot garrison 20 10.5 0 H morale=1
                blue 1 S foot skirmish 30 10 0 H
                red 1 I foot line 20 12.9 180 H";
    prove(&[r::BE_MOR_03, r::BE_MOR_05, r::BE_GAP_76], |book| {
        let field = owes(field(book, &house, army), &["A", "S"], "I").active(0, 0);
        let fought = field.play(&[Step::Settle], &[], &[1, 1]);
        assert!(fought.unit("A").disorder && fought.unit("A").formation == Formation::Garrison);
        assert!(fought.unit("S").now.fled && fought.losses("S") == 0);
    });
}

#[test]
fn a_unit_rallies_away_from_the_enemy_and_is_marked() {
    let army = "blue 1 A foot line 20 10 0 H disorder losses=6 general
                blue 1 B foot line 30 10 0 H disorder
                blue 1 C foot line 40 10 0 H disorder
                blue 1 D foot line 40 12 0 H
                red 1 I foot line 30 14 180 H
                red 1 J foot line 40 13.5 180 H";
    prove(&[r::BE_RAL_01, r::BE_RAL_03, r::BE_RAL_04, r::BE_RAL_06, r::BE_MA_04, r::BE_GAP_78], |book| {
        let fought = field(book, "", army).active(0, 3).play(&[Step::Moves(0)], &["act rally_loss A"], &[]);
        let offered = fought.offered("act", 0);
        let has = |key: &str| offered.iter().any(|other| other == key);
        assert!(has("rally_order A") && has("rally_loss A"));
        assert!(!has("rally_order B"), "the enemy is too near");
        assert!(has("rally_order C"), "D stands between");
        assert_eq!((fought.losses("A"), fought.unit("A").disorder), (4, true));
        assert!(fought.unit("A").marker);
    });
}

#[test]
fn an_enemy_whom_nobody_sees_hinders_no_rally() {
    let army = "blue 1 A foot line 20 10 0 H disorder
                red 1 I foot line 20 13 180 H";
    prove(&[r::BE_RAL_01], |book| {
        let rallies = |hidden: bool| {
            let field = field(book, "", army).active(0, 3).with(|w, names| {
                if hidden {
                    w.hidden[1] = game::Secret::Known([names["I"]].into_iter().collect());
                }
            });
            let fought = field.play(&[Step::Moves(0)], &["act rally_order A"][..usize::from(hidden)], &[]);
            (fought.offered("act", 0).contains(&"rally_order A".to_owned()), !fought.unit("A").disorder)
        };
        assert_eq!((rallies(true), rallies(false)), ((true, true), (false, false)));
    });
}

#[test]
fn a_general_left_alone_rides_off_or_is_taken() {
    let army = "blue 1 A foot line 20 10 0 H
                red 1 I foot line 30 14 180 H";
    prove(&[r::BE_GAP_18], |book| {
        let reached = |far: bool| {
            let field = field(book, "", army).active(0, 0).with(|w, names| {
                let at = w.unit(names["I"]).pose.ahead(-1000).at;
                w.generals[0].at = at;
                let gap = if far { 30 } else { 5 };
                w.unit_mut(names["A"]).pose.at = table::Point::new(at.x - gap * 6000, at.y);
            });
            let fought = field.play(&[Step::Settle], &[], &[]);
            fought.world.generals[0].life == Life::Present && fought.world.generals[0].at.x < 28 * 6000
        };
        assert!(reached(false), "he joins the unit 5 UD away");
        assert!(!reached(true), "nobody is near");
    });
}

#[test]
fn losses_of_the_present_fire_weigh_on_the_test() {
    prove(&[r::BE_GAP_74, r::BE_MOR_12], |book| {
        let army = "blue 1 A foot line 20 10 0 H
                    red 1 I foot line 20 11.9 180 H";
        let field = field(book, "", army).active(0, 3);
        let fought = field.play(&[Step::Fires { division: 0, last: true }], &["fire fire A"], &[3, 1, 4]);
        assert!(fought.added("morale", "I").contains(&("BE-MOR-12".to_owned(), -1)));
        assert_eq!(fought.events.iter().filter(|e| matches!(&e.deed, game::Deed::Tested { breakdown, .. } if breakdown.of == Some(Ref::Unit(fought.id("I"))))).count(), 2);
    });
}

#[test]
fn the_other_readings_of_morale_can_be_played() {
    use grognard_bataille_empire::{Book, Options};
    let army = "blue 1 S foot skirmish 30 10 0 H
                red 1 I foot line 30 11.9 180 H";
    let fails = |options: Options| {
        let book = Book::new().with_options(options);
        owes(field(&book, "", army), &["S"], "I").active(0, 0).play(&[Step::Settle], &[], &[1]).unit("S").now.fled
    };
    assert!(fails(Options::default()));
    assert!(!fails(Options { light_troops_retreat_first: true, ..Options::default() }));
    let army = "blue 1 A foot line 20 10 0 H
                red 1 I foot line 20 11.9 180 H";
    let tested = |options: Options| {
        let book = Book::new().with_options(options);
        let field = field(&book, "", army).active(0, 3);
        field.play(&[Step::Fires { division: 0, last: true }], &["fire fire A"], &[3, 1, 4]).added("morale", "I")
    };
    assert_eq!(tested(Options::default()).len(), 1);
    assert!(tested(Options { morale_ignores_present_losses: true, ..Options::default() }).is_empty());
}
