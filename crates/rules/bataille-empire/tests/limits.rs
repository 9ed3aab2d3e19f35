//! What cannot be is refused where it stands, and what can be is counted.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Assistant, Resolution};
use grognard_bataille_empire::{Book, Losses, resolutions};
use rulebook::cases::Dice;
use serde_json::{Value, json};

/// The places blamed in a situation.
fn blamed(test: &str, situation: &Value) -> Vec<String> {
    let faults = resolutions(Book::new()).resolve(test, situation, &mut Dice::new(&[])).err().unwrap_or_default();
    faults.into_iter().map(|fault| fault.place).collect()
}

/// The odds of a situation, before any die.
fn odds(test: &str, situation: &Value) -> Resolution {
    resolutions(Book::new()).resolve(test, situation, &mut Dice::new(&[])).unwrap()
}

#[test]
fn what_contradicts_itself_is_refused() {
    let drill = |unit: Value, to: &str| json!({ "unit": unit, "change_to": to });
    let fire = |shooter: Value, kind: &str| json!({ "shooter": shooter, "target": {}, "distance": 2, "kind": kind });
    let guns = json!({ "arm": "artillery", "formation": "deployed" });
    for (test, situation, place) in [
        // Nobody has lost more than it can take.
        ("morale", json!({ "unit": { "losses": 99 } }), "unit.losses"),
        ("shock", json!({ "attacker": { "losses": 12 } }), "attacker.losses"),
        ("charge", json!({ "attacker": { "losses": 12 }, "distance": 3 }), "attacker.losses"),
        ("fire", json!({ "shooter": { "losses": 12 }, "target": {}, "distance": 2 }), "shooter.losses"),
        ("fire", json!({ "shooter": {}, "target": { "losses": 12 }, "distance": 2 }), "target.losses"),
        ("morale", json!({ "unit": { "morale": -3 } }), "unit.morale"),
        // Formations that it cannot take (BE-GAP-31).
        ("manoeuvre-test", drill(json!({ "arm": "cavalry" }), "hollow_square"), "change_to"),
        ("manoeuvre-test", drill(json!({ "class": "c", "formation": "line" }), "hollow_square"), "change_to"),
        ("manoeuvre-test", drill(json!({ "formation": "column" }), "limbered"), "change_to"),
        ("manoeuvre-test", drill(json!({ "formation": "solid_square" }), "solid_square"), "change_to"),
        (
            "manoeuvre-test",
            drill(json!({ "arm": "artillery", "formation": "limbered", "marker": true }), "deployed"),
            "change_to",
        ),
        // A marked unit only returns fire (BE-MA-05); shrapnel needs the ability (BE-TIR-13).
        ("fire", fire(json!({ "marker": true }), "first"), "shooter.marker"),
        ("fire", fire(json!({ "marker": true }), "opportunity"), "shooter.marker"),
        ("fire", json!({ "shooter": guns, "target": {}, "distance": 8, "shot": "shrapnel" }), "shot"),
        ("fire", json!({ "shooter": {}, "target": {} }), "distance"),
        ("charge", json!({ "attacker": {}, "defender": {} }), "distance"),
    ] {
        assert_eq!(blamed(test, &situation), [place], "{test} {situation}");
    }
}

#[test]
fn a_fire_that_cannot_be_says_why_and_throws_nothing() {
    let horse = json!({ "shooter": { "arm": "cavalry" }, "target": {}, "distance": 2 });
    let resolution = odds("fire", &horse);
    assert_eq!((&resolution.outcome["by"], resolution.dice.len()), (&json!("BE-POR-07"), 0));
}

#[test]
fn a_winner_who_is_worn_out_pursues_nobody() {
    let worn = json!({ "arm": "cavalry", "morale": 6, "weight": "light", "losses": 2.5 });
    let charge = json!({ "attacker": worn, "defender": { "morale": 6 }, "distance": 3, "reach": 12, "reply": "stand" });
    let resolution = odds("charge", &charge);
    // Half a loss to win costs it its last (BE-GAP-96): whom it beats it does not catch.
    let wins = resolution.distribution.iter().filter(|row| row.outcome["outcome"] == "attacker");
    let ends: Vec<_> = wins.map(|row| (&row.outcome["attacker_lost"], &row.outcome["defender_lost"])).collect();
    assert!(!ends.is_empty() && ends.iter().all(|end| *end == (&json!(true), &json!(false))), "{ends:?}");
    assert_eq!(resolution.outcome["chance_lost"]["p"], "0");
}

#[test]
fn skirmishers_who_alone_support_are_seen_though_they_add_nothing() {
    let support = json!({ "skirmishers": 1 });
    let fire = json!({ "shooter": {}, "target": {}, "distance": 2, "supports": support });
    let shock = json!({ "attacker": { "supports": support }, "defender": {} });
    for (test, situation, rule) in [("fire", fire, "BE-TIR-18"), ("shock", shock, "BE-CHO-31")] {
        let lines = odds(test, &situation).breakdown;
        assert!(lines.iter().any(|line| line.line.rule.as_str() == rule), "{test}: {lines:?}");
    }
}

#[test]
fn losses_are_numbers_whole_or_not() {
    for (halves, written) in [(0, "0"), (1, "0.5"), (2, "1"), (5, "2.5")] {
        assert_eq!(serde_json::to_string(&Losses::halves(halves)).unwrap(), written);
        assert_eq!(serde_json::from_str::<Losses>(written).unwrap(), Losses::halves(halves));
    }
    for wrong in ["\"1/2\"", "0.3", "-1", "1000"] {
        assert!(serde_json::from_str::<Losses>(wrong).is_err(), "{wrong}");
    }
}
