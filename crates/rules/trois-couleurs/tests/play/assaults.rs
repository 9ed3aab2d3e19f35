//! Assaults in their order, and single assaults.

use crate::field::{COLUMN, Field, GUNS, HORSE, LINE, Stand};
use game::Side;
use grognard_trois_couleurs::{Book, Case, r};
use rulebook::proof::prove;

const FOE: Stand = LINE.of("at-line").facing(180);

#[test]
fn the_die_of_a_group_says_from_which_side_its_assaults_are_resolved() {
    prove(&[r::L3C_MAC_13], |book: &Book| {
        for (die, order) in [(1, [0, 1]), (6, [1, 0])] {
            let blue = [COLUMN.at(1500, 1000), COLUMN.at(2500, 1000)];
            let field = Field::new(book, "", &blue, &[FOE.at(1500, 1500), FOE.at(2500, 1500)]);
            let field = field.attack(0, 2).attack(1, 3).dice(&[die, 3, 3, 3, 3]).turn();
            assert_eq!(field.entries(), order);
        }
    });
    prove(&[r::L3C_GAP_A82], |book: &Book| {
        // They face south: the left one is the one in the east.
        let blue = [COLUMN.facing(180).at(1500, 1500), COLUMN.facing(180).at(2500, 1600)];
        let foe = FOE.facing(0);
        let field = Field::new(book, "", &blue, &[foe.at(1500, 1000), foe.at(2500, 1100)]);
        let field = field.attack(0, 2).attack(1, 3).dice(&[1, 3, 3, 3, 3]).turn();
        assert_eq!(field.entries(), [1, 0]);
    });
}

#[test]
fn who_counter_charges_covers_what_is_left_of_the_way() {
    prove(&[r::L3C_MAC_10, r::L3C_MAC_02], |book: &Book| {
        let red = COLUMN.of("at-line").facing(180).at(2000, 1600);
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[red]);
        let field = field.attack(0, 1).replies(1, "counter").dice(&[3, 3]).turn();
        assert!(field.moves(1).contains(&(2000, 1400)), "{:?}", field.moves(1));
        assert_eq!(field.counted(1, "spent").first(), Some(&3));
    });
}

#[test]
fn a_flight_that_is_caught_costs_three_points_in_all() {
    prove(&[r::L3C_GAP_A56], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FOE.at(2000, 1400)]);
        let field = field.attack(0, 1).replies(1, "flee").dice(&[3]).turn();
        assert_eq!(field.marked(1, "case").first().map(String::as_str), Some("rout"));
        assert_eq!(field.counted(1, "spent").iter().max(), Some(&3));
        // One figure lost to infantry that pursues.
        assert_eq!(field.counted(1, "losses"), [3]);
    });
}

#[test]
fn who_does_not_want_to_pursue_is_tested_for_it() {
    let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 1000)], &[FOE.at(2000, 1400)]);
    let field = field.attack(0, 1).replies(1, "flee").pick(Side::Blue, "pursue", "no").dice(&[3, 6]).turn();
    assert_eq!(field.counted(1, "losses"), Vec::<i64>::new());
    assert_eq!(field.marked(1, "case").first().map(String::as_str), Some("retreat"));
}

#[test]
fn the_beaten_go_back_at_once() {
    prove(&[r::L3C_SIM_18], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FOE.at(2000, 1500)]);
        let field = field.attack(0, 1).dice(&[3, 3]).turn();
        // Routed on foot: four UD.
        assert!(field.place(1).1 >= 1900, "{:?}", field.place(1));
    });
}

#[test]
fn who_goes_through_an_enemy_stands_behind_where_he_stood() {
    prove(&[r::L3C_CAC_08], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &[FOE.at(2000, 1500)]);
        let field = field.attack(0, 1).dice(&[3, 3]).turn();
        assert!((1501..=1650).contains(&field.place(0).1), "{:?}", field.place(0));
        assert!(!field.was_asked("pursue"));
    });
}

/// Text, reaction test of a squadron attacked in the flank from six UD: it turns (2 PA) and counter-charges from 0,
/// with two points of penalty, -3 for an enemy at PAC, +1 formed, -2 for cavalry on its flank, +1 for three figures.
#[test]
fn a_squadron_taken_in_flank_turns_and_counter_charges() {
    prove(&[r::L3C_REA_03], |book: &Book| {
        let horse = HORSE.of("fr-dragoons");
        let red = HORSE.of("at-dragoons").men("men = 99").facing(270).at(2070, 1600);
        let field = Field::new(book, "", &[horse.at(2000, 1000)], &[red]);
        let field = field.attack(0, 1).pick(Side::Blue, "announced_gait", "quick").reacts(1, "face_counter", 0);
        let field = field.dice(&[3, 6]).loose().turn();
        assert_eq!(field.line("morale", 1, "MOR-24"), 0);
        assert_eq!(field.line("morale", 1, "MOR-50"), -2);
        assert_eq!(field.line("morale", 1, "MOR-62"), -3);
        assert_eq!(field.line("morale", 1, "MOR-80"), 1);
        assert_eq!(field.line("morale", 1, "MOR-96"), -2);
        assert_eq!(field.line("morale", 1, "MOR-110"), 1);
    });
}

#[test]
fn infantry_does_not_counter_charge_horses_and_may_form_square() {
    let field = Field::new(&Book::new(), "", &[HORSE.at(2000, 1000)], &[FOE.at(2000, 1900)]);
    let field = field.attack(0, 1).reacts(1, "square_fire", 0).loose().turn();
    assert!(!field.was_offered("answer 1 counter"));
    assert!(field.marked(1, "formation").contains(&"square".to_owned()));
}

#[test]
fn fires_named_at_once_fall_together() {
    prove(&[r::L3C_SIM_01], |book: &Book| {
        let field = Field::new(book, "", &[LINE.at(2000, 1000)], &[FOE.at(2000, 1100)]);
        let field = field.fires_at_once(0).fires_at_once(1).loose().turn();
        assert!(field.unit(0).body.steps_lost > 0 && field.unit(1).body.steps_lost > 0);
        // Both fired with all their figures, before either lost any.
        assert!(!field.unit(0).body.first_fire && !field.unit(1).body.first_fire);
    });
}

#[test]
fn a_fire_tied_to_an_assault_helps_to_stop_it() {
    prove(&[r::L3C_GAP_A85], |book: &Book| {
        let foes = [FOE.at(2000, 1400), GUNS.facing(180).at(2150, 1420)];
        let field = Field::new(book, "", &[COLUMN.at(2000, 1000)], &foes);
        let field = field.attack(0, 1).order(2, "fire").seizes(2, "tie", "stop", 0).loose().turn();
        // The guns and the line together: three points for every five percent.
        let fallen: i64 = field.lines("fire", 1, 0).iter().filter(|(rule, _)| rule == "MOR-112").map(|(_, n)| n).sum();
        assert!(fallen <= -6, "{fallen}");
    });
}

#[test]
fn the_program_demands_the_test_for_losses() {
    prove(&[r::L3C_GAP_A70], |book: &Book| {
        let field = Field::new(book, "", &[LINE.at(2000, 1000)], &[FOE.at(2000, 1150)]);
        let field = field.unit_with(1, |unit| unit.body.figures = 6).fires_at_once(0).loose().turn();
        assert_eq!(field.line("morale", 1, "MOR-120"), 4);
    });
}

#[test]
fn a_general_who_joins_before_the_move_counts_in_the_assault() {
    let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 1000)], &[FOE.at(2000, 1600)]);
    let field = field.attack(0, 1).joins(0, 0).loose().turn();
    let (with, lines) = (field.score(0, 0), field.lines("morale", 0, 0));
    let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 1000)], &[FOE.at(2000, 1600)]);
    let without: i64 = field.attack(0, 1).loose().turn().score(0, 0);
    // With the general's bonus, and the general moves along: otherwise the distance would be too long.
    assert_eq!(with, without + 2, "{lines:?}");
}

#[test]
fn horses_give_up_before_infantry_that_stands() {
    // Guards of Britain in line: they stand, formed, and are not contacted.
    let guards = LINE.of("gb-guards").facing(180).at(2000, 1600);
    let field = Field::new(&Book::new(), "", &[HORSE.of("es-hussars").at(2000, 1000)], &[guards]);
    let field = field.attack(0, 1).replies(1, "stand").loose().turn();
    let unit = field.unit(0);
    assert!(unit.body.case == Case::Stand && unit.body.steps_lost == 0, "{:?}", unit.body);
    assert!(field.place(0).1 < 1600);
}

/// Found by the invariants on positions: a unit in contact stood ten centimetres off and blocked the way of fleeing
/// units.
#[test]
fn an_enemy_in_contact_does_not_stop_who_flees() {
    let horse = HORSE.facing(180).at(2000, 1430);
    let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 1000), horse], &[FOE.at(2000, 1400)]);
    let field = field.unit_with(1, |unit| unit.pose.at.y = 14 * grognard_trois_couleurs::UD + 1_500 + 10);
    let field = field.attack(0, 2).replies(2, "flee").loose().turn();
    assert!(field.unit(2).present(), "{:?}", field.unit(2).life);
}

/// By the ruling a unit that has lost a melee by one is pushed 1 UD, then falls back 1 UD on foot, facing the enemy;
/// the winner advances by the push (L3C-GAP-B10).
#[test]
fn who_wins_a_melee_pushes_the_other() {
    prove(&[r::L3C_GAP_B10], |book: &Book| {
        let foe = COLUMN.of("at-line").facing(180);
        let field = Field::new(book, "", &[LINE.at(2000, 1000)], &[foe.at(2000, 1500)]);
        let field = field.attack(0, 1).dice(&[1]).loose().turn();
        assert_eq!(field.unit(1).body.case, Case::FallBack);
        assert_eq!(field.place(1), (2000, 1700, 180));
        assert!(field.moves(0).contains(&(2000, 1600)));
        // The winner must rally before an enemy that still faces it (L3C-POU-04).
        assert_eq!(field.place(0), (2000, 1500, 0));
    });
}

/// After a draw two units that both moved each step back 1 UD (L3C-GAP-B10).
#[test]
fn who_both_moved_step_apart_after_a_draw() {
    prove(&[r::L3C_GAP_B10], |book: &Book| {
        let field = Field::new(book, "", &[HORSE.at(2000, 1000)], &[HORSE.facing(180).at(2000, 1600)]);
        let field = field.attack(0, 1).replies(1, "counter").dice(&[1, 1]).loose().turn();
        for (id, end) in [(0, (2000, 1300)), (1, (2000, 1500))] {
            let moves = field.moves(id);
            let met = moves.iter().position(|at| *at == (2000, 1400));
            assert_eq!(met.and_then(|n| moves.get(n + 1)), Some(&end), "{moves:?}");
        }
    });
}

/// A defender names the band at which it fires before an assault (L3C-MOR-06).
#[test]
fn who_stands_names_his_band() {
    let foe = Stand { own: "morale = 12", ..FOE };
    let field = Field::new(&Book::new(), "", &[COLUMN.at(2000, 1000)], &[foe.at(2000, 1500)]);
    let field = field.attack(0, 1).replies(1, "fire").pick(Side::Red, "announced_band", "p2").loose().turn();
    assert_eq!(field.line("fire", 1, "GAP-B03"), -2);
}

/// A melee's winner is already in contact with the loser: the push of 1 UD, then 1 UD with it on foot (L3C-GAP-A16,
/// L3C-GAP-A56).
#[test]
fn who_pursues_after_a_melee_does_not_catch_up() {
    let strong = Stand { own: "morale = 12, status = \"elite\"", ..COLUMN };
    let foe = Stand { own: "morale = 12, status = \"militia\"", ..COLUMN.of("at-line").facing(180) };
    let field = Field::new(&Book::new(), "", &[strong.at(2000, 1000)], &[foe.at(2000, 1500)]);
    let field = field.attack(0, 1).replies(1, "stand").loose().turn();
    assert_eq!(field.marked(1, "case").first().map(String::as_str), Some("rout"));
    assert!(field.moves(0).contains(&(2000, 1700)), "{:?}", field.moves(0));
}

/// Two battalions against one: how an elite unit uses its status, and whether a victor pursues, is asked as in any
/// other melee (L3C-STA-01, L3C-GAP-A14).
#[test]
fn those_who_fight_together_are_asked_like_others() {
    let strong = Stand { own: "morale = 12", ..COLUMN };
    let foe = Stand { own: "morale = 9, status = \"elite\"", ..COLUMN.of("at-line").facing(180) };
    let fought = |raise: &'static str| {
        let blue = [strong.at(1950, 1000), strong.at(2050, 1000)];
        let field = Field::new(&Book::new(), "", &blue, &[foe.at(2000, 1400)]);
        let field = field.attack(0, 2).attack(1, 2).replies(2, "stand").pick(Side::Red, "raise", raise);
        field.pick(Side::Blue, "pursue", "no").pick(Side::Blue, "pursue", "no").loose().turn()
    };
    let (raised, not) = (fought("yes"), fought("no"));
    assert!(raised.was_asked_about("raise", game::UnitId(2)));
    let case = |field: &Field| field.marked(2, "case").first().cloned();
    assert_ne!(case(&raised), case(&not));
    assert!(not.was_asked_about("pursue", game::UnitId(0)) && not.was_asked_about("pursue", game::UnitId(1)));
    // There was no pursuit: all its losses are from the melee.
    assert_eq!(not.counted(2, "losses"), [2, 4]);
}

/// Two units that march on each other start alike and count the other as halted; equal ones each cover half of the rest
/// of the way (L3C-GAP-C43, L3C-GAP-A51).
#[test]
fn two_who_march_on_each_other_are_alike() {
    prove(&[r::L3C_GAP_C43, r::L3C_GAP_A51], |book: &Book| {
        let (blue, red) = (COLUMN.at(2000, 1000), COLUMN.facing(180).at(2000, 1600));
        let field = Field::new(book, "", &[blue], &[red]);
        let field = field.attack(0, 1).attack(1, 0).dice(&[3, 3]).loose().turn();
        assert!(field.was_asked_about("announced_gait", game::UnitId(1)) && !field.was_asked("answer"));
        let start = |id: u16| field.lines("morale", id, 0).into_iter().filter(|(rule, _)| rule != "MOR-11");
        assert_eq!(start(0).collect::<Vec<_>>(), start(1).collect::<Vec<_>>());
        for id in [0, 1] {
            assert!(field.moves(id).contains(&(2000, 1300)), "{id}: {:?}", field.moves(id));
        }
    });
}
