//! Objectives, break points and the length of a battle (BE-GAP-21, BE-GAP-84, BE-GAP-85, BE-GAP-99).

use crate::field::field;
use game::Side;
use grognard_bataille_empire::resolve::victory::{self, Tally};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::{Fate, Life};
use grognard_bataille_empire::{Book, Grade, Order, r};
use rulebook::proof::prove;

const HILL: &str = "[[objectives]]\nid = \"o\"\nname = { fr = \"o\", en = \"o\" }\nat = [1200, 720]\nradius = 60\n";

#[test]
fn who_alone_stands_on_an_objective_takes_it_and_holds() {
    let army = "blue 1 A foot line 20 12 0 A
                blue 1 B foot line 30 5 0 A
                red 1 I foot line 20 30 180 A";
    prove(&[r::BE_GAP_21, r::BE_ORD_16], |book| {
        let fought = field(book, HILL, army).with(|w, _| w.turn = 6).play(&[Step::End], &[], &[]);
        assert_eq!(fought.world.holders, [Some(Side::Blue)]);
        assert_eq!(fought.world.divisions[0].order, Order::Hold);
        assert!(fought.world.divisions[0].zone.is_some());
        let zone = |x: i32, y: i32| {
            let at = table::Point::new(x * 6_000, y * 6_000);
            fought.rules.out_of_zone(&fought.world, 0, at).whole()
        };
        assert_eq!((zone(20, 15), zone(20, 20)), (0, 4), "4 UD about the point and the units");
    });
}

#[test]
fn an_army_breaks_when_it_has_lost_as_many_points_as_it_had_units() {
    prove(&[r::BE_GAP_84], |book: &Book| {
        let worn = Tally { units: 12, eliminated: 4, disordered_or_worn: 3, ..Tally::default() };
        assert!(!victory::broken(book, &worn));
        assert!(victory::broken(book, &Tally { divisional_generals: 1, ..worn }));
        assert!(victory::broken(book, &Tally { commanders_in_chief: 1, ..worn }));
        assert!(victory::broken(book, &Tally { objectives: 1, ..worn }));
        let fresh = Tally { units: 10, ..Tally::default() };
        assert_eq!(victory::at_the_end(book, [1, 1], [&worn, &fresh]), Some(Side::Red));
        assert_eq!(victory::at_the_end(book, [2, 1], [&worn, &fresh]), Some(Side::Blue));
    });
}

#[test]
fn a_battalion_in_two_halves_is_one_unit() {
    let army = "blue 1 A fr-light line 20 10 0 A
                blue 1 B foot line 30 10 0 A
                blue 1 C foot line 34 10 0 A disorder
                red 1 I foot line 20 35 180 A";
    prove(&[r::BE_GAP_99], |book| {
        // One half is gone, the other fights on: the battalion is neither eliminated nor in Disorder.
        let f = field(book, "", army).with(|w, names| {
            let second = usize::from(w.units.len() as u16 - 1);
            w.unit_mut(names["A"]).life = Life::Gone(Fate::Destroyed);
            w.units[second].life = Life::Present;
            w.units[second].pose.at = table::Point::new(60_000, 60_000);
        });
        let standing = f.rules.standing(&f.world, 0);
        assert_eq!((standing.eliminated, standing.disordered), (0, 1));
    });
}

#[test]
fn a_battle_without_a_fixed_end_may_go_on() {
    let army = "blue 1 A foot line 20 5 0 M
                red 1 I foot line 20 35 180 M";
    let ground = "\n[overrides.bataille-empire]\nextra_turns = true\n";
    prove(&[r::BE_GAP_85], |book| {
        let at_the_end = || field(book, ground, army).with(|w, _| w.turn = 6);
        let over = at_the_end().play(&[Step::End], &[], &[3]);
        assert!(over.world.outcome.is_some());
        // A 4: another turn, and then one more at most.
        let on = at_the_end().play(&[Step::End], &[], &[4, 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1]);
        assert_eq!((on.world.turn, on.world.extra_turns), (8, 2));
    });
}

#[test]
fn a_chief_who_fell_has_a_successor() {
    let army = "blue 1 A foot line 20 5 0 A
                blue 2 B foot line 30 5 0 A grade=brilliant
                blue 3 C foot line 40 5 0 A
                red 1 I foot line 20 35 180 A";
    prove(&[r::BE_GAP_77], |book| {
        // The commander-in-chief leads the first division himself: it gets a successor one grade lower.
        let f = field(book, "", army).with(|w, _| {
            w.turn = 6;
            w.generals[0].life = Life::Gone(Fate::Killed);
        });
        let fought = f.play(&[Step::End], &[], &[]);
        let chief = &fought.world.generals[0];
        assert_eq!((chief.life, chief.grade, chief.successor), (Life::Present, Grade::Poor, true));
    });
}
