//! Assaulting and taking a building (BE-GAP-97), and moves in support (BE-GAP-92).

use crate::field::{FOOT, Field, Stand, area};
use game::{Key, Ref, Reply, Rules as _, Side, Slot, UnitId};
use grognard_bataille_empire::{Book, Formation, UD, r};
use rulebook::proof::prove;
use table::{Manoeuvre, March};

const COLUMN: Stand = Stand { formation: "attack_column", ..FOOT };

/// A farm of 1 UD by 1 UD at (20, 13), held by red unit 1.
fn farm(book: &Book) -> Field {
    let ground = area("masonry_building", &[(19.5, 12.5), (20.5, 12.5), (20.5, 13.5), (19.5, 13.5)]);
    let field = Field::new(book, &ground, &[COLUMN.at(2000, 1000)], &[COLUMN.at(2000, 1250).facing(180)]);
    field.unit_with(1, |unit| {
        unit.formation = Formation::Garrison;
        unit.inside = Some(0);
    })
}

#[test]
fn a_winning_attacker_takes_the_building() {
    prove(&[r::BE_GAP_97, r::BE_GAP_70], |book| {
        // No bonus against a building; heavy cover. 6 against 1 + 3: a defeat.
        let field = farm(book).charge(0, 1).dice(&[6, 1]).charges();
        assert_eq!(field.line("shock", 1, "BE-CHO-25"), Some(3));
        assert_eq!((field.unit(0).inside, field.unit(0).formation), (Some(0), Formation::Garrison));
        // The garrison leaves on the far side, in column.
        assert_eq!((field.unit(1).inside, field.unit(1).formation), (None, Formation::Column));
        assert!(field.place(1).1 > 1500);
    });
}

#[test]
fn a_garrison_that_wins_stays_in() {
    let field = farm(&Book::new()).charge(0, 1).dice(&[1, 4]).charges();
    assert_eq!(field.unit(1).inside, Some(0));
    // The defender of a building suffers attrition (BE-CHO-03).
    assert_eq!(field.losses(1).in_halves(), 1);
}

#[test]
fn of_two_in_a_block_one_fights() {
    prove(&[r::BE_GAP_97], |book| {
        let ground = area("wooden_building", &[(19.0, 12.5), (21.0, 12.5), (21.0, 13.5), (19.0, 13.5)]);
        let red = [COLUMN.at(1950, 1250).facing(180), COLUMN.at(2050, 1250).facing(180)];
        let field = Field::new(book, &ground, &[COLUMN.at(2000, 1000)], &red).with(|w| {
            for id in [1, 2] {
                let unit = w.unit_mut(UnitId(id));
                unit.formation = Formation::Garrison;
                unit.inside = Some(0);
            }
        });
        let field = field.charge(0, 1).pick_unit(Side::Red, "which_fights", "fights", 2).dice(&[1, 6]).charges();
        assert_eq!(field.tested("shock", 2).as_deref(), Some("won"));
        assert_eq!(field.line("shock", 2, "BE-CHO-30"), Some(1));
    });
}

#[test]
fn a_friend_comes_up_in_support() {
    prove(&[r::BE_GAP_92, r::BE_MA_06], |book| {
        let blue = [COLUMN.at(2000, 1000), COLUMN.at(2000, 700), COLUMN.at(2100, 700)];
        let field = Field::new(book, "", &blue, &[FOOT.at(2000, 1400).facing(180)]);
        // The third is marked and may not move in support.
        let field = field.unit_with(2, |unit| unit.marker = true);
        let march = Reply::Marched(March { movers: vec![1], legs: vec![Manoeuvre::Ahead(2 * UD)] });
        let key = Key::about("come", Ref::Unit(UnitId(1)));
        let field = field.charge(0, 3).answer(Side::Blue, "support", Reply::Picked(vec![(key, vec![march])]));
        let field = field.dice(&[4, 3]).charges();
        assert_eq!(field.place(1).1, 900);
        assert_eq!(field.line("shock", 0, "BE-CHO-30"), Some(1));
        assert!(!field.offered.iter().any(|key| key == "come 2"));
    });
}

#[test]
fn what_was_not_offered_is_refused() {
    let field = Field::new(&Book::new(), "", &[FOOT.at(2000, 1000)], &[FOOT.at(2000, 1400).facing(180)]);
    let seen = field.rules.redact(&field.play, Side::Blue);
    for (kind, about) in [("support", Ref::Unit(UnitId(0))), ("act", Ref::Command(0))] {
        let ask = field.rules.ask(&seen, &Slot { about: vec![about], ..Slot::new(Side::Blue, kind) });
        let strangers = [
            Vec::new(),
            vec![Reply::Shared(vec![1])],
            vec![Reply::Picked(Vec::new())],
            vec![Reply::pick(Key::plain("stand"))],
            vec![Reply::pick(Key::about("come", Ref::Unit(UnitId(0))))],
        ];
        for replies in strangers {
            let refused = field.rules.check(&seen, &ask, &replies).expect_err("nobody has offered that");
            let reasons: Vec<&str> = refused.iter().map(|refusal| refusal.reason.as_str()).collect();
            assert_eq!(reasons, ["not_offered"], "{kind}: {replies:?}");
        }
        assert!(field.rules.check(&seen, &ask, &[Reply::pick(Key::plain("done"))]).is_ok(), "{kind}");
    }
}

#[test]
fn half_a_battalion_in_a_building_stays_in_skirmish_order() {
    prove(&[r::BE_GAP_24], |book| {
        let field = farm(book).unit_with(1, |unit| unit.detached = true).charge(0, 1);
        let field = field.pick(Side::Red, "reply", "stand").dice(&[1, 6]).charges();
        assert_eq!(field.line("shock", 0, "BE-CHO-19"), Some(2));
        assert_eq!(field.line("shock", 1, "BE-CHO-25"), Some(3));
        assert_eq!(field.unit(1).inside, Some(0));
    });
}

#[test]
fn skirmishers_in_a_building_are_not_formed_and_harass_guns_from_there() {
    // Half of a battalion in the farm, a battery 2 UD in front of it and a line farther away.
    let ground = area("masonry_building", &[(19.5, 12.5), (20.5, 12.5), (20.5, 13.5), (19.5, 13.5)]);
    prove(&[r::BE_GAP_24], |book| {
        let blue = [crate::field::GUNS.at(2000, 1000)];
        let red = [COLUMN.at(2000, 1250).facing(180), FOOT.at(2400, 1700).facing(180)];
        let field = Field::new(book, &ground, &blue, &red).unit_with(1, |unit| {
            unit.formation = Formation::Garrison;
            unit.inside = Some(0);
            unit.detached = true;
        });
        let world = field.play.now();
        assert!(!field.rules.formed(world, UnitId(1)));
        // A general commands them from farther away, too (BE-CMD-05).
        let range = |id: u16| field.rules.command_range(world, 1, UnitId(id)).whole();
        assert_eq!((range(1), range(2)), (16, 12));
        let steps = [grognard_bataille_empire::turn::Step::Fires { division: 0, last: true }];
        let target = Reply::Picked(vec![(Key::about("fire", Ref::Unit(UnitId(0))), Vec::new())]);
        let field = field.answer(Side::Blue, "fire", target).dice(&[1]).run(&steps);
        // The line is formed, and the battery is under fire from the building (BE-TIR-02, BE-TIR-15).
        assert_eq!(field.line("fire", 0, "BE-TIR-15"), Some(-1));
        assert_eq!(field.line("fire", 0, "BE-TIR-19"), None);
    });
}
