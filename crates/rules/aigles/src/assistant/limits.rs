//! The limits of a situation are checked by its schema, so that players are told exactly what is checked.

use super::Checks;
use game::{Exact, FaultReason};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::Value;

/// Finds every figure and list outside the limits of the schema.
pub(super) fn check<S: Serialize + JsonSchema>(situation: &S, checks: &mut Checks) {
    let schema = schema_for!(S).to_value();
    let value = serde_json::to_value(situation).unwrap_or_default();
    walk(&schema, &schema, &value, "", checks);
}

fn walk(root: &Value, node: &Value, value: &Value, place: &str, checks: &mut Checks) {
    if value.is_null() {
        return;
    }
    let named = node.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/"));
    if let Some(definition) = named.and_then(|name| root.get("$defs")?.get(name)) {
        walk(root, definition, value, place, checks);
    }
    for part in node.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
        walk(root, part, value, place, checks);
    }
    match value {
        Value::Number(number) => {
            let limit = |name: &str| node.get(name).and_then(Value::as_f64);
            let number = number.as_f64().unwrap_or_default();
            let low = limit("minimum").is_some_and(|least| number < least);
            let high = limit("maximum").is_some_and(|most| number > most);
            if low || high {
                #[allow(clippy::cast_possible_truncation, reason = "a number too large is shown as the largest")]
                let exact = |n: f64| Exact { num: (n * 100.0).round() as i64, den: 100 };
                let bound = |name: &str, none: i64| limit(name).map_or(Exact::whole(none), exact);
                let (least, most) = (bound("minimum", i64::from(i32::MIN)), bound("maximum", i64::from(i32::MAX)));
                checks.fault(place, FaultReason::Between { least, most, value: exact(number) });
            }
        }
        Value::Array(values) => {
            let limit = |name: &str| node.get(name).and_then(Value::as_u64).map(rulebook::saturated::<usize, _>);
            let (least, most) = (limit("minItems").unwrap_or(0), limit("maxItems").unwrap_or(usize::MAX));
            checks.entries(place, values.len(), least..=most);
            if let Some(items) = node.get("items") {
                for (number, value) in values.iter().enumerate() {
                    walk(root, items, value, &format!("{place}[{number}]"), checks);
                }
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                if let Some(property) = node.get("properties").and_then(|all| all.get(name)) {
                    let inside = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                    walk(root, property, value, &inside, checks);
                }
            }
        }
        _ => {}
    }
}
