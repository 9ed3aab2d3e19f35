//! `grognard selftest`: whole battles by random players, each checked by the battery.

use crate::cli::Selftest;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::{files, page, rulesets, seed};
use game::battery::{self, Depth, Record};
use game::drift::{Drift, in_battle};
use game::{Ruleset, Setup, Term};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// More answers than any shipped battle needs.
const MOST_ANSWERS: usize = 200_000;

/// One battle in this many is also saved, loaded and cut at every step.
const SAVED_ONE_IN: u64 = 50;

/// Odds are compared after one answer in this many.
const ODDS_ONE_IN: u64 = 7;

/// The most differences listed.
const MOST_LISTED: usize = 20;

/// One battle in this many is a large one; the others are small.
const LARGE_ONE_IN: u64 = 20;

pub fn run(context: &Context, arguments: &Selftest) -> Done {
    let rulesets: Vec<&'static dyn Ruleset> = match arguments.ruleset.as_deref() {
        Some(id) => vec![context.ruleset(id)?],
        None => rulesets::all(),
    };
    let scenarios = scenarios();
    if let Some(positions) = arguments.odds {
        return rulesets
            .iter()
            .try_for_each(|ruleset| compare_odds(context, *ruleset, &scenarios, positions, arguments.seed));
    }
    let mut passed = 0;
    for ruleset in &rulesets {
        let total = put_to_the_test(context, *ruleset, &scenarios, arguments)?;
        let title = context.words.ruleset_name(ruleset.id());
        page::put(&format!("{title} — {}\n", context.say("selftest-done", &total.values())))?;
        if let Some((n, failure)) = &total.first_watched {
            let file = leave(context, arguments.seed, *n, failure)?;
            let counted = context.say("selftest-watched", &total.values());
            page::put(&format!("{counted} {n}: {}\n{file}\n", failure.what))?;
        }
        passed += total.battles;
    }
    page::put(&format!("{passed} passed, 0 failed\n"))
}

/// Compares the odds shown to players with those of the battle itself, in positions from random battles.
fn compare_odds(
    context: &Context,
    ruleset: &dyn Ruleset,
    scenarios: &[&'static str],
    positions: u64,
    run: u64,
) -> Done {
    let mut differs = 0;
    let mut total = Drift::default();
    let mut listed = Vec::new();
    for n in 0.. {
        if total.positions >= positions {
            break;
        }
        // The larger scenarios: more rules apply in them.
        let place = 1 + n as usize % scenarios.len().saturating_sub(1).max(1);
        let scenario = scenarios.get(place).or(scenarios.first()).copied().unwrap_or_default();
        let setup = setup_of(scenario, run, n);
        let mut battle = ruleset
            .begin(&setup)
            .map_err(|faults| Failure::No(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))?;
        let luck = run.wrapping_mul(1_000_003).wrapping_add(n.wrapping_mul(7_919));
        in_battle(battle.as_mut(), luck, ODDS_ONE_IN, positions - total.positions, |answers, drift| {
            differs += u64::from(!drift.differs.is_empty());
            if listed.len() < MOST_LISTED {
                listed.extend(drift.differs.iter().map(|one| format!("\n{} {n}, {answers}: {one}", ruleset.id())));
            }
            total.add(drift);
        });
    }
    let values = [
        ("positions", total.positions.into()),
        ("compared", total.compared.values().sum::<u64>().into()),
        ("by_reply", total.by_reply.values().sum::<u64>().into()),
        ("classes", total.classes.into()),
        ("most_classes", total.most_classes.into()),
        ("dropped", total.dropped_in_all().into()),
        ("otherwise", total.otherwise.values().sum::<u64>().into()),
        ("differs", differs.into()),
    ];
    let title = context.words.ruleset_name(ruleset.id());
    let counts = [("kinds", listed_by(&total.compared).into()), ("replies", listed_by(&total.by_reply).into())];
    let left = [("otherwise", listed_by(&total.otherwise).into()), ("elsewhere", listed_by(&total.elsewhere).into())];
    let told = total.told.iter().map(|(what, told)| format!("{what} {} (± {} / 1000)", told.count, told.mean_error()));
    let told = [("told", told.collect::<Vec<_>>().join(", ").into())];
    let dropped = total.dropped.iter().map(|((what, why), count)| format!("{what} {count} ({why})"));
    let dropped = [("dropped", dropped.collect::<Vec<_>>().join(", ").into())];
    let mut counted = vec![
        ("selftest-odds", values.as_slice()),
        ("selftest-odds-by", counts.as_slice()),
        ("selftest-odds-left", left.as_slice()),
        ("selftest-odds-told", told.as_slice()),
    ];
    if !total.dropped.is_empty() {
        counted.push(("selftest-odds-dropped", dropped.as_slice()));
    }
    let counted: Vec<String> = counted.into_iter().map(|(text, values)| context.say(text, values)).collect();
    page::put(&format!("{title} — {}\n", counted.join("\n")))?;
    if total.drops_too_many() {
        listed
            .extend(total.dropped.iter().map(|((what, why), count)| format!("\n{what}: {count} not compared, {why}")));
    }
    if listed.is_empty() {
        return Ok(());
    }
    Err(Failure::No(format!("{}:{}", context.say("selftest-differs", &[]), listed.concat())))
}

/// The counts of each kind.
fn listed_by(counts: &BTreeMap<Term, u64>) -> String {
    counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

/// Fights the battles of one ruleset, one per processor at a time.
fn put_to_the_test(
    context: &Context,
    ruleset: &dyn Ruleset,
    scenarios: &[&'static str],
    arguments: &Selftest,
) -> Done<Totals> {
    let total = Mutex::new(Totals::default());
    let failed = Mutex::new(None);
    let next = AtomicU64::new(arguments.from);
    let end = arguments.from.saturating_add(arguments.battles);
    let progress = if std::io::stderr().is_terminal() {
        let style =
            ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}").unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(arguments.battles).with_style(style)
    } else {
        ProgressBar::hidden()
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= end || failed.lock().is_ok_and(|f| f.is_some()) {
                        break;
                    }
                    match one(ruleset, scenarios, arguments.seed, n) {
                        Ok(record) => {
                            if let Ok(mut total) = total.lock() {
                                total.add(&record);
                            }
                        }
                        Err((n, failure)) if failure.on_trial => {
                            if let Ok(mut total) = total.lock() {
                                total.watched += 1;
                                let first = total.first_watched.take().filter(|(first, _)| *first < n);
                                total.first_watched = first.or(Some((n, failure)));
                            }
                        }
                        Err(failure) => {
                            if let Ok(mut failed) = failed.lock() {
                                *failed = Some(failure);
                            }
                        }
                    }
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    if let Some((n, failure)) = failed.into_inner().ok().flatten() {
        let file = leave(context, arguments.seed, n, &failure)?;
        return Err(Failure::No(format!(
            "{}: {}\n{file}",
            context.say("selftest-failed", &[("battle", n.into())]),
            failure.what
        )));
    }
    Ok(total.into_inner().unwrap_or_default())
}

/// Writes the log of a failed battle, and reports its file.
fn leave(context: &Context, run: u64, n: u64, failure: &battery::Failure) -> Done<String> {
    let file = format!("selftest-{run}-{n}.log.jsonl");
    files::write(context, &file, failure.log.as_bytes())?;
    Ok(file)
}

#[derive(Default)]
struct Totals {
    battles: u64,
    turns: u64,
    answers: u64,
    offers: u64,
    refused: u64,
    seals: u64,
    /// Battles that break an invariant that is still on trial.
    watched: u64,
    /// The first of them, and the invariant broken.
    first_watched: Option<(u64, battery::Failure)>,
}

impl Totals {
    /// The values for the message.
    fn values(&self) -> Vec<(&'static str, words::Value<'static>)> {
        let counts = [
            ("battles", self.battles),
            ("turns", self.turns),
            ("answers", self.answers),
            ("offers", self.offers),
            ("refused", self.refused),
            ("seals", self.seals),
            ("watched", self.watched),
        ];
        counts.map(|(name, n)| (name, n.into())).to_vec()
    }

    fn add(&mut self, record: &Record) {
        self.battles += 1;
        self.turns += u64::from(record.turns);
        self.answers += record.answers as u64;
        self.offers += record.offers as u64;
        self.refused += record.refused as u64;
        self.seals += record.seals as u64;
    }
}

/// The shipped scenarios, the smallest first.
fn scenarios() -> Vec<&'static str> {
    let library = armies::Library::embedded();
    let mut known: Vec<_> = library.scenarios().iter().collect();
    known.sort_by_key(|scenario| (scenario.units().count(), scenario.id.clone()));
    known.iter().filter_map(|scenario| library.text(&scenario.id)).collect()
}

/// The n-th battle of a run, with the usual options.
fn setup_of(scenario: &str, run: u64, n: u64) -> Setup {
    Setup {
        scenario: scenario.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: ["random".to_owned(), "random".to_owned()],
        seed: Some(battery::seed(run, n)),
        salt: seed::expand(n),
    }
}

/// The n-th battle of a run: its scenario, options and dice follow from the run's seed and n.
fn one(ruleset: &dyn Ruleset, scenarios: &[&'static str], run: u64, n: u64) -> Result<Record, (u64, battery::Failure)> {
    let large = n % LARGE_ONE_IN == LARGE_ONE_IN - 1;
    let place = if large { 1 + (n / LARGE_ONE_IN) as usize % scenarios.len().saturating_sub(1).max(1) } else { 0 };
    let scenario = scenarios.get(place).or(scenarios.first()).copied().unwrap_or_default();
    // Each switch is changed in one battle out of four.
    let mut options = BTreeMap::new();
    for (place, (name, usual)) in ruleset.options().into_iter().enumerate() {
        if (n / 2 + place as u64).is_multiple_of(4) {
            options.insert(Term::of(name), 1 - usual);
        }
    }
    let setup = Setup { options, ..setup_of(scenario, run, n) };
    let depth = Depth { saving: n.is_multiple_of(SAVED_ONE_IN), answers: MOST_ANSWERS };
    match catch_unwind(AssertUnwindSafe(|| battery::fight(ruleset, &setup, run.wrapping_add(n), depth))) {
        Ok(Ok(record)) => Ok(record),
        Ok(Err(failure)) => Err((n, *failure)),
        Err(_) => Err((n, battery::Failure { what: "panic".to_owned(), log: String::new(), on_trial: false })),
    }
}
