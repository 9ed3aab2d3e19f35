//! Reactions to a movement (BE-GAP-39, BE-GAP-40, BE-GAP-42, BE-GAP-88).

use crate::field::{FOOT, Field, GUNS, HORSE, Stand, area};
use game::{Key, Ref, Reply, Side, UnitId};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::{Book, Formation, Order, UD, r};
use rulebook::proof::prove;
use table::{Manoeuvre, March};

const COLUMN: Stand = Stand { formation: "attack_column", ..FOOT };

/// A blue unit moves.
fn act(field: Field, id: u16, legs: Vec<Manoeuvre>) -> Field {
    let march = Reply::Marched(March { movers: vec![id], legs });
    let key = Key::about("move", Ref::Unit(UnitId(id)));
    field.answer(Side::Blue, "act", Reply::Picked(vec![(key, vec![march])]))
}

/// A red unit reacts at a point of the path, in hundredths of a UD.
fn react(field: Field, id: u16, line: &'static str, at: i32) -> Field {
    let reply = Reply::Picked(vec![(Key::plain(line), vec![Reply::At(at * UD / 100)])]);
    field.sheet(Side::Red, "react", vec![(Some(UnitId(id)), reply)])
}

fn moves(field: Field) -> Field {
    field.run(&[Step::Moves(0)])
}

#[test]
fn guns_fire_at_a_mover_at_a_point_of_its_way() {
    prove(&[r::BE_GAP_88, r::BE_REA_20], |book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 600)], &[GUNS.at(2000, 1600).facing(180)]);
        let field = react(act(field, 0, vec![Manoeuvre::Ahead(4 * UD)]), 1, "fire", 200);
        // 8 UD: effective, at a column; a five causes half a loss.
        let field = moves(field.dice(&[5]));
        assert_eq!(field.losses(0).in_halves(), 1);
        assert!(field.unit(1).marker);
        assert_eq!(field.place(0), (2000, 1000, 0));
    });
}

#[test]
fn cavalry_falls_on_a_mover_which_may_only_stand() {
    prove(&[r::BE_GAP_40, r::BE_REA_12], |book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 800)], &[HORSE.at(2000, 1500).facing(180)]);
        let field = react(
            act(field.orders(Order::Attack, Order::Withdraw), 0, vec![Manoeuvre::Ahead(5 * UD)]),
            1,
            "charge",
            400,
        );
        let field = moves(field.dice(&[1, 6]));
        // The column stops where it was struck, and beats the cavalry.
        assert!(!field.was_asked("reply"));
        assert_eq!(field.line("shock", 1, "BE-CHO-14"), Some(1));
        assert_eq!(field.line("shock", 0, "BE-CHO-22"), Some(2));
        assert!(field.unit(1).disorder && field.unit(1).marker && field.unit(0).now.cut);
    });
}

#[test]
fn cavalry_withdraws_until_it_is_out_of_tactical_distance() {
    prove(&[r::BE_REA_14], |book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 800)], &[HORSE.at(2000, 1500).facing(180)]);
        let field = react(act(field, 0, vec![Manoeuvre::Ahead(4 * UD)]), 1, "withdraw", 400);
        let field = moves(field);
        let (x, y, facing) = field.place(1);
        assert_eq!((x, facing), (2000, 180));
        assert!((1600..1640).contains(&y), "it stands at {y}");
        assert!(field.unit(1).marker);
    });
}

#[test]
fn nobody_withdraws_whose_rear_is_threatened() {
    prove(&[r::BE_GAP_42], |book| {
        let blue = [COLUMN.at(2000, 800), HORSE.at(2000, 1800).facing(180)];
        let field = Field::new(book, "", &blue, &[HORSE.at(2000, 1500).facing(180)]);
        let field = moves(act(field, 0, vec![Manoeuvre::Ahead(4 * UD)]));
        let seen = field.asked.iter().any(|slot| slot.kind == "react");
        assert!(seen);
        assert!(!field.offered.iter().any(|key| key == "withdraw"), "offered: {:?}", field.offered);
    });
}

#[test]
fn skirmishers_fall_back_and_fire() {
    prove(&[r::BE_REA_31, r::BE_REA_32], |book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 800)], &[FOOT.at(2000, 1500).facing(180)]);
        let field = field.formed(1, Formation::Skirmish).orders(Order::Attack, Order::Engage);
        let field = react(act(field, 0, vec![Manoeuvre::Ahead(6 * UD)]), 1, "fall_back_and_fire", 600);
        let field = moves(field.dice(&[6]));
        assert_eq!(field.place(1), (2000, 1700, 180));
        assert!(field.unit(1).marker && field.losses(0).in_halves() > 0);
        // Its own marker does not affect that fire.
        assert_eq!(field.line("fire", 1, "BE-TIR-21"), None);
        // If the mover would be out of range after the fall-back, that line is not offered.
        let field = Field::new(book, "", &[COLUMN.at(2000, 800)], &[FOOT.at(2000, 1500).facing(180)]);
        let field = field.formed(1, Formation::Skirmish).orders(Order::Attack, Order::Engage);
        let field = moves(act(field, 0, vec![Manoeuvre::Ahead(5 * UD)]));
        assert!(field.offered.iter().any(|key| key == "fall_back"));
        assert!(!field.offered.iter().any(|key| key == "fall_back_and_fire"), "offered: {:?}", field.offered);
    });
}

#[test]
fn who_is_marked_before_its_reaction_neither_fires_nor_unlimbers() {
    prove(&[r::BE_GAP_26, r::BE_GAP_29], |book| {
        // Skirmishers flee through whoever stands behind them, and mark it before its own reaction comes.
        let hill = area("hill", &[(15.0, 13.9), (25.0, 13.9), (25.0, 19.0), (15.0, 19.0)]) + "level = 1\n";
        let behind = |stand: Stand, formation: Formation, line: &'static str, nerves: &[u8]| {
            let red = [FOOT.at(2000, 1300).facing(180), stand.facing(180)];
            let field = Field::new(book, &hill, &[COLUMN.at(2000, 800)], &red).formed(1, Formation::Skirmish);
            let field = field.formed(2, formation).orders(Order::Attack, Order::Engage);
            let field = act(field, 0, vec![Manoeuvre::Ahead(4 * UD)]);
            let named = |line: &'static str, at: i32| Reply::Picked(vec![(Key::plain(line), vec![Reply::At(at * UD)])]);
            let sheet = vec![(Some(UnitId(1)), named("flee", 2)), (Some(UnitId(2)), named(line, 4))];
            moves(field.sheet(Side::Red, "react", sheet).dice(nerves))
        };
        let field = behind(GUNS.at(2000, 1500), Formation::Deployed, "fire", &[6]);
        assert!(field.unit(2).marker && field.noted(2, "reaction_lapsed"));
        assert_eq!(field.tested("fire", 2), None);
        let field = behind(GUNS.at(2000, 1500), Formation::Limbered, "unlimber", &[6]);
        assert!(field.noted(2, "reaction_lapsed"));
        assert_eq!(field.unit(2).formation, Formation::Limbered);
        // Marked riflemen still fall back, without their fire.
        let field = behind(FOOT.of("at-jager").at(2000, 1400), Formation::Skirmish, "fall_back_and_fire", &[]);
        assert!(field.unit(2).marker);
        assert_eq!((field.place(2), field.tested("fire", 2)), ((2000, 1600, 180), None));
    });
}

#[test]
fn a_ball_at_a_mover_that_goes_on_has_no_bonus_either() {
    prove(&[r::BE_GAP_108], |book| {
        let blue = [COLUMN.at(2000, 600), FOOT.at(2000, 480)];
        let field = Field::new(book, "", &blue, &[GUNS.at(2000, 1600).facing(180)]);
        let field = react(act(field, 0, vec![Manoeuvre::Ahead(4 * UD)]), 2, "fire", 200);
        let field = moves(field.dice(&[1, 1]));
        let is_fire = |event: &&game::Event| matches!(&event.deed, game::Deed::Tested { breakdown, .. } if breakdown.test == "fire");
        assert_eq!(field.events.iter().filter(is_fire).count(), 2, "the mover, and who stands behind it");
        assert_eq!(field.line("fire", 2, "BE-TIR-12"), None);
    });
}

#[test]
fn a_failed_test_against_a_movement_does_nothing() {
    prove(&[r::BE_REA_06], |book| {
        let field = Field::new(book, "", &[HORSE.at(2000, 800)], &[FOOT.at(2000, 1500).facing(180)]);
        let field = act(field, 0, vec![Manoeuvre::Ahead(4 * UD)]);
        // Class A needs 2: a one fails.
        let field = moves(react(field, 1, "change", 400).dice(&[1]));
        assert!(!field.unit(1).marker && !field.unit(1).disorder);
        assert_eq!(field.unit(1).formation, Formation::Line);
    });
}

#[test]
fn what_a_reaction_starts_is_foreseen_as_it_is_resolved() {
    let book = &Book::new();
    let field = Field::new(book, "", &[COLUMN.at(2000, 600)], &[GUNS.at(2000, 1600).facing(180)]);
    let field = moves(react(act(field, 0, vec![Manoeuvre::Ahead(4 * UD)]), 1, "fire", 200).dice(&[5]));
    let [told, foreseen] = field.told_and_foreseen("fire", 1);
    assert!(told.is_some());
    assert_eq!(told, foreseen);

    let field = Field::new(book, "", &[COLUMN.at(2000, 800)], &[HORSE.at(2000, 1500).facing(180)]);
    let field = act(field.orders(Order::Attack, Order::Withdraw), 0, vec![Manoeuvre::Ahead(5 * UD)]);
    let field = moves(react(field, 1, "charge", 400).dice(&[1, 6]));
    for id in [0, 1] {
        let [told, foreseen] = field.told_and_foreseen("shock", id);
        assert!(told.is_some());
        assert_eq!(told, foreseen);
    }
}

#[test]
fn guns_that_react_fire_shrapnel_where_it_tells_more() {
    prove(&[r::BE_TIR_13], |book| {
        let shot_at = |mover: Stand| {
            let battery = GUNS.of("gb-foot-9").at(2000, 1600).facing(180);
            let field = Field::new(book, "", &[mover.at(2000, 600)], &[battery]);
            moves(react(act(field, 0, vec![Manoeuvre::Ahead(2 * UD)]), 1, "fire", 200).dice(&[5]))
        };
        let line = shot_at(FOOT);
        assert_eq!(line.line("fire", 1, "BE-TIR-13"), Some(1));
        let [told, foreseen] = line.told_and_foreseen("fire", 1);
        assert_eq!(told, foreseen);
        // Round shot has the same bonus against a column.
        let column = shot_at(COLUMN);
        assert_eq!((column.line("fire", 1, "BE-TIR-13"), column.line("fire", 1, "BE-TIR-11")), (None, Some(1)));
    });
}

#[test]
fn reactions_at_one_point_come_in_the_order_their_owner_likes() {
    let red = [GUNS.at(1900, 1600).facing(180), GUNS.at(2100, 1600).facing(180)];
    let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 600)], &red);
    let field = act(field, 0, vec![Manoeuvre::Ahead(4 * UD)]);
    let fire = || Reply::Picked(vec![(Key::plain("fire"), vec![Reply::At(2 * UD)])]);
    let field = field.sheet(Side::Red, "react", vec![(Some(UnitId(1)), fire()), (Some(UnitId(2)), fire())]);
    let reacts = |id| (Key::about("reacts", Ref::Unit(UnitId(id))), Vec::new());
    let field = field.answer(Side::Red, "order_of_reactions", Reply::Picked(vec![reacts(2), reacts(1)]));
    let field = moves(field.dice(&[1, 1]));
    let fired: Vec<u16> = field
        .events
        .iter()
        .filter_map(|event| match &event.deed {
            game::Deed::Declared { by: Ref::Unit(id), key } if key.does == "fire" => Some(id.0),
            _ => None,
        })
        .collect();
    assert_eq!(fired, [2, 1]);
}

#[test]
fn a_group_charges_on_one_activation() {
    prove(&[r::BE_GAP_16], |book| {
        let blue = [COLUMN.at(2000, 1200), COLUMN.at(2150, 1200)];
        let red = [FOOT.at(2000, 1400).facing(180), FOOT.at(2300, 1400).facing(180)];
        let field = Field::new(book, "", &blue, &red).with(|w| w.divisions[0].points = 1);
        let field = field.charge(0, 2).charge(1, 3).dice(&[1, 3, 1, 3]).charges();
        assert!(field.unit(0).now.charged && field.unit(1).now.charged);
    });
}

#[test]
fn who_is_caught_changing_counts_as_in_the_old_formation_and_marked() {
    prove(&[r::BE_GAP_40, r::BE_MAN_13], |book| {
        // A line that forms column 3 UD from cavalry, and is charged before it has done so.
        let field = Field::new(book, "", &[FOOT.at(2000, 1200)], &[HORSE.at(2000, 1500).facing(180)]);
        let field = field.orders(Order::Attack, Order::Hold);
        let field = act(field, 0, vec![Manoeuvre::Reform("column".into())]);
        let field = moves(react(field, 1, "charge", 0).dice(&[1, 6]));
        assert_eq!(field.line("shock", 1, "BE-CHO-17"), Some(1));
        assert_eq!(field.unit(0).formation, Formation::Line);
        assert_eq!(field.unit(1).now.moves, 0);
        for id in [0, 1] {
            let [told, foreseen] = field.told_and_foreseen("shock", id);
            assert!(told.is_some());
            assert_eq!(told, foreseen, "shown as it is fought: in the old formation");
        }
    });
}

#[test]
fn infantry_under_engage_falls_on_no_formed_mover() {
    prove(&[r::BE_ORD_11], |book| {
        let offered = |order: Order| {
            let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FOOT.at(2000, 1400).facing(180)]);
            let field = moves(act(field.orders(Order::Attack, order), 0, vec![Manoeuvre::Ahead(5 * UD / 2)]));
            field.offered.iter().any(|key| key == "charge")
        };
        assert_eq!((offered(Order::Hold), offered(Order::Engage)), (true, false));
    });
}
