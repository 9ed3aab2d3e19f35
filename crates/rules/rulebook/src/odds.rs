//! Checks that the odds shown to players are those of the battle: chooses at random what to try in a state, and samples
//! random battles as a test.

use game::drift::{Drift, in_battle};
use game::{Ruleset, Setup, battery};

/// A list rotated to start at a random place.
#[must_use]
pub fn turned<T: Copy>(list: &[T], luck: u64) -> Vec<T> {
    let mut turned = list.to_vec();
    turned.rotate_left(place(list, luck));
    turned
}

/// A random element of a list.
#[must_use]
pub fn chosen<T>(list: &[T], luck: u64) -> Option<&T> {
    list.get(place(list, luck))
}

fn place<T>(list: &[T], luck: u64) -> usize {
    crate::saturated(luck % crate::saturated::<u64, _>(list.len().max(1)))
}

/// Compares the odds after one answer in nine of a battle of each scenario.
///
/// # Panics
/// If they differ, or too many trials are dropped.
pub fn compared(ruleset: &dyn Ruleset, scenarios: &[&str], positions: u64) -> Drift {
    let mut total = Drift::default();
    for (n, scenario) in (0..).zip(scenarios) {
        let battle = RandomBattle { scenario, run: 7, n, luck: n * 7_919 };
        total.add(compared_in(ruleset, &battle, 9, positions));
    }
    assert!(!total.drops_too_many(), "{:?}", total.dropped);
    total
}

/// A battle between random players, as `grognard selftest --odds` numbers them.
pub struct RandomBattle<'a> {
    pub scenario: &'a str,
    /// The seed of the run.
    pub run: u64,
    /// The number of the battle in the run.
    pub n: u64,
    /// The seed of the players' choices.
    pub luck: u64,
}

/// Compares the odds after one answer in `every` of a battle, in at most `positions` positions.
///
/// # Panics
/// If they differ.
#[allow(clippy::panic, clippy::expect_used, reason = "tests call it, and it asserts")]
pub fn compared_in(ruleset: &dyn Ruleset, of: &RandomBattle<'_>, every: u64, positions: u64) -> Drift {
    let scenario = of.scenario;
    let setup = Setup {
        scenario: armies::Library::embedded().text(scenario).expect("a scenario of the house").to_owned(),
        tables: None,
        options: std::collections::BTreeMap::new(),
        generals: ["random".to_owned(), "random".to_owned()],
        seed: Some(battery::seed(of.run, of.n)),
        salt: battery::seed(of.run.wrapping_add(1), of.n),
    };
    let mut total = Drift::default();
    let mut battle = ruleset.begin(&setup).unwrap_or_else(|faults| panic!("{scenario}: {faults:?}"));
    in_battle(battle.as_mut(), of.luck, every, positions, |answers, drift| {
        let differs: Vec<String> = drift.differs.iter().map(ToString::to_string).collect();
        assert!(differs.is_empty(), "{scenario}, answer {answers}: {differs:#?}");
        total.add(drift);
    });
    total
}
