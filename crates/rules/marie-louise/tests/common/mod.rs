//! Shared by the tests of this ruleset.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "each test file uses its part")]

use game::{Assistant, Fault, Resolution};
use grognard_marie_louise::{Book, resolutions};
use serde_json::Value;

#[allow(unused_imports, reason = "each test file uses its part")]
pub use rulebook::proof::{prove, prove_with};

pub use rulebook::cases::Dice;

/// Resolves a situation with these dice, which must all be used.
pub fn resolve(book: &Book, test: &str, situation: &Value, faces: &[u8]) -> Resolution {
    let mut dice = Dice::new(faces);
    let resolution = try_resolve(book, test, situation, &mut dice).expect("a good situation");
    dice.finish();
    resolution
}

pub fn try_resolve(book: &Book, test: &str, situation: &Value, dice: &mut Dice) -> Result<Resolution, Vec<Fault>> {
    resolutions(book.clone()).resolve(test, situation, dice)
}
