//! What generals risk under fire.

use crate::field::{Field, GUNS, LINE, Stand};
use grognard_trois_couleurs::{Book, UD, r};
use rulebook::proof::prove;

const FOE: Stand = LINE.of("at-line").facing(180);

#[test]
fn a_general_in_the_cone_of_a_battery_falls_on_a_double_six() {
    prove(&[r::L3C_CHEF_18], |book: &Book| {
        let field = Field::new(book, "", &[GUNS.at(2000, 1000)], &[FOE.at(2000, 1400)]);
        let field = field.fires_at_once(0).dice(&[6, 6]).loose().turn();
        assert!(!field.play.now().generals[1].present());
    });
    let field = Field::new(&Book::new(), "", &[GUNS.at(2000, 1000)], &[FOE.at(2000, 1400)]);
    assert!(field.fires_at_once(0).dice(&[6, 5]).loose().turn().play.now().generals[1].present());
}

#[test]
fn skirmishers_pick_off_a_general_who_is_with_nobody() {
    let loose = Stand { formation: "skirmish", ..LINE.of("fr-light") };
    let field = |book: &Book| {
        let field = Field::new(book, "", &[loose.at(2000, 1000)], &[FOE.at(2000, 1100)]);
        field.with(|w| w.generals[1].at = w.unit(game::UnitId(0)).pose.ahead(UD * 3 / 2).at)
    };
    prove(&[r::L3C_CHEF_17], |book: &Book| {
        let field = field(book).fires_at_once(0).dice(&[6, 6, 6, 6]).loose().turn();
        assert!(!field.play.now().generals[1].present());
    });
    // Who is in contact with a unit shares its fate instead.
    let field = field(&Book::new()).led(1, 1).fires_at_once(0).loose().turn();
    assert!(!field.events.iter().any(|event| event.rules.iter().any(|rule| rule.as_str() == "L3C-CHEF-17")));
}
