//! Officers as targets, garrisons and their walls.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, field_of, field_on, half, offered, told};
use game::Deed;
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Contact, Fate, Hold, Life};
use grognard_aigles::{Book, Formation, r};
use rulebook::proof::prove;
use table::Point;

const CM: i32 = 650;

/// A battery, and a lone enemy general at this distance in front of it.
fn lone_general(book: &Book, far: i32) -> Field {
    let army = "blue K fr-foot-8 8 deployed 90 20 0\nred A pr-line-1813 480 line 40 60 180\n";
    let mut field = field_of(book, army);
    field.world.generals[1].at = Point::new(90 * CM, (20 + far) * CM);
    field
}

/// A lone officer may be fired at (LA-GEN-01): 8 - 4 for an isolated figure, die 4: row 5, 4 gunners: 20, half of it.
/// From 10 losses by one fire on the officer's fate is thrown for (LA-GEN-03, LA-GEN-04).
#[test]
fn an_officer_by_himself_is_a_target() {
    prove(&[r::LA_GEN_03, r::LA_GEN_04, r::LA_FEU_04], |book: &Book| {
        let field = lone_general(book, 40);
        let said = [("K", "fire", Some("red"))];
        let played = field.play(&half()[3..], &[4, 6, 6], &said).unwrap();
        assert_eq!(told(&played.events, field.id("red"), "fired_at"), [10]);
        assert_eq!(played.world.generals[1].life, Life::Gone(Fate::Killed));
        let played = field.play(&half()[3..], &[4, 5, 5], &said).unwrap();
        assert_eq!(played.world.generals[1].life, Life::Gone(Fate::Wounded));
    });
    // The officer is not fired at by default.
    let field = lone_general(&Book::new(), 40);
    let played = field.play(&half()[3..], &[], &[]).unwrap();
    assert!(told(&played.events, field.id("red"), "fired_at").is_empty());
}

/// Not within 5 cm of an enemy unit (LA-GEN-01), nor in contact with a friend (LA-GAP-42).
#[test]
fn an_officer_who_is_no_target() {
    let fires = |field: &Field| {
        let played = field.play(&half()[3..], &[], &[]).unwrap();
        offered(&played, "fire", field.id("K")).iter().any(|does| does.starts_with("fire"))
    };
    prove(&[r::LA_GEN_01], |book: &Book| {
        assert!(fires(&lone_general(book, 7)));
        assert!(!fires(&lone_general(book, 6)), "his base is 4.75 cm off");
    });
    let mut field = lone_general(&Book::new(), 40);
    field.world.generals[1].with = Some(field.id("A"));
    assert!(!fires(&field));
}

/// Losses of an officer add up; 40 remove the officer and count (LA-GEN-02).
#[test]
fn losses_of_an_officer_add_up() {
    prove(&[r::LA_GEN_02], |book: &Book| {
        let mut field = lone_general(book, 40);
        field.world.generals[1].losses = 32;
        let before = field.rules.lost(&field.world, game::Side::Red);
        // Die 1: row 4, 15, half of it: 8 and no test.
        let played = field.play(&half()[3..], &[1], &[("K", "fire", Some("red"))]).unwrap();
        assert_eq!(played.world.generals[1].life, Life::Gone(Fate::Killed));
        assert_eq!(field.rules.lost(&played.world, game::Side::Red) - before, 600, "60 points, in tenths");
    });
}

/// A house of 20 by 10 cm, held by 18 figures.
const HOUSE: &str = "masonry_building 80 40 100 50";

/// A garrison stands along its walls: fire and entries are aimed at the house (LA-GAP-20, LA-GAP-74).
#[test]
fn a_house_is_attacked_at_its_wall() {
    let army = "blue F fr-line 540 garrison 90 45 0\nred A pr-line-1813 480 march_column 90 36 0\n";
    let field = field_on(&Book::new(), HOUSE, army);
    assert_eq!(field.world.unit(field.id("F")).formation, Formation::Garrison);
    let piece = field.rules.card(&field.world, field.id("F")).unwrap().pieces[0];
    assert_eq!((piece.front.max(piece.depth), piece.front.min(piece.depth)), (20 * CM, 10 * CM));
    let played = field.play(&half()[..11], &[], &[("A", "enter", Some("F"))]).unwrap();
    assert!(played.world.contact(field.id("A"), field.id("F")).is_some());
    let front = played.world.unit(field.id("A")).pose.at.y;
    assert!((front - 40 * CM).abs() <= 30, "at the wall: {front}");
}

/// Half of a garrison fires from the wall of its first target, the other half from another wall (LA-GAP-05, LA-GAP-74).
#[test]
fn a_garrison_fires_from_two_walls() {
    let army = "blue F fr-line 540 garrison 90 45 0\nred A pr-cuirassiers 360 line 90 30 0\nred B pr-cuirassiers 360 line 90 60 180\n";
    let field = field_on(&Book::new(), HOUSE, army);
    let said = [("F", "fire", Some("A")), ("F", "second_target", Some("B"))];
    let played = field.play(&half()[3..], &[1, 1, 4], &said).unwrap();
    // 4 + 1 first fire - 2 beyond 7 cm = 3: 9 figures 25, half of it; of the others 3 have Feu 5: 15 and 15.
    assert_eq!(told(&played.events, field.id("A"), "fired_at"), [13]);
    assert_eq!(told(&played.events, field.id("B"), "fired_at"), [15]);
}

/// A garrison has no formation, and so no depth that would increase losses (LA-GAP-74): only 3 less for its walls.
#[test]
fn a_garrison_has_no_depth() {
    let army = "blue F fr-line 540 garrison 90 45 0\nred K pr-foot-6 8 deployed 90 80 180\n";
    let field = field_on(&Book::new(), HOUSE, army);
    let played = field.play(&half()[3..], &[1], &[]).unwrap();
    // 7 - 3 = 4 with four gunners: 15, half of it.
    assert_eq!(told(&played.events, field.id("F"), "fired_at"), [8]);
}

/// Attacked at three walls a garrison mans two, half of its figures at each; an enemy that enters by the third is
/// unopposed and has 1 more (LA-COM-02, LA-GAP-74).
#[test]
fn a_wall_without_figures_is_undefended() {
    let army = "blue F fr-line 540 garrison 90 45 0\nred A pr-line-1813 480 line 90 39.98 0\nred B pr-line-1813 480 line 90 50.02 180\nred C pr-line-1813 480 march_column 79.98 45 90\n";
    let mut field = field_on(&Book::new(), HOUSE, army);
    field.world.quarter = 4;
    for name in ["A", "B", "C"] {
        let pair = [field.id("F"), field.id(name)];
        field.world.contacts.push(Contact { pair, hold: [Hold::default(); 2], rounds: 0, drawn: 0, since: 4 });
    }
    let walls = field.play(&[Step::Melee], &[3, 3, 3, 3, 3, 3, 3], &[]).unwrap();
    assert_eq!(offered(&walls, "share", field.id("F")), ["man_wall"; 3]);
    let undefended = |name: &str| {
        let of = Some(game::Ref::Unit(field.id(name)));
        walls.events.iter().any(|event| match &event.deed {
            Deed::Tested { breakdown, .. } => {
                breakdown.of == of && breakdown.lines.iter().any(|line| format!("{line:?}").contains("undefended_side"))
            }
            _ => false,
        })
    };
    assert_eq!(["A", "B", "C"].map(undefended), [false, false, true]);
    assert_eq!(told(&walls.events, field.id("C"), "struck"), [0]);
    assert!(told(&walls.events, field.id("A"), "struck")[0] > 0);
}

/// A company that leaves a battalion stands in the open (LA-GAP-78), even if the battalion began the battle in a house:
/// it fires ahead and not all round.
#[test]
fn a_company_of_a_former_garrison_is_in_no_house() {
    let army = "blue F fr-line 540 garrison 90 45 0\nred A pr-line-1813 480 line 90 105 180\n";
    let mut field = field_on(&Book::new(), HOUSE, army);
    field.names.push("V".to_owned());
    let (battalion, company) = (field.id("F"), field.id("V"));
    let left = field.world.unit_mut(battalion);
    (left.formation, left.inside) = (Formation::Line, None);
    left.pose.at = Point::new(90 * CM, 70 * CM);
    let played = field.play(&half(), &[], &[("F", "detach", Some("V"))]).unwrap();
    assert!(played.world.unit(company).present());
    assert_eq!(played.world.unit(company).inside, None);
}
