//! Reads a situation. Where it does not read, what does not is noted and left out, and the rest is read again: so all
//! faults are told at once.

use game::Fault;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};
use std::collections::{BTreeMap, BTreeSet};

/// A situation, or everything that does not read.
pub(super) fn read<S: DeserializeOwned>(value: &Value) -> Result<S, Vec<Fault>> {
    const MOST_FAULTS: usize = 64;
    let mut rest = Rest { value: value.clone(), left_out: BTreeMap::new() };
    let mut faults = Vec::new();
    loop {
        match serde_path_to_error::deserialize::<_, S>(&rest.value) {
            Ok(situation) if faults.is_empty() => return Ok(situation),
            Ok(_) => return Err(faults),
            Err(error) => {
                let (place, left_out) = rest.leave_out(error.path());
                // A list that is too short without what was left out of it is no fault of its own.
                if !rest.left_out.contains_key(&place) {
                    faults.push(Fault { place, reason: error.inner().to_string() });
                }
                if !left_out || faults.len() >= MOST_FAULTS {
                    return Err(faults);
                }
            }
        }
    }
}

/// What is left of a situation.
struct Rest {
    value: Value,
    /// What is no longer in a list, by the list's place: the numbers that it had in the whole situation.
    left_out: BTreeMap<String, BTreeSet<usize>>,
}

impl Rest {
    /// Takes out the value at a path. Its place in the whole situation, and whether there was such a value.
    fn leave_out(&mut self, path: &Path) -> (String, bool) {
        let mut place = String::new();
        let mut at = Some(&mut self.value);
        let mut left_out = false;
        let last = path.iter().len().saturating_sub(1);
        for (n, segment) in path.iter().enumerate() {
            let inner = at.take();
            match segment {
                Segment::Seq { index } => {
                    let gone = self.left_out.get(&place);
                    let number =
                        gone.into_iter().flatten().fold(*index, |number, out| number + usize::from(*out <= number));
                    let list = place;
                    place = format!("{list}[{number}]");
                    match inner.and_then(Value::as_array_mut).filter(|values| *index < values.len()) {
                        Some(values) if n == last => {
                            values.remove(*index);
                            self.left_out.entry(list).or_default().insert(number);
                            left_out = true;
                        }
                        values => at = values.and_then(|values| values.get_mut(*index)),
                    }
                }
                Segment::Map { key } | Segment::Enum { variant: key } => {
                    place = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
                    match inner.and_then(Value::as_object_mut) {
                        Some(values) if n == last => left_out = values.remove(key).is_some(),
                        values => at = values.and_then(|values| values.get_mut(key)),
                    }
                }
                Segment::Unknown => {}
            }
        }
        (place, left_out)
    }
}
