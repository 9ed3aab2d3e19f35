//! The limits of numbers in a form are those of its check, for every test of every embedded ruleset.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Assistant, Exact, Fault, FaultReason};
use rulebook::cases::Dice;
use serde_json::{Map, Value, json};

/// A step of the path to a number.
#[derive(Clone, PartialEq, Debug)]
enum Step {
    Field(String),
    /// The first element of a list.
    First,
}

/// A number of a form, with its limits in the form.
struct Number {
    way: Vec<Step>,
    least: Option<f64>,
    most: Option<f64>,
    /// The next number after one.
    unit: f64,
}

impl Number {
    /// The place as a fault names it.
    fn place(&self) -> String {
        let mut place = String::new();
        for step in &self.way {
            match step {
                Step::Field(name) if place.is_empty() => place.push_str(name),
                Step::Field(name) => place = format!("{place}.{name}"),
                Step::First => place.push_str("[0]"),
            }
        }
        place
    }
}

/// Every number of a form.
fn numbers(root: &Value, form: &Value, way: &[Step], limits: (Option<f64>, Option<f64>), found: &mut Vec<Number>) {
    let of = |name: &str| form.get(name).and_then(Value::as_f64);
    let tighter = |a: Option<f64>, b: Option<f64>, pick: fn(f64, f64) -> f64| match (a, b) {
        (Some(a), Some(b)) => Some(pick(a, b)),
        (a, b) => a.or(b),
    };
    let limits = (tighter(limits.0, of("minimum"), f64::max), tighter(limits.1, of("maximum"), f64::min));
    if let Some(name) = form.get("$ref").and_then(Value::as_str) {
        numbers(root, root.pointer(name.trim_start_matches('#')).unwrap(), way, limits, found);
    }
    for either in ["anyOf", "oneOf", "allOf"] {
        for part in form.get(either).and_then(Value::as_array).into_iter().flatten() {
            numbers(root, part, way, limits, found);
        }
    }
    for (name, inner) in form.get("properties").and_then(Value::as_object).into_iter().flatten() {
        numbers(root, inner, &[way, &[Step::Field(name.clone())]].concat(), (None, None), found);
    }
    if let Some(items) = form.get("items") {
        numbers(root, items, &[way, &[Step::First]].concat(), (None, None), found);
    }
    let is = |kind: &str| match form.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
        Some(one) => one == kind,
        None => false,
    };
    if is("integer") || is("number") {
        let unit = if is("integer") { 1.0 } else { of("multipleOf").unwrap_or(0.1) };
        found.push(Number { way: way.to_vec(), least: limits.0, most: limits.1, unit });
    }
}

/// The value at a place; it is created if absent.
fn at<'a>(situation: &'a mut Value, way: &[Step]) -> &'a mut Value {
    way.iter().fold(situation, |value, step| match step {
        Step::Field(name) => {
            if !value.is_object() {
                *value = Value::Object(Map::new());
            }
            value.as_object_mut().unwrap().entry(name).or_insert(Value::Null)
        }
        Step::First => {
            if value.as_array().is_none_or(Vec::is_empty) {
                *value = json!([{}]);
            }
            &mut value[0]
        }
    })
}

#[allow(clippy::cast_possible_truncation)]
fn written(number: f64) -> Value {
    if number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
}

/// The limits in the refusal of a situation at a place.
fn told(assistant: &dyn Assistant, test: &str, situation: &Value, place: &str) -> Option<(f64, f64)> {
    let faults = assistant.resolve(test, situation, &mut Dice::new(&[])).err().unwrap_or_default();
    let figure = |exact: &Exact| exact.num as f64 / exact.den as f64;
    faults.iter().find_map(|fault: &Fault| match &fault.reason {
        FaultReason::Between { least, most, .. } if fault.place == place => Some((figure(least), figure(most))),
        _ => None,
    })
}

/// The values that a field of a form may have: words, yes and no, numbers at their limits.
fn values(root: &Value, form: &Value) -> Vec<Value> {
    let mut found: Vec<Value> = form.get("enum").and_then(Value::as_array).cloned().unwrap_or_default();
    found.extend(form.get("const").cloned());
    found.extend(["minimum", "maximum"].iter().filter_map(|name| form.get(*name).cloned()));
    if form.get("type") == Some(&json!("boolean")) {
        found.extend([json!(true), json!(false)]);
    }
    if let Some(name) = form.get("$ref").and_then(Value::as_str) {
        found.extend(values(root, root.pointer(name.trim_start_matches('#')).unwrap()));
    }
    for either in ["anyOf", "oneOf", "allOf"] {
        let parts = form.get(either).and_then(Value::as_array).into_iter().flatten();
        found.extend(parts.flat_map(|part| values(root, part)));
    }
    found
}

/// The form of the value at a place.
fn form_at<'a>(root: &'a Value, form: &'a Value, way: &[Step]) -> Option<&'a Value> {
    if let Some(name) = form.get("$ref").and_then(Value::as_str) {
        return form_at(root, root.pointer(name.trim_start_matches('#'))?, way);
    }
    let Some((step, rest)) = way.split_first() else { return Some(form) };
    let inner = match step {
        Step::Field(name) => form.get("properties").and_then(|all| all.get(name)),
        Step::First => form.get("items"),
    };
    match inner {
        Some(inner) => form_at(root, inner, rest),
        None => ["anyOf", "oneOf", "allOf"]
            .iter()
            .find_map(|either| form.get(*either)?.as_array()?.iter().find_map(|part| form_at(root, part, way))),
    }
}

/// The situations that differ from one in a field beside a number, or in one of the whole.
fn varied<'a>(schema: &'a Value, number: &'a Number, situation: &'a Value) -> impl Iterator<Item = Value> + 'a {
    let beside = &number.way[..number.way.len() - 1];
    [beside, &[]].into_iter().flat_map(move |around| {
        let form = form_at(schema, schema, around).and_then(|form| form.get("properties")).and_then(Value::as_object);
        let fields = form.into_iter().flatten();
        let ways = fields.map(move |(name, field)| ([around, &[Step::Field(name.clone())]].concat(), field));
        let others = ways.filter(|(way, _)| !number.way.starts_with(way));
        others.flat_map(move |(way, field)| {
            values(schema, field).into_iter().map(move |value| {
                let mut other = situation.clone();
                *at(&mut other, &way) = value;
                other
            })
        })
    })
}

/// Whether a number beyond its limit is refused for its limits in every situation that is tried: where another field
/// limits it more, that field is changed as long as it gives more room.
fn always_refused(assistant: &dyn Assistant, test: &str, (schema, number): (&Value, &Number), limit: f64) -> bool {
    let place = number.place();
    let mut example = assistant.example(test).unwrap();
    *at(&mut example, &number.way) = written(limit);
    let room = |situation: &Value| told(assistant, test, situation, &place).map(|(least, most)| most - least);
    let starts: Vec<Value> = [example.clone()].into_iter().chain(varied(schema, number, &example)).collect();
    starts.into_iter().all(|start| {
        let mut situation = start;
        loop {
            let Some(now) = room(&situation) else { return false };
            let wider = varied(schema, number, &situation).find(|other| room(other).is_none_or(|room| room > now));
            match wider {
                Some(other) => situation = other,
                None => return true,
            }
        }
    })
}

#[test]
fn a_form_says_of_its_numbers_what_its_check_lets_through() {
    let mut wrong = Vec::new();
    for ruleset in grognard_shipped::all() {
        let assistant = ruleset.assistant();
        let mut tried = 0;
        for card in assistant.tests() {
            let (test, schema) = (card.name, assistant.schema(card.name).unwrap());
            let mut found = Vec::new();
            numbers(&schema, &schema, &[], (None, None), &mut found);
            for number in found {
                let place = number.place();
                let mut fault = |what: String| wrong.push(format!("{} {test} {place}: {what}", ruleset.id()));
                let refused = |value: f64| {
                    let mut situation = assistant.example(test).unwrap();
                    *at(&mut situation, &number.way) = written(value);
                    told(&*assistant, test, &situation, &place)
                };
                for (limit, off) in [(number.least, -1.0), (number.most, 1.0)] {
                    let Some(limit) = limit else {
                        // Farther than anything on a table.
                        if let Some((least, most)) = refused(off * 1e9) {
                            fault(format!("is limited to {least} to {most}, and the form does not say so"));
                        }
                        continue;
                    };
                    tried += 1;
                    let beyond = limit + off * number.unit;
                    match refused(beyond) {
                        None => fault(format!("{beyond} is let through")),
                        Some((least, most)) if number.least > Some(least) || number.most < Some(most) => {
                            fault(format!("is said to be within {least} to {most}, but the form has {limit}"));
                        }
                        Some(_) => {}
                    }
                    if always_refused(&*assistant, test, (&schema, &number), limit) {
                        fault(format!("{limit} is refused"));
                    }
                }
            }
        }
        assert!(tried > 50, "{}: {tried} limits", ruleset.id());
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_number_that_does_not_fit_is_the_nearest_that_does() {
    use rulebook::saturated;
    assert_eq!([300_i32, 7, -3].map(saturated::<u8, _>), [255, 7, 0]);
    assert_eq!([i64::MAX, -1, i64::MIN].map(saturated::<i32, _>), [i32::MAX, -1, i32::MIN]);
    assert_eq!(saturated::<i8, _>(200_usize), i8::MAX);
}
