//! Whole battles between random players, put through the battery (`game::battery`): they end, replay and keep their secrets. For
//! the tests of all rulesets alike.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests call it, and it asserts")]

use game::battery::{self, Depth};
use game::{Ruleset, Setup};
use std::collections::BTreeMap;
use std::ops::Range;

/// Fights a shipped scenario, the `n`-th time. `BATTLE_LOG=file` keeps the log of a battle that fails.
pub fn fight(ruleset: &dyn Ruleset, scenario: &str, n: u64, saving: bool) {
    let setup = Setup {
        scenario: armies::Library::embedded().text(scenario).unwrap().to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: ["random".to_owned(), "random".to_owned()],
        seed: Some(battery::seed(1, n)),
        salt: battery::seed(2, n),
    };
    match battery::fight(ruleset, &setup, n, Depth { saving, answers: 20_000 }) {
        Ok(record) => {
            println!("{scenario} {n}: {} turns, {} answers, {:?}", record.turns, record.answers, record.outcome);
        }
        Err(failure) => {
            if let Ok(file) = std::env::var("BATTLE_LOG") {
                std::fs::write(file, &failure.log).unwrap();
            }
            panic!("{scenario} {n}: {}", failure.what)
        }
    }
}

/// How many battles: `BATTLES=n` fights more, from `FROM`.
#[must_use]
pub fn many(usual: u64) -> Range<u64> {
    let told = |name: &str| std::env::var(name).ok().map(|n| n.parse().unwrap());
    let from: u64 = told("FROM").unwrap_or(0);
    from..from + told("BATTLES").unwrap_or(usual)
}

/// `SCENARIO=id` fights another one.
#[must_use]
pub fn scenario_or(usual: &str) -> String {
    std::env::var("SCENARIO").unwrap_or_else(|_| usual.to_owned())
}
