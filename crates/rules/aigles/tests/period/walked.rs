//! The walked battle, period 2: the column on the line, every number; and what the plan sheet offers.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, field_of, half, told};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Bound, Object, Orders};
use grognard_aigles::{Attitude, Book, Order, r};
use rulebook::proof::prove;

/// F1, 18 figures in column of companies with the grenadiers leading, 13 cm from M1, 16 musketeers in line.
fn column_and_line(book: &Book) -> Field {
    field_of(book, "blue F1 fr-line 540 march_column 90 40 0\nred M1 pr-line-1813 480 line 90 53 180\n")
}

#[test]
fn the_column_charges_the_line() {
    prove(
        &[
            r::LA_CHA_14,
            r::LA_CHA_21,
            r::LA_CHA_23,
            r::LA_COM_01,
            r::LA_COM_02,
            r::LA_FEU_01,
            r::LA_FEU_03,
            r::LA_FEU_05,
            r::LA_RES_01,
            r::LA_GAP_02,
            r::LA_GAP_03,
            r::LA_GAP_22,
            r::LA_GAP_64,
            r::LA_GAP_69,
        ],
        |book: &Book| {
            let field = column_and_line(book);
            let mut steps = half();
            steps.extend(half());
            steps.push(Step::Melee);
            // The charger's test; M1's volley; the tests of both at landing; the melee; the general with M1.
            let said = [("F1", "charge", Some("M1")), ("red", "join", Some("M1"))];
            let played = field.play(&steps, &[2, 4, 5, 1, 3, 5, 4], &said).unwrap();
            let (column, line) = (field.id("F1"), field.id("M1"));
            // 4 + 1 first fire + 1 deep + 1 within 5 = 7, die 4: row 8, 8 figures bear: 55, half of it.
            assert_eq!(told(&played.events, column, "fired_at"), [28]);
            // 5 + 2 + 3 ranks + 1 fresh - 1 for the fire = 10, die 3: row 11, 3 figures.
            assert_eq!(told(&played.events, line, "struck"), [30]);
            // 4 + 1 fresh = 5, die 5: row 7, 3 figures and 2 that overlap.
            assert_eq!(told(&played.events, column, "struck"), [30]);
            let (own, his) = (played.world.unit(column), played.world.unit(line));
            assert_eq!((own.figures(), his.figures()), (17, 15));
            assert_eq!(own.left.to_vec(), [3, 11, 3], "a fusilier fell, not a grenadier");
            assert_eq!((own.order, his.order), (Order::Disorganised, Order::Disorganised));
            assert!(played.world.engaged(column), "a draw: they stay in contact");
        },
    );
}

/// The same column, hurt by 18 in the first period, with M2 entering on its flank in the second half: every number of the
/// melee of three, the general's fate and the test of the loser (LA-GAP-49, LA-GAP-67).
#[test]
fn a_second_battalion_enters_on_the_flank() {
    let army = "blue F1 fr-line 540 march_column 90 40 0\nred M1 pr-line-1813 480 line 90 53 180\nred M2 pr-line-1813 480 march_column 81.75 48.5 90\n";
    let mut field = field_of(&Book::new(), army);
    let [column, line, second] = ["F1", "M1", "M2"].map(|name| field.id(name));
    for (id, losses) in [(column, 18), (line, 15), (second, 23)] {
        field.world.unit_mut(id).losses = losses;
    }
    // It has stood on the flank before, and F1 was tested for it then.
    field.world.unit_mut(column).memory.tested_for.insert(second);
    let papers = field.world.papers_mut(game::Side::Red).unwrap();
    papers.orders.insert(line, Orders { attitude: Attitude::Hold, object: Object::None });
    papers.orders.insert(second, Orders { attitude: Attitude::Support, object: Object::Friend(line) });
    let mut steps = half();
    steps.extend(half());
    steps.push(Step::Melee);
    let said = [("F1", "charge", Some("M1")), ("red", "join", Some("M1")), ("M2", "enter", Some("F1"))];
    // F1's test; M1's volley; M1 and F1 at landing; the dice of F1, M1 and M2; Red's general; F1 has lost.
    let played = field.play(&steps, &[2, 4, 1, 5, 3, 5, 1, 4, 4], &said).unwrap();
    assert_eq!(told(&played.events, column, "fired_at"), [28]);
    // F1 on M1: 5 + 2 + 3 ranks - 1 by fire = 9, die 3: row 10, 3 figures. F1 on M2: 4 - 1 = 3, row 4, 1 figure.
    assert_eq!((told(&played.events, line, "struck"), told(&played.events, second, "struck")), (vec![30], vec![5]));
    // M1: 4 + 1 = 5, die 5: row 7, 5 figures. M2: 4 + 1 + 1 = 6, die 1: row 6, 4 figures.
    assert_eq!(told(&played.events, column, "struck"), [30, 20]);
    let [own, his, other] = [column, line, second].map(|id| played.world.unit(id));
    assert_eq!((own.losses, his.losses, other.losses), (96, 45, 28));
    assert_eq!((own.figures(), his.figures(), other.figures()), (15, 15, 16));
    // 5 - 2 - 1 - 2 + 1 = 1, die 4: 2, Obéir: it recoils 3 cm, nobody follows, the melee is over.
    assert_eq!(own.memory.lost_in_a_row, 1);
    assert_eq!([own, his, other].map(|unit| unit.order), [Order::Disorganised; 3]);
    assert!(played.world.contacts.is_empty());
    let back = field.world.unit(line).pose.at.y - own.pose.at.y;
    assert!((back - 3 * 650).abs() <= table::SLACK, "{back}");
}

/// The guns of the second quarter: 23 on M2 in column at 40 cm, 15 on F2 in line at 38 cm, and the tests of both.
#[test]
fn the_batteries_of_the_second_quarter() {
    let army = "blue F2 fr-line 450 line 120 30 0\nblue K8 fr-foot-8 8 deployed 60 20 0\nred M2 pr-line-1813 480 march_column 60 60 180\nred K6 pr-foot-6 8 deployed 120 68 180\n";
    prove(&[r::LA_FEU_04], |book: &Book| {
        let field = field_of(book, army);
        // K8: 8 + 3 = 11, die 3: row 12. K6: 7 - 1 = 6, die 6: row 8. F2: 5 - 1 + 1, die 1; M2: 4 + 1 - 1, die 6.
        let played = field.play(&half()[3..], &[3, 6, 1, 6], &[]).unwrap();
        assert_eq!(told(&played.events, field.id("M2"), "fired_at"), [23]);
        assert_eq!(told(&played.events, field.id("F2"), "fired_at"), [15]);
        for name in ["F2", "M2"] {
            assert_eq!(played.world.unit(field.id(name)).bound, Bound::Free, "{name} obeys");
        }
    });
}

/// What the plan sheet offers to a unit.
fn offered(book: &Book, army: &str, who: &str) -> Vec<String> {
    let field = field_of(book, army);
    let played = field.play(&[Step::Plan], &[], &[]).unwrap();
    crate::field::offered(&played, "plan", field.id(who))
}

#[test]
fn the_plan_sheet_offers_what_a_unit_may_do() {
    let army =
        "blue H fr-hussars 360 line 90 40 0\nblue F fr-line 540 line 50 40 0\nred D pr-dragoons 360 line 90 67 180\n";
    prove(&[r::LA_RAL_01, r::LA_GAP_78], |book: &Book| {
        assert!(offered(book, army, "H").iter().any(|does| does == "rally"), "{:?}", offered(book, army, "H"));
        let foot = offered(book, army, "F");
        assert!(!foot.iter().any(|does| does == "rally"), "infantry does not rally: {foot:?}");
        assert!(foot.iter().any(|does| does == "detach"), "{foot:?}");
    });
}

/// A regiment that rallies turns for half a period and goes straight home at column speed (LA-RAL-03, LA-RAL-05, LA-RAL-07).
#[test]
fn a_regiment_that_rallies_goes_home() {
    let army = "blue H fr-hussars 360 line 90 60 0\nred D pr-dragoons 360 line 90 100 180\n";
    prove(&[r::LA_RAL_07], |book: &Book| {
        let field = field_of(book, army);
        let mut steps = half();
        steps.extend(half());
        let played = field.play(&steps, &[], &[("H", "rally", None)]).unwrap();
        let hussars = played.world.unit(field.id("H"));
        // Two quarters to turn, then half of the column allowance of 36: 18 cm nearer to its own edge.
        let gone = field.world.unit(field.id("H")).pose.at.y - hussars.pose.at.y;
        let depth = 3 * 650;
        assert!((gone - 18 * 650).abs() <= depth, "it went {gone}");
        assert_eq!(hussars.order, Order::Unformed);
    });
}
