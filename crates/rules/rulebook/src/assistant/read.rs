//! Reads a situation. A part that does not read is noted and left out, and the rest is read again, so that all faults
//! are reported at once.

use super::de::{self, Segment, Unread};
use game::{Fault, FaultReason, ValueSort};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Reads a situation.
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
        match de::read::<S>(&rest.value) {
            Ok(situation) if faults.is_empty() => return Ok(situation),
            Ok(_) => return Err(faults),
            Err(unread) => {
                let (place, left_out) = match rest.culprit::<S>(&unread) {
                    Some(field) => rest.leave_field_out(&unread.path, &field),
                    None => rest.leave_out(&unread.path),
                };
                // A list that is too short because an element was left out is no fault of its own.
                if !rest.left_out.contains_key(&place) {
                    faults.push(Fault::at(place, unread.reason));
                }
                if !left_out || faults.len() >= MOST_FAULTS {
                    return Err(faults);
                }
            }
        }
    }
}

/// Reads a table of a scenario or of a file of figures, up to the first fault.
///
/// # Errors
/// That fault, with its place within the table.
pub fn read_toml<T: DeserializeOwned>(value: impl serde::Serialize) -> Result<T, Fault> {
    let value = serde_json::to_value(value).unwrap_or_default();
    de::read(&value).map_err(|Unread { reason, path }| {
        let rest = Rest { value: Value::Null, left_out: BTreeMap::new() };
        Fault::at(rest.place(&path), reason)
    })
}

/// The rest of a situation.
struct Rest {
    value: Value,
    /// The elements that were left out of a list, by the list's place: their indices in the whole situation.
    left_out: BTreeMap<String, BTreeSet<usize>>,
}

impl Rest {
    /// The field of an object that does not read, where the error names only the object (untagged forms do not say
    /// which): the field without which the error is gone or names something else.
    fn culprit<S: DeserializeOwned>(&self, unread: &Unread) -> Option<String> {
        let fields: Vec<String> = part(&mut self.value.clone(), &unread.path)?.as_object()?.keys().cloned().collect();
        let is_it = |field: &&String| {
            let mut without = self.value.clone();
            if let Some(object) = part(&mut without, &unread.path).and_then(Value::as_object_mut) {
                object.remove(*field);
            }
            de::read::<S>(&without).err().is_none_or(|again| again != *unread)
        };
        fields.iter().find(is_it).cloned()
    }

    /// Removes a field of the object at a path. Returns its place in the whole situation, and whether there was such a
    /// field.
    fn leave_field_out(&mut self, path: &[Segment], field: &str) -> (String, bool) {
        let place = self.place(path);
        let object = part(&mut self.value, path).and_then(Value::as_object_mut);
        (inside(place, field), object.is_some_and(|object| object.remove(field).is_some()))
    }

    /// Removes the value at a path. Returns its place in the whole situation, and whether there was such a value.
    fn leave_out(&mut self, path: &[Segment]) -> (String, bool) {
        let place = self.place(path);
        let Some((last, outer)) = path.split_last() else { return (place, false) };
        let list = self.place(outer);
        let left_out = match (part(&mut self.value, outer), last) {
            (Some(Value::Array(values)), Segment::Element(index)) if *index < values.len() => {
                values.remove(*index);
                let number = self.number(&list, *index);
                self.left_out.entry(list).or_default().insert(number)
            }
            (Some(Value::Object(fields)), Segment::Field(name)) => fields.remove(name).is_some(),
            _ => false,
        };
        (place, left_out)
    }

    /// The place of a path in the whole situation.
    fn place(&self, path: &[Segment]) -> String {
        path.iter().fold(String::new(), |place, segment| match segment {
            Segment::Element(index) => format!("{place}[{}]", self.number(&place, *index)),
            Segment::Field(name) => inside(place, name),
        })
    }

    /// The index of an element of a list in the whole situation.
    fn number(&self, list: &str, index: usize) -> usize {
        let gone = self.left_out.get(list);
        gone.into_iter().flatten().fold(index, |number, out| number + usize::from(*out <= number))
    }
}

fn inside(place: String, field: &str) -> String {
    if place.is_empty() { field.to_owned() } else { format!("{place}.{field}") }
}

/// The value at a path.
fn part<'a>(value: &'a mut Value, path: &[Segment]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, segment| match segment {
        Segment::Element(index) => value.get_mut(*index),
        Segment::Field(name) => value.get_mut(name),
    })
}
