//! Steps b and e: targets, supports, return fire, ricochet (BE-TIR, BE-GAP-50 to BE-GAP-60, BE-GAP-95).

use crate::field::{Fought, field, ground};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::{Book, r};
use rulebook::proof::{prove, prove_with};

const LAST: [Step; 1] = [Step::Fires { division: 0, last: true }];
const FIRST: [Step; 1] = [Step::Fires { division: 0, last: false }];

fn fires(book: &Book, ground: &str, army: &str, says: &[&str], faces: &[u8]) -> Fought {
    field(book, ground, army).active(0, 3).play(&LAST, says, faces)
}

#[test]
fn a_unit_fires_once_and_is_marked() {
    prove(&[r::BE_TIR_01, r::BE_TIR_03, r::BE_MA_02], |book| {
        let army = "blue 1 A foot line 20 10 0 H
                    red 1 K horse line 20 11.9 180 H";
        let fought = fires(book, "", army, &["fire fire A"], &[3, 6]);
        assert_eq!(fought.losses("K"), 2);
        assert!(fought.unit("A").marker && !fought.unit("K").marker);
        assert_eq!((fought.times("fire"), fought.times("return")), (1, 0), "cavalry does not answer");
    });
}

#[test]
fn one_shot_in_the_two_steps_of_fire() {
    prove(&[r::BE_SEQ_05, r::BE_MA_05], |book| {
        let army = "blue 1 A foot line 20 10 0 H
                    red 1 K horse line 20 11.9 180 H";
        let steps = [FIRST, LAST].concat();
        let fought = field(book, "", army).active(0, 3).play(&steps, &["fire fire A"], &[1]);
        assert_eq!(fought.times("fire"), 1);
    });
}

#[test]
fn the_nearest_formed_enemy_in_front_is_the_target() {
    let army = "blue 1 G guns deployed 20 10 0 H
                red 1 S foot skirmish 20 13 180 H
                red 1 J foot line 17 17 180 H
                red 1 K foot line 23 20 180 H";
    prove(&[r::BE_TIR_02], |book| {
        let fought = fires(book, "", army, &[], &[]);
        assert_eq!(fought.opens("fire", 0, "fire G")[0], ["target J"]);
    });
    prove(&[r::BE_GAP_50], |book| {
        // In range, but too far to the side.
        let army = "blue 1 A foot line 20 10 0 H
                    red 1 I foot line 23.5 11 180 H
                    red 1 J foot line 40 20 180 H";
        assert_eq!(fires(book, "", army, &[], &[]).times("fire"), 0);
    });
    let army = "blue 1 G guns deployed 20 10 0 H
                red 1 S foot skirmish 20 13 180 H";
    let fought = fires(&Book::new(), "", army, &[], &[]);
    assert_eq!(fought.opens("fire", 0, "fire G")[0], ["target S"], "for want of formed enemies");
    let army = "blue 1 G guns deployed 20 10 0 H
                red 1 J foot line 20 18 180 H";
    let wood = ground("forest", [15.0, 25.0], [11.0, 15.0]);
    assert_eq!(fires(&Book::new(), &wood, army, &[], &[]).times("fire"), 0, "a wood of 4 UD hides");
    let army = "blue 1 G guns deployed 20 10 0 H
                red 1 J foot line 17 17 180 H
                red 1 K foot line 23 17 180 H";
    let fought = fires(&Book::new(), "", army, &[], &[]);
    assert_eq!(fought.opens("fire", 0, "fire G")[0], ["target J", "target K"], "of equals the owner chooses");
}

#[test]
fn friends_support_a_fire_and_give_up_their_own() {
    prove(&[r::BE_GAP_56, r::BE_TIR_18], |book| {
        let army = "blue 1 A foot line 20 10 0 H
                    blue 1 B foot line 22.1 10 0 H
                    blue 1 G guns deployed 17.7 10 0 H
                    red 1 K horse line 21 11.9 180 H";
        let fought = fires(book, "", army, &["fire fire A support=B support=G"], &[2, 6]);
        let added = fought.added("fire", "A");
        assert_eq!(added, [("BE-TIR-05".to_owned(), 2), ("BE-TIR-18".to_owned(), 1), ("BE-TIR-18".to_owned(), 2)]);
        assert_eq!(fought.losses("K"), 3);
        assert!(fought.unit("B").marker && fought.unit("G").marker);
        assert_eq!(fought.times("fire"), 1, "nobody is left to fire");
    });
}

#[test]
fn who_may_fire_under_its_order_may_support() {
    prove(&[r::BE_ORD_06], |book| {
        // Guns on Manœuvrer fire at effective range or less, battalions not at all.
        let army = "blue 1 A foot line 20 10 0 H
                    blue 2 B foot line 22.1 10 0 M
                    blue 2 G guns deployed 17.7 10 0 M
                    red 1 K horse line 21 11.9 180 H";
        let fought = fires(book, "", army, &["fire fire A support=G"], &[2, 6]);
        assert_eq!(fought.opens("fire", 0, "fire A"), [vec!["target K"], vec!["support G"]]);
        assert_eq!(fought.added("fire", "A"), [("BE-TIR-05".to_owned(), 2), ("BE-TIR-18".to_owned(), 2)]);
    });
}

#[test]
fn the_target_returns_the_fire_and_one_of_the_two_tests() {
    let army = "blue 1 A foot line 20 10 0 H
                red 1 I foot line 20 11.9 180 H";
    prove(&[r::BE_GAP_57, r::BE_MOR_06], |book| {
        // Both with their state before: 2 + 4 and 2 + 5; the target has more losses and tests.
        let fought = fires(book, "", army, &["fire fire A"], &[4, 5, 6]);
        assert_eq!((fought.losses("I"), fought.losses("A")), (2, 3));
        assert_eq!((fought.tests("morale", "I"), fought.tests("morale", "A")), (0, 1));
        assert!(fought.unit("A").marker && fought.unit("I").marker);
    });
    let fought = fires(&Book::new(), "", army, &["fire fire A", "return hold"], &[4, 6]);
    assert_eq!((fought.losses("I"), fought.losses("A")), (2, 0));
    assert_eq!(fought.tests("morale", "I"), 1, "at the end of the step");
}

#[test]
fn guns_return_fire_at_effective_range_or_less() {
    prove(&[r::BE_GAP_57], |book| {
        let at = |y: &str| {
            let army = format!(
                "blue 1 G guns deployed 20 10 0 H
                 red 1 P guns deployed 20 {y} 180 H"
            );
            fires(book, "", &army, &["fire fire G", "return hold"][..if y == "17.9" { 2 } else { 1 }], &[1])
                .times("return")
        };
        assert_eq!((at("17.9"), at("19")), (1, 0));
    });
}

#[test]
fn several_fires_at_one_target_are_resolved_one_by_one_and_tested_once() {
    let army = "blue 1 A foot line 19 10 0 H
                blue 1 B foot line 21.1 10 0 H
                red 1 K horse line 20 11.9 180 H morale=6";
    prove(&[r::BE_GAP_60, r::BE_GAP_73], |book| {
        let fought = fires(book, "", army, &["fire fire A", "fire fire B"], &[1, 1, 6]);
        assert_eq!(fought.losses("K"), 2);
        assert_eq!(fought.tests("morale", "K"), 1, "two halves make a loss");
        let once = fires(book, "", army, &["fire fire A"], &[1]);
        assert_eq!(once.tests("morale", "K"), 0, "one does not");
    });
}

#[test]
fn round_shot_goes_on_to_a_second_line() {
    let army = "blue 1 G guns deployed 20 10 0 H
                red 1 K horse line 20 15 180 H
                red 1 L horse line 20 17.7 180 H";
    prove(&[r::BE_GAP_55, r::BE_TIR_16], |book| {
        let losses = |faces: &[u8]| {
            let fought = fires(book, "", army, &["fire fire G"], faces);
            (fought.losses("K"), fought.losses("L"))
        };
        assert_eq!((losses(&[3, 3]), losses(&[3, 2])), ((1, 1), (1, 0)));
    });
    let marsh = ground("marsh", [15.0, 25.0], [14.5, 22.0]);
    let fought = fires(&Book::new(), &marsh, army, &["fire fire G"], &[3]);
    assert_eq!((fought.losses("K"), fought.losses("L")), (1, 0), "not on soft ground");
}

#[test]
fn a_battery_is_stationary_until_it_moves_and_says_at_the_shot_if_it_will_limber() {
    let army = "blue 1 G guns deployed 20 10 0 H
                red 1 K horse line 17 16 180 H
                red 1 S foot skirmish 22 12.5 180 H";
    prove(&[r::BE_GAP_95, r::BE_TIR_12, r::BE_TIR_14, r::BE_TIR_15], |book| {
        let play = |says: &str| field(book, "", army).active(0, 3).play(&FIRST, &[says], &[1]).added("fire", "G");
        let under = ("BE-TIR-15".to_owned(), -1);
        assert_eq!(play("fire fire G stay"), [("BE-TIR-12".to_owned(), 1), under.clone()]);
        assert_eq!(play("fire fire G limber_after"), [("BE-TIR-14".to_owned(), -1), under.clone()]);
        let turned = field(book, "", army).active(0, 3).with(|w, names| w.unit_mut(names["G"]).now.unlimbered = true);
        let added = turned.play(&LAST, &["fire fire G"], &[1]).added("fire", "G");
        assert_eq!(added, [("BE-TIR-14".to_owned(), -1), under]);
    });
}

#[test]
fn a_battery_that_answers_later_neither_limbers_nor_unlimbers() {
    let army = "blue 1 G guns deployed 20 10 0 H
                red 1 K horse line 17 16 180 H
                red 1 J guns deployed 21 17 180 H";
    prove(&[r::BE_TIR_12], |book| {
        let enemy = Step::Fires { division: 1, last: true };
        // It said that it would limber, and stayed.
        let says = ["fire fire G limber_after", "fire fire J", "return return"];
        let steps = [FIRST.to_vec(), vec![enemy.clone()]].concat();
        let fought = field(book, "", army).active(0, 3).play(&steps, &says, &[1, 1, 1]);
        let marked = ("BE-TIR-21".to_owned(), -1);
        let guns = ("BE-TIR-20".to_owned(), -2);
        assert_eq!(fought.added_at("fire", "G", 0), [("BE-TIR-14".to_owned(), -1)]);
        let stands = ("BE-TIR-12".to_owned(), 1);
        assert_eq!(fought.added_at("fire", "G", 1), [stands, guns.clone(), marked]);
        // It unlimbered in its own activation.
        let f = field(book, "", army).active(0, 3).with(|w, names| w.unit_mut(names["G"]).now.unlimbered = true);
        assert_eq!(f.play(&[enemy], &["fire fire J", "return return"], &[1, 1]).added("fire", "G"), [guns]);
    });
}

#[test]
fn a_hidden_battery_is_no_target_for_skirmishers_when_it_opens_fire() {
    let army = "blue 1 G guns deployed 20 10 0 H
                red 1 K horse line 17 16 180 H
                red 1 S foot skirmish 22 12.5 180 H";
    prove(&[r::BE_GAP_82], |book| {
        let field = field(book, "", army).active(0, 3).with(|w, names| {
            w.hidden[0] = game::Secret::Known([names["G"]].into_iter().collect());
        });
        let fought = field.play(&FIRST, &["fire fire G stay"], &[1]);
        assert_eq!(fought.added("fire", "G"), [("BE-TIR-12".to_owned(), 1)]);
        assert!(!fought.world.is_hidden(fought.id("G")), "its fire has shown it");
    });
}

#[test]
fn a_general_under_fire_is_in_danger_whether_or_not_anybody_falls() {
    prove(&[r::BE_GEN_01, r::BE_GEN_03, r::BE_GAP_77], |book| {
        let army = "blue 1 A foot line 20 10 0 H
                    red 1 K horse line 20 11.9 180 H general";
        let fought = fires(book, "", army, &["fire fire A"], &[1, 5, 6]);
        assert_eq!(fought.losses("K"), 1);
        assert!(fought.rules.card(&fought.world, fought.id("red-1")).is_none());
    });
}

#[test]
fn an_order_to_attack_keeps_the_step_open_while_a_volley_can_be_fired() {
    prove(&[r::BE_GAP_94, r::BE_GAP_20], |book| {
        let army = "blue 1 A foot line 20 10 0 A
                    red 1 K horse line 20 11.9 180 H";
        let field = field(book, "", army).active(0, 3).with(|w, names| {
            w.activation.as_mut().unwrap().counted = vec![names["A"]];
        });
        let fought = field.play(&LAST, &["fire fire A"], &[1]);
        assert_eq!(fought.offered("fire", 0), ["fire A"]);
        assert!(fought.unit("A").now.complied);
    });
}

#[test]
fn fire_follows_the_orders() {
    prove(&[r::BE_ORD_06], |book| {
        let army = "blue 1 A foot line 20 10 0 M
                    blue 1 G guns deployed 25 10 0 M
                    red 1 K horse line 20 11.9 180 H
                    red 1 L horse line 25 22 180 H";
        assert_eq!(fires(book, "", army, &[], &[]).times("fire"), 0, "guns not at long range");
    });
    let army = "blue 1 G guns deployed 25 10 0 M
                red 1 L horse line 25 17 180 H";
    assert_eq!(fires(&Book::new(), "", army, &[], &[]).times("fire"), 1);
}

#[test]
fn a_reserve_that_is_fired_on_goes_over_to_holding() {
    prove(&[r::BE_GAP_23], |book| {
        let army = "blue 1 A foot line 20 10 0 H
                    red 1 K horse line 20 11.9 180 A";
        let field = field(book, "", army).active(0, 3).with(|w, _| w.division_mut(1).reserve = true);
        let fought = field.play(&LAST, &["fire fire A"], &[1]);
        assert!(!fought.world.division(1).reserve);
    });
}

#[test]
fn the_other_readings_of_fire_can_be_played() {
    use grognard_bataille_empire::Options;
    let with = |options: Options| Book::new().with_options(options);
    let fire = |book: &Book, army: &str| fires(book, "", army, &["fire fire A"], &[1]).added("fire", "A");
    let militia = "blue 1 A foot line 20 10 0 H status=militia abilities=[\"poor_shot\"]
                   red 1 K horse line 20 11.9 180 H";
    let adds = with(Options { quality_of_fire_adds: true, ..Options::default() });
    let poor = |n| vec![("BE-TIR-05".to_owned(), 2), ("BE-TIR-23".to_owned(), n)];
    assert_eq!((fire(&Book::new(), militia), fire(&adds, militia)), (poor(-1), poor(-2)));
    let square = "blue 1 A guns deployed 20 10 0 H
                  red 1 K foot solid_square 20 18 180 H";
    let column = with(Options { round_shot_square_as_column: true, ..Options::default() });
    let round = |n| vec![("BE-TIR-11".to_owned(), n), ("BE-TIR-12".to_owned(), 1)];
    assert_eq!((fire(&Book::new(), square), fire(&column, square)), (round(2), round(1)));
    let average = with(Options { average_dice: true, ..Options::default() });
    prove_with(&average, &[r::BE_GAP_86], |book| {
        let army = "blue 1 A foot line 20 10 0 H
                    red 1 K horse line 20 11.9 180 H";
        let fought = field(book, "", army).active(0, 3).play(&LAST, &["fire fire A"], &[2]);
        let die = fought.events.iter().find_map(|e| match &e.deed {
            game::Deed::Threw(toss, _) => toss.throw.each().next().map(|(die, _)| die),
            _ => None,
        });
        assert_eq!(die, Some(dice::Die::Average));
    });
}

#[test]
fn guns_that_were_turned_are_not_stationary() {
    prove(&[r::BE_GAP_32], |book| {
        let army = "blue 1 G guns deployed 20 10 0 H
                    red 1 K horse line 20 16 180 H";
        let field = field(book, "", army).active(0, 3).with(|w, names| w.unit_mut(names["G"]).now.turned = true);
        assert!(field.play(&LAST, &["fire fire G"], &[1]).added("fire", "G").is_empty());
    });
}

#[test]
fn nobody_fires_at_who_touches_his_rear() {
    // Within a rounding error K stands in the base of S; a unit in front of it by as much is fired at.
    for (y, fires) in [("9.50017", false), ("10.99983", true)] {
        let army = format!(
            "blue 1 S foot skirmish 20 10 0 H
             red 1 K foot column 20 {y} 0 H"
        );
        let field = field(&Book::new(), "", &army);
        let (own, his) = (field.id("S"), field.rules.piece(&field.world, field.id("K")));
        assert_eq!(field.rules.in_arc_of_fire(&field.world, own, &his), fires, "{y}");
    }
}

#[test]
#[should_panic(expected = "division 9 was asked for, and there are 2")]
fn a_division_that_does_not_exist_is_named() {
    let army = "blue 1 A foot line 20 10 0 H
                red 1 K horse line 20 11.9 180 A";
    let fought = field(&Book::new(), "", army).active(0, 3).play(&LAST, &["fire fire A"], &[1]);
    let _ = fought.world.division(9);
}

#[test]
#[should_panic(expected = "general 9 was asked for, and there are 2")]
fn a_general_who_does_not_exist_is_named() {
    let army = "blue 1 A foot line 20 10 0 H
                red 1 K horse line 20 11.9 180 A";
    let field = field(&Book::new(), "", army).active(0, 3);
    let _ = field.rules.grade_at_start(9);
}
