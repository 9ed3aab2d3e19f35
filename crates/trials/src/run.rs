//! A run from its beginning, or from where it stopped, to its end.

use crate::fight::{Cause, Fought, Unfinished};
use crate::folder::{Folder, Wanted, pretty};
use crate::plan::Plan;
use crate::roster::Roster;
use crate::summary::Summary;
use crate::tally::{Heat, Tally};
use crate::{TrialError, page, workers};
use armies::Scenario;
use game::Ruleset;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use words::Lang;

/// How a run is fought.
pub struct Orders<'a> {
    /// The ruleset.
    pub ruleset: &'static dyn Ruleset,
    /// Where the rows go; nowhere: only the summary is made.
    pub folder: Option<&'a Path>,
    pub threads: usize,
    /// Set from outside to stop; battles under way are left, and fought again if the run goes on.
    pub stop: &'a AtomicBool,
    /// The language of the page.
    pub lang: Lang,
}

/// A fight that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// Its number.
    pub battle: u64,
    pub seed: u64,
    pub cause: Cause,
    /// The log that reproduces it.
    pub log: Option<PathBuf>,
    /// The log itself where there is no folder to keep it in; of the first few only.
    pub lines: Option<String>,
}

/// Logs of failed battles that are kept in memory.
const KEPT: usize = 4;

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// What came of it.
    pub summary: Summary,
    /// Where units left the battle.
    pub heat: Heat,
    /// The scenario, as fought.
    pub scenario: Scenario,
    /// False: it was stopped.
    pub whole: bool,
    /// Fights that were there from an earlier run.
    pub resumed: u64,
    /// Fights that failed now; those of an earlier run were told then.
    pub failed: Vec<Failed>,
}

/// Fights a plan. `told` is called after each fight with the number of fights done.
///
/// # Errors
/// If the plan or the folder is not right.
pub fn run(plan: &Plan, orders: &Orders<'_>, mut told: impl FnMut(u64)) -> Result<Ended, TrialError> {
    let mut books = Books::open(plan, orders)?;
    let resumed = books.resumed;
    told(resumed);
    let range = plan.range();
    let fights = range.start + resumed..range.end;
    let roster = books.roster.clone();
    let whole = workers::fight_all(plan, &roster, orders.ruleset, fights, orders.threads, orders.stop, |fought| {
        books.take(fought)?;
        told(books.tally.fights());
        Ok(())
    })?;
    books.close(plan, orders, whole)
}

/// Fights a stretch of a plan and hands each fight over, in order: nothing is written. True: all of it; false: it was
/// stopped.
///
/// # Errors
/// If the plan is not right, or whatever `take` says.
pub fn fight(
    plan: &Plan,
    ruleset: &'static dyn Ruleset,
    threads: usize,
    stop: &AtomicBool,
    take: impl FnMut(Fought) -> Result<(), TrialError>,
) -> Result<bool, TrialError> {
    let scenario = armies::parse(&plan.scenario, "scenario").map_err(TrialError::Scenario)?;
    workers::fight_all(plan, &Roster::of(&scenario), ruleset, plan.range(), threads, stop, take)
}

/// What is kept of a run while it is fought or put together.
pub(crate) struct Books {
    pub scenario: Scenario,
    pub roster: Roster,
    pub tally: Tally,
    pub resumed: u64,
    folder: Option<Folder>,
    failed: Vec<Failed>,
}

impl Books {
    /// Everything is refused before anything is written.
    pub fn open(plan: &Plan, orders: &Orders<'_>) -> Result<Self, TrialError> {
        let scenario = armies::parse(&plan.scenario, "scenario").map_err(TrialError::Scenario)?;
        let roster = Roster::of(&scenario);
        crate::Fighter::new(plan, &roster, orders.ruleset)?;
        let mut tally = Tally::new(plan, &roster, &scenario.ground);
        let opened = orders.folder.map(|path| {
            let identity = plan.identity(orders.ruleset);
            let wanted = Wanted { identity: &identity, plan, units_each: roster.units.len() };
            Folder::open(path, &wanted, |battle, units| tally.add(battle, units))
        });
        let (folder, resumed) = opened.transpose()?.map_or((None, 0), |(folder, done)| (Some(folder), done));
        Ok(Self { scenario, roster, tally, resumed, folder, failed: Vec::new() })
    }

    pub fn take(&mut self, fought: Fought) -> Result<(), TrialError> {
        self.tally.add(&fought.battle, &fought.units);
        let broken = fought.failed.clone().map(|unfinished| (fought.battle.battle, fought.battle.seed, unfinished));
        let log = self.folder.as_mut().map(|folder| folder.take(fought)).transpose()?.flatten();
        if let Some((battle, seed, Unfinished { cause, log: lines })) = broken {
            let lines = Some(lines).filter(|_| log.is_none() && self.failed.len() < KEPT);
            self.failed.push(Failed { battle, seed, cause, log, lines });
        }
        Ok(())
    }

    pub fn close(self, plan: &Plan, orders: &Orders<'_>, whole: bool) -> Result<Ended, TrialError> {
        let ended = Ended {
            summary: self.tally.summary(plan, orders.ruleset, &self.scenario.id, &self.roster),
            heat: self.tally.heat,
            scenario: self.scenario,
            whole,
            resumed: self.resumed,
            failed: self.failed,
        };
        if let Some(folder) = &self.folder {
            folder.columns()?;
            folder.write("summary.json", &pretty(&ended.summary)?)?;
            folder.write("index.html", page::of_run(orders.lang, orders.ruleset, &ended).as_bytes())?;
        }
        Ok(ended)
    }
}
