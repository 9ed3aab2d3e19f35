//! `grognard compare`: one scenario under several rulesets, side by side.

mod text;

use super::simulate::{Runner, faults, verdict};
use crate::cli::Compare;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::{files, page, rulesets, scenes};
use game::{Ruleset, Term};
use std::collections::BTreeMap;
use std::path::Path;
use trials::page::{Row, of_series};
use trials::{Ended, Plan, Series};

pub fn run(context: &Context, arguments: &Compare) -> Done {
    let rulesets = chosen(context, &arguments.rulesets)?;
    let scene = scenes::find(context, &arguments.scenario)?;
    let by_ruleset = |pairs: &[String], mark: char| split(context, &rulesets, pairs, mark);
    let (options, tables) = (by_ruleset(&arguments.options, ':')?, by_ruleset(&arguments.tables, '=')?);
    let plan = |ruleset: &'static dyn Ruleset| -> Done<Plan> {
        let file = tables.get(ruleset.id()).and_then(|files| files.last());
        let options: BTreeMap<Term, i64> =
            super::fight::options(context, ruleset, options.get(ruleset.id()).map_or(&[], Vec::as_slice))?;
        Ok(Plan {
            scenario: scene.text.clone(),
            tables: file.map(|path| files::tables(context, path, ruleset.id())).transpose()?,
            options,
            generals: [arguments.blue.clone(), arguments.red.clone()],
            mirror: arguments.mirror,
            battles: arguments.battles,
            seed: arguments.seed,
            most_answers: None,
        })
    };
    let plans = rulesets.iter().map(|ruleset| Ok((*ruleset, plan(*ruleset)?))).collect::<Done<Vec<_>>>()?;
    let trial = |error| faults::trial(context, &arguments.scenario, &error);
    let ids: Vec<&str> = rulesets.iter().map(|ruleset| ruleset.id()).collect();
    let open = |path: &String| Series::open(Path::new(path), "rulesets", &ids.join(","));
    let series = arguments.out.as_ref().map(open).transpose().map_err(trial)?;
    let runner = Runner::new(context, &arguments.scenario, arguments.threads);
    let bar = runner.progress(plans.iter().map(|(_, plan)| plan.fights()).sum());
    let mut runs: Vec<(&'static dyn Ruleset, Ended)> = Vec::new();
    for (ruleset, plan) in &plans {
        let folder = series.as_ref().map(|series| series.folder(ruleset.id()));
        let ended = runner.fight(*ruleset, plan, folder.as_deref(), &bar, runs.len() as u64 * plan.fights())?;
        let whole = ended.whole;
        runs.push((*ruleset, ended));
        if !whole {
            break;
        }
    }
    bar.finish_and_clear();
    tell(context, arguments, &runs, series.as_ref())?;
    let failed = runs.iter().map(|(_, ended)| ended.summary.failed).sum();
    let whole = runs.len() == plans.len() && runs.iter().all(|(_, ended)| ended.whole);
    verdict(context, arguments.out.as_deref(), whole, failed)
}

/// The rulesets named, or all that can be played; each once.
fn chosen(context: &Context, named: &[String]) -> Done<Vec<&'static dyn Ruleset>> {
    if named.is_empty() {
        return Ok(rulesets::playable());
    }
    let mut chosen: Vec<&'static dyn Ruleset> = Vec::new();
    for id in named {
        let ruleset = context.playable(Some(id.trim()))?;
        if chosen.iter().all(|known| known.id() != ruleset.id()) {
            chosen.push(ruleset);
        }
    }
    Ok(chosen)
}

/// Values that are meant for one ruleset (`RULESET:NAME=VALUE`, `RULESET=FILE`). Without a name an option is for every
/// ruleset that has it, and a folder of tables for all of them.
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

fn tell(
    context: &Context,
    arguments: &Compare,
    runs: &[(&'static dyn Ruleset, Ended)],
    series: Option<&Series>,
) -> Done {
    let Some((first, ended)) = runs.first() else { return Ok(()) };
    let told: Vec<_> = runs
        .iter()
        .map(|(ruleset, ended)| serde_json::json!({ "ruleset": ruleset.id(), "summary": ended.summary }))
        .collect();
    let json = serde_json::json!({
        "scenario": ended.scenario.id,
        "blue": arguments.blue,
        "red": arguments.red,
        "runs": told,
        "history": text::history(&ended.scenario),
    });
    if let Some(series) = series {
        let rows: Vec<Row<'_>> = runs
            .iter()
            .map(|(ruleset, ended)| Row {
                name: context.say(&format!("ruleset-{}", ruleset.id()), &[]),
                folder: trials::folder_name(ruleset.id()),
                summary: &ended.summary,
            })
            .collect();
        let varied = context.say("compare-varied", &[]);
        let html = of_series(context.lang, *first, &ended.scenario, &varied, &[], &rows);
        series.write(&json, &html).map_err(|error| faults::trial(context, &arguments.scenario, &error))?;
    }
    if arguments.json { page::put_json(&json) } else { page::put(&text::side_by_side(context, arguments, runs)) }
}
