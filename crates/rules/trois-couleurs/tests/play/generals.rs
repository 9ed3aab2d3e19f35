//! Risks of generals under fire.

use crate::field::{COLUMN, Field, GUNS, LINE, Stand};
use game::{Deed, Key, Ref, Reply, Side, Term, UnitId};
use grognard_trois_couleurs::turn::Step;
use grognard_trois_couleurs::world::{Life, ScreenOut};
use grognard_trois_couleurs::{Book, Case, Cohesion, UD, r};
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

/// Text 3941-3943: any general in the cone of a battery, attached ones included; the general's unit then tests.
#[test]
fn a_general_with_his_unit_falls_in_the_cone_too() {
    let field = Field::new(&Book::new(), "", &[GUNS.at(2000, 1000)], &[FOE.at(2000, 1400)]).led(1, 1);
    let field = field.fires_at_once(0).dice(&[6, 6]).loose().turn();
    assert!(!field.play.now().generals[1].present());
    let tested =
        |event: &&game::Event| matches!(&event.deed, Deed::Tested { breakdown, .. } if breakdown.test == "morale");
    assert_eq!(field.events.iter().filter(tested).count(), 1);
}

/// Text 3938-3939: companies detached as skirmishers hit generals like any others.
#[test]
fn a_screen_picks_off_a_general() {
    prove(&[r::L3C_CHEF_17], |book: &Book| {
        let screen = ScreenOut {
            companies: 1,
            figures: 3,
            spent: 1,
            pledged: 0,
            case: Case::Stand,
            state: Cohesion::Loose,
            fired: false,
            at: None,
        };
        let field = Field::new(book, "", &[LINE.of("fr-light").at(2000, 1000)], &[FOE.at(2000, 1250)]);
        let field = field.unit_with(0, |unit| unit.screen = Some(screen));
        let field = field.with(|w| w.generals[1].at = w.unit(UnitId(0)).pose.ahead(2 * UD).at);
        let field = field.dice(&[6]).loose().turn();
        assert!(!field.play.now().generals[1].present());
    });
}

/// Text 3966-3968: the replacement of a fallen general keeps the chain of command and gives nothing else.
#[test]
fn an_aide_does_not_hasten_a_unit() {
    prove(&[r::L3C_CHEF_20], |book: &Book| {
        let field = |aide: bool| {
            let field = Field::new(book, "", &[LINE.at(2000, 1000)], &[FOE.at(2000, 2500)]).led(0, 0);
            field.with(|w| w.generals[0].aide = aide).march(0, "slow_ahead", 300).loose().turn()
        };
        assert_eq!(field(false).place(0), (2000, 1300, 0));
        assert_eq!(field(true).place(0), (2000, 1000, 0));
    });
}

/// An aide gives no bonus in rallying or in the commander's throw for the initiative; the aide's card says so.
#[test]
fn an_aide_has_no_bonus() {
    let raised = |book: &Book, aide: bool| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FOE.at(2000, 2500)]);
        let field = field.with(|w| w.generals[0].aide = aide).unit_with(0, |unit| unit.body.case = Case::FallBack);
        let reply = Reply::pick(Key::about("rally", Ref::Unit(UnitId(0))));
        field.answer(Side::Blue, "help", None, reply).turn().unit(0).body.case
    };
    prove(&[r::L3C_CHEF_20], |book: &Book| assert_eq!(raised(book, true), Case::Halt));
    assert_eq!(raised(&Book::new(), false), Case::Stand);
    let initiative = |book: &Book, aide: bool| {
        let field = Field::new(book, "# both attack", &[COLUMN.at(2000, 1000)], &[FOE.at(2000, 2500)]);
        let field = field.with(|w| w.generals[0].aide = aide).dice(&[3, 3, 6]).loose().turn();
        field.play.now().initiative
    };
    prove(&[r::L3C_CHEF_20], |book: &Book| assert_eq!(initiative(book, true), Side::Red));
    let card = |aide: bool| {
        let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 1000)], &[FOE]);
        let field = field.with(|w| w.generals[0].aide = aide);
        let w = field.play.now();
        field.rules.card(w, w.general_id(0)).unwrap().counts[&Term::of("bonus")]
    };
    assert!(card(false) > 0 && card(true) == 0);
}

#[test]
fn skirmishers_pick_off_a_general_who_is_with_nobody() {
    let loose = Stand { formation: "skirmish", ..LINE.of("fr-light") };
    let field = |book: &Book| {
        let field = Field::new(book, "", &[loose.at(2000, 1000)], &[FOE.at(2000, 1100)]);
        field.with(|w| w.generals[1].at = w.unit(UnitId(0)).pose.ahead(UD * 3 / 2).at)
    };
    prove(&[r::L3C_CHEF_17], |book: &Book| {
        let field = field(book).fires_at_once(0).dice(&[6, 6, 6, 6]).loose().turn();
        assert!(!field.play.now().generals[1].present());
    });
    // A general in contact with a unit shares its fate instead.
    let field = field(&Book::new()).led(1, 1).fires_at_once(0).loose().turn();
    assert!(!field.events.iter().any(|event| event.rules.iter().any(|rule| rule.as_str() == "L3C-CHEF-17")));
}

#[test]
fn by_the_option_a_general_who_is_hit_may_be_wounded_only() {
    let field = |wounds: bool, dice: &[u8]| {
        let mut book = Book::new();
        book.options.wounds = wounds;
        let field = Field::new(&book, "", &[GUNS.at(2000, 1000)], &[FOE.at(2000, 1400)]);
        field.fires_at_once(0).dice(dice).loose().turn()
    };
    let lost = |field: &Field| {
        let general = field.play.now().general_id(1);
        field.events.iter().any(|event| matches!(&event.deed, Deed::Gone { unit, .. } if *unit == general))
    };
    // Without it the general is lost.
    let killed = field(false, &[6, 6]);
    assert!(lost(&killed) && matches!(killed.play.now().generals[1].life, Life::Gone(_)));
    // A fall: the general is out for this turn and returns in the next.
    let fall = field(true, &[6, 6, 1]);
    assert!(lost(&fall) && fall.play.now().generals[1].present());
    // A light wound: away for as many turns as the die says, including this one.
    let light = field(true, &[6, 6, 2, 4]);
    let general = &light.play.now().generals[1];
    assert!(lost(&light) && !general.present() && general.life == Life::Present);
    assert_eq!(general.unfit, 3);
    // Worse wounds last longer than a battle.
    assert!(matches!(field(true, &[6, 6, 3]).play.now().generals[1].life, Life::Gone(_)));
}

/// A general in contact is thrown for in the last step, which has no tests: if the general is hit, the unit tests in
/// the next turn (L3C-GAP-A59, L3C-GAP-C03).
#[test]
fn a_general_who_is_hit_shakes_his_unit_in_the_next_turn() {
    let tests = |book: &Book, face: u8| {
        let field = Field::new(book, "", &[LINE.at(2000, 1000)], &[FOE.at(2000, 2000)]).led(0, 0);
        let field = field.unit_with(0, |unit| unit.body.steps_lost = 3).dice(&[face]).loose();
        let field = field.run(&[Step::Risk, Step::End]);
        let field = field.turn();
        let taken =
            |event: &&game::Event| matches!(&event.deed, Deed::Tested { breakdown, .. } if breakdown.test == "morale");
        field.events.iter().filter(taken).count()
    };
    prove(&[r::L3C_GAP_C03], |book: &Book| assert_eq!(tests(book, 1), 1));
    assert_eq!(tests(&Book::new(), 6), 0);
}
