//! Impossible values are refused at their place; possible ones are computed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Assistant, Handed, Next, Resolution, Term};
use grognard_bataille_empire::{Book, Losses, r, resolutions};
use rulebook::cases::Dice;
use rulebook::proof::prove;
use serde_json::{Value, json};

/// The places of the faults in a situation.
fn blamed(test: &str, situation: &Value) -> Vec<String> {
    let faults = resolutions(Book::new()).resolve(test, situation, &mut Dice::new(&[])).err().unwrap_or_default();
    faults.into_iter().map(|fault| fault.place).collect()
}

/// The odds of a situation, without dice.
fn odds(test: &str, situation: &Value) -> Resolution {
    resolutions(Book::new()).resolve(test, situation, &mut Dice::new(&[])).unwrap()
}

#[test]
fn what_contradicts_itself_is_refused() {
    let drill = |unit: Value, to: &str| json!({ "unit": unit, "change_to": to });
    let fire = |shooter: Value, kind: &str| json!({ "shooter": shooter, "target": {}, "distance": 2, "kind": kind });
    let guns = json!({ "arm": "artillery", "formation": "deployed" });
    for (test, situation, place) in [
        // A unit cannot have lost more than it can take.
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
        // A marked unit may only return fire (BE-MA-05); shrapnel needs the ability (BE-TIR-13).
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
fn no_unit_has_what_its_arm_does_not_have() {
    for (test, situation, place) in [
        ("budget", json!({ "abilities": ["lance"] }), "abilities"),
        ("budget", json!({ "arm": "cavalry", "abilities": ["horse"] }), "abilities"),
        ("budget", json!({ "arm": "artillery", "abilities": ["carbine"] }), "abilities"),
        ("budget", json!({ "abilities": ["good_shot", "poor_shot"] }), "abilities"),
        ("budget", json!({ "arm": "cavalry", "ft": 1 }), "ft"),
        ("duel", json!({ "active": { "morale": 7 } }), "active.morale"),
        ("duty", json!({ "order": "engage", "units": [{ "cavalry": true, "did": "volley" }] }), "units[0].did"),
    ] {
        assert_eq!(blamed(test, &situation), [place], "{test} {situation}");
    }
}

#[test]
fn a_shock_that_cannot_be_is_refused() {
    let shock = |attacker: Value, defender: Value| json!({ "attacker": attacker, "defender": defender });
    let met = |attacker: Value| json!({ "attacker": attacker, "defender": {}, "reply": "counter_charge" });
    let horse = |order: &str| json!({ "arm": "cavalry", "order": order });
    let secure = json!({ "secure_flanks": 2, "threatened": 2 });
    for (situation, place) in [
        // An order that forbids the charge (BE-ORD-03, BE-ORD-06, BE-ORD-11), a marker (BE-MA-05).
        (shock(horse("withdraw"), json!({})), "attacker.order"),
        (shock(horse("manoeuvre"), json!({})), "attacker.order"),
        (shock(json!({ "order": "engage" }), json!({})), "attacker.order"),
        (shock(json!({ "order": "attack", "marker": true }), json!({})), "attacker.marker"),
        // Charges that cannot be counter-charged (BE-GAP-40, BE-GAP-91, BE-GAP-47).
        (met(json!({ "opportunity": true })), "reply"),
        (met(json!({ "pursuit": true })), "reply"),
        (met(json!({ "flank_attack": true })), "reply"),
        (shock(json!({ "opportunity": true, "pursuit": true }), json!({})), "attacker.pursuit"),
        (shock(json!({ "bank": true }), json!({})), "attacker.bank"),
        (shock(json!({}), secure), "defender.secure_flanks"),
        // Only starred cells penalise (BE-MVT-03): none for guns, squares, skirmishers or light infantry.
        (
            shock(json!({}), json!({ "arm": "artillery", "formation": "deployed", "penalised": true })),
            "defender.penalised",
        ),
        (shock(json!({}), json!({ "abilities": ["light"], "penalised": true })), "defender.penalised"),
    ] {
        assert_eq!(blamed("shock", &situation), [place], "{situation}");
    }
    for allowed in [
        shock(json!({ "arm": "cavalry", "order": "withdraw", "opportunity": true }), json!({})),
        shock(json!({ "order": "engage" }), json!({ "disorder": true })),
        shock(json!({ "arm": "cavalry", "penalised": true }), json!({ "penalised": true })),
    ] {
        assert!(blamed("shock", &allowed).is_empty(), "{allowed}");
    }
}

#[test]
fn a_group_is_of_one_arm_and_of_four_at_most() {
    let foot = json!({ "formation": "column" });
    let horse = json!({ "arm": "cavalry", "formation": "column" });
    let guns = json!({ "arm": "artillery", "formation": "limbered" });
    for test in ["operational", "extra-move"] {
        assert_eq!(blamed(test, &json!({ "units": [foot, horse] })), ["units"]);
        assert_eq!(blamed(test, &json!({ "units": [foot, foot, foot, foot, foot] })), ["units"]);
        assert_eq!(blamed(test, &json!({})), ["units"]);
        assert!(blamed(test, &json!({ "units": [guns, foot, guns, foot] })).is_empty());
    }
}

#[test]
fn what_must_be_said_is_required_by_the_form_too() {
    let assistant = resolutions(Book::new());
    let required = |test: &str| assistant.schema(test).unwrap()["required"].clone();
    assert_eq!(required("fire-morale"), json!(["fire"]));
    let form = assistant.schema("fire-morale").unwrap();
    assert_eq!(form["properties"]["fire"]["required"], json!(["distance"]));
    assert_eq!(blamed("fire-morale", &json!({})), ["fire.distance"]);
    // For each enemy of a list.
    let form = assistant.schema("fire-target").unwrap();
    assert_eq!(form["properties"]["enemies"]["items"]["required"], json!(["distance"]));
    assert_eq!(blamed("fire-target", &json!({ "enemies": [{ "distance": 1 }, {}] })), ["enemies[1].distance"]);
    // Unless a charge is met, at any distance.
    let unsaid = json!({ "required": ["to"], "properties": { "to": { "enum": ["charge"] } } });
    let either = json!([{ "anyOf": [{ "required": ["distance"] }, unsaid] }]);
    assert_eq!(assistant.schema("reactions").unwrap()["allOf"], either);
    assert_eq!(blamed("reactions", &json!({})), ["distance"]);
    assert!(blamed("reactions", &json!({ "to": "charge" })).is_empty());
}

#[test]
fn what_may_not_be_done_is_said_with_its_rule() {
    let by = |test: &str, situation: &Value| odds(test, situation).outcome["by"].clone();
    let marked = json!({ "marker": true });
    assert_eq!(by("movement", &json!({ "unit": marked, "charge": true })), "BE-MA-05");
    assert_eq!(by("movement", &json!({ "unit": { "formation": "garrison" } })), "BE-GAP-24");
    assert_eq!(by("price", &json!({ "unit": {}, "act": "rally_loss" })), "BE-RAL-04");
    assert_eq!(by("price", &json!({ "unit": marked, "act": "rally_disorder" })), "BE-MA-06");
    assert_eq!(by("price", &json!({ "unit": { "arm": "cavalry" }, "act": "garrison" })), "BE-GAP-24");
    // A winner that does not pursue catches nobody (BE-POU-02).
    let village = json!({ "pursuer": "cavalry", "flight": 6, "place": "village" });
    assert_eq!(odds("pursuit", &village).outcome["caught"], false);
    // A marked unit falls back without firing (BE-MA-05).
    let skirmishers = |marker: bool| json!({ "unit": { "formation": "skirmish", "marker": marker }, "distance": 1 });
    assert_eq!(
        [false, true].map(|marker| odds("fall-back", &skirmishers(marker)).outcome["fires"] == true),
        [true, false]
    );
}

#[test]
fn a_failed_test_makes_each_give_way_in_its_manner() {
    let gone = |unit: Value| {
        let outcome = odds("give-way", &json!({ "unit": unit, "cause": "morale" })).outcome;
        (outcome["how"].clone(), outcome["goes"].clone(), outcome["formation"].clone())
    };
    for (unit, how, goes, formation) in [
        (json!({}), "retreat", 2, "line"),
        // Skirmishers and guns flee (BE-MOR-05), so does a unit in Disorder (BE-MOR-04), and a garrison stays
        // (BE-MOR-03).
        (json!({ "formation": "skirmish" }), "flight", 6, "skirmish"),
        (json!({ "arm": "artillery", "formation": "deployed" }), "flight", 6, "limbered"),
        (json!({ "arm": "cavalry", "disorder": true }), "flight", 10, "line"),
        (json!({ "formation": "garrison" }), "retreat", 0, "garrison"),
    ] {
        assert_eq!(gone(unit.clone()), (json!(how), json!(goes), json!(formation)), "{unit}");
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
    // Winning costs half a loss, which is its last (BE-GAP-96): it does not catch the loser.
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

#[test]
fn cavalry_may_be_called_off_once_the_reaction_is_known() {
    prove(&[r::BE_CHA_08], |book: &Book| {
        let asked = |arm: &str| {
            let charge = json!({ "attacker": { "arm": arm }, "defender": {}, "distance": 3 });
            let stand = [Handed::Choice(Term::of("stand"))];
            let followed = resolutions(book.clone()).follow("charge", &charge, &stand).expect("it stands");
            matches!(followed.next, Some(Next::Choose { kind, .. }) if kind == "call_off")
        };
        assert_eq!((asked("cavalry"), asked("infantry")), (true, false));
    });
}
