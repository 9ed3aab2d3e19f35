//! Fights plans with a progress bar, so that a run can be watched and stopped.

use super::{simulate_faults, simulate_text};
use crate::context::Context;
use crate::failure::Done;
use crate::files;
use game::Ruleset;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use trials::{Ended, Orders, Plan};

/// Set by Ctrl-C: the run stops, the battles under way are dropped.
static STOP: AtomicBool = AtomicBool::new(false);

/// The settings for fighting plans.
pub struct Runner<'a> {
    context: &'a Context,
    scenario: &'a str,
    threads: usize,
}

impl<'a> Runner<'a> {
    /// With this many threads, or on all cores.
    pub fn new(context: &'a Context, scenario: &'a str, threads: Option<NonZeroUsize>) -> Self {
        // A second Ctrl-C ends at once; without a handler the first one would too.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { context, scenario, threads: threads.unwrap_or_else(cores).get() }
    }

    /// A bar for this many fights.
    pub fn progress(&self, fights: u64) -> ProgressBar {
        if !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} · {per_sec} · {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(fights).with_style(style);
        bar.with_message(self.context.say("simulate-progress", &[]))
    }

    /// Fights one plan; the bar stands at `before` when it begins.
    pub fn fight(
        &self,
        ruleset: &'static dyn Ruleset,
        plan: &Plan,
        folder: Option<&Path>,
        bar: &ProgressBar,
        before: u64,
    ) -> Done<Ended> {
        let orders = Orders { ruleset, folder, threads: self.threads, stop: &STOP, lang: self.context.lang };
        let mut first = true;
        let mut ended = trials::run(plan, &orders, |done| {
            bar.set_position(before + done);
            // Fights done before must not count for the speed.
            if std::mem::take(&mut first) {
                bar.reset_eta();
            }
        })
        .map_err(|error| {
            bar.finish_and_clear();
            simulate_faults::trial(self.context, self.scenario, &error)
        })?;
        for failed in &mut ended.failed {
            // As the battery does: into the current folder, if none was given.
            if let Some(lines) = failed.lines.take() {
                let name = format!("failed-{}.log.jsonl", failed.seed);
                failed.log = files::write(self.context, &name, lines.as_bytes()).is_ok().then(|| name.into());
            }
            bar.suspend(|| eprintln!("{}", simulate_text::failed(self.context, failed)));
        }
        Ok(ended)
    }
}
