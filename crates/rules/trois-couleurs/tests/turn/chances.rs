//! Chances, lines and flights.

use super::field::{TURN, field};
use grognard_trois_couleurs::{Book, Case, r};

#[test]
fn infantry_on_its_way_before_cavalry_offers_it_a_chance() {
    let army = "blue 1 A foot column 20 10 0
                red 1 C horse line 20 17 180";
    let says = ["orders A fast", "announce A go=ahead:4"];
    let fought = field(&Book::new(), "", army).play(TURN, &says, &[]);
    assert!(fought.was_asked("moment", "C"));
    // Declined, it is not put again (L3C-GAP-A78).
    let put = fought.asked.iter().filter(|(slot, _)| slot.kind == "moment" && slot.side == game::Side::Red).count();
    assert_eq!(put, 1);
    let without = Book::new().without(r::L3C_OPP_06);
    let quiet = field(&without, "", army).play(TURN, &says, &[]);
    assert!(!quiet.was_asked("moment", "C"));
}

#[test]
fn who_stands_behind_a_friend_is_in_the_second_line() {
    let army = "blue 1 A foot line 20 14 0
                blue 1 B foot line 20 10 0
                red 1 I foot line 20 24 180";
    let fought = field(&Book::new(), "", army).play(TURN, &[], &[]);
    assert!(fought.unit("B").now.second_line);
    assert!(!fought.unit("A").now.second_line);
}

#[test]
fn a_unit_may_flee_before_it_is_attacked() {
    let army = "blue 1 A foot line 20 10 0
                red 1 C horse line 20 13.5 180";
    let fought = field(&Book::new(), "", army).play(TURN, &["before A flee"], &[]);
    assert_eq!(fought.unit("A").body.case, Case::Retreat);
    assert_eq!(fought.unit("A").body.points_spent, 2);
    assert_eq!(fought.apart("A", "C"), 550);
}
