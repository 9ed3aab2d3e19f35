//! Limits of whole numbers as the form says them, where a number did not even read.

use game::Fault;
use serde_json::Value;

/// The same faults; a whole number that does not fit its kind is told the limits that the form has for it.
pub(super) fn told(faults: Vec<Fault>, situation: &Value, schema: impl Fn() -> Value) -> Vec<Fault> {
    if !faults.iter().any(|fault| fault.reason.starts_with("invalid value: integer")) {
        return faults;
    }
    let schema = schema();
    let tell = |fault: Fault| {
        let limits = || {
            let path: Vec<&str> = fault.place.split('.').collect();
            let value = path.iter().try_fold(situation, |value, name| value.get(name))?.as_i64()?;
            let form = path.iter().try_fold(&schema, |form, name| property(&schema, form, name))?;
            let form = resolved(&schema, form);
            let (least, most) = (form.get("minimum")?.as_i64()?, form.get("maximum")?.as_i64()?);
            Some(format!("must be {least} to {most}, not {value}"))
        };
        match limits() {
            Some(reason) if fault.reason.starts_with("invalid value: integer") => Fault { reason, ..fault },
            _ => fault,
        }
    };
    faults.into_iter().map(tell).collect()
}

/// The form of a field.
fn property<'a>(schema: &'a Value, form: &'a Value, name: &str) -> Option<&'a Value> {
    resolved(schema, form).get("properties")?.get(name)
}

/// A form that is only pointed to, or may be left out.
fn resolved<'a>(schema: &'a Value, form: &'a Value) -> &'a Value {
    let pointed = form.get("$ref").and_then(Value::as_str).and_then(|at| schema.pointer(at.trim_start_matches('#')));
    let either = || form.get("anyOf").and_then(Value::as_array).and_then(|all| all.first());
    match pointed.or_else(either) {
        Some(inner) => resolved(schema, inner),
        None => form,
    }
}
