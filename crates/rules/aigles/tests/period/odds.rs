//! Odds of a charge as players are shown them, held to the steps of the battle.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, field_staffed};
use game::drift::compare;
use game::{Play, Side, Term, UnitId};
use grognard_aigles::Book;
use grognard_aigles::turn::Step;

/// The place of the first aide of a side among the officers.
fn aide(field: &Field, side: Side) -> usize {
    let is_his = |place: &usize| {
        let card = field.rules.card(&field.world, field.world.general_id(*place)).unwrap();
        card.side == side && card.marks.get(&Term::of("rank")) == Some(&Term::of("aide"))
    };
    (0..field.world.generals.len()).find(is_his).unwrap()
}

/// An aide with a unit shares its melee, but only a general's loss weighs on its morale (LA-MOR-03).
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
