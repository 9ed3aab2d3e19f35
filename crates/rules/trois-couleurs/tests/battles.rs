//! Whole battles between random players, run through the battery: they end, replay and keep their secrets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::battery::{self, Depth};
use game::{Setup, seal::Bytes32};
use grognard_trois_couleurs::TroisCouleursRuleset;
use rulebook::Published;
use std::collections::BTreeMap;

fn setup(scenario: &str, n: u64) -> Setup {
    let path = format!("{}/../../../data/scenarios/{scenario}.toml", env!("CARGO_MANIFEST_DIR"));
    Setup {
        scenario: std::fs::read_to_string(path).unwrap(),
        tables: None,
        options: BTreeMap::new(),
        generals: ["random".to_owned(), "random".to_owned()],
        seed: Some(battery::seed(1, n)),
        salt: Bytes32::default(),
    }
}

fn fight(scenario: &str, n: u64, saving: bool) {
    let depth = Depth { saving, answers: 20_000 };
    match battery::fight(&Published(TroisCouleursRuleset), &setup(scenario, n), n, depth) {
        Ok(record) => {
            println!("{scenario} {n}: {} turns, {} answers, {:?}", record.turns, record.answers, record.outcome)
        }
        Err(failure) => {
            if let Ok(file) = std::env::var("BATTLE_LOG") {
                std::fs::write(file, &failure.log).unwrap();
            }
            panic!("{scenario} {n}: {}", failure.what)
        }
    }
}

/// The number of battles of each kind; `BATTLES=n` fights more, from `FROM`.
fn many(usual: u64) -> std::ops::Range<u64> {
    let from = std::env::var("FROM").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let count = std::env::var("BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    from..from + count
}

#[test]
fn small_battles_pass_the_battery() {
    for n in many(3) {
        fight("premier-feu", n, n % 8 == 0);
    }
}

#[test]
fn a_battle_of_many_brigades_passes_the_battery() {
    // `SCENARIO=id` fights another one.
    let scenario = std::env::var("SCENARIO").unwrap_or_else(|_| "maida-1806".to_owned());
    for n in many(1) {
        fight(&scenario, n, false);
    }
}
