//! Whole battles: battles per second, decisions, size of a state.

use crate::timing::heading;
use crate::{machine, state};
use anyhow::{Context, anyhow};
use game::battery::seed;
use game::{Ruleset, Setup};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const SCENARIO: &str = "premier-feu";
const MOST_ANSWERS: u64 = 200_000;
/// The time for which battles of each ruleset are fought.
const FOR: Duration = Duration::from_secs(5);
/// Copies of a state held at once to measure one.
const COPIES: u32 = 4_000;

pub fn run() -> anyhow::Result<()> {
    let library = armies::Library::embedded();
    let scenario = library.text(SCENARIO).with_context(|| format!("no scenario {SCENARIO}"))?;
    heading(
        &format!("whole battles of {SCENARIO}"),
        "Three units a side, eight turns; random generals; one core; the scenario is read once and begun anew; its log is written and not verified.",
    );
    shipped::all().into_iter().try_for_each(|ruleset| rate(ruleset, scenario))?;
    sizes(scenario)
}

/// The battles of a ruleset per second.
fn rate(ruleset: &dyn Ruleset, scenario: &str) -> anyhow::Result<()> {
    println!("   {}", ruleset.id());
    for n in 0..20 {
        fight(ruleset, scenario, n)?;
    }
    let (mut battles, mut decisions, mut setting_up) = (0_u32, 0_u64, Duration::ZERO);
    let start = Instant::now();
    while start.elapsed() < FOR {
        let (answers, set_up) = fight(ruleset, scenario, 1_000 + u64::from(battles))?;
        battles += 1;
        decisions += answers;
        setting_up += set_up;
    }
    let whole = start.elapsed().as_secs_f64();
    println!("   battles per second     {:>10.1}", f64::from(battles) / whole);
    println!(
        "   decisions per second   {:>10.0}  ({:.0} a battle)",
        decisions as f64 / whole,
        decisions as f64 / f64::from(battles)
    );
    println!("   beginning the battle   {:>10.1} % of the time", 100.0 * setting_up.as_secs_f64() / whole);
    Ok(())
}

/// One battle: answers given, and the time of its start.
fn fight(ruleset: &dyn Ruleset, scenario: &str, n: u64) -> anyhow::Result<(u64, Duration)> {
    let setup = Setup {
        scenario: scenario.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: ["random".to_owned(), "random".to_owned()],
        seed: Some(seed(3, n)),
        salt: seed(4, n),
    };
    let start = Instant::now();
    let mut battle = ruleset
        .begin(&setup)
        .map_err(|faults| anyhow!(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    let set_up = start.elapsed();
    let (mut blue, mut red) = (staff::Random::new(2 * n), staff::Random::new(2 * n + 1));
    let mut answers = 0;
    staff::fight_watched(battle.as_mut(), &mut blue, &mut red, MOST_ANSWERS, |_| answers += 1)?;
    Ok((answers, set_up))
}

/// The memory of a state of Marie-Louise.
fn sizes(scenario: &str) -> anyhow::Result<()> {
    let states = state::of_a_battle(scenario, 5)?;
    let lengths: Vec<usize> =
        states.iter().map(|state| serde_json::to_string(state).map(|text| text.len())).collect::<Result<_, _>>()?;
    let mean = lengths.iter().sum::<usize>() / lengths.len().max(1);
    println!(
        "   bytes of a state, JSON {mean:>10}  mean over every moment of a battle that waits; largest {}",
        lengths.iter().max().copied().unwrap_or(0)
    );
    let Some(state) = states.get(states.len() / 2) else { return Ok(()) };
    let before = machine::resident();
    let copies: Vec<_> = (0..COPIES).map(|_| state.clone()).collect();
    if let (Some(before), Some(after)) = (before, machine::resident()) {
        let each = after.saturating_sub(before) / u64::from(COPIES);
        println!(
            "   bytes of a state, held {each:>10}  resident memory of {COPIES} copies, world twice: at the start of the step and now"
        );
    }
    drop(copies);
    let unit = size_of::<marie_louise::world::Unit>();
    println!("   bytes of a unit        {unit:>10}  size_of, of {} units", state.now().units.len());
    Ok(())
}
