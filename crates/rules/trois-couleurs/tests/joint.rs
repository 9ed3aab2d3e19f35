//! One unit against several in one assault.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::resolve;
use game::Assistant;
use grognard_trois_couleurs::{Book, r, resolutions};
use rulebook::cases::Dice;
use rulebook::proof::prove;
use serde_json::{Value, json};

/// Columns against one line of twelve, each with its own morale; further settings of the line in the first pair.
fn columns(bases: &[i8], line: &Value) -> Value {
    let pair = |base: &i8| {
        json!({
            "width": 4, "defender_overlaps": 1,
            "attacker": { "figures": 12, "front": 4, "ranks": 3, "formation": "division_column", "base": base },
            "defender": line,
        })
    };
    json!({ "lone": "defender", "pairs": bases.iter().map(pair).collect::<Vec<_>>() })
}

/// A battalion in column against two or more others.
fn objectives(attacker: &Value, answers: &[&str], base: i8) -> Value {
    let pair = |answer: &&str| {
        json!({
            "width": 4, "answer": answer, "attacker": attacker,
            "defender": { "figures": 12, "front": 4, "ranks": 3, "formation": "division_column", "base": base, "first_fire": true },
        })
    };
    json!({ "lone": "attacker", "pairs": answers.iter().map(pair).collect::<Vec<_>>() })
}

#[test]
fn only_one_brigade_and_one_arm_attack_together() {
    prove(&[r::L3C_MAC_25], |book: &Book| {
        let refused = |situation: &Value| {
            resolutions(book.clone()).resolve("joint-assault", situation, &mut Dice::new(&[])).is_err()
        };
        let good = columns(&[5, 5], &json!({ "base": 5 }));
        assert!(!refused(&good));
        let mut other_brigade = good.clone();
        other_brigade["same_brigade"] = json!(false);
        assert!(refused(&other_brigade));
        let mut other_arm = good;
        other_arm["pairs"][1]["attacker"]["arm"] = json!("cavalry");
        assert!(refused(&other_arm));
    });
}

#[test]
fn two_who_go_for_each_other_fight_alone() {
    let mut situation = columns(&[5, 5], &json!({ "base": 5 }));
    situation["pairs"][1]["mutual"] = json!(true);
    let faults = resolutions(Book::new()).resolve("joint-assault", &situation, &mut Dice::new(&[])).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.place.as_str()).collect::<Vec<_>>(), ["pairs[1].mutual"]);
}

#[test]
fn odds_of_every_end_add_up() {
    let book = Book::new();
    let column = json!({ "figures": 12, "front": 4, "ranks": 3, "formation": "division_column", "base": 6 });
    for situation in [
        columns(&[2, 1], &json!({ "base": 5, "first_fire": true })),
        columns(&[2, 1, 0], &json!({ "base": 7, "first_fire": true })),
        objectives(&column, &["fire", "counter"], 4),
        objectives(&column, &["fire", "flee", "stand"], 4),
    ] {
        let rows = resolve(&book, "joint-assault", &situation, &[]).distribution;
        let sum: f64 = rows.iter().map(|row| row.chance.to_f64()).sum();
        assert!(rows.len() > 1 && (sum - 1.0).abs() < 1e-12, "{sum}");
    }
}

/// A line of twelve has only twelve figures to fire with, whatever the number of attackers.
#[test]
fn a_line_shares_out_its_fire() {
    prove(&[r::L3C_FEU_03], |book: &Book| {
        let situation = columns(&[8, 8, 8], &json!({ "base": 19, "first_fire": true }));
        let end = resolve(book, "joint-assault", &situation, &[3, 3, 3, 3]).outcome;
        let lost: Vec<u64> = (0..3).map(|at| end["others"][at]["steps"].as_u64().unwrap()).collect();
        assert!(lost[0] == lost[1] && lost[2] < lost[0], "{end:?}");
    });
}

/// The single unit adds up all its fights; each of the others has only its own.
#[test]
fn the_lone_unit_adds_everything_up() {
    prove(&[r::L3C_CAC_13], |book: &Book| {
        let mut situation = columns(&[7, 7], &json!({ "base": 12, "status": "elite" }));
        for (at, limit) in [(0, "quick"), (1, "ordinary")] {
            situation["pairs"][at]["answer"] = json!("stand");
            situation["pairs"][at]["attacker"]["gait_limit"] = json!(limit);
        }
        let end = resolve(book, "joint-assault", &situation, &[3, 3, 3]).outcome;
        assert_eq!(end["others"][0]["outcome"], json!("attacker"), "{end:?}");
        assert_eq!(end["others"][1]["outcome"], json!("defender"), "{end:?}");
        // Three behind in one, one ahead in the other: retreat, raised by one case.
        assert_eq!(end["lone"]["case"], json!("fall_back"), "{end:?}");
    });
}

/// Fires of several objectives add up on the attacker; the fastest attacker weighs on the defender.
#[test]
fn what_adds_up_and_what_does_not() {
    prove(&[r::L3C_GAP_A99], |book: &Book| {
        let column = json!({ "figures": 12, "front": 4, "ranks": 3, "formation": "division_column", "base": 9 });
        let end = resolve(book, "joint-assault", &objectives(&column, &["fire", "fire"], 9), &[3, 3, 3]).outcome;
        assert_eq!(end["others"][0]["outcome"], json!("stopped_by_fire"), "{end:?}");
    });
    prove(&[r::L3C_MOR_95], |book: &Book| {
        let horse =
            json!({ "arm": "cavalry", "figures": 4, "front": 4, "cavalry_type": 2, "base": 3, "weapon": "none" });
        let end = resolve(book, "joint-assault", &objectives(&horse, &["stand", "stand"], 2), &[3]).outcome;
        assert_eq!(end["lone"]["case"], json!("stand"), "two formed fronts are too much: {end:?}");
    });
}
