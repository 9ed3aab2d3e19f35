//! Adds what the form says of a value that was not read: its limits, its sort.

use game::{Exact, Fault, FaultReason, Found, ValueSort};
use serde_json::Value;

/// The same faults with more detail: for a value of the wrong sort what the form expects, for a number the limits of
/// its field instead of those of its type.
pub(super) fn told(faults: Vec<Fault>, situation: &Value, schema: impl Fn() -> Value) -> Vec<Fault> {
    let by_form = |reason: &FaultReason| matches!(reason, FaultReason::Sort { .. } | FaultReason::Between { .. });
    if !faults.iter().any(|fault| by_form(&fault.reason)) {
        return faults;
    }
    let schema = schema();
    let tell = |fault: Fault| match &fault.reason {
        FaultReason::Sort { found, known: None } => {
            let reason = wanted(&schema, situation, &fault.place, found);
            reason.map_or(fault.clone(), |reason| Fault { reason, ..fault })
        }
        FaultReason::Between { value, .. } => match limits(&schema, &fault.place) {
            Some((least, most)) => Fault { reason: FaultReason::Between { least, most, value: *value }, ..fault },
            None => fault,
        },
        _ => fault,
    };
    faults.into_iter().map(tell).collect()
}

/// The limits that the form has for a number.
fn limits(schema: &Value, place: &str) -> Option<(Exact, Exact)> {
    let form = place.split('.').try_fold(schema, |form, name| property(schema, form, name))?;
    let form = resolved(schema, form);
    #[allow(clippy::cast_possible_truncation, reason = "limits of a form are small")]
    let exact = |limit: f64| match limit.fract() == 0.0 {
        true => Exact::whole(limit as i64),
        false => Exact { num: (limit * 2.0).round() as i64, den: 2 },
    };
    let limit = |name: &str| form.get(name).and_then(Value::as_f64).map(exact);
    limit("minimum").zip(limit("maximum"))
}

fn wanted(schema: &Value, situation: &Value, place: &str, found: &Found) -> Option<FaultReason> {
    let path: Vec<&str> = place.split('.').collect();
    let form = path.iter().try_fold(schema, |form, name| property(schema, form, name))?;
    let form = resolved(schema, form);
    let limits = form.get("minimum").and_then(Value::as_i64).zip(form.get("maximum").and_then(Value::as_i64));
    let value = path.iter().try_fold(situation, |value, name| part(value, name)).and_then(Value::as_i64);
    if let (Some((least, most)), Some(value)) = (limits, value)
        && !(least..=most).contains(&value)
    {
        let [least, most, value] = [least, most, value].map(Exact::whole);
        return Some(FaultReason::Between { least, most, value });
    }
    Some(FaultReason::Sort { found: found.clone(), known: sort(form) })
}

/// The sort of value that a form expects.
fn sort(form: &Value) -> Option<ValueSort> {
    let kind = form.get("type")?;
    let name = kind.as_str().or_else(|| kind.as_array()?.first()?.as_str())?;
    let counts = form.get("minimum").and_then(Value::as_f64) == Some(0.0);
    Some(match name {
        "integer" if counts => ValueSort::Count,
        "integer" => ValueSort::Integer,
        "number" => ValueSort::Number,
        "boolean" => ValueSort::Boolean,
        "string" => ValueSort::String,
        "object" => ValueSort::Map,
        "array" => ValueSort::Sequence,
        _ => return None,
    })
}

/// The value of a field, or of an element of a list.
fn part<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    let (name, places) = name.split_once('[').unwrap_or((name, ""));
    let mut places = places.split('[').filter(|place| !place.is_empty());
    places.try_fold(value.get(name)?, |list, place| list.get(place.trim_end_matches(']').parse::<usize>().ok()?))
}

/// The schema of a field, or of an element of a list.
fn property<'a>(schema: &'a Value, form: &'a Value, name: &str) -> Option<&'a Value> {
    let (name, element) = name.split_once('[').map_or((name, false), |(name, _)| (name, true));
    let field = resolved(schema, form).get("properties")?.get(name)?;
    if element { resolved(schema, field).get("items") } else { Some(field) }
}

/// Follows a reference, and removes the option of leaving a field out.
fn resolved<'a>(schema: &'a Value, form: &'a Value) -> &'a Value {
    let pointed = form.get("$ref").and_then(Value::as_str).and_then(|at| schema.pointer(at.trim_start_matches('#')));
    let either = || form.get("anyOf").and_then(Value::as_array).and_then(|all| all.first());
    match pointed.or_else(either) {
        Some(inner) => resolved(schema, inner),
        None => form,
    }
}
