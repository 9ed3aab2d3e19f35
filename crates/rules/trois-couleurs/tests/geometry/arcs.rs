//! Distances, arcs and sides.

use crate::sets::{bare, battalion, battery, company, facing, squadron, ud};
use grognard_trois_couleurs::field::{Field, Scene, TestCause};
use grognard_trois_couleurs::{Aspect, Book, Distance, r};
use rulebook::proof::prove;

/// A line facing north, and another unit.
fn pair(book: &Book, other: grognard_trois_couleurs::field::FieldUnit) -> (Field, Aspect) {
    let mut field = bare();
    let line = field.add(book, battalion(0, 12, 1, facing(0, 0, 0)));
    let other = field.add(book, other);
    let aspect = field.aspect(book, line, other);
    (field, aspect)
}

/// l3c-mor-31: an enemy partly in the flank, another partly in the rear: only a whole first rank counts.
#[test]
fn a_flank_takes_a_whole_front() {
    prove(&[r::L3C_MOR_98, r::L3C_GAP_C16], |book: &Book| {
        let of = |east: i32, north: i32, degrees: i32| pair(book, battalion(1, 6, 1, facing(east, north, degrees))).1;
        // Wholly beside; reaching forward into the dead angle; wholly behind; half behind, half beside.
        assert_eq!(of(250, -10, 270), Aspect::Flank);
        assert_eq!(of(160, 20, 270), Aspect::Front);
        assert_eq!(of(0, -150, 0), Aspect::Rear);
        assert_eq!(of(150, -60, 0), Aspect::Flank);
        // Its middle behind, one end beside: it is not in the rear.
        assert_eq!(of(145, -60, 0), Aspect::Flank);
    });
}

/// The dead angle between front and flank counts as front, and lines start at the corners of the unit.
#[test]
fn the_dead_angle_is_frontal() {
    prove(&[r::L3C_MOR_102, r::L3C_MVT_02, r::L3C_GAP_A22], |book: &Book| {
        let (_, aspect) = pair(book, battalion(1, 2, 1, facing(160, 60, 225)));
        assert_eq!(aspect, Aspect::Front);
    });
}

/// Any figure within thirty degrees of the front is enough.
#[test]
fn the_front_is_thirty_degrees_a_side() {
    prove(&[r::L3C_MVT_01, r::L3C_GEN_06], |book: &Book| {
        let seen = |east: i32, north: i32| {
            let (field, _) = pair(book, battalion(1, 2, 2, facing(east, north, 180)));
            field.in_front(book, 0, 1)
        };
        assert!(seen(150, 150) && seen(0, 100) && !seen(260, 150) && !seen(0, -100));
        let (field, _) = pair(book, battalion(1, 12, 1, facing(260, 150, 180)));
        assert!(field.in_front(book, 0, 1), "one end of it");
    });
}

/// Distance is between the nearest figures; skirmishers and cavalry take more room.
#[test]
fn distances_are_between_figures() {
    prove(&[r::L3C_GEN_05, r::L3C_GAP_A33, r::L3C_TIR_03], |book: &Book| {
        let mut field = bare();
        let line = field.add(book, battalion(0, 12, 1, facing(0, 0, 0)));
        let column = field.add(book, battalion(1, 4, 3, facing(0, 200, 180)));
        let horses = field.add(book, squadron(1, 4, facing(300, 0, 0)));
        let screen = field.add(book, company(0, 3, line, facing(0, 100, 0)));
        assert_eq!(field.distance(book, line, column), Distance::of(2));
        // Twelve infantrymen are two UD wide, four cavalrymen as wide as eight of them.
        assert_eq!(field.distance(book, line, horses), Distance::from_cm(ud(300) - 6_000 - 4_000));
        // Three skirmishers hold the front of twelve.
        let beside = field.add(book, battalion(1, 1, 1, facing(150, 100, 0)));
        assert_eq!(field.distance(book, screen, beside), Distance::from_cm(ud(150) - 6_000 - 500));
    });
}

/// An attacker is judged at two thirds of its way; guns that fire from the side come no nearer.
#[test]
fn an_attacker_is_judged_two_thirds_of_the_way() {
    prove(&[r::L3C_MAC_28, r::L3C_GEN_05], |book: &Book| {
        let mut field = bare();
        let column = field.add(book, battalion(0, 4, 3, facing(0, 0, 0)));
        let target = field.add(book, battalion(1, 12, 1, facing(0, 450, 180)));
        // Within the tactical distance of the attacker only at the place where it stops.
        let horses = field.add(book, squadron(1, 4, facing(200, 600, 200)));
        field.add(book, battery(1, 4, facing(-900, 450, 90)));
        let scene = Scene::of(book, &field, TestCause::assault(column, target));
        assert_eq!(scene.apart(), Distance::from_cm(ud(450)));
        let told = scene.nerve(column, grognard_trois_couleurs::resolve::nerve::morale::Purpose::Assault);
        assert_eq!(told.enemies.len(), 2, "the line, and cavalry {horses} that it comes near");
    });
}
