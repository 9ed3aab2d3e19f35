//! The structure of a file against its published schema: keys, sorts of values, words of closed lists, bounds. Faults
//! are reported and values filled in, so that the rest can be read.

use super::faults::{Faults, nearest};
use super::place::Place;
use super::source::Source;
use crate::{Reason, Subject};
use serde_json::Value as Json;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

/// The file's values in the shape of its schema.
pub(super) fn mend(schema: &Json, source: &Source, faults: &mut Faults) -> Value {
    let shape = Shape { root: schema };
    shape.table(schema, source.root(), &Place::Root, faults)
}

struct Shape<'s> {
    root: &'s Json,
}

impl<'s> Shape<'s> {
    /// Follows a reference to its schema.
    fn resolve(&self, schema: &'s Json) -> &'s Json {
        let pointer = schema.get("$ref").and_then(Json::as_str).and_then(|r| r.strip_prefix('#'));
        pointer.and_then(|p| self.root.pointer(p)).unwrap_or(schema)
    }

    /// The alternatives of a schema that a file can use (a TOML file has no null).
    fn alternatives(&self, schema: &'s Json) -> Vec<&'s Json> {
        let schema = self.resolve(schema);
        match schema.get("anyOf").and_then(Json::as_array) {
            Some(all) => all.iter().flat_map(|one| self.alternatives(one)).filter(|s| !sorts(s).is_empty()).collect(),
            None => vec![schema],
        }
    }

    fn value(&self, schema: &'s Json, value: &DeValue, place: &Place, faults: &mut Faults) -> Value {
        let alternatives = self.alternatives(schema);
        let found = sort_of(value);
        let fits = |s: &&&Json| {
            let sorts = sorts(s);
            sorts.contains(&found)
                || found == "integer" && sorts.contains(&"number")
                || found == "date" && sorts.contains(&"string")
        };
        let Some(fit) = alternatives.iter().find(fits) else {
            let expected = alternatives.iter().flat_map(|s| sorts(s)).map(str::to_owned).collect();
            faults.mend(place, Reason::WrongSort { expected, found: found.to_owned() });
            return self.filling(schema);
        };
        match value {
            DeValue::Table(table) => self.table(fit, table, place, faults),
            DeValue::Array(list) => {
                let exact = fit.get("minItems").and_then(Json::as_u64).and_then(|n| usize::try_from(n).ok());
                if let Some(expected) = exact.filter(|n| *n != list.len()) {
                    faults.mend(place, Reason::WrongLength { length: list.len(), expected });
                    return self.filling(schema);
                }
                let item = fit.get("items").unwrap_or(&Json::Bool(true));
                Value::Array(
                    list.iter()
                        .enumerate()
                        .map(|(n, v)| self.value(item, v.get_ref(), &place.index(n), faults))
                        .collect(),
                )
            }
            DeValue::String(word) => self.word(fit, word, place, faults),
            DeValue::Datetime(date) => Value::String(date.to_string()),
            DeValue::Boolean(yes) => Value::Boolean(*yes),
            DeValue::Integer(_) | DeValue::Float(_) => self.number(fit, value, place, faults),
        }
    }

    fn table(&self, schema: &'s Json, table: &DeTable, place: &Place, faults: &mut Faults) -> Value {
        let properties = schema.get("properties").and_then(Json::as_object);
        let others = schema.get("additionalProperties");
        let mut mended = Table::new();
        for (key, value) in table {
            let key: &str = key.get_ref();
            let here = place.key(key);
            if let Some(property) = properties.and_then(|p| p.get(key)) {
                mended.insert(key.to_owned(), self.value(property, value.get_ref(), &here, faults));
            } else if others == Some(&Json::Bool(false)) {
                let known = properties.into_iter().flat_map(|p| p.keys().map(String::as_str));
                faults.key(&here, Reason::UnknownKey { key: key.to_owned(), nearest: nearest(key, known) });
            } else {
                let other = others.unwrap_or(&Json::Bool(true));
                mended.insert(key.to_owned(), self.value(other, value.get_ref(), &here, faults));
            }
        }
        for key in required(schema) {
            if !mended.contains_key(key) {
                faults.mend(&place.key(key), Reason::MissingKey { key: key.to_owned() });
                let property = properties.and_then(|p| p.get(key)).unwrap_or(&Json::Bool(true));
                mended.insert(key.to_owned(), self.filling(property));
            }
        }
        Value::Table(mended)
    }

    fn word(&self, schema: &'s Json, word: &str, place: &Place, faults: &mut Faults) -> Value {
        let known = words(schema);
        if !known.is_empty() && !known.contains(&word) {
            let nearest = nearest(word, known.iter().copied());
            let subject = self.subject(schema);
            faults.mend(place, Reason::Unknown { subject, word: word.to_owned(), nearest });
            return self.filling(schema);
        }
        Value::String(word.to_owned())
    }

    fn number(&self, schema: &'s Json, value: &DeValue, place: &Place, faults: &mut Faults) -> Value {
        let (number, written, value) = match value {
            DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
                Ok(n) => (
                    n as f64,
                    integer.to_string(),
                    if sorts(schema).contains(&"integer") { Value::Integer(n) } else { Value::Float(n as f64) },
                ),
                Err(_) => (f64::NAN, integer.to_string(), Value::Integer(0)),
            },
            DeValue::Float(float) => {
                let number = float.as_str().parse::<f64>().unwrap_or(f64::NAN);
                (number, float.to_string(), Value::Float(number))
            }
            _ => (f64::NAN, String::new(), Value::Integer(0)),
        };
        let bound = |key: &str| schema.get(key).and_then(Json::as_f64);
        let (least, most) = (bound("minimum").unwrap_or(-FARTHEST), bound("maximum").unwrap_or(FARTHEST));
        // NaN is outside any bounds.
        if (least..=most).contains(&number) {
            return value;
        }
        faults.mend(place, Reason::OutOfBounds { value: written, least: least.to_string(), most: most.to_string() });
        self.filling(schema)
    }

    /// The subject of a list of words, by the name of its type.
    fn subject(&self, schema: &Json) -> Subject {
        let defs = self.root.get("$defs").and_then(Json::as_object);
        let name = defs
            .and_then(|defs| defs.iter().find(|(_, def)| std::ptr::eq(*def, schema)).map(|(name, _)| name.as_str()));
        match name {
            Some("Formation") => Subject::Formation,
            Some("Arm") => Subject::Arm,
            Some("Kind") => Subject::GroundKind,
            Some("Rank") => Subject::Rank,
            _ => Subject::Word,
        }
    }

    /// The smallest valid value of a schema.
    fn filling(&self, schema: &'s Json) -> Value {
        let alternatives = self.alternatives(schema);
        let Some(schema) = alternatives.first() else { return Value::Boolean(false) };
        let least = schema.get("minimum").and_then(Json::as_f64).unwrap_or(0.0);
        match sorts(schema).first().copied() {
            Some("object") => {
                let property = |key| schema.get("properties").and_then(|p| p.get(key)).unwrap_or(&Json::Bool(true));
                Value::Table(required(schema).map(|key| (key.to_owned(), self.filling(property(key)))).collect())
            }
            Some("array") => {
                let length = schema.get("minItems").and_then(Json::as_u64).unwrap_or(0);
                let item = schema.get("items").unwrap_or(&Json::Bool(true));
                Value::Array((0..length).map(|_| self.filling(item)).collect())
            }
            Some("string") => Value::String(words(schema).first().copied().unwrap_or_default().to_owned()),
            Some("integer") => Value::Integer(least as i64),
            Some("number") => Value::Float(least),
            _ => Value::Boolean(false),
        }
    }
}

/// Bound of numbers without another: whole numbers up to here are exact in every form they pass through.
const FARTHEST: f64 = 1e9;

/// Sorts of values that a schema accepts; a schema without a type accepts all.
fn sorts(schema: &Json) -> Vec<&str> {
    let listed: Vec<&str> = match schema.get("type") {
        Some(Json::String(one)) => vec![one.as_str()],
        Some(Json::Array(some)) => some.iter().filter_map(Json::as_str).collect(),
        _ if schema.get("oneOf").is_some() || schema.get("enum").is_some() || schema.get("const").is_some() => {
            vec!["string"]
        }
        _ => vec!["object", "array", "string", "integer", "number", "boolean", "date"],
    };
    listed.into_iter().filter(|sort| *sort != "null").collect()
}

fn sort_of(value: &DeValue) -> &'static str {
    match value {
        DeValue::String(_) => "string",
        DeValue::Integer(_) => "integer",
        DeValue::Float(_) => "number",
        DeValue::Boolean(_) => "boolean",
        DeValue::Datetime(_) => "date",
        DeValue::Array(_) => "array",
        DeValue::Table(_) => "object",
    }
}

/// Words of a closed list; empty if any word is valid.
fn words(schema: &Json) -> Vec<&str> {
    let one = schema.get("const").and_then(Json::as_str).into_iter();
    let some = schema.get("enum").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
    let nested = schema.get("oneOf").and_then(Json::as_array).into_iter().flatten().flat_map(words);
    one.chain(some).chain(nested).collect()
}

fn required(schema: &Json) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str)
}
