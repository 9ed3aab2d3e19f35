//! `grognard simulate --merge`: joins the shards of a run, or of a series of runs.

use super::{simulate_faults, simulate_text, verdict};
use crate::cli::Simulate;
use crate::context::Context;
use crate::failure::Done;
use crate::page;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use trials::{Ended, Orders, Series, TrialError};

pub fn run(context: &Context, arguments: &Simulate) -> Done {
    let Some((out, folders)) = arguments.merge.split_first() else { return Ok(()) };
    let shown = out.display().to_string();
    let fault = |error: TrialError| simulate_faults::trial(context, &shown, &error);
    let Some(runs) = Series::runs(folders).map_err(fault)? else {
        let (ruleset, ended) = one(context, &shown, out, folders)?;
        if arguments.json {
            page::put_json(&ended.summary)?;
        } else {
            page::put(&simulate_text::summary(context, ruleset, &ended, Some(&shown)))?;
        }
        return verdict(context, Some(&shown), ended.whole, ended.summary.failed);
    };
    Series::copy(&folders[0], out).map_err(fault)?;
    let mut failed = 0;
    for run in &runs {
        let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.join(run)).collect();
        failed += one(context, &shown, &out.join(run), &folders)?.1.summary.failed;
    }
    let values = [("folder", shown.as_str().into()), ("runs", runs.len().into())];
    page::put(&page::wrap(&context.say("simulate-merged-series", &values), 0))?;
    verdict(context, Some(&shown), true, failed)
}

fn one(context: &Context, shown: &str, out: &Path, folders: &[PathBuf]) -> Done<(&'static dyn game::Ruleset, Ended)> {
    let fault = |error: TrialError| simulate_faults::trial(context, shown, &error);
    let ruleset = context.ruleset_or_usual(Some(&trials::ruleset_of(folders).map_err(fault)?))?;
    let stop = AtomicBool::new(false);
    let orders = Orders { ruleset, folder: Some(out), threads: 1, stop: &stop, lang: context.lang };
    Ok((ruleset, trials::merge(folders, &orders).map_err(fault)?))
}
