//! A run from its beginning, or from where it stopped, to its end.

use crate::folder::{Folder, pretty};
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
    /// How many threads.
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
    /// Its seed.
    pub seed: u64,
    /// Why.
    pub reason: String,
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
    let scenario = armies::parse(&plan.scenario, "scenario").map_err(TrialError::Scenario)?;
    let roster = Roster::of(&scenario);
    // Refused before anything is written.
    crate::Fighter::new(plan, &roster, orders.ruleset)?;
    let mut tally = Tally::new(plan, &roster, &scenario.ground);
    let opened = orders.folder.map(|path| {
        let identity = plan.identity(orders.ruleset);
        Folder::open(path, &identity, roster.units.len(), plan.fights(), |battle, units| tally.add(battle, units))
    });
    let (mut folder, resumed) = opened.transpose()?.map_or((None, 0), |(folder, done)| (Some(folder), done));
    told(resumed);
    let mut failed = Vec::new();
    let fights = resumed..plan.fights();
    let whole = workers::fight_all(plan, &roster, orders.ruleset, fights, orders.threads, orders.stop, |fought| {
        let log = folder.as_mut().map(|folder| folder.take(&fought)).transpose()?.flatten();
        if fought.failed.is_some() {
            let row = &fought.battle;
            let lines = fought.failed.clone().filter(|_| log.is_none() && failed.len() < KEPT);
            failed.push(Failed { battle: row.battle, seed: row.seed, reason: row.how.clone(), log, lines });
        }
        tally.add(&fought.battle, &fought.units);
        told(tally.fights());
        Ok(())
    })?;
    let ended = Ended {
        summary: tally.summary(plan, orders.ruleset, &scenario.id, &roster),
        heat: tally.heat,
        scenario,
        whole,
        resumed,
        failed,
    };
    if let Some(folder) = &folder {
        folder.columns()?;
        folder.write("summary.json", &pretty(&ended.summary)?)?;
        folder.write("index.html", page::of_run(orders.lang, orders.ruleset, &ended).as_bytes())?;
    }
    Ok(ended)
}
