//! The bounds of numbers in a form's schema are those that its check accepts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::Assistant;
use grognard_trois_couleurs::{Book, resolutions};
use rulebook::cases::Dice;
use serde_json::{Map, Value, json};

/// The bounds of the types themselves.
const WHOLE: [i64; 4] = [-128, 127, 255, 65535];
/// Bounded by another number of the same form.
const BY_ANOTHER: &str = "steps_lost";

/// A number of a form: its path, and the limits of its schema.
struct Number {
    path: Vec<String>,
    least: Option<i64>,
    most: Option<i64>,
}

fn referred<'a>(whole: &'a Value, mut schema: &'a Value) -> &'a Value {
    loop {
        let next = match (schema.get("$ref"), schema.get("anyOf"), schema.get("allOf")) {
            (Some(name), ..) => {
                let name = name.as_str().unwrap().rsplit('/').next().unwrap();
                whole.get("$defs").and_then(|defs| defs.get(name)).expect("a definition")
            }
            (_, Some(Value::Array(any)), _) => {
                any.iter().find(|one| one.get("type") != Some(&Value::from("null"))).expect("something")
            }
            (_, _, Some(Value::Array(all))) => &all[0],
            _ => return schema,
        };
        schema = next;
    }
}

fn numbers(whole: &Value, schema: &Value, path: &[String], found: &mut Vec<Number>) {
    let limits = schema;
    let schema = referred(whole, schema);
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        for (name, inner) in properties {
            let path: Vec<String> = path.iter().cloned().chain([name.clone()]).collect();
            numbers(whole, inner, &path, found);
        }
        return;
    }
    let of = |name: &str| limits.get(name).or_else(|| schema.get(name)).and_then(Value::as_i64);
    let integer = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|t| t == "integer"),
        Some(one) => one == "integer",
        None => false,
    };
    if integer {
        found.push(Number { path: path.to_vec(), least: of("minimum"), most: of("maximum") });
    }
}

fn put(situation: &mut Value, path: &[String], value: i64) {
    let (name, inner) = path.split_first().unwrap();
    let map = situation.as_object_mut().expect("an object");
    if inner.is_empty() {
        map.insert(name.clone(), Value::from(value));
    } else {
        let next = map.entry(name.clone()).or_insert_with(|| Value::Object(Map::new()));
        if next.is_null() {
            *next = Value::Object(Map::new());
        }
        put(next, inner, value);
    }
}

/// Whether a form with this number is refused because of it.
fn refused(assistant: &dyn Assistant, test: &str, number: &Number, value: i64) -> bool {
    let mut situation = assistant.example(test).expect("an example");
    put(&mut situation, &number.path, value);
    let place = number.path.join(".");
    match assistant.resolve(test, &situation, &mut Dice::new(&[])) {
        Ok(_) => false,
        Err(faults) => {
            faults.iter().any(|fault| fault.place == place && matches!(fault.reason, game::FaultReason::Between { .. }))
        }
    }
}

#[test]
fn a_form_says_of_its_numbers_what_its_check_lets_through() {
    let assistant = resolutions(Book::new());
    let mut wrong = Vec::new();
    for card in assistant.tests() {
        let test = card.name.to_string();
        let schema = assistant.schema(&test).expect("a schema");
        let mut all = Vec::new();
        numbers(&schema, &schema, &[], &mut all);
        for number in all.iter().filter(|number| number.path.last().is_none_or(|name| name != BY_ANOTHER)) {
            let place = format!("{test} {}", number.path.join("."));
            for (limit, beyond) in [(number.least, -1), (number.most, 1)] {
                if let Some(limit) = limit {
                    // Values outside the type's own bounds cannot be typed in at all.
                    let typed = limit == 0 && beyond < 0 || WHOLE.contains(&limit);
                    if !typed && !refused(&assistant, &test, number, limit + beyond) {
                        wrong.push(format!("{place}: {} is let through", limit + beyond));
                    }
                    if refused(&assistant, &test, number, limit) {
                        wrong.push(format!("{place}: {limit} is refused"));
                    }
                }
            }
            if number.most.is_none_or(|most| WHOLE.contains(&most)) && refused(&assistant, &test, number, 100) {
                wrong.push(format!("{place}: no limit is told"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Situations that the text contradicts are refused at the faulty place.
#[test]
fn situations_that_cannot_be_are_refused() {
    let assistant = resolutions(Book::new());
    for (test, situation, place) in [
        ("losses", json!({ "front": 3, "ranks": 4, "steps_before": 30, "steps": 10 }), "steps"),
        ("percent", json!({ "steps": 3, "figures": 12, "guns": 4 }), "guns"),
        ("percent", json!({ "steps": 40, "figures": 12 }), "steps"),
        ("strength", json!({ "figures": 0 }), "figures"),
        ("fire", json!({ "distance": 2, "target": { "front": 0 } }), "target.front"),
        ("melee", json!({ "attacker": { "front": 4, "figures": 2 }, "defender": { "front": 4 } }), "attacker.front"),
        ("melee", json!({ "attacker": { "front": 4 }, "defender": { "front": 4 }, "width": 12 }), "width"),
        (
            "melee",
            json!({ "attacker": { "front": 4 }, "defender": { "front": 6 }, "width": 4, "attacker_overlaps": 1 }),
            "attacker_overlaps",
        ),
        (
            "melee-figures",
            json!({ "attacker": { "front": 4 }, "defender": { "front": 4 }, "width": 2, "attacker_overlaps": 2, "defender_overlaps": 2 }),
            "defender_overlaps",
        ),
        (
            "assault",
            json!({ "distance": 3, "width": 6, "attacker_overlaps": 2, "defender_overlaps": 1 }),
            "defender_overlaps",
        ),
        ("morale", json!({ "purpose": "assault", "tester": { "state": "disordered" } }), "tester.state"),
        (
            "morale",
            json!({ "purpose": "assault", "tester": { "arm": "artillery", "formation": "deployed" } }),
            "purpose",
        ),
        ("morale", json!({ "out_of_command": true, "general": { "bonus": 1 } }), "out_of_command"),
        ("morale", json!({ "purpose": "other", "tester": { "status": "elite" }, "raise": 2 }), "raise"),
        ("morale", json!({ "year": 1 }), "year"),
    ] {
        let faults = assistant.resolve(test, &situation, &mut Dice::new(&[])).err().unwrap_or_default();
        assert!(faults.iter().any(|fault| fault.place == place), "{test} {situation}: {faults:?}");
    }
    // Numbers within their limits pass.
    for (test, situation) in [
        ("losses", json!({ "front": 3, "ranks": 4, "steps_before": 26, "steps": 10 })),
        ("percent", json!({ "steps": 36, "figures": 12 })),
        ("morale", json!({ "out_of_command": true, "general": { "bonus": 1, "distance": 5 } })),
    ] {
        assert!(assistant.resolve(test, &situation, &mut Dice::new(&[])).is_ok(), "{test} {situation}");
    }
}
