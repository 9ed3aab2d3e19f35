//! Occupied houses: their faces, as the battle reads them from the table (L3C-GAP-A104).

use crate::field::{COLUMN, Field, LINE, Stand, area};
use game::{Side, UnitId};
use grognard_trois_couleurs::fight::Assault;
use grognard_trois_couleurs::{Aspect, Book, Cohesion, UD, r};
use rulebook::proof::prove;

/// Red holds houses of ten bases on each side with these figures on the faces, clockwise from the north.
fn held(book: &Book, attacker: Stand, faces: [u8; 4]) -> Field {
    let (w, e, s, n) = (19.166_667, 20.833_333, 10.016_667, 11.683_333);
    let houses = area("masonry_building", &[(w, s), (e, s), (e, n), (w, n)]);
    let field = Field::new(book, &houses, &[attacker], &[LINE.facing(180).at(2000, 1085)]);
    field.unit_with(1, |unit| (unit.garrison, unit.faces) = (Some(0), faces))
}

/// The assault of blue on them, as the battle reads it.
fn assault(book: &Book, attacker: Stand, faces: [u8; 4]) -> Assault {
    let field = held(book, attacker, faces);
    field.rules.field(field.play.now()).assault(book, 0, 1)
}

/// Blue in front of the south face, on a front of four.
const SOUTH: Stand = COLUMN.at(2000, 700);

#[test]
fn houses_are_not_overlapped_while_enough_hold_the_face() {
    prove(&[r::L3C_ECO_21], |book: &Book| assert_eq!(assault(book, SOUTH, [1, 1, 9, 1]).attacker_overlaps, 0));
}

#[test]
fn the_attack_is_no_wider_than_the_face() {
    prove(&[r::L3C_ECO_22], |book: &Book| {
        let told = assault(book, LINE.at(2000, 700), [1, 1, 10, 0]);
        assert_eq!((told.attacker_overlaps, told.width), (0, 10));
    });
}

#[test]
fn a_face_beside_it_that_is_held_is_a_secure_flank() {
    prove(&[r::L3C_ECO_23], |book: &Book| {
        assert_eq!(assault(book, SOUTH, [2, 3, 5, 2]).defender.secure_flanks, 2);
        assert_eq!(assault(book, SOUTH, [7, 0, 5, 0]).defender.secure_flanks, 0);
    });
}

#[test]
fn a_face_held_by_too_few_is_overlapped() {
    prove(&[r::L3C_ECO_24], |book: &Book| assert_eq!(assault(book, SOUTH, [3, 3, 3, 3]).attacker_overlaps, 1));
}

#[test]
fn a_face_that_nobody_holds_is_a_flank_or_the_rear() {
    prove(&[r::L3C_ECO_25], |book: &Book| {
        assert_eq!(assault(book, SOUTH, [6, 0, 0, 6]).side, Aspect::Flank);
        assert_eq!(assault(book, SOUTH, [10, 0, 0, 0]).side, Aspect::Rear);
        assert_eq!(assault(book, SOUTH, [3, 3, 3, 3]).side, Aspect::Front);
    });
}

#[test]
fn a_corner_is_a_face_made_of_two() {
    prove(&[r::L3C_ECO_28], |book: &Book| {
        let corner = COLUMN.at(2350, 735).facing(315);
        let told = assault(book, corner, [3, 3, 3, 3]);
        assert_eq!((told.attacker_overlaps, told.defender.secure_flanks), (0, 2));
        // The figures of both faces defend it.
        assert_eq!(told.defender.front, 6);
    });
}

#[test]
fn distances_are_measured_from_the_walls() {
    prove(&[r::L3C_GAP_A104], |book: &Book| {
        let field = held(book, SOUTH, [3, 3, 3, 3]);
        let gap = field.rules.gap(field.play.now(), UnitId(0), UnitId(1));
        assert!((gap - 3 * UD - 100).abs() < 20, "{gap}");
    });
}

/// A unit that takes houses given up before contact has reached its target: it tests control only if the side that left
/// them demands it, and then only to make it go on after the other (text 860-866, 1703-1709; L3C-GAP-A14).
#[test]
fn who_takes_houses_given_up_is_tested_on_demand_alone() {
    let far = |book: &Book| held(book, COLUMN.at(2000, 500), [3, 3, 3, 3]).attack(0, 1).replies(1, "flee");
    prove(&[r::L3C_GAP_A14, r::L3C_MAC_22], |book: &Book| {
        let field = far(book).dice(&[3]).turn();
        assert!(field.was_asked_about("control", UnitId(1)));
        assert_eq!(field.unit(0).garrison, Some(0));
        assert_eq!(field.unit(0).body.state, Cohesion::Loose);
    });
    // Out of hand, it goes on through them.
    let field = far(&Book::new()).pick(Side::Red, "control", "yes").dice(&[3, 1]).loose().turn();
    assert_eq!(field.marked(1, "case").first().map(String::as_str), Some("rout"));
}
