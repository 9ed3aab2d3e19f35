//! `grognard compare`: one scenario under several rulesets, side by side.

mod compare_text;

use super::simulate::{Runner, kind, pairs, simulate_faults, verdict};
use crate::cli::Compare;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::{files, page, rulesets, scenes};
use game::{Ruleset, Term};
use std::collections::BTreeMap;
use std::path::Path;
use trials::page::{Comparison, of_comparison};
use trials::{Ended, Plan, Series};

pub fn run(context: &Context, arguments: &Compare) -> Done {
    let rulesets = chosen(context, &arguments.rulesets)?;
    let scene = scenes::find(context, &arguments.scenario)?;
    let by_ruleset = |pairs: &[String], mark: char| split(context, &rulesets, pairs, mark);
    let (options, tables) = (by_ruleset(&arguments.options, ':')?, by_ruleset(&arguments.tables, '=')?);
    let pairs = pairs(&arguments.generals, [&arguments.blue, &arguments.red]);
    let plan = |ruleset: &'static dyn Ruleset, generals: &[String; 2]| -> Done<Plan> {
        let file = tables.get(ruleset.id()).and_then(|files| files.last());
        let options: BTreeMap<Term, i64> =
            super::fight::options(context, ruleset, options.get(ruleset.id()).map_or(&[], Vec::as_slice))?;
        Ok(Plan {
            scenario: scene.text.clone(),
            tables: file.map(|path| files::tables(context, path, ruleset.id())).transpose()?,
            options,
            generals: generals.clone(),
            mirror: arguments.mirror,
            battles: arguments.battles,
            seed: arguments.seed,
            most_answers: None,
            shard: arguments.shard,
        })
    };
    let each = rulesets.iter().flat_map(|ruleset| pairs.iter().map(move |pair| (*ruleset, pair)));
    let plans = each.map(|(ruleset, pair)| Ok((ruleset, plan(ruleset, pair)?))).collect::<Done<Vec<_>>>()?;
    let trial = |error| simulate_faults::trial(context, &arguments.scenario, &error);
    let name = series_name(&rulesets, &arguments.generals);
    let open = |path: &String| Series::open(Path::new(path), "rulesets", &name);
    let series = arguments.out.as_ref().map(open).transpose().map_err(trial)?;
    let runner = Runner::new(context, &arguments.scenario, arguments.threads);
    let bar = runner.progress(plans.iter().map(|(_, plan)| plan.fights()).sum());
    let mut runs: Vec<Run> = Vec::new();
    for (ruleset, plan) in &plans {
        let name = run_name(*ruleset, plan, pairs.len());
        let folder = series.as_ref().map(|series| series.folder(&name));
        let ended = runner.fight(*ruleset, plan, folder.as_deref(), &bar, runs.len() as u64 * plan.fights())?;
        let whole = ended.whole;
        runs.push(Run { ruleset: *ruleset, ended, folder: trials::folder_name(&name) });
        if !whole {
            break;
        }
    }
    bar.finish_and_clear();
    tell(context, arguments, &runs, series.as_ref())?;
    let failed = runs.iter().map(|run| run.ended.summary.failed).sum();
    let whole = runs.len() == plans.len() && runs.iter().all(|run| run.ended.whole);
    verdict(context, arguments.out.as_deref(), whole, failed)
}

/// A ruleset with a pair of generals, fought.
pub struct Run {
    ruleset: &'static dyn Ruleset,
    ended: Ended,
    folder: String,
}

/// The identity of a comparison.
fn series_name(rulesets: &[&'static dyn Ruleset], generals: &[String]) -> String {
    let ids = rulesets.iter().map(|ruleset| ruleset.id().to_owned()).chain(generals.iter().cloned());
    ids.collect::<Vec<_>>().join(",")
}

/// The name of a run among several.
fn run_name(ruleset: &dyn Ruleset, plan: &Plan, pairs: usize) -> String {
    match pairs {
        1 => ruleset.id().to_owned(),
        _ => format!("{}-{}", ruleset.id(), kind(&plan.generals)),
    }
}

/// The rulesets named, or all playable ones; each once.
fn chosen(context: &Context, named: &[String]) -> Done<Vec<&'static dyn Ruleset>> {
    if named.is_empty() {
        return Ok(rulesets::all());
    }
    let mut chosen: Vec<&'static dyn Ruleset> = Vec::new();
    for id in named {
        let ruleset = context.ruleset(id.trim())?;
        if chosen.iter().all(|known| known.id() != ruleset.id()) {
            chosen.push(ruleset);
        }
    }
    Ok(chosen)
}

/// Values for one ruleset (`RULESET:NAME=VALUE`, `RULESET=FILE`). Without a name an option is for every ruleset that
/// has it, and a folder of tables for all of them.
fn split(
    context: &Context,
    rulesets: &[&'static dyn Ruleset],
    pairs: &[String],
    mark: char,
) -> Done<BTreeMap<&'static str, Vec<String>>> {
    let mut found: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for pair in pairs {
        let Some((id, value)) = pair.split_once(mark) else {
            let name = pair.split('=').next().unwrap_or_default().trim();
            let folder = Path::new(pair).is_dir();
            let meant = |ruleset: &&dyn Ruleset| match mark {
                ':' => ruleset.options().iter().any(|(known, _)| *known == name),
                _ => folder && Path::new(pair).join(format!("{}.toml", ruleset.id())).is_file(),
            };
            let ids: Vec<&'static str> = rulesets.iter().copied().filter(|r| meant(r)).map(Ruleset::id).collect();
            if !ids.is_empty() {
                ids.into_iter().for_each(|id| found.entry(id).or_default().push(pair.clone()));
                continue;
            }
            let known: Vec<&str> = rulesets.iter().map(|ruleset| ruleset.id()).collect();
            let values = [("typed", pair.as_str().into()), ("known", known.join(", ").into())];
            return Err(Failure::Bad(context.say("compare-whose", &values)));
        };
        let Some(ruleset) = rulesets.iter().find(|ruleset| ruleset.id().eq_ignore_ascii_case(id.trim())) else {
            let known: Vec<&str> = rulesets.iter().map(|ruleset| ruleset.id()).collect();
            return Err(Failure::Bad(
                context.say("no-ruleset", &[("name", id.into()), ("known", known.join(", ").into())]),
            ));
        };
        found.entry(ruleset.id()).or_default().push(value.to_owned());
    }
    Ok(found)
}

fn tell(context: &Context, arguments: &Compare, runs: &[Run], series: Option<&Series>) -> Done {
    let Some(first) = runs.first() else { return Ok(()) };
    let scenario = &first.ended.scenario;
    let told: Vec<_> = runs
        .iter()
        .map(|run| serde_json::json!({ "ruleset": run.ruleset.id(), "summary": run.ended.summary }))
        .collect();
    let warnings = compare_text::disagreements(context, runs);
    let json = serde_json::json!({
        "scenario": scenario.id,
        "blue": first.ended.summary.blue,
        "red": first.ended.summary.red,
        "generals": arguments.generals,
        "seed": arguments.seed,
        "runs": told,
        "history": compare_text::history(scenario),
        "disagree": compare_text::disagreeing(runs),
    });
    let lead = compare_text::lead(context, arguments);
    let rows = compare_text::rows(context, runs);
    if let Some(series) = series {
        let folders: Vec<String> = runs.iter().map(|run| run.folder.clone()).collect();
        let note = context.say("compare-note", &[]);
        let comparison = Comparison { lead: &lead, warnings: &warnings, rows: &rows, folders: &folders, note: &note };
        let html = of_comparison(context.lang, first.ruleset, scenario, &comparison);
        series.write(&json, &html).map_err(|error| simulate_faults::trial(context, &arguments.scenario, &error))?;
    }
    if arguments.json {
        return page::put_json(&json);
    }
    let mut said = format!("{}\n{}\n\n", report::scene::title(&context.words, scenario), page::wrap(&lead, 0));
    for warning in &warnings {
        said.push_str(&format!("{}\n\n", page::wrap(warning, 0)));
    }
    said.push_str(&page::columns(&rows, &[page::Align::Left], 0));
    said.push_str(&format!("\n{}\n", page::wrap(&context.say("compare-note", &[]), 0)));
    if let Some(out) = &arguments.out {
        said.push_str(&format!("\n{}\n", super::simulate::simulate_text::written(context, out)));
    }
    page::put(&said)
}
