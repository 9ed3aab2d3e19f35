//! Whether the odds that players are shown are those of the battle, in a sample of random battles.

use game::drift::{Drift, in_battle};
use game::{Ruleset, Setup, battery};

/// Compares them after one answer in nine in a battle of each of these scenarios.
///
/// # Panics
/// Where they differ, which is what it is for.
#[allow(clippy::panic, clippy::expect_used, reason = "tests call it, and it asserts")]
pub fn compared(ruleset: &dyn Ruleset, scenarios: &[&str], positions: u64) -> Drift {
    let mut total = Drift::default();
    for (n, scenario) in (0..).zip(scenarios) {
        let setup = Setup {
            scenario: armies::Library::embedded().text(scenario).expect("a scenario of the house").to_owned(),
            tables: None,
            options: std::collections::BTreeMap::new(),
            generals: ["random".to_owned(), "random".to_owned()],
            seed: Some(battery::seed(7, n)),
            salt: battery::seed(8, n),
        };
        let mut battle = ruleset.begin(&setup).unwrap_or_else(|faults| panic!("{scenario}: {faults:?}"));
        in_battle(battle.as_mut(), n * 7_919, 9, positions, |answers, drift| {
            let differs: Vec<String> = drift.differs.iter().map(ToString::to_string).collect();
            assert!(differs.is_empty(), "{scenario}, answer {answers}: {differs:#?}");
            total.add(drift);
        });
    }
    total
}
