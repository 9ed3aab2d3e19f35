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

/// The settings of a run that do not change its rows.
pub struct Orders<'a> {
    pub ruleset: &'static dyn Ruleset,
    /// The folder of the rows; `None`: only the summary is made.
    pub folder: Option<&'a Path>,
    pub threads: usize,
    /// Set from outside to stop; battles under way are dropped, and fought again if the run continues.
    pub stop: &'a AtomicBool,
    /// The language of the page.
    pub lang: Lang,
}

/// A fight that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    pub battle: u64,
    pub seed: u64,
    pub cause: Cause,
    /// The log that reproduces it.
    pub log: Option<PathBuf>,
    /// The log itself if there is no folder for it; of the first few only.
    pub lines: Option<String>,
}

/// The most logs of failed battles kept in memory.
const KEPT: usize = 4;

/// A finished or stopped run.
#[derive(Clone, Debug)]
pub struct Ended {
    pub summary: Summary,
    /// A map of where units left the battle.
    pub heat: Heat,
    /// The scenario, as fought.
    pub scenario: Scenario,
    /// False: it was stopped.
    pub whole: bool,
    /// Fights that an earlier run had done.
    pub resumed: u64,
    /// Fights that failed now; those of an earlier run were reported then.
    pub failed: Vec<Failed>,
}

/// Fights a plan. `told` is called after each fight with the number of fights done.
///
/// # Errors
/// If the plan or the folder is faulty.
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

/// Fights a range of a plan and passes each fight on, in order: nothing is written. True: all of it; false: it was
/// stopped.
///
/// # Errors
/// If the plan is faulty, and the errors of `take`.
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

/// The state of a run while it is fought or merged.
pub(crate) struct Books {
    pub scenario: Scenario,
    pub roster: Roster,
    pub tally: Tally,
    pub resumed: u64,
    folder: Option<Folder>,
    failed: Vec<Failed>,
}

impl Books {
    /// Everything is checked before anything is written.
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
