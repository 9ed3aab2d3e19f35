//! Beaten units: the ladder of morale turn by turn, generals, reforming, safeguards.

use crate::field::{COLUMN, Field, HORSE, LINE, Stand, area};
use game::{Key, Ref, Reply, Side, UnitId};
use grognard_trois_couleurs::{Book, Case, Cohesion, UD, r};
use rulebook::proof::prove;

const FAR: Stand = LINE.of("at-line").facing(180).at(2000, 2500);

/// Text, routed dragoons: every turn the compulsory move, then one step up; from standing they reform, two points a
/// step.
#[test]
fn a_routed_squadron_comes_back_to_order_turn_by_turn() {
    let mut field = Field::new(&Book::new(), "", &[HORSE.of("fr-dragoons").at(2000, 2000)], &[FAR.at(500, 2600)]);
    field = field.unit_with(0, |unit| {
        unit.body.case = Case::Rout;
        unit.body.state = Cohesion::Disordered;
    });
    let mut seen = Vec::new();
    for _ in 0..6 {
        let before = field.place(0).1;
        field = field.loose().turn();
        let body = &field.unit(0).body;
        seen.push((before - field.place(0).1, body.case, body.state));
    }
    let cases: Vec<(Case, Cohesion)> = seen.iter().map(|(_, case, state)| (*case, *state)).collect();
    assert_eq!(
        cases,
        [
            (Case::Retreat, Cohesion::Disordered),
            (Case::FallBack, Cohesion::Disordered),
            (Case::Halt, Cohesion::Disordered),
            (Case::Stand, Cohesion::Disordered),
            (Case::Stand, Cohesion::Unformed),
            (Case::Stand, Cohesion::Formed),
        ],
        "{seen:?}"
    );
}

/// A long column across its way back, with closed ground close behind: turning its back would swing its tail towards
/// the enemy that it leaves. It has no way on, and stays.
#[test]
fn who_gives_way_is_nowhere_nearer_to_whom_it_leaves() {
    let ground = area("impassable", &[(10.0, 13.4), (30.0, 13.4), (30.0, 16.0), (10.0, 16.0)]);
    let column = Stand { formation: "march_column", ..FAR }.facing(90).at(2000, 1300);
    let field = Field::new(&Book::new(), &ground, &[COLUMN.at(1925, 1000)], &[column]);
    let field = field.unit_with(1, |unit| unit.body.case = Case::Retreat).loose().turn();
    assert_eq!(field.place(1), (2000, 1300, 90));
    assert_eq!(field.unit(1).body.state, Cohesion::Disordered);
}

#[test]
fn a_general_raises_a_unit_that_has_halted() {
    prove(&[r::L3C_RAL_21], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FAR]);
        let field = field.unit_with(0, |unit| {
            unit.body.case = Case::Halt;
            unit.body.state = Cohesion::Unformed;
        });
        let reply = Reply::pick(Key::about("rally", Ref::Unit(UnitId(0))));
        let field = field.answer(Side::Blue, "help", None, reply).turn();
        assert_eq!(field.unit(0).body.case, Case::Stand);
        // In hand again, it reforms in the same step.
        assert_eq!(field.unit(0).body.state, Cohesion::Formed);
    });
}

/// A general who has come to rally a unit stays with it until it halts, and does nothing else (L3C-RAL-22).
#[test]
fn a_general_who_rallies_is_tied_to_the_unit() {
    let asked = |book: &Book, case: Case| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 2000)], &[FAR.at(500, 2600)]).led(0, 0);
        let field = field.with(|w| w.generals[0].rallies = true).unit_with(0, |unit| {
            unit.body.case = case;
            unit.body.state = Cohesion::Disordered;
        });
        let field = field.loose().turn();
        field.was_asked_about("before", field.play.now().general_id(0))
    };
    prove(&[r::L3C_RAL_22], |book: &Book| assert!(!asked(book, Case::Retreat)));
    assert!(asked(&Book::new(), Case::Halt));
}

/// To reach a unit more than 4 UD away a general rides for one action and rallies it for another (L3C-CHEF-12,
/// L3C-CHEF-14).
#[test]
fn a_general_far_off_rides_first_and_then_rallies() {
    let helped = |ud: i32, rides: bool| {
        let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 2000)], &[FAR.at(500, 2600)]);
        let field = field.unit_with(0, |unit| unit.body.case = Case::Halt);
        let field = field.with(|w| w.generals[0].at = w.unit(UnitId(0)).pose.ahead(-ud * UD).at);
        let (general, at) = (field.play.now().general_id(0), field.play.now().generals[0].at);
        let ride = Reply::Placed(table::Pose { at, facing: 0 }, None);
        let ride = Reply::Picked(vec![(Key::plain("ride"), vec![ride])]);
        let field = if rides { field.answer(Side::Blue, "before", Some(general.0), ride) } else { field };
        let field = field.loose().turn();
        field.was_asked_about("help", general)
    };
    assert!(helped(4, false) && helped(4, true) && helped(8, false));
    assert!(!helped(8, true) && !helped(16, false));
}

/// Troops of a good manoeuvre class go from disorder to their formation in one turn, one point for each step
/// (L3C-RAL-14).
#[test]
fn good_troops_reform_in_one_turn() {
    let reformed = |kind: &'static str| {
        let field = Field::new(&Book::new(), "", &[HORSE.of(kind).at(2000, 1000)], &[FAR]);
        let field = field.unit_with(0, |unit| unit.body.state = Cohesion::Disordered).loose().turn();
        field.unit(0).body.state
    };
    assert_eq!(reformed("fr-guard-grenadiers"), Cohesion::Formed);
    assert_eq!(reformed("fr-dragoons"), Cohesion::Unformed);
}

/// Overspent points count in the next turn, and bring penalties there only if they exceed that turn's credit
/// (L3C-GAP-A05).
#[test]
fn a_debt_may_exceed_the_next_turn() {
    prove(&[r::L3C_GAP_A05], |book: &Book| {
        for (spent, after) in [(3, 0), (5, 2), (8, 5)] {
            let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FAR]);
            let field = field.unit_with(0, |unit| unit.body.points_spent = spent).turn();
            assert_eq!(field.unit(0).body.points_spent, after);
        }
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
