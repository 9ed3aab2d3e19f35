//! Helpers for several test files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

use game::{Assistant, Resolution};
use grognard_aigles::{Book, resolutions};
use rulebook::cases::Dice;
use serde_json::{Map, Value};

/// Resolves a situation with dice that must all be used.
pub fn resolve(book: &Book, test: &str, situation: &Value, faces: &[u8]) -> Resolution {
    let mut dice = Dice::new(faces);
    let resolution = resolutions(book.clone()).resolve(test, situation, &mut dice).expect("a good situation");
    dice.finish();
    resolution
}

/// The outcome of a situation must say this.
pub fn says(book: &Book, test: &str, situation: Value, faces: &[u8], expected: Value) {
    let outcome: Map<String, Value> = resolve(book, test, &situation, faces).outcome;
    for (name, value) in expected.as_object().expect("an object") {
        let found = outcome.get(name).unwrap_or(&Value::Null);
        let same = match (found.as_f64(), value.as_f64()) {
            (Some(found), Some(value)) => (found - value).abs() < 1e-9,
            _ => found == value,
        };
        assert!(same, "{test}: {name} is {found}, not {value}");
    }
}

/// A situation must be refused at this place.
pub fn refuses(book: &Book, test: &str, situation: &Value, place: &str) {
    let faults = resolutions(book.clone()).resolve(test, situation, &mut Dice::new(&[])).expect_err("it is refused");
    assert!(faults.iter().any(|fault| fault.place == place), "{test}: {faults:?} are not at {place}");
}
