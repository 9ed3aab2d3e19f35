//! Battles by the thousand: battles per second, the gain of a second thread, and the distribution of the time.

use crate::timing::heading;
use anyhow::{Context, anyhow};
use game::{Ask, Battle, By, Side};
use staff::{General, Post};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use trials::{Fighter, Orders, Plan, Roster};
use words::Lang;

const SCENARIO: &str = "premier-feu";
/// Battles of each measurement.
const BATTLES: u64 = 400;
/// The general measured: the best one that fights quickly.
const PREFERRED: [&str; 3] = ["captain", "recruit", "random"];

pub fn run() -> anyhow::Result<()> {
    let general = PREFERRED.into_iter().find(|name| staff::NAMES.contains(name)).context("no general")?;
    let text = armies::Library::embedded().text(SCENARIO).with_context(|| format!("no scenario {SCENARIO}"))?;
    let plan = Plan {
        scenario: text.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: [general.to_owned(), general.to_owned()],
        mirror: false,
        battles: BATTLES,
        seed: 1,
        most_answers: None,
        shard: None,
    };
    heading(
        &format!("trials: {BATTLES} battles of {SCENARIO}, {general} against {general}"),
        "As `grognard simulate` fights them, rows and page written to a folder; by the wall clock.",
    );
    let one = timed(&plan, 1)?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    println!("   battles per second, one thread   {:>8.1}", rate(one));
    if cores > 1 {
        let two = timed(&plan, 2)?;
        println!(
            "   battles per second, two threads  {:>8.1}  ({:.1} a core, {:.2} x one thread)",
            rate(two),
            rate(two) / 2.0,
            one.as_secs_f64() / two.as_secs_f64()
        );
    }
    println!("   10,000 battles on {cores} cores would take {:.1} min at the rate of the last row", {
        let whole = if cores > 1 { timed(&plan, cores)? } else { one };
        10_000.0 / rate(whole) / 60.0
    });
    layers(&plan)
}

fn rate(whole: Duration) -> f64 {
    BATTLES as f64 / whole.as_secs_f64()
}

/// A whole run into a folder of its own.
fn timed(plan: &Plan, threads: usize) -> anyhow::Result<Duration> {
    let folder = std::env::temp_dir().join(format!("grognard-bench-{}-{threads}", std::process::id()));
    let stop = AtomicBool::new(false);
    let orders =
        Orders { ruleset: &marie_louise::RULESET, folder: Some(&folder), threads, stop: &stop, lang: Lang::En };
    let start = Instant::now();
    let ended = trials::run(plan, &orders, |_| {});
    let whole = start.elapsed();
    std::fs::remove_dir_all(&folder)?;
    ended?;
    Ok(whole)
}

/// The distribution of the time of one thread. The clock is read around each call at the interfaces that the crates
/// have anyway (`General::answer`, `Battle::answer`, `Battle::again`), so it works everywhere and needs no sampling; a
/// general's queries of the rules (suggestions, odds, previews) are counted by its calls.
fn layers(plan: &Plan) -> anyhow::Result<()> {
    let scenario = armies::parse(&plan.scenario, "scenario").map_err(|faults| anyhow!("{} faults", faults.len()))?;
    let roster = Roster::of(&scenario);
    let ruleset: &dyn game::Ruleset = &marie_louise::RULESET;
    let template = ruleset
        .begin(&plan.setup())
        .map_err(|faults| anyhow!(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    let fighter = Fighter::new(plan, &roster, ruleset)?;
    let mut spent = Spent::default();
    let start = Instant::now();
    for n in 0..BATTLES / 2 {
        one(plan, template.as_ref(), &fighter, n, &mut spent)?;
    }
    let whole = start.elapsed();
    println!("   share of the time, one thread (clock read around the calls between crates):");
    let share = |name: &str, time: Duration| {
        println!("     {name:<44} {:>6.1} %", 100.0 * time.as_secs_f64() / whole.as_secs_f64());
    };
    share("game, rules: a battle set up and begun", spent.begun);
    share("staff: a general decides, questions included", spent.decided);
    share("rules, table: an answer judged and played", spent.played);
    share("game: the questions put", spent.asked);
    share("trials: rows made from events", spent.rows);
    let told = spent.begun + spent.decided + spent.played + spent.asked + spent.rows;
    share("the rest: loop and clock", whole.saturating_sub(told));
    Ok(())
}

#[derive(Default)]
struct Spent {
    begun: Duration,
    asked: Duration,
    decided: Duration,
    played: Duration,
    rows: Duration,
}

/// The loop of `staff::fight` with a clock.
fn one(plan: &Plan, template: &dyn Battle, fighter: &Fighter<'_>, n: u64, spent: &mut Spent) -> anyhow::Result<()> {
    let fight = plan.fight(n);
    let dice = trials::seed::expand(fight.seed);
    let mut battle =
        clocked(&mut spent.begun, || template.again(plan.generals.clone(), Some(dice), trials::seed::salt(fight.seed)));
    let mut generals: Vec<Box<dyn General>> = Vec::new();
    for side in Side::BOTH {
        let name = &plan.generals[side.index()];
        generals.push(staff::general(name, trials::seed::luck(&dice, side)).with_context(|| name.clone())?);
    }
    let mut answers = 0;
    while battle.outcome().is_none() {
        for (side, general) in Side::BOTH.into_iter().zip(&mut generals) {
            let ask: Option<Ask> = clocked(&mut spent.asked, || battle.waiting(side).into_iter().next());
            let Some(ask) = ask else { continue };
            let answer = clocked(&mut spent.decided, || general.answer(&Post::new(battle.as_ref(), side), &ask));
            let replies = answer.context("no answer")?.replies;
            clocked(&mut spent.played, || battle.answer(side, ask.id, replies, By::Staff))
                .map_err(|_| anyhow!("refused"))?;
            answers += 1;
        }
    }
    let outcome = battle.outcome().context("not over")?;
    clocked(&mut spent.rows, || std::hint::black_box(fighter.rows(fight, battle.as_ref(), Ok(&outcome), answers)));
    Ok(())
}

fn clocked<T>(spent: &mut Duration, call: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let made = call();
    *spent += start.elapsed();
    made
}
