//! Battles by the thousand, and their results.
//!
//! A [`Plan`] says what is fought; [`run`] fights it on all cores, writes one row per fight, one per unit and one per
//! event into a folder and adds them up into a [`Summary`]; [`merge`] joins the shards of a run. The same seed gives
//! the same rows whatever the number of threads, and an interrupted run continues where it stopped. [`Sweep`] makes
//! several plans of one that differ in one value, [`balance`] searches for the value that makes a battle balanced.
//! Rulesets are used through [`game::Ruleset`] alone, generals through `staff`.

pub mod balance;
mod columns;
mod fight;
mod folder;
mod interval;
mod merge;
mod observe;
pub mod page;
mod plan;
mod plot;
mod roster;
mod rows;
mod run;
pub mod seed;
mod series;
mod summary;
mod sweep;
mod tally;
mod workers;

pub use fight::{Cause, Fighter, Fought, Unfinished};
pub use interval::{Rate, Spread};
pub use merge::{merge, ruleset_of};
pub use plan::{Fight, Identity, Plan, Shard, Stretch, most_answers};
pub use roster::{Brigade, Member, Roster};
pub use rows::{BattleRow, Cell, EventRow, Kind, Row, UnitRow, key};
pub use run::{Ended, Failed, Orders, fight, run};
pub use series::{Series, folder_name};
pub use summary::{Curve, DiceLine, First, Loss, Moment, Pairs, Sides, Summary};
pub use sweep::{Case, FORMS, Sweep, SweepError, Target};
pub use tally::{Heat, Tally};

use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a run cannot be fought.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TrialError {
    #[error("there is no general {0}")]
    General(String),
    /// The ruleset refuses the scenario, the tables or the options.
    #[error("{}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Setup {
        /// The id of the ruleset, which has texts for the faults.
        ruleset: &'static str,
        faults: Vec<game::Fault>,
    },
    /// The scenario is faulty.
    #[error("{} faults in the scenario", .0.len())]
    Scenario(Vec<armies::Fault>),
    /// The path of the folder is a file.
    #[error("{}: not a folder", .0.display())]
    NotAFolder(PathBuf),
    /// The folder holds something else.
    #[error("{}: not the folder of a run", .0.display())]
    NotARun(PathBuf),
    /// The folder holds another run.
    #[error("{}: another run, with another {}", .folder.display(), .differences.join(", "))]
    OtherRun {
        folder: PathBuf,
        /// The fields in which it differs.
        differences: Vec<&'static str>,
    },
    /// The folder holds more fights than are wanted.
    #[error("{}: already {done} fights", .folder.display())]
    Longer {
        folder: PathBuf,
        /// The number of fights in it.
        done: u64,
    },
    /// The folder holds a whole run, not a shard of one.
    #[error("{}: not a shard", .0.display())]
    NotAShard(PathBuf),
    /// A shard is not complete.
    #[error("{}: {done} of {wanted} fights", .folder.display())]
    Unfinished {
        folder: PathBuf,
        /// The number of fights in it.
        done: u64,
        /// The number of fights wanted.
        wanted: u64,
    },
    /// A shard is missing, or one is there twice.
    #[error("of {of} shards {missing:?} are missing")]
    Shards {
        missing: Vec<u64>,
        /// The number of shards expected.
        of: u64,
    },
    /// Another run is writing to the folder.
    #[error("{}: in use", .0.display())]
    InUse(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {reason}", .path.display())]
    File { path: PathBuf, reason: String },
}

impl TrialError {
    pub(crate) fn file(path: &Path, error: &std::io::Error) -> Self {
        Self::File { path: path.to_owned(), reason: error.to_string() }
    }
}
