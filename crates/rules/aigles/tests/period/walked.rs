//! The walked battle, period 2: the column on the line, every number; and what the plan sheet offers.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, field_of, half, told};
use grognard_aigles::turn::Step;
use grognard_aigles::{Book, Order, r};
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
