//! Helpers for several test files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

use game::{Assistant, Resolution};
use grognard_trois_couleurs::{Book, resolutions};
use rulebook::cases::Dice;
use serde_json::{Value, json};

/// Resolves a situation with dice that must all be used.
pub fn resolve(book: &Book, test: &str, situation: &Value, faces: &[u8]) -> Resolution {
    let mut dice = Dice::new(faces);
    let resolution = resolutions(book.clone()).resolve(test, situation, &mut dice).expect("a good situation");
    dice.finish();
    resolution
}

/// One figure of the outcome.
pub fn told(book: &Book, test: &str, situation: &Value, name: &str) -> Value {
    resolve(book, test, situation, &[]).outcome.get(name).cloned().unwrap_or_default()
}

/// A French column on an Austrian line, with changes.
pub fn column_on_line(changes: &[(&str, Value)]) -> Value {
    let mut situation = json!({
        "distance": 4, "width": 4, "defender_overlaps": 2,
        "attacker": { "figures": 12, "front": 4, "ranks": 3, "formation": "division_column", "base": 6, "attack_bonus": 1 },
        "defender": { "base": 4, "first_fire": true },
    });
    for (place, value) in changes {
        match place.split_once('/') {
            Some((side, name)) => situation[side][name] = value.clone(),
            None => situation[*place] = value.clone(),
        }
    }
    situation
}

/// The same as two lines, the attacker advancing to fire.
pub fn lines_to_fire(changes: &[(&str, Value)]) -> Value {
    let mut all = vec![
        ("purpose", json!("fire")),
        ("width", json!(12)),
        ("attacker/formation", json!("line")),
        ("attacker/front", json!(12)),
        ("attacker/ranks", json!(1)),
    ];
    all.extend(changes.iter().cloned());
    column_on_line(&all)
}
