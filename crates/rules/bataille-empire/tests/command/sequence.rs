//! The steps of a turn and the points spent in it (BE-SEQ, BE-PC, BE-GAP-10 to BE-GAP-15).

use crate::field::{Fought, field};
use game::{Deed, Side};
use grognard_bataille_empire::turn::{Act, Step};
use grognard_bataille_empire::{Order, r};
use rulebook::proof::prove;

const TWO: &str = "blue 1 A foot line 20 5 0 M
                   blue 2 B foot line 30 5 0 M
                   red 1 I foot line 20 35 180 M";

/// The phases reported, in order.
fn phases(fought: &Fought) -> Vec<String> {
    let clock = |deed: &Deed| if let Deed::Clock { phase, .. } = deed { Some(phase.to_string()) } else { None };
    fought.events.iter().filter_map(|event| clock(&event.deed)).collect()
}

#[test]
fn a_turn_is_command_then_divisions_then_its_end() {
    prove(&[r::BE_SEQ_01, r::BE_SEQ_02, r::BE_SEQ_03, r::BE_SEQ_04, r::BE_SEQ_06], |book| {
        // Nothing follows the end of turn 6; the end of turn 5 begins the sixth.
        let f = field(book, "", TWO).with(|w, _| {
            w.turn = 5;
            w.units[0].marker = true;
        });
        // Points of both chiefs, initiative, then the points of three divisions.
        let fought = f.play(&[Step::End], &[], &[3, 3, 6, 1, 1, 1, 1]);
        assert!(!fought.unit("A").marker, "markers come off");
        let told = phases(&fought);
        let of_divisions = ["tactical", "preparatory", "charges", "moves", "fire"];
        assert_eq!(told.iter().filter(|phase| *phase == "tactical").count(), 3, "{told:?}");
        assert_eq!(told.iter().filter(|phase| *phase == "end").count(), 2);
        let first = told.iter().position(|phase| phase == "strategic").unwrap();
        let second = told.iter().position(|phase| phase == "activation").unwrap();
        assert!(first < second && *told.last().unwrap() == "end");
        assert!(told.iter().any(|phase| of_divisions.contains(&phase.as_str()) && phase != "tactical"));
    });
}

#[test]
fn markers_points_and_notes_of_the_turn_are_cleared_at_its_end() {
    prove(&[r::BE_GAP_25, r::BE_GAP_26], |book| {
        let f = field(book, "", TWO).with(|w, _| {
            w.turn = 6;
            w.units[0].marker = true;
            w.divisions[0].points = 3;
            w.divisions[0].activated = true;
        });
        let fought = f.play(&[Step::End], &[], &[]);
        assert!(!fought.unit("A").marker);
        assert_eq!((fought.world.divisions[0].points, fought.world.divisions[0].activated), (0, false));
    });
}

#[test]
fn the_active_player_chooses_which_division_acts_next() {
    prove(&[r::BE_GAP_10], |book| {
        let fought = field(book, "", TWO).play(&[Step::Half(Side::Blue)], &["division activate #1"], &[1, 1]);
        let order: Vec<u16> = fought
            .events
            .iter()
            .filter_map(|event| match &event.deed {
                Deed::Declared { key, .. } if key.does == "activate" => match key.refs.first() {
                    Some(game::Ref::Command(n)) => Some(*n),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        assert_eq!(order, [1, 0]);
    });
}

#[test]
fn the_higher_roll_chooses_and_a_stake_adds_to_it() {
    prove(&[r::BE_GAP_11, r::BE_PC_06], |book| {
        let army = TWO.replace("20 35 180 M", "20 35 180 M grade=competent");
        let f = field(book, "", &army).with(|w, _| {
            w.chief_points = [2, 0];
            w.first = Side::Red;
        });
        let fought = f.play(&[Step::Stake], &["stake spend_2", "first second"], &[3, 4, 1, 1, 1]);
        assert_eq!(fought.world.first, Side::Blue, "5 against 5: red was first and now lets blue begin");
        assert_eq!(fought.world.chief_points[0], 0);
    });
}

#[test]
fn points_of_the_chief_help_units_that_he_reaches() {
    prove(&[r::BE_GAP_12], |book| {
        let f = field(book, "", TWO).active(0, 1).with(|w, _| w.chief_points = [2, 0]);
        assert_eq!(f.rules.purse(&f.world, f.id("A")), 3);
        let far = field(book, "", TWO).with(|w, _| w.chief_points = [2, 0]);
        assert_eq!(far.rules.purse(&far.world, far.id("B")), 0, "10 UD away");
    });
}

#[test]
fn what_acts_cost() {
    let army = "blue 1 A foot line 20 5 0 M class=a
                blue 1 B foot line 22.5 5 0 M
                blue 1 C foot line 17.5 5 0 M class=c
                blue 1 D foot line 40 5 0 M
                red 1 I foot line 20 35 180 M";
    prove(
        &[r::BE_PC_02, r::BE_PC_07, r::BE_PC_08, r::BE_PC_09, r::BE_PC_11, r::BE_MAN_10, r::BE_MAN_11, r::BE_GAP_15],
        |book| {
            let f = field(book, "", army);
            let cost = |name: &str, act| f.rules.cost(&f.world, f.id(name), act);
            assert_eq!((cost("A", Act::Activate), cost("D", Act::Activate)), (Some(1), Some(2)), "D is out of command");
            assert_eq!(cost("A", Act::Garrison), Some(1));
            assert_eq!((cost("A", Act::RallyDisorder), cost("A", Act::RallyLoss)), (Some(1), Some(2)));
            assert_eq!((cost("A", Act::Second), cost("D", Act::Second)), (Some(1), Some(1)));
            assert_eq!((cost("A", Act::Third), cost("B", Act::Third), cost("C", Act::Third)), (Some(1), Some(2), None));
        },
    );
}

#[test]
fn a_new_order_is_paid_for_and_may_fail_to_arrive() {
    prove(&[r::BE_PC_03, r::BE_ORD_18, r::BE_GAP_13, r::BE_CMD_03], |book| {
        let f = || field(book, "", TWO).with(|w, _| w.chief_points = [1, 0]);
        let lost = f().play(&[Step::Chief(Side::Blue)], &["chief order #0 attack"], &[2]);
        assert_eq!(lost.world.divisions[0].order, Order::Manoeuvre, "2 and 1 for the chief beside him is not 4");
        assert_eq!(lost.world.chief_points[0], 0);
        let taken = f().play(&[Step::Chief(Side::Blue)], &["chief order #0 attack"], &[3]);
        assert_eq!(taken.world.divisions[0].order, Order::Attack);
    });
}

#[test]
fn out_of_range_orders_cost_two_and_transfers_two_for_one() {
    prove(&[r::BE_PC_05, r::BE_PC_02, r::BE_GAP_14], |book| {
        let f = || field(book, "", TWO).with(|w, _| w.chief_points = [2, 0]);
        let fought = f().play(&[Step::Chief(Side::Blue)], &["chief transfer #1"], &[]);
        assert_eq!((fought.world.divisions[1].given, fought.world.chief_points[0]), (1, 0), "10 UD away");
        let fought = f().play(&[Step::Chief(Side::Blue)], &["chief order #1 attack"], &[6]);
        assert_eq!((fought.world.divisions[1].order, fought.world.chief_points[0]), (Order::Attack, 0));
    });
}

#[test]
fn an_attached_chief_gives_no_orders() {
    prove(&[r::BE_PC_10], |book| {
        let f = field(book, "", TWO).with(|w, names| {
            w.chief_points = [2, 0];
            w.generals[0].attached = Some(names["A"]);
        });
        assert_eq!(f.play(&[Step::Chief(Side::Blue)], &[], &[]).times("chief"), 0);
    });
}

#[test]
fn points_by_grade_and_face() {
    use grognard_bataille_empire::resolve::command;
    use grognard_bataille_empire::{Book, Grade};
    let rows = [
        (Grade::Poor, [0, 1, 1, 2, 2, 3]),
        (Grade::Ordinary, [1, 1, 2, 2, 3, 3]),
        (Grade::Competent, [1, 2, 2, 3, 3, 4]),
        (Grade::Brilliant, [2, 2, 3, 3, 4, 4]),
        (Grade::Strategist, [2, 3, 3, 4, 4, 5]),
    ];
    prove(&[r::BE_PC_12, r::BE_PC_01, r::BE_CMD_01, r::BE_CMD_02], |book: &Book| {
        for (grade, points) in rows {
            assert_eq!([1, 2, 3, 4, 5, 6].map(|face| command::points(book, grade, face)), points);
        }
    });
}

#[test]
fn points_of_the_chief_may_help_the_test_of_an_order() {
    prove(&[r::BE_PC_06], |book| {
        let f = field(book, "", TWO).with(|w, _| w.chief_points = [3, 0]);
        let fought = f.play(&[Step::Chief(Side::Blue)], &[], &[]);
        let spent = fought.opens("chief", 0, "order");
        assert_eq!(spent.last().unwrap().len(), 3, "none, one or two: {spent:?}");
    });
}
