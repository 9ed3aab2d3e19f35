//! What the tests of this ruleset share.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "each test file uses its part")]

use dice::{DiceError, Throw};
use game::{Assistant, Faces, Fault, Resolution};
use grognard_marie_louise::{Book, Resolutions};
use serde_json::Value;

#[allow(unused_imports, reason = "each test file uses its part")]
pub use grognard_marie_louise::proof::{prove, prove_with};

/// Dice written down beforehand.
pub struct Dice(dice::Script);

impl Dice {
    pub fn new(faces: &[u8]) -> Self {
        Self(dice::Script::new(faces.iter().copied()))
    }

    pub fn finish(self) {
        self.0.finish().expect("all dice are used");
    }
}

impl Faces for Dice {
    fn throw(&mut self, throw: &Throw) -> Result<Vec<u8>, DiceError> {
        self.0.throw(throw)
    }
}

/// Resolves a situation with these dice, which must all be used.
pub fn resolve(book: &Book, test: &str, situation: &Value, faces: &[u8]) -> Resolution {
    let mut dice = Dice::new(faces);
    let resolution = try_resolve(book, test, situation, &mut dice).expect("a good situation");
    dice.finish();
    resolution
}

pub fn try_resolve(book: &Book, test: &str, situation: &Value, dice: &mut Dice) -> Result<Resolution, Vec<Fault>> {
    Resolutions::new(book.clone()).resolve(test, situation, dice)
}
