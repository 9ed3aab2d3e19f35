//! Checks of the tests of every embedded ruleset: a form requires what must be given, and a figure has one notation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::FaultReason;
use rulebook::cases::Dice;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn what_a_form_requires_is_refused_if_it_is_missing() {
    for ruleset in grognard_shipped::all() {
        let assistant = ruleset.assistant();
        let mut tried = 0;
        for card in assistant.tests() {
            let (schema, example) = (assistant.schema(card.name).unwrap(), assistant.example(card.name).unwrap());
            for field in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
                let field = field.as_str().unwrap();
                let mut situation = example.clone();
                situation.as_object_mut().unwrap().remove(field);
                let faults = assistant.resolve(card.name, &situation, &mut Dice::new(&[])).err().unwrap_or_default();
                // Where a whole part is missing, its required values are.
                let within =
                    |fault: &game::Fault| fault.place.strip_prefix(field).is_some_and(|rest| rest.starts_with('.'));
                let missing = |fault: &game::Fault| match &fault.reason {
                    FaultReason::Missing(name) => name == field || within(fault),
                    _ => false,
                };
                assert!(faults.iter().any(missing), "{} {}: {field}: {faults:?}", ruleset.id(), card.name);
                tried += 1;
            }
        }
        assert!(tried > 0, "{}: {tried}", ruleset.id());
    }
}

/// The names of a value's parts, each with the kind of its content; a number is one kind, whole or not.
fn kinds(name: &str, value: &Value, found: &mut BTreeMap<String, BTreeSet<&'static str>>) {
    let kind = match value {
        Value::Null => return,
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(parts) => return parts.iter().for_each(|part| kinds(name, part, found)),
        Value::Object(parts) => return parts.iter().for_each(|(name, part)| kinds(name, part, found)),
    };
    found.entry(name.to_owned()).or_default().insert(kind);
}

#[test]
fn a_figure_of_an_outcome_has_one_kind_however_it_comes_out() {
    for ruleset in grognard_shipped::all() {
        let assistant = ruleset.assistant();
        for card in assistant.tests() {
            let example = assistant.example(card.name).unwrap();
            let resolution = assistant.resolve(card.name, &example, &mut Dice::new(&[])).unwrap();
            let mut found = BTreeMap::new();
            let columns = resolution.columns.iter().flat_map(|column| &column.distribution);
            let rows = resolution.distribution.iter().chain(columns).map(|row| &row.outcome);
            for outcome in rows.chain([&resolution.outcome]) {
                kinds("", &Value::Object(outcome.clone()), &mut found);
            }
            for (name, kinds) in found {
                assert_eq!(kinds.len(), 1, "{} {}: {name} is {kinds:?}", ruleset.id(), card.name);
            }
            let written = serde_json::to_value(&resolution).unwrap();
            assert!(written["total"].is_null() || written["total"].is_string(), "{} {}", ruleset.id(), card.name);
        }
    }
}

/// A place in the situation of a test, and its new value; `None`: it is left out.
type Change = (&'static str, Option<Value>);

/// The ruleset, the test, the changes of its example, and the place of the fault.
type Contradiction = (&'static str, &'static str, Vec<Change>, &'static str);

/// Contradictions under any rules, by kind.
fn contradictions() -> [(&'static str, Vec<Contradiction>); 4] {
    let both = |place: [&'static str; 2], value: &Value| place.map(|place| (place, Some(value.clone()))).to_vec();
    let yes = json!(true);
    [
        (
            "more losses than a unit can take",
            vec![
                (
                    "marie-louise",
                    "charge",
                    vec![("/attacker/elements", Some(json!(4))), ("/attacker/elements_lost", Some(json!(3)))],
                    "attacker.elements_lost",
                ),
                ("bataille-empire", "charge", vec![("/attacker/losses", Some(json!(6)))], "attacker.losses"),
                ("bataille-empire", "morale", vec![("/unit/losses", Some(json!(6)))], "unit.losses"),
                ("trois-couleurs", "assault", vec![("/attacker/steps_lost", Some(json!(179)))], "attacker.steps_lost"),
                ("aigles", "whole-charge", vec![("/charger/losses", Some(json!(540)))], "charger.losses"),
            ],
        ),
        (
            "both sides lower, or both higher",
            vec![
                ("marie-louise", "impact", both(["/attacker/lower", "/defender/lower"], &yes), "defender.lower"),
                ("marie-louise", "charge", both(["/attacker/lower", "/defender/lower"], &yes), "defender.lower"),
                ("bataille-empire", "shock", both(["/attacker/height", "/defender/height"], &yes), "defender.height"),
                ("bataille-empire", "charge", both(["/attacker/height", "/defender/height"], &yes), "defender.height"),
                ("trois-couleurs", "melee", both(["/attacker/higher", "/defender/higher"], &yes), "defender.higher"),
                (
                    "trois-couleurs",
                    "assault",
                    both(["/attacker/nerve/ground/height", "/defender/nerve/ground/height"], &json!("lower")),
                    "defender.nerve.ground.height",
                ),
                ("aigles", "melee", both(["/attacker/higher", "/defender/higher"], &yes), "defender.higher"),
                ("aigles", "whole-charge", both(["/charger/higher", "/target/higher"], &yes), "target.higher"),
            ],
        ),
        (
            "a charge under an order, an attitude or a case that forbids it",
            vec![
                ("marie-louise", "charge", vec![("/attacker/order", Some(json!("hold")))], "attacker.order"),
                ("bataille-empire", "charge", vec![("/attacker/order", Some(json!("withdraw")))], "attacker.order"),
                ("bataille-empire", "charge", vec![("/attacker/order", Some(json!("manoeuvre")))], "attacker.order"),
                ("trois-couleurs", "assault", vec![("/attacker/case", Some(json!("retreat")))], "attacker.case"),
                ("aigles", "whole-charge", vec![("/charger/attitude", Some(json!("hold")))], "charger.attitude"),
            ],
        ),
        (
            "a distance that nobody has said",
            vec![
                ("marie-louise", "infantry-fire", vec![("/distance", None)], "distance"),
                ("marie-louise", "charge", vec![("/distance", None)], "distance"),
                ("bataille-empire", "fire", vec![("/distance", None)], "distance"),
                ("bataille-empire", "charge", vec![("/distance", None)], "distance"),
                ("trois-couleurs", "fire", vec![("/distance", None)], "distance"),
                ("trois-couleurs", "assault", vec![("/distance", None)], "distance"),
                ("aigles", "small-arms-fire", vec![("/volley/distance", None)], "volley.distance"),
                ("aigles", "whole-charge", vec![("/distance", None)], "distance"),
            ],
        ),
    ]
}

#[test]
fn what_contradicts_itself_is_refused_under_every_ruleset() {
    let mut wrong = Vec::new();
    let kinds = contradictions();
    for (kind, rows) in &kinds {
        for ruleset in grognard_shipped::all() {
            assert!(rows.iter().any(|row| row.0 == ruleset.id()), "{kind}: nothing of {}", ruleset.id());
        }
    }
    for (ruleset, test, changes, place) in kinds.into_iter().flat_map(|(_, rows)| rows) {
        let assistant = grognard_shipped::find(ruleset).unwrap().assistant();
        let mut situation = assistant.example(test).unwrap_or_else(|| panic!("{ruleset} has no {test}"));
        assert!(assistant.resolve(test, &situation, &mut Dice::new(&[])).is_ok(), "{ruleset} {test}");
        for (at, value) in changes {
            let (of, name) = at.rsplit_once('/').unwrap();
            let of = situation.pointer_mut(of).and_then(Value::as_object_mut).unwrap_or_else(|| panic!("{test}: {at}"));
            match value {
                Some(value) => of.insert(name.to_owned(), value),
                None => of.remove(name),
            };
        }
        let faults = assistant.resolve(test, &situation, &mut Dice::new(&[])).err().unwrap_or_default();
        if !faults.iter().all(|fault| fault.place == place) || faults.is_empty() {
            wrong.push(format!("{ruleset} {test} {place}: {faults:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A distance is never guessed: a form that begins with a distance asks for it.
#[test]
fn a_distance_is_asked_for() {
    let mut wrong = Vec::new();
    for ruleset in grognard_shipped::all() {
        let assistant = ruleset.assistant();
        for card in assistant.tests() {
            let (schema, mut situation) = (assistant.schema(card.name).unwrap(), assistant.example(card.name).unwrap());
            let said = situation.get("distance").is_some_and(|distance| !distance.is_null());
            // It may be left out only where that is an answer of its own: nothing, or not to move at all.
            let optional = schema["properties"]["distance"]["type"].is_array() || card.name == "detaching";
            // A charge is met whatever its length (BE-REA-01).
            if card.name == "reactions" {
                situation["to"] = json!("movement");
            }
            if !said || optional {
                continue;
            }
            situation.as_object_mut().unwrap().remove("distance");
            let faults = assistant.resolve(card.name, &situation, &mut Dice::new(&[])).err().unwrap_or_default();
            let missing = |fault: &game::Fault| fault.reason == FaultReason::Missing("distance".to_owned());
            if !faults.iter().any(missing) {
                wrong.push(format!("{} {}: {faults:?}", ruleset.id(), card.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
