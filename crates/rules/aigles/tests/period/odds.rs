//! Odds of a charge as shown to players, compared with the steps of the battle.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, charging, field_staffed};
use game::drift::compare;
use game::{Play, Reply, Rules, Side, Slot, Term, UnitId};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Charging, Contact, Hold, Landing, Note, Orders, Sort};
use grognard_aigles::{Aspect, Book};

/// The place of the first aide of a side among the officers.
fn aide(field: &Field, side: Side) -> usize {
    let is_his = |place: &usize| {
        let card = field.rules.card(&field.world, field.world.general_id(*place)).unwrap();
        card.side == side && card.marks.get(&Term::of("rank")) == Some(&Term::of("aide"))
    };
    (0..field.world.generals.len()).find(is_his).unwrap()
}

/// An aide who has handed over a note is with the unit until the ride back (LA-MOR-03, LA-GAP-14), and does not leave
/// it while it is in contact with the enemy.
#[test]
fn an_aide_stays_with_the_unit_until_he_rides_back() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 40.02 180\n";
    let mut field = field_staffed(&Book::new(), "", army, 1);
    let (place, unit, enemy) = (aide(&field, Side::Blue), UnitId(0), UnitId(1));
    let id = field.world.general_id(place);
    let papers = field.world.papers_mut(Side::Blue).unwrap();
    papers.notes.insert(id, Note { to: unit, orders: Orders::default() });
    field.world.quarter = 2;
    let there = field.play(&[Step::Officers], &[], &[]).unwrap().world;
    assert_eq!((there.generals[place].with, there.generals[place].returning), (Some(unit), true));
    field.world = there.clone();
    let back = field.play(&[Step::Officers], &[], &[]).unwrap().world;
    assert_eq!((back.generals[place].with, back.generals[place].returning), (None, false));
    let hold = [Hold::default(), Hold::default()];
    field.world.contacts.push(Contact { pair: [unit, enemy], hold, rounds: 0, drawn: 0, since: 2 });
    let held = field.play(&[Step::Officers], &[], &[]).unwrap().world;
    assert_eq!(held.generals[place].with, Some(unit));
}

/// An attached aide shares the unit's melee, but only a general's loss counts in its morale (LA-MOR-03).
#[test]
fn nobody_mourns_an_aide() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 60 180\n";
    let mut charges = 0;
    for (unit, side) in [(0, Side::Blue), (1, Side::Red)] {
        let mut field = field_staffed(&Book::new(), "", army, 1);
        let (place, unit) = (aide(&field, side), UnitId(unit));
        let at = field.rules.beside(&field.world, unit);
        let officer = &mut field.world.generals[place];
        (officer.with, officer.at) = (Some(unit), at);
        let state = Play::new(field.world.clone(), [Step::Plans]);
        for luck in 0..4 {
            let drift = compare(&field.rules, &state, luck);
            let differs: Vec<String> = drift.differs.iter().map(ToString::to_string).collect();
            assert!(differs.is_empty(), "{side:?}, {luck}: {differs:#?}");
            charges += drift.compared.get(&Term::of("charge")).copied().unwrap_or(0);
        }
    }
    assert!(charges > 1, "{charges}");
}

/// Players are shown the odds of a charge that is a fight of two (LA-GAP-49), but not if a second charge lands on the
/// same enemy.
#[test]
fn a_fight_of_three_has_no_odds_of_two() {
    let army = "blue F fr-line 540 march_column 90 40 0\nblue H fr-hussars 360 line 90 49 180\nred M pr-line-1813 480 line 90 44 180\n";
    let shown = |both: bool| {
        let mut field = field_staffed(&Book::new(), "", army, 0);
        let [foot, horse, target] = ["F", "H", "M"].map(|name| field.id(name));
        field.world.quarter = 4;
        let landing = |aspect: Aspect| {
            let lands = Landing { on: target, way: 4 * 650, bonus: true, plain: false, aspect };
            Some(Charging { lands: Some(lands), ..charging(Sort::Charge) })
        };
        field.world.unit_mut(foot).charge = landing(Aspect::Front);
        field.world.unit_mut(horse).charge = landing(Aspect::Rear).filter(|_| both);
        let (body, own) = (field.rules.body(&field.world, foot), field.rules.body(&field.world, target));
        field.world.ranged.insert((target, foot), (body, table::distance(&own, &body).cm));
        let mut play = Play::new(field.world.clone(), [Step::LandingFire]);
        play.go(&field.rules, None);
        let seen = field.rules.redact(&play, Side::Red);
        let ask = field.rules.ask(&seen, &Slot::new(Side::Red, "landing_fire"));
        let replies: Vec<Reply> = ask.fields.iter().map(|field| field.default.clone()).collect();
        let prospects = field.rules.prospects(&seen, &ask, &replies);
        prospects.iter().filter(|prospect| prospect.breakdown.test == "whole-charge").count()
    };
    assert_eq!((shown(false), shown(true)), (1, 0));
}
