//! Lines of fire, fires and melees read from the table.

use crate::sets::{area, bare, battalion, battery, facing, ground, line, squadron};
use grognard_trois_couleurs::field::{Field, Scene, TestCause};
use grognard_trois_couleurs::resolve::shooting::aim::forbidden;
use grognard_trois_couleurs::{Aspect, Band, Book, Cover, Distance, Gait, Shot, r};
use rulebook::proof::prove;
use table::Kind;

fn may_fire(book: &Book, field: &Field, shooter: usize, target: usize) -> bool {
    let scene = Scene::of(book, field, TestCause::placed(shooter, target));
    forbidden(book, &scene.line_of_fire(shooter, target, Shot::Round)).is_empty()
}

/// White below, grey above: a battery near the edge, a line farther back, a column behind it.
fn crest(book: &Book, edge: table::Feature) -> (Field, [usize; 6]) {
    let mut field = ground(vec![edge]);
    let white = [
        field.add(book, battery(0, 8, facing(-300, -300, 0))),
        field.add(book, squadron(0, 2, facing(0, -60, 0))),
        // B, farther along and far from the edge.
        field.add(book, battalion(0, 6, 1, facing(250, -200, 0))),
    ];
    let grey = [
        field.add(book, battery(1, 8, facing(-300, 50, 180))),
        field.add(book, battalion(1, 6, 1, facing(0, 130, 180))),
        field.add(book, battalion(1, 4, 3, facing(250, 260, 180))),
    ];
    (field, [white[0], white[1], white[2], grey[0], grey[1], grey[2]])
}

/// l3c-feu-04: on a plateau only units within one UD of its edge are seen from below, except within the last two UD.
#[test]
fn the_edge_of_a_plateau() {
    prove(&[r::L3C_FEU_06, r::L3C_FEU_08], |book: &Book| {
        let (field, [guns, horses, b, grey_guns, grey_line, grey_column]) =
            crest(book, area(Kind::Hill, 1, (-600, 0), (600, 600)));
        assert!(may_fire(book, &field, guns, grey_guns));
        assert!(!may_fire(book, &field, guns, grey_line) && !may_fire(book, &field, guns, grey_column));
        assert!(may_fire(book, &field, horses, grey_line) && may_fire(book, &field, grey_line, horses));
        assert!(!may_fire(book, &field, horses, grey_column) && !may_fire(book, &field, b, grey_column));
    });
}

/// l3c-feu-05: the same behind the crest of a hill: no unit is seen beyond two UD.
#[test]
fn the_crest_of_a_hill() {
    prove(&[r::L3C_FEU_06, r::L3C_FEU_12], |book: &Book| {
        let (field, [guns, horses, b, grey_guns, grey_line, grey_column]) =
            crest(book, line(Kind::Crest, (-600, 0), (600, 0)));
        for target in [grey_guns, grey_line, grey_column] {
            assert!(!may_fire(book, &field, guns, target));
        }
        assert!(may_fire(book, &field, horses, grey_line) && may_fire(book, &field, grey_line, horses));
        assert!(!may_fire(book, &field, grey_guns, b) && !may_fire(book, &field, grey_column, b));
    });
}

/// l3c-feu-07: over a friendly column that stands lower. The enemy line is too near the friends; the enemy battery at
/// the level of the shooter may be fired at.
#[test]
fn over_friends_that_stand_lower() {
    prove(&[r::L3C_FEU_13, r::L3C_FEU_14, r::L3C_FEU_15], |book: &Book| {
        let near = area(Kind::Hill, 1, (-300, -200), (300, 10));
        let far = area(Kind::Hill, 1, (-300, 450), (300, 650));
        let mut field = ground(vec![near, far]);
        let shooter = field.add(book, battalion(0, 12, 1, facing(0, 0, 0)));
        field.add(book, battalion(0, 4, 3, facing(0, 230, 0)));
        let enemy = field.add(book, battalion(1, 12, 1, facing(0, 290, 180)));
        assert!(!may_fire(book, &field, shooter, enemy), "less than one UD from the friends");
        field.change(book, enemy, |unit| unit.at = facing(0, 340, 180));
        assert!(may_fire(book, &field, shooter, enemy));
        // Guns need twice the room.
        field.change(book, shooter, |unit| *unit = battery(0, 8, facing(0, 0, 0)));
        assert!(!may_fire(book, &field, shooter, enemy));
        field.change(book, enemy, |unit| *unit = battery(1, 8, facing(0, 455, 180)));
        assert!(may_fire(book, &field, shooter, enemy), "on one level, the friends below");
    });
}

/// A fire: band, firers, figures concerned, side and cover come from the table.
#[test]
fn a_fire_is_read_from_the_table() {
    prove(&[r::L3C_GAP_B04, r::L3C_BOI_11, r::L3C_FEU_24], |book: &Book| {
        let mut field = ground(vec![area(Kind::OpenWood, 0, (-300, 60), (300, 100))]);
        let column = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 150, 180)));
        let scene = Scene::of(book, &field, TestCause::placed(column, target));
        let fire = scene.fire(target, column, None).unwrap();
        assert_eq!((fire.band, fire.distance), (Band::P2, Distance::from_cm(9_000)));
        assert_eq!((fire.shooter.figures, fire.target.side, fire.target.cover), (8, Aspect::Front, Cover::Light));
        assert_eq!(fire.target.concerned, Some(8));
    });
}

/// A melee: the common front, and the overlaps.
#[test]
fn a_melee_is_read_from_the_table() {
    prove(&[r::L3C_CAC_03], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(0, 4, 3, facing(75, 0, 0)));
        let target = field.add(book, battalion(1, 10, 1, facing(0, 1, 180)));
        let melee = Scene::of(book, &field, TestCause::placed(column, target)).melee(
            column,
            target,
            [Gait::Quick, Gait::Halted],
        );
        assert_eq!((melee.width, melee.attacker_overlaps, melee.defender_overlaps), (3, 1, 1));
        assert_eq!(melee.side, Aspect::Front);
    });
}
