//! The roll before a battle, and its effect on both armies (BE-GAP-80).

use crate::field::field;
use game::Side;
use grognard_bataille_empire::resolve::set_up::Battle;
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::Life;
use grognard_bataille_empire::{Book, Options, Order, r};
use rulebook::proof::prove;

const ARMY: &str = "blue 1 A foot line 20 5 0 H
                    blue 2 B foot line 30 5 0 H
                    blue 3 C foot line 40 5 0 H
                    red 1 I foot line 20 35 180 A
                    red 2 J foot line 30 35 180 A
                    red 3 K foot line 40 35 180 A";

fn rolled(book: &Book) -> Book {
    book.clone().with_options(Options { battle_is_rolled: true, ..Options::default() })
}

#[test]
fn an_encounter_brings_half_of_the_divisions_on_turn_two() {
    prove(&[r::BE_GAP_80], |book| {
        // Equal totals: a plain die each decides the attacker.
        let fought = field(&rolled(book), "", ARMY).play(&[Step::Deploy], &[], &[3, 3, 2, 5]);
        assert_eq!((fought.world.battle, fought.world.attacker), (Some(Battle::Encounter), Side::Red));
        assert_eq!((fought.world.first, fought.world.divisions[0].order), (Side::Red, Order::Engage));
        let away: Vec<&str> =
            ["A", "B", "C", "I", "J", "K"].into_iter().filter(|n| !fought.unit(n).present()).collect();
        assert_eq!(away, ["C", "K"]);
        assert_eq!(fought.unit("C").life, Life::OffTable(2));
    });
}

#[test]
fn in_an_attack_the_defender_deploys_first_and_may_hide() {
    prove(&[r::BE_GAP_80], |book| {
        let fought = field(&rolled(book), "", ARMY).play(&[Step::Deploy], &[], &[6, 2]);
        assert_eq!((fought.world.battle, fought.world.attacker), (Some(Battle::Attack), Side::Blue));
        let sides: Vec<Side> = fought.asked.iter().map(|(slot, _)| slot.side).collect();
        assert_eq!(sides, [Side::Red, Side::Blue], "one after the other");
        assert_eq!(fought.world.divisions[0].order, Order::Attack);
    });
}

#[test]
fn in_an_assault_the_defender_keeps_a_third_off_the_table_until_turn_four() {
    prove(&[r::BE_GAP_80], |book| {
        let chief = "blue 1 A foot line 20 5 0 H grade=strategist";
        let army = ARMY.replacen("blue 1 A foot line 20 5 0 H", chief, 1);
        let fought = field(&rolled(book), "", &army).play(&[Step::Deploy], &[], &[6, 1]);
        assert_eq!((fought.world.battle, fought.world.attacker), (Some(Battle::Assault), Side::Blue));
        assert_eq!(fought.unit("K").life, Life::OffTable(4));
        assert!(fought.unit("I").present() && fought.unit("J").present() && fought.unit("C").present());
    });
}

#[test]
fn the_defender_holds_two_objectives_in_an_attack_and_three_in_an_assault() {
    let places: String = (0..4)
        .map(|n| {
            let name = format!("id = \"o{n}\"\nname = {{ fr = \"o\", en = \"o\" }}");
            format!("[[objectives]]\n{name}\nat = [{}, 1200]\nradius = 60\n", 600 + 600 * n)
        })
        .collect();
    prove(&[r::BE_GAP_80], |book| {
        let holders = |army: &str, dice: &[u8]| {
            let fought = field(&rolled(book), &places, army).play(&[Step::Deploy], &[], dice);
            assert_eq!(fought.world.divisions[3].order, Order::Hold, "who holds something defends it");
            fought.world.holders.iter().filter(|holder| **holder == Some(Side::Red)).count()
        };
        assert_eq!(holders(ARMY, &[6, 2]), 2);
        let chief = ARMY.replacen("20 5 0 H", "20 5 0 H grade=strategist", 1);
        assert_eq!(holders(&chief, &[6, 1]), 3);
    });
}

#[test]
fn who_was_held_back_comes_on_at_its_own_edge_when_it_is_time() {
    prove(&[r::BE_GAP_80], |book| {
        let rolled = rolled(book);
        let met = field(&rolled, "", ARMY).play(&[Step::Deploy], &[], &[3, 3, 2, 5]);
        let comes = |turn: u16| {
            let field = field(&rolled, "", ARMY).with(|w, _| {
                *w = met.world.clone();
                w.turn = turn - 1;
            });
            let fought = field.play(&[Step::Points], &[], &[1, 1]);
            ["C", "K"].map(|name| fought.unit(name).present().then(|| fought.at(name).1))
        };
        assert_eq!(comes(1), [None, None]);
        assert_eq!(comes(2), [Some(100), Some(3_900)], "the rear of a column on its edge");
    });
}
