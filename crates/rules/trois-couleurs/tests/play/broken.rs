//! Units that are beaten: the ladder of morale turn by turn, generals, reforming, safeguards.

use crate::field::{COLUMN, Field, HORSE, LINE, Stand, area};
use game::{Key, Ref, Reply, Side, UnitId};
use grognard_trois_couleurs::{Book, Case, State, r};
use rulebook::proof::prove;

const FAR: Stand = LINE.of("at-line").facing(180).at(2000, 2500);

/// Text, dragoons routed: every turn the compulsory move, then one step up; from standing they reform, two points a step.
#[test]
fn a_routed_squadron_comes_back_to_order_turn_by_turn() {
    let mut field = Field::new(&Book::new(), "", &[HORSE.of("fr-dragoons").at(2000, 2000)], &[FAR.at(500, 2600)]);
    field = field.unit_with(0, |unit| {
        unit.body.case = Case::Rout;
        unit.body.state = State::Disordered;
    });
    let mut seen = Vec::new();
    for _ in 0..6 {
        let before = field.place(0).1;
        field = field.loose().turn();
        let body = &field.unit(0).body;
        seen.push((before - field.place(0).1, body.case, body.state));
    }
    let cases: Vec<(Case, State)> = seen.iter().map(|(_, case, state)| (*case, *state)).collect();
    assert_eq!(
        cases,
        [
            (Case::Retreat, State::Disordered),
            (Case::FallBack, State::Disordered),
            (Case::Halt, State::Disordered),
            (Case::Stand, State::Disordered),
            (Case::Stand, State::Unformed),
            (Case::Stand, State::Formed),
        ],
        "{seen:?}"
    );
}

/// A long column across its way back, closed ground close behind it: if it turned its back it would swing its tail towards the
/// enemy whom it leaves. It has no way on, and stays.
#[test]
fn who_gives_way_is_nowhere_nearer_to_whom_it_leaves() {
    let ground = area("impassable", &[(10.0, 13.4), (30.0, 13.4), (30.0, 16.0), (10.0, 16.0)]);
    let column = Stand { formation: "march_column", ..FAR }.facing(90).at(2000, 1300);
    let field = Field::new(&Book::new(), &ground, &[COLUMN.at(1925, 1000)], &[column]);
    let field = field.unit_with(1, |unit| unit.body.case = Case::Retreat).loose().turn();
    assert_eq!(field.place(1), (2000, 1300, 90));
    assert_eq!(field.unit(1).body.state, State::Disordered);
}

#[test]
fn a_general_raises_a_unit_that_has_halted() {
    prove(&[r::L3C_RAL_21], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FAR]);
        let field = field.unit_with(0, |unit| {
            unit.body.case = Case::Halt;
            unit.body.state = State::Unformed;
        });
        let reply = Reply::pick(Key::about("rally", Ref::Unit(UnitId(0))));
        let field = field.answer(Side::Blue, "help", None, reply).turn();
        assert_eq!(field.unit(0).body.case, Case::Stand);
        // In hand again, it reforms in the same step.
        assert_eq!(field.unit(0).body.state, State::Formed);
    });
}

#[test]
fn a_safeguard_is_paid_out_of_the_next_turn() {
    prove(&[r::L3C_SAU_01, r::L3C_SAU_02], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FAR]);
        let square = Reply::pick(Key::plain("square"));
        let field = field.answer(Side::Blue, "safeguard", Some(0), square).turn();
        assert_eq!(field.unit(0).body.formation, grognard_trois_couleurs::Formation::Square);
        assert_eq!(field.unit(0).body.points_spent, 1);
    });
}

#[test]
fn points_spent_beyond_three_are_missing_in_the_next_turn() {
    prove(&[r::L3C_GAP_A05], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FAR]);
        let field = field.unit_with(0, |unit| unit.body.points_spent = 5).turn();
        assert_eq!(field.unit(0).body.points_spent, 2);
    });
}
