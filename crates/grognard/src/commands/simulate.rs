//! `grognard simulate`: battles by the thousand, and what came of them.

mod faults;
mod text;

use crate::cli::Simulate;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::{files, page, rulesets, scenes};
use game::Ruleset;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use trials::balance::{Balance, Found};
use trials::page::{Row, of_series};
use trials::{Ended, Orders, Plan, Series, Sweep};

/// Set by Ctrl-C: the battles under way are fought to their end, then the run stops.
static STOP: AtomicBool = AtomicBool::new(false);

pub fn run(context: &Context, arguments: &Simulate) -> Done {
    let ruleset = arguments.ruleset.as_ref().map_or_else(|| Ok(rulesets::usual()), |id| context.ruleset(id))?;
    let scene = scenes::find(context, &arguments.scenario)?;
    let plan = Plan {
        scenario: scene.text,
        tables: arguments.tables.as_ref().map(|path| files::read(context, path)).transpose()?,
        options: super::fight::options(context, ruleset, &arguments.options)?,
        generals: [arguments.blue.clone(), arguments.red.clone()],
        mirror: arguments.mirror,
        battles: arguments.battles,
        seed: arguments.seed,
        most_answers: trials::MOST_ANSWERS,
    };
    let session = Session { context, arguments, ruleset, threads: threads(arguments) };
    // A second Ctrl-C does not wait for anything; without a handler the first one would not either.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    match (&arguments.vary, &arguments.balance) {
        (Some(vary), _) => session.sweep(&plan, vary),
        (None, Some(balance)) => session.balance(&plan, balance),
        (None, None) => session.one(&plan),
    }
}

fn threads(arguments: &Simulate) -> usize {
    let cores = || std::thread::available_parallelism().unwrap_or(std::num::NonZeroUsize::MIN);
    arguments.threads.unwrap_or_else(cores).get()
}

/// A run or several.
struct Session<'a> {
    context: &'a Context,
    arguments: &'a Simulate,
    ruleset: &'static dyn Ruleset,
    threads: usize,
}

impl Session<'_> {
    fn progress(&self, fights: u64) -> ProgressBar {
        if !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} · {per_sec} · {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(fights).with_style(style);
        bar.with_message(self.context.say("simulate-progress", &[]))
    }

    /// Fights one plan; the bar stands at `before` when it begins.
    fn fight(&self, plan: &Plan, folder: Option<&Path>, bar: &ProgressBar, before: u64) -> Done<Ended> {
        let orders =
            Orders { ruleset: self.ruleset, folder, threads: self.threads, stop: &STOP, lang: self.context.lang };
        let mut first = true;
        let ended = trials::run(plan, &orders, |done| {
            bar.set_position(before + done);
            // What was there before says nothing of the speed.
            if std::mem::take(&mut first) {
                bar.reset_eta();
            }
        })
        .map_err(|error| {
            bar.finish_and_clear();
            faults::trial(self.context, &self.arguments.scenario, &error)
        })?;
        for failed in &ended.failed {
            bar.suspend(|| eprintln!("{}", text::failed(self.context, failed)));
        }
        Ok(ended)
    }

    fn one(&self, plan: &Plan) -> Done {
        let bar = self.progress(plan.fights());
        let ended = self.fight(plan, self.arguments.out.as_deref().map(Path::new), &bar, 0)?;
        bar.finish_and_clear();
        if self.arguments.json {
            page::put_json(&ended.summary)?;
        } else {
            page::put(&text::summary(self.context, self.ruleset, &ended, self.arguments.out.as_deref()))?;
        }
        self.verdict(ended.whole, ended.summary.failed)
    }

    fn sweep(&self, plan: &Plan, vary: &str) -> Done {
        let fault = |error| faults::sweep(self.context, vary, &error);
        let sweep = Sweep::parse(vary).map_err(fault)?;
        let cases = sweep.cases(plan, self.ruleset).map_err(fault)?;
        let series = self.series("vary", &sweep.name)?;
        let bar = self.progress(plan.fights() * cases.len() as u64);
        let mut runs = Vec::new();
        for (n, case) in (0..).zip(&cases) {
            let folder = series.as_ref().map(|series| series.folder(&case.value));
            let ended = self.fight(&case.plan, folder.as_deref(), &bar, n * plan.fights())?;
            let whole = ended.whole;
            runs.push((case.value.clone(), ended));
            if !whole {
                break;
            }
        }
        bar.finish_and_clear();
        self.tell_series(series, &sweep.name, &runs, None)
    }

    fn balance(&self, plan: &Plan, wanted: &str) -> Done {
        let fault = |error| faults::sweep(self.context, wanted, &error);
        let balance = Balance::parse(wanted).map_err(fault)?;
        // Both ends are tried before anything is fought: a value in between is right if they are.
        for value in [balance.low, balance.high] {
            balance.target.set(plan, self.ruleset, &value.to_string()).map_err(fault)?;
        }
        let series = self.series("balance", &balance.name)?;
        let steps = u64::from((balance.high - balance.low).ilog2()) + 3;
        let bar = self.progress(plan.fights() * steps);
        let mut runs: Vec<(String, Ended)> = Vec::new();
        let found = balance.search(|value| {
            let value = value.to_string();
            let plan = balance.target.set(plan, self.ruleset, &value).map_err(fault)?;
            let folder = series.as_ref().map(|series| series.folder(&value));
            let ended = self.fight(&plan, folder.as_deref(), &bar, runs.len() as u64 * plan.fights())?;
            let chance = ended.whole.then_some(ended.summary.sides.blue_chance);
            runs.push((value, ended));
            Ok(chance)
        })?;
        bar.finish_and_clear();
        runs.sort_by_key(|(value, _)| value.parse::<i64>().unwrap_or_default());
        self.tell_series(series, &balance.name, &runs, Some(&found))
    }

    fn series(&self, kind: &str, name: &str) -> Done<Option<Series>> {
        let open = |path: &String| Series::open(Path::new(path), kind, name);
        let opened = self.arguments.out.as_ref().map(open).transpose();
        opened.map_err(|error| faults::trial(self.context, &self.arguments.scenario, &error))
    }

    fn tell_series(
        &self,
        series: Option<Series>,
        varied: &str,
        runs: &[(String, Ended)],
        found: Option<&Found>,
    ) -> Done {
        let (context, ruleset) = (self.context, self.ruleset);
        let verdict = found.map(|found| text::found(context, found)).unwrap_or_default();
        let told: Vec<_> =
            runs.iter().map(|(value, ended)| serde_json::json!({ "value": value, "summary": ended.summary })).collect();
        let json = serde_json::json!({ "varied": varied, "runs": told, "found": found });
        if let (Some(series), Some((_, first))) = (series, runs.first()) {
            let rows: Vec<Row<'_>> = runs
                .iter()
                .map(|(value, ended)| Row {
                    name: value.clone(),
                    folder: trials::folder_name(value),
                    summary: &ended.summary,
                })
                .collect();
            let html = of_series(context.lang, ruleset, &first.scenario, varied, &verdict, &rows);
            series.write(&json, &html).map_err(|error| faults::trial(context, &self.arguments.scenario, &error))?;
        }
        if self.arguments.json {
            page::put_json(&json)?;
        } else {
            page::put(&text::series(context, ruleset, varied, runs, &verdict, self.arguments.out.as_deref()))?;
        }
        let failed = runs.iter().map(|(_, ended)| ended.summary.failed).sum();
        self.verdict(runs.iter().all(|(_, ended)| ended.whole), failed)
    }

    /// The exit code tells whether all battles were fought to their end.
    fn verdict(&self, whole: bool, failed: u64) -> Done {
        let mut said = Vec::new();
        if !whole {
            let id = if self.arguments.out.is_some() { "simulate-interrupted" } else { "simulate-interrupted-lost" };
            said.push(self.context.say(id, &[]));
        }
        if failed > 0 {
            said.push(self.context.say("simulate-some-failed", &[("n", failed.into())]));
        }
        if said.is_empty() { Ok(()) } else { Err(Failure::No(said.join("\n"))) }
    }
}
