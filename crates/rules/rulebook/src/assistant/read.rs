//! Reads a situation. Where it does not read, what does not is noted and left out, and the rest is read again: so all
//! faults are told at once.

use super::de::{self, Unread, ValueDeserializer};
use game::{Fault, FaultReason, ValueSort};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Error, Path, Segment};
use std::collections::{BTreeMap, BTreeSet};

/// A situation, or everything that does not read.
///
/// # Errors
/// Every fault, with its place.
pub fn read<S: DeserializeOwned>(value: &Value) -> Result<S, Vec<Fault>> {
    const MOST_FAULTS: usize = 64;
    if !value.is_object() {
        return Err(vec![Fault::at("", FaultReason::Sort { found: de::found(value), known: Some(ValueSort::Map) })]);
    }
    let mut rest = Rest { value: value.clone(), left_out: BTreeMap::new() };
    let mut faults = Vec::new();
    loop {
        match serde_path_to_error::deserialize::<_, S>(ValueDeserializer(&rest.value)) {
            Ok(situation) if faults.is_empty() => return Ok(situation),
            Ok(_) => return Err(faults),
            Err(error) => {
                let (place, left_out) = match rest.culprit::<S>(&error) {
                    Some(field) => rest.leave_field_out(error.path(), &field),
                    None => rest.leave_out(error.path()),
                };
                // A list that is too short without what was left out of it is no fault of its own.
                if !rest.left_out.contains_key(&place) {
                    faults.push(Fault { place, reason: error.inner().0.clone() });
                }
                if !left_out || faults.len() >= MOST_FAULTS {
                    return Err(faults);
                }
            }
        }
    }
}

/// A table of a scenario or of a file of figures, or the first thing of it that does not read.
///
/// # Errors
/// That fault, with its place within the table.
pub fn read_toml<T: DeserializeOwned>(value: impl serde::Serialize) -> Result<T, Fault> {
    let value = serde_json::to_value(value).unwrap_or_default();
    serde_path_to_error::deserialize(ValueDeserializer(&value)).map_err(|error| {
        let rest = Rest { value: Value::Null, left_out: BTreeMap::new() };
        Fault::at(rest.place(error.path(), usize::MAX), error.inner().0.clone())
    })
}

/// What is left of a situation.
struct Rest {
    value: Value,
    /// What is no longer in a list, by the list's place: the numbers that it had in the whole situation.
    left_out: BTreeMap<String, BTreeSet<usize>>,
}

impl Rest {
    /// Which field of an object does not read, where the object alone is blamed (one that is made of several forms does
    /// not say): the one without which it is no longer blamed, or for something else.
    fn culprit<S: DeserializeOwned>(&self, error: &Error<Unread>) -> Option<String> {
        let fields: Vec<String> = whole(&mut self.value.clone(), error.path())?.as_object()?.keys().cloned().collect();
        let is_it = |field: &&String| {
            let mut without = self.value.clone();
            if let Some(object) = whole(&mut without, error.path()).and_then(Value::as_object_mut) {
                object.remove(*field);
            }
            let again = serde_path_to_error::deserialize::<_, S>(ValueDeserializer(&without)).err();
            again.is_none_or(|again| {
                again.inner() != error.inner() || again.path().to_string() != error.path().to_string()
            })
        };
        fields.iter().find(is_it).cloned()
    }

    /// Takes out a field of the object at a path. Its place in the whole situation, and whether there was such a field.
    fn leave_field_out(&mut self, path: &Path, field: &str) -> (String, bool) {
        let place = self.place(path, usize::MAX);
        let object = whole(&mut self.value, path).and_then(Value::as_object_mut);
        (inside(place, field), object.is_some_and(|object| object.remove(field).is_some()))
    }

    /// Takes out the value at a path. Its place in the whole situation, and whether there was such a value.
    fn leave_out(&mut self, path: &Path) -> (String, bool) {
        let place = self.place(path, usize::MAX);
        let outer = path.iter().len().saturating_sub(1);
        let list = self.place(path, outer);
        let left_out = match (part(&mut self.value, path, outer), path.iter().next_back()) {
            (Some(Value::Array(values)), Some(Segment::Seq { index })) if *index < values.len() => {
                values.remove(*index);
                let number = self.number(&list, *index);
                self.left_out.entry(list).or_default().insert(number)
            }
            (Some(Value::Object(fields)), Some(Segment::Map { key } | Segment::Enum { variant: key })) => {
                fields.remove(key).is_some()
            }
            _ => false,
        };
        (place, left_out)
    }

    /// Where the first segments of a path lead to in the whole situation.
    fn place(&self, path: &Path, segments: usize) -> String {
        path.iter().take(segments).fold(String::new(), |place, segment| match segment {
            Segment::Seq { index } => format!("{place}[{}]", self.number(&place, *index)),
            Segment::Map { key } | Segment::Enum { variant: key } => inside(place, key),
            Segment::Unknown => place,
        })
    }

    /// The number that an element of a list had in the whole situation.
    fn number(&self, list: &str, index: usize) -> usize {
        let gone = self.left_out.get(list);
        gone.into_iter().flatten().fold(index, |number, out| number + usize::from(*out <= number))
    }
}

fn inside(place: String, field: &str) -> String {
    if place.is_empty() { field.to_owned() } else { format!("{place}.{field}") }
}

/// The value at a path.
fn whole<'a>(value: &'a mut Value, path: &Path) -> Option<&'a mut Value> {
    part(value, path, usize::MAX)
}

/// The value at the first segments of a path.
fn part<'a>(value: &'a mut Value, path: &Path, segments: usize) -> Option<&'a mut Value> {
    path.iter().take(segments).try_fold(value, |value, segment| match segment {
        Segment::Seq { index } => value.get_mut(*index),
        Segment::Map { key } | Segment::Enum { variant: key } => value.get_mut(key),
        Segment::Unknown => Some(value),
    })
}
