//! `grognard simulate`: battles by the thousand, and their results.

mod merge;
mod runner;
pub mod simulate_faults;
pub mod simulate_text;

pub use runner::Runner;

use crate::cli::Simulate;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::{files, page, scenes};
use game::Ruleset;
use std::path::Path;
use trials::balance::{Balance, Found};
use trials::page::{SeriesRow, of_series};
use trials::{Case, Ended, Plan, Series, Sweep};
use words::Words;

pub fn run(context: &Context, arguments: &Simulate) -> Done {
    let Some(named) = &arguments.scenario else { return merge::run(context, arguments) };
    let ruleset = context.ruleset_or_usual(arguments.ruleset.as_deref())?;
    let scene = scenes::find(context, named)?;
    let plan = Plan {
        scenario: scene.text,
        tables: arguments.tables.as_ref().map(|path| files::tables(context, path, ruleset.id())).transpose()?,
        options: super::fight::options(context, ruleset, &arguments.options)?,
        generals: [arguments.blue.clone(), arguments.red.clone()],
        mirror: arguments.mirror,
        battles: arguments.battles,
        seed: arguments.seed,
        most_answers: None,
        shard: arguments.shard,
    };
    let runner = Runner::new(context, named, arguments.threads);
    let session = Session { context, arguments, named, ruleset, runner };
    match (&arguments.vary, &arguments.balance) {
        (Some(vary), _) => session.sweep(&plan, vary),
        (None, Some(balance)) => session.balance(&plan, balance),
        (None, None) => session.one(&plan),
    }
}

/// The pairs of generals named, each once: a single kind leads both sides, `BLUE/RED` one each. Without names: those of
/// `otherwise`.
pub fn pairs(named: &[String], otherwise: [&String; 2]) -> Vec<[String; 2]> {
    if named.is_empty() {
        return vec![otherwise.map(String::clone)];
    }
    let mut pairs: Vec<[String; 2]> = Vec::new();
    for one in named {
        let (blue, red) = one.split_once('/').unwrap_or((one, one));
        let pair = [blue.trim().to_owned(), red.trim().to_owned()];
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs
}

/// The name of a run of a sweep: its value, and the generals where they differ.
fn run_name(value: &str, several: bool, generals: &[String; 2]) -> String {
    if several { format!("{value}-{}", kind(generals)) } else { value.to_owned() }
}

/// A pair of generals in the name of a folder.
pub fn kind([blue, red]: &[String; 2]) -> String {
    if blue == red { blue.clone() } else { format!("{blue}-{red}") }
}

/// One or several runs.
struct Session<'a> {
    context: &'a Context,
    arguments: &'a Simulate,
    /// The scenario as it was named.
    named: &'a str,
    ruleset: &'static dyn Ruleset,
    runner: Runner<'a>,
}

impl Session<'_> {
    fn one(&self, plan: &Plan) -> Done {
        let bar = self.runner.progress(plan.fights());
        let ended = self.runner.fight(self.ruleset, plan, self.arguments.out.as_deref().map(Path::new), &bar, 0)?;
        bar.finish_and_clear();
        if self.arguments.json {
            page::put_json(&ended.summary)?;
        } else {
            page::put(&simulate_text::summary(self.context, self.ruleset, &ended, self.arguments.out.as_deref()))?;
        }
        verdict(self.context, self.arguments.out.as_deref(), ended.whole, ended.summary.failed)
    }

    fn sweep(&self, plan: &Plan, vary: &str) -> Done {
        let fault = |error| simulate_faults::sweep(self.context, vary, &error);
        let sweep = Sweep::parse(vary).map_err(fault)?;
        let kinds = pairs(&self.arguments.generals, [&self.arguments.blue, &self.arguments.red]);
        let mut cases = Vec::new();
        for case in sweep.cases(plan, self.ruleset).map_err(fault)? {
            let led = |generals: &[String; 2]| {
                (
                    run_name(&case.value, kinds.len() > 1, generals),
                    Case { value: case.value.clone(), plan: Plan { generals: generals.clone(), ..case.plan.clone() } },
                )
            };
            cases.extend(kinds.iter().map(led));
        }
        let named: Vec<String> = std::iter::once(&sweep.name).chain(&self.arguments.generals).cloned().collect();
        let series = self.series("vary", &named.join(","))?;
        let bar = self.runner.progress(plan.fights() * cases.len() as u64);
        let mut runs = Vec::new();
        for (n, (name, case)) in (0..).zip(&cases) {
            let folder = series.as_ref().map(|series| series.folder(name));
            let ended = self.runner.fight(self.ruleset, &case.plan, folder.as_deref(), &bar, n * plan.fights())?;
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
        let fault = |error| simulate_faults::sweep(self.context, wanted, &error);
        let balance = Balance::parse(wanted).map_err(fault)?;
        // Both ends are tried before anything is fought: the values in between are valid if they are.
        for value in [balance.low, balance.high] {
            balance.target.set(plan, self.ruleset, &value.to_string()).map_err(fault)?;
        }
        let series = self.series("balance", &balance.name)?;
        let steps = u64::from((balance.high - balance.low).ilog2()) + 3;
        let bar = self.runner.progress(plan.fights() * steps);
        let mut runs: Vec<(String, Ended)> = Vec::new();
        let found = balance.search(|value| {
            let value = value.to_string();
            let plan = balance.target.set(plan, self.ruleset, &value).map_err(fault)?;
            let folder = series.as_ref().map(|series| series.folder(&value));
            let ended =
                self.runner.fight(self.ruleset, &plan, folder.as_deref(), &bar, runs.len() as u64 * plan.fights())?;
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
        opened.map_err(|error| simulate_faults::trial(self.context, self.named, &error))
    }

    fn tell_series(
        &self,
        series: Option<Series>,
        varied: &str,
        runs: &[(String, Ended)],
        found: Option<&Found>,
    ) -> Done {
        let (context, ruleset) = (self.context, self.ruleset);
        let mut said = found.map(|found| simulate_text::found(context, found)).unwrap_or_default();
        let disagree = simulate_text::disagreeing(runs);
        said.extend(simulate_text::disagreements(context, ruleset, varied, &disagree));
        let told: Vec<_> =
            runs.iter().map(|(value, ended)| serde_json::json!({ "value": value, "summary": ended.summary })).collect();
        let json = serde_json::json!({ "varied": varied, "runs": told, "found": found, "disagree": disagree });
        if let (Some(series), Some((_, first))) = (series, runs.first()) {
            let (several, words) = (simulate_text::several_kinds(runs), Words::of(context.lang, ruleset));
            let rows: Vec<SeriesRow<'_>> = runs
                .iter()
                .map(|(value, ended)| {
                    let summary = &ended.summary;
                    let generals = [summary.blue.clone(), summary.red.clone()];
                    let led = if several { simulate_text::led(&words, summary) } else { String::new() };
                    let folder = trials::folder_name(&run_name(value, several, &generals));
                    SeriesRow { name: value.clone(), folder, led, summary }
                })
                .collect();
            let html = of_series(context.lang, ruleset, &first.scenario, varied, &said, &rows);
            series.write(&json, &html).map_err(|error| simulate_faults::trial(context, self.named, &error))?;
        }
        if self.arguments.json {
            page::put_json(&json)?;
        } else {
            page::put(&simulate_text::series(context, ruleset, varied, runs, &said, self.arguments.out.as_deref()))?;
        }
        let failed = runs.iter().map(|(_, ended)| ended.summary.failed).sum();
        verdict(self.context, self.arguments.out.as_deref(), runs.iter().all(|(_, ended)| ended.whole), failed)
    }
}

/// The exit code says whether all battles were fought to their end.
pub fn verdict(context: &Context, out: Option<&str>, whole: bool, failed: u64) -> Done {
    let mut said = Vec::new();
    if !whole {
        let id = if out.is_some() { "simulate-interrupted" } else { "simulate-interrupted-lost" };
        said.push(context.say(id, &[]));
    }
    if failed > 0 {
        said.push(context.say("simulate-some-failed", &[("n", failed.into())]));
    }
    if said.is_empty() { Ok(()) } else { Err(Failure::No(said.join("\n"))) }
}
