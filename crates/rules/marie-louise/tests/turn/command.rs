//! Orders and command (chapters 2 to 4).

use crate::field::{Field, field};
use crate::{at, ground, in_turn};
use grognard_marie_louise::turn::{Instant, Step};
use grognard_marie_louise::world::{Fate, LastTurn, Life};
use grognard_marie_louise::{Book, Formation, Marker, Order, r};
use rulebook::proof::prove;

const PHASES: [Step; 2] = [Step::LayOrders, Step::Command];
const FAR: &str = "red 1 I foot 4 line 60 44 180 -";

fn near_general(book: &Book, army: &str) -> Field {
    field(book, "", &format!("{army}\n{FAR}")).with(|w, _| w.generals[0].at = at(30.0, 17.0))
}

#[test]
fn an_order_binds_whoever_is_in_sight_within_twelve_pas() {
    prove(&[r::ML_3_1B, r::ML_1_8B, r::ML_4_3A], |book| {
        // A at 12 pas, B at 12.1, C at 6 behind a wood.
        let wood = ground("forest", [25.5, 27.5], [18.0, 22.0]);
        let army = "blue 1 A foot 4 line 30 32.25 0 -
                    blue 1 B foot 4 line 42.6 20 0 -
                    blue 1 C foot 4 line 23.5 20 0 -
                    red 1 I foot 4 line 60 44 180 -";
        let field = field(book, &wood, army).with(|w, _| w.generals[0].at = at(30.0, 20.0));
        let fought = in_turn(field, 2, Order::Hold).play(&PHASES, &[], &[]);
        assert_eq!((fought.unit("A").order, fought.unit("A").marker), (Order::Hold, Marker::None));
        for far in ["B", "C"] {
            assert_eq!((fought.unit(far).order, fought.unit(far).marker), (Order::None, Marker::Hesitant), "{far}");
        }
    });
}

#[test]
fn a_brigade_that_changes_its_order_tests_its_general() {
    prove(&[r::ML_2B, r::ML_2D, r::ML_3_1A, r::ML_4_1A, r::ML_4_1B], |book| {
        let play = |says: &[&str], dice: &[u8]| {
            let field = in_turn(near_general(book, "blue 1 A foot 4 line 30 20 0 -"), 2, Order::Hold);
            let fought = field.play(&PHASES, says, dice);
            assert_eq!(fought.unit("A").order, fought.world.commands[0].order);
            fought.unit("A").order
        };
        assert_eq!(play(&["blue-1 orders manoeuvre"], &[4]), Order::Manoeuvre);
        assert_eq!(play(&["blue-1 orders manoeuvre"], &[3]), Order::Hold);
        assert_eq!(play(&["blue-1 orders hold"], &[]), Order::Hold);
    });
}

#[test]
fn a_brigade_takes_its_first_order_without_test() {
    prove(&[r::ML_GAP_40], |book| {
        let field = in_turn(near_general(book, "blue 1 A foot 4 line 30 20 0 -"), 4, Order::None);
        let fought = field.play(&PHASES, &["blue-1 orders manoeuvre"], &[]);
        assert_eq!(fought.unit("A").order, Order::Manoeuvre);
    });
}

#[test]
fn the_corps_general_at_his_side_carries_the_order_through() {
    prove(&[r::ML_4_1D, r::ML_GAP_11], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 -
                    blue 2 B foot 4 line 36 14 0 - general=corps
                    red 1 I foot 4 line 60 44 180 -";
        let field = field(book, "", army).with(|w, _| {
            w.generals[0].at = at(30.0, 17.0);
            w.generals[1].attached = None;
            // Bases of 1 pas, 0.08 pas apart.
            w.generals[1].at = at(31.08, 17.0);
        });
        let fought = in_turn(field, 2, Order::Hold).play(&PHASES, &["blue-1 orders manoeuvre"], &[]);
        assert_eq!(fought.unit("A").order, Order::Manoeuvre);
        assert_eq!(fought.lines("order_change", "blue-1"), [("ML-4.1d".to_owned(), game::Op::Automatic)]);
    });
}

#[test]
fn a_general_who_touches_a_unit_may_attach_himself_one_to_each() {
    let army = "blue 1 A foot 4 line 30 20 0 -
                blue 2 B foot 4 line 40 20 0 -
                red 1 I foot 4 line 60 44 180 -";
    let set = |book: &Book| {
        field(book, "", army).with(|w, _| {
            w.generals[0].at = at(30.0, 19.2);
            w.generals[1].at = at(30.0, 20.8);
        })
    };
    prove(&[r::ML_6_4A], |book| {
        let fought = set(book).play(&[Step::Start], &["blue-1 attach attach A"], &[]);
        assert_eq!(fought.world.generals[0].attached, Some(fought.id("A")));
        assert_eq!(fought.world.generals[1].attached, None);
    });
    prove(&[r::ML_GAP_37], |book| {
        let both = ["blue-1 attach attach A", "blue-2 attach attach A"];
        let refusals = set(book).try_play(&[Step::Start], &both, &[]).err().expect("refused");
        assert_eq!(refusals[0].rule.to_string(), "ML-GAP-37");
    });
}

#[test]
fn a_specific_order_needs_a_reaction_test() {
    prove(&[r::ML_4_2A, r::ML_4_2B, r::ML_5_1A], |book| {
        let play = |die: u8| {
            let field = near_general(book, "blue 1 A foot 4 line 30 20 0 -").with(|w, names| {
                w.unit_mut(names["A"]).before = LastTurn { order: Order::Manoeuvre, ..LastTurn::default() };
            });
            let fought = in_turn(field, 2, Order::Manoeuvre).play(&PHASES, &["A orders hold"], &[die]);
            let unit = fought.unit("A");
            (unit.order, unit.specific, unit.marker)
        };
        assert_eq!(play(4), (Order::Hold, true, Marker::None));
        assert_eq!(play(3), (Order::None, false, Marker::Hesitant));
    });
}

#[test]
fn what_a_unit_did_last_turn_it_may_go_on_doing() {
    let army = "blue 1 A foot 4 line 30 20 0 -
                blue 1 B foot 4 line 24 20 0 -
                blue 1 C foot 3 skirmish 36 20 0 - skirmish_only=true
                blue 1 D foot 4 line 30 24 0 -";
    prove(&[r::ML_4_2C, r::ML_4_3D, r::ML_4_2B, r::ML_GAP_42], |book| {
        let field = near_general(book, army).with(|w, names| {
            let moved = LastTurn { order: Order::Manoeuvre, ..LastTurn::default() };
            // A does what it did before, though its brigade does something else.
            w.unit_mut(names["A"]).before = moved;
            // B did not move, and holds.
            w.unit_mut(names["B"]).before = LastTurn { immobile: true, hesitant: true, ..moved };
            // C are skirmishers, in disorder too, and fall back.
            w.unit_mut(names["C"]).before = moved;
            w.unit_mut(names["C"]).formation = Formation::Disorder;
            // D was hesitant: it must test even for the same order.
            w.unit_mut(names["D"]).before = LastTurn { hesitant: true, ..moved };
        });
        let says = ["A orders manoeuvre", "B orders hold", "C orders fall_back", "D orders manoeuvre"];
        let fought = in_turn(field, 2, Order::Hold).play(&PHASES, &says, &[3]);
        assert_eq!(fought.unit("A").order, Order::Manoeuvre);
        assert_eq!(fought.unit("B").order, Order::Hold);
        assert_eq!(fought.unit("C").order, Order::FallBack);
        assert_eq!(fought.unit("D").marker, Marker::Hesitant);
    });
}

#[test]
fn specific_orders_are_free_on_the_first_turn() {
    prove(&[r::ML_4_2F], |book| {
        let field = in_turn(near_general(book, "blue 1 A foot 4 line 30 20 0 -"), 1, Order::None);
        let fought = field.play(&PHASES, &["A orders manoeuvre"], &[]);
        assert_eq!(fought.unit("A").order, Order::Manoeuvre);
    });
}

#[test]
fn a_specific_order_out_of_reach_renews_itself() {
    // A is out of reach of its general, B is beside him.
    let army = "blue 1 A foot 4 line 30 36 0 T
                blue 1 B foot 4 line 30 20 0 T";
    let turn_over = |book: &Book| {
        let field = near_general(book, army).with(|w, names| {
            w.turn = 6;
            for name in ["A", "B"] {
                w.unit_mut(names[name]).specific = true;
                w.unit_mut(names[name]).now.moved = true;
            }
        });
        let fought = field.play(&[Step::End], &[], &[]);
        assert!(fought.unit("A").order == Order::None && !fought.unit("A").specific);
        let next = near_general(book, army).with(|w, _| {
            *w = fought.world.clone();
            w.outcome = None;
            w.turn = 7;
        });
        in_turn(next, 7, Order::Manoeuvre)
    };
    prove(&[r::ML_4_2D, r::ML_GAP_67], |book| {
        let fought = turn_over(book).play(&PHASES, &[], &[]);
        assert_eq!((fought.unit("A").order, fought.unit("A").specific), (Order::Hold, true));
        assert_eq!((fought.unit("B").order, fought.unit("B").specific), (Order::Manoeuvre, false));
    });
    prove(&[r::ML_4_2E], |book| {
        let fought = turn_over(book).play(&PHASES, &["A orders manoeuvre"], &[3]);
        assert_eq!(fought.unit("A").marker, Marker::Hesitant);
    });
}

#[test]
fn a_brigade_that_lost_its_general() {
    prove(&[r::ML_4_3B, r::ML_4_3C], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 -
                    blue 1 B foot 4 line 36 20 0 -";
        let field = near_general(book, army).with(|w, names| {
            w.generals[0].life = Life::Gone(Fate::Killed);
            w.commands[0].general_lost = Some(1);
            // It did not move, and would hold without a test under a living general.
            let before = LastTurn { order: Order::Manoeuvre, immobile: true, ..LastTurn::default() };
            w.unit_mut(names["B"]).before = before;
        });
        let fought = in_turn(field, 2, Order::Hold).play(&PHASES, &["B orders hold"], &[3]);
        assert_eq!(fought.unit("A").marker, Marker::Hesitant);
        assert_eq!(fought.unit("B").marker, Marker::Hesitant);
    });
}

#[test]
fn skirmishers_cannot_execute_the_charge_of_their_brigade() {
    prove(&[r::ML_3_1H], |book| {
        let army = "blue 1 A foot 3 skirmish 30 20 0 - skirmish_only=true
                    blue 1 F horse 3 skirmish 36 20 0 -";
        let fought = in_turn(near_general(book, army), 2, Order::Charge).play(&PHASES, &[], &[]);
        assert_eq!(fought.unit("A").marker, Marker::Hesitant);
        assert_eq!(fought.unit("F").order, Order::Charge);
        assert!(!fought.offered("orders", "A").unwrap().contains(&"charge".to_owned()));
    });
}

#[test]
fn a_battery_has_an_order_of_its_own_that_fits_its_state() {
    prove(&[r::ML_3_2A, r::ML_GAP_66], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 -
                    blue 1 S guns 2 deployed 33 20 0 -
                    blue 1 U guns 2 limbered 27 20 0 -";
        let field = in_turn(near_general(book, army), 2, Order::Hold);
        let fought = field.play(&PHASES, &["S orders fall_back", "U orders manoeuvre"], &[]);
        assert_eq!(fought.offered("orders", "S").unwrap(), ["hold", "fall_back"]);
        assert_eq!(fought.offered("orders", "U").unwrap(), ["hold", "manoeuvre"]);
        assert_eq!(fought.unit("S").order, Order::FallBack);
        assert_eq!(fought.unit("U").order, Order::Manoeuvre);
        assert_eq!(fought.unit("U").formation, Formation::Limbered);
    });
}

#[test]
fn a_unit_may_be_halted_for_the_sake_of_its_fire() {
    prove(&[r::ML_7_2B], |book| {
        let army = "blue 1 A foot 4 line 30 20 0 -
                    red 1 I foot 4 line 30 23.5 180 -";
        let field = field(book, "", army).with(|w, _| w.generals[0].at = at(30.0, 17.0));
        let steps = [Step::LayOrders, Step::Command, Step::Moment(Instant::Zero)];
        let says = ["A halt halt", "A fire fire I"];
        let fought = in_turn(field, 2, Order::Manoeuvre).play(&steps, &says, &[6, 6, 6, 6]);
        assert_eq!((fought.unit("A").marker, fought.unit("A").order), (Marker::Hesitant, Order::None));
        // 24 and 4 for the first fire, halved: 14.
        assert_eq!(fought.unit("I").losses, 2);
    });
}
