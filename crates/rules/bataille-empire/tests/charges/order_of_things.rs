//! The steps of a charge and of what follows a shock, in their order (BE-CHA-10, BE-GAP-96), and clauses of rulings that
//! only the table shows (BE-GAP-90, BE-GAP-91, BE-GAP-97, BE-CHA-02).

use crate::field::{FOOT, Field, HORSE, Stand, area};
use game::{Deed, Key, Ref, Reply, Side, UnitId};
use grognard_bataille_empire::world::Aspect;
use grognard_bataille_empire::{Formation, Order, r};
use rulebook::proof::prove;

const COLUMN: Stand = Stand { formation: "attack_column", ..FOOT };

#[test]
fn a_charge_goes_through_its_steps_in_their_order() {
    prove(&[r::BE_CHA_10], |book| {
        // A second regiment may move in support, red cavalry may intercept the charger, a battalion supports by fire.
        let blue = [HORSE.at(2000, 1000), HORSE.at(2000, 880)];
        let red = [FOOT.at(2000, 1300).facing(180), HORSE.at(2290, 1150).facing(270), FOOT.at(1800, 1200).facing(135)];
        let field = Field::new(book, "", &blue, &red).orders(Order::Attack, Order::Hold);
        let field = field.charge(0, 2).pick(Side::Blue, "pursue", "stay").dice(&[6, 1, 6]).charges();
        let kinds: Vec<&str> = field.asked.iter().map(|slot| slot.kind.as_str()).collect();
        assert_eq!(
            kinds[..7],
            ["charge", "support", "intercept", "reply", "call_off", "supports", "pursue"],
            "{kinds:?}"
        );
    });
}

#[test]
fn after_a_shock_come_losses_disorder_markers_retreat_and_advance() {
    prove(&[r::BE_GAP_96], |book| {
        let red = [COLUMN.at(2000, 1200).facing(180)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &red).formed(1, Formation::SolidSquare);
        let field = field.charge(0, 1).dice(&[2, 2]).charges();
        let told: Vec<String> = field
            .events
            .iter()
            .skip_while(|event| !matches!(&event.deed, Deed::Opened { key, .. } if key.does == "defeat"))
            .filter_map(|event| match &event.deed {
                Deed::Counted { unit, what, .. } if what == "losses" => Some(format!("loss {}", unit.0)),
                Deed::Marked { unit, mark, .. } => Some(format!("{mark} {}", unit.0)),
                Deed::Moved { unit, .. } => Some(format!("moved {}", unit.0)),
                _ => None,
            })
            .collect();
        let order = ["loss 1", "disorder 1", "marker 1", "loss 0", "marker 0", "formation 1", "moved 1", "moved 0"];
        let found: Vec<&str> = told.iter().map(String::as_str).collect();
        assert_eq!(found, order);
    });
}

#[test]
fn nobody_counter_charges_a_pursuer() {
    prove(&[r::BE_GAP_91], |book| {
        let red = [FOOT.at(2000, 1200).facing(180), HORSE.at(2050, 1650).facing(180)];
        let field = Field::new(book, "", &[HORSE.at(2000, 1000)], &red).orders(Order::Engage, Order::Engage);
        let field = field.charge(0, 1).pick_unit(Side::Blue, "strike", "strike", 2).dice(&[6, 1, 1, 6, 6]).charges();
        let asked = field.asked.iter().filter(|slot| slot.kind == "reply").count();
        assert_eq!(asked, 2, "the new enemy declares too");
        assert!(!field.offered.iter().any(|does| does == "counter_charge"), "{:?}", field.offered);
    });
}

#[test]
fn a_counter_charger_is_marked_before_the_shock() {
    prove(&[r::BE_GAP_90], |book| {
        let field = Field::new(book, "", &[HORSE.at(2000, 1000)], &[HORSE.at(2000, 1400).facing(180)]);
        let field = field.charge(0, 1).pick(Side::Red, "reply", "counter_charge").dice(&[3, 3]).charges();
        assert_eq!(field.line("shock", 0, "BE-CHO-17"), Some(1));
    });
}

#[test]
fn a_charger_beside_its_front_is_not_met() {
    prove(&[r::BE_CHA_02], |book| {
        let field = Field::new(book, "", &[HORSE.at(1600, 1225).facing(90)], &[HORSE.at(2000, 1200).facing(180)]);
        let field = field.orders(Order::Attack, Order::Engage).charge(0, 1).dice(&[1, 6]).charges();
        assert!(!field.offered.iter().any(|does| does == "counter_charge"), "{:?}", field.offered);
    });
}

#[test]
fn a_garrison_has_neither_flank_nor_rear() {
    let house =
        area("masonry_building", &[(19.0, 12.0), (21.0, 12.0), (21.0, 13.0), (19.0, 13.0)]) + "strongpoint = true\n";
    prove(&[r::BE_GAP_97], |book| {
        let red = [Stand { formation: "garrison", ..FOOT }.at(2000, 1250).facing(180)];
        let field = Field::new(book, &house, &[COLUMN.at(2000, 1600).facing(180)], &red);
        let w = field.play.now();
        let behind = field.rules.piece(w, UnitId(0));
        assert_eq!(field.rules.aspect(w, &behind, UnitId(1)), Aspect::Front);
    });
}

#[test]
fn a_witness_tests_once_in_a_step_whatever_he_sees() {
    prove(&[r::BE_GAP_112], |book| {
        let blue = [COLUMN.at(2000, 1000), COLUMN.at(2500, 1000)];
        let red = [FOOT.at(2000, 1200).facing(180), FOOT.at(2500, 1200).facing(180), COLUMN.at(2250, 1330).facing(180)];
        let field = Field::new(book, "", &blue, &red);
        let worn = |unit: &mut grognard_bataille_empire::world::Unit| {
            unit.losses = grognard_bataille_empire::Losses::halves(7);
        };
        let field = field.unit_with(2, worn).unit_with(3, worn).charge(0, 2).charge(1, 3);
        // Two shocks, and between them one test of the column that sees both lines eliminated or flee.
        let field = field.dice(&[6, 1, 6, 6, 1]).charges();
        assert!(!field.there(2) && !field.there(3) && field.there(4));
    });
}

#[test]
fn an_impetuous_counter_charger_comes_from_where_it_began() {
    let hill = area("hill", &[(15.0, 15.0), (25.0, 15.0), (25.0, 19.0), (15.0, 19.0)]) + "level = 1\n";
    prove(&[r::BE_GAP_111], |book| {
        let field = Field::new(
            book,
            &hill,
            &[HORSE.at(2000, 800)],
            &[HORSE.of("gb-heavy-dragoons").at(2000, 1600).facing(180)],
        );
        let field = field.charge(0, 1).pick(Side::Red, "reply", "counter_charge");
        let field = field.pick(Side::Blue, "call_off", "call_off").dice(&[6, 3, 3]).charges();
        assert!(field.noted(0, "charge_called_off"));
        // From the hill: the other had come over the plain.
        assert_eq!((field.line("shock", 1, "BE-CHO-33"), field.line("shock", 0, "BE-CHO-33")), (Some(1), None));
    });
}

#[test]
fn who_turns_to_a_charge_in_time_is_not_struck_in_flank() {
    prove(&[r::BE_GAP_45, r::BE_REA_10], |book| {
        // The line faces east, the dragoons come from the south.
        let struck = |turn: bool| {
            let field = Field::new(book, "", &[HORSE.at(2000, 1000)], &[FOOT.at(2100, 1200).facing(90)]);
            let field = field.orders(Order::Attack, Order::Hold).charge(0, 1);
            let face = Key { does: "line".into(), refs: vec![Ref::Unit(UnitId(0))] };
            let reply = Reply::Picked(vec![(Key::plain("change"), vec![Reply::pick(face)])]);
            let field =
                if turn { field.answer(Side::Red, "reply", reply).dice(&[6, 1, 6]) } else { field.dice(&[1, 6]) };
            let field = field.charges();
            (field.line("shock", 0, "BE-CHO-20"), field.line("shock", 0, "BE-CHO-17"))
        };
        assert_eq!((struck(false), struck(true)), ((Some(4), None), (None, Some(1))));
    });
}
