//! The effect of ground in a shock: height, a bank, cover (BE-CHO-25, BE-CHO-33).

use crate::field::{FOOT, Field, HORSE, Stand, area};
use game::Side;
use grognard_bataille_empire::{Book, r};
use rulebook::proof::prove;

const COLUMN: Stand = Stand { formation: "attack_column", ..FOOT };

/// A thin feature across the table at this `y`, in UD.
fn across(kind: &str, y: f64) -> String {
    format!("[[ground.features]]\nkind = \"{kind}\"\nline = [[600, {y}], [1800, {y}]]\n", y = y * 60.0)
}

/// Columns charge a standing line straight in front.
fn charged(book: &Book, ground: &str) -> Field {
    let field = Field::new(book, ground, &[COLUMN.at(2000, 1000)], &[FOOT.at(2000, 1200).facing(180)]);
    field.charge(0, 1).dice(&[3, 3]).charges()
}

#[test]
fn who_is_charged_uphill_has_the_height_also_in_contact() {
    prove(&[r::BE_CHO_33, r::BE_GAP_111], |book| {
        let hill =
            |from: f64, to: f64| area("hill", &[(15.0, from), (25.0, from), (25.0, to), (15.0, to)]) + "level = 1\n";
        let up = charged(book, &hill(11.5, 16.0));
        assert_eq!((up.line("shock", 0, "BE-CHO-33"), up.line("shock", 1, "BE-CHO-33")), (None, Some(1)));
        let down = charged(book, &hill(8.0, 11.5));
        assert_eq!((down.line("shock", 0, "BE-CHO-33"), down.line("shock", 1, "BE-CHO-33")), (Some(1), None));
    });
}

#[test]
fn a_bank_counts_for_who_stands_at_it() {
    prove(&[r::BE_CHO_33], |book| {
        // Over a bridge; the river's bank is half a UD in front of the line, or far in front.
        let bank = |y: f64, line: i32| {
            let river = area("river", &[(10.0, y - 0.5), (30.0, y - 0.5), (30.0, y), (10.0, y)]);
            let bridge = area("bridge", &[(19.0, y - 0.6), (21.0, y - 0.6), (21.0, y + 0.1), (19.0, y + 0.1)]);
            [FOOT, HORSE].map(|red| {
                let red = [red.at(2000, line).facing(180)];
                let field = Field::new(book, &(river.clone() + &bridge), &[COLUMN.at(2000, 1000)], &red);
                let field = field.charge(0, 1).pick(Side::Red, "reply", "stand");
                field.dice(&[3, 3]).charges().line("shock", 1, "BE-CHO-33")
            })
        };
        assert_eq!((bank(11.5, 1200), bank(10.7, 1280)), ([Some(1); 2], [None; 2]));
    });
}

#[test]
fn a_wall_half_a_ud_before_the_line_covers_it_in_the_shock() {
    prove(&[r::BE_CHO_25, r::BE_GAP_30], |book| {
        let lines = |ground: &str| charged(book, ground).line("shock", 1, "BE-CHO-25");
        assert_eq!(lines(&across("wall", 11.5)), Some(2));
        assert_eq!(lines(&across("wall", 12.8)), None, "behind it");
    });
}
