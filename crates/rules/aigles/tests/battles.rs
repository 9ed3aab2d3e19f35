//! Whole battles between random players, run through the battery.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::Setup;
use game::battery::{self, Depth};
use std::collections::BTreeMap;

fn setup(scenario: &str, n: u64) -> Setup {
    let text = armies::Library::embedded().text(scenario).unwrap();
    Setup {
        scenario: text.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: ["a".to_owned(), "b".to_owned()],
        seed: Some(battery::seed(1, n)),
        salt: battery::seed(2, n),
    }
}

#[test]
fn battles_between_random_players_pass_the_battery() {
    // More battles, and of one scenario: BATTLES=50 SCENARIO=maida-1806.
    let battles: u64 = std::env::var("BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let only = std::env::var("SCENARIO").unwrap_or_else(|_| "premier-feu".to_owned());
    for n in 0..battles {
        let depth = Depth { saving: n % 4 == 0, answers: 20_000 };
        if let Err(failure) = battery::fight(&grognard_aigles::RULESET, &setup(&only, n), n, depth) {
            panic!("{only} {n}: {}", failure.what);
        }
    }
}
