//! What holds of the tests of every ruleset that ships: a form says what must be said, and a figure is written one way.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::FaultReason;
use rulebook::cases::Dice;
use serde_json::Value;
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
                let missing = |fault: &game::Fault| fault.reason == FaultReason::Missing(field.to_owned());
                assert!(faults.iter().any(missing), "{} {}: {field}: {faults:?}", ruleset.id(), card.name);
                tried += 1;
            }
        }
        assert!(tried > 0, "{}: {tried}", ruleset.id());
    }
}

/// The names of a value's parts, each with the kind of what it holds; a number is one, whole or not.
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
