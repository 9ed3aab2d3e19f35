//! Joins the parts of a run, fought separately: the result is the folder of the whole run, as one machine would have
//! written it.

use crate::TrialError;
use crate::fight::{Cause, Fought, Unfinished};
use crate::folder::{self, PART, SCENARIO, TABLES};
use crate::plan::{Identity, Plan, Stretch};
use crate::roster::Roster;
use crate::rows::{BattleRow, EventRow, Row};
use crate::run::{Books, Ended, Orders};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// One of the folders to join.
struct Share {
    path: PathBuf,
    stretch: Stretch,
    identity: Identity,
    /// No other program may write to it meanwhile.
    _lock: File,
}

/// The id of the ruleset of the runs in these folders: it is needed to open them.
///
/// # Errors
/// If the first is not the folder of a run.
pub fn ruleset_of(folders: &[PathBuf]) -> Result<String, TrialError> {
    let first = folders.first().ok_or_else(|| TrialError::NotARun(PathBuf::new()))?;
    Ok(folder::identity(first)?.1.ruleset)
}

/// Joins the shards of a run in the folder of `orders`. All of them must be there, each complete.
///
/// # Errors
/// If the folders are not the shards of one run, one is missing or not finished, or something cannot be written.
pub fn merge(folders: &[PathBuf], orders: &Orders<'_>) -> Result<Ended, TrialError> {
    let shares = shares(folders)?;
    let first = &shares[0];
    let plan = plan(first)?;
    if plan.identity(orders.ruleset).version != first.identity.version {
        return Err(TrialError::OtherRun { folder: first.path.clone(), differences: vec!["version"] });
    }
    let mut books = Books::open(&plan, orders)?;
    let there = books.resumed;
    for share in &shares {
        let range = Plan { shard: Some(share.stretch.shard), ..plan.clone() }.range();
        let done = put(share, &books.roster.clone(), range.start, |fought| {
            // Data of an earlier attempt are kept.
            if fought.battle.battle > there { books.take(fought) } else { Ok(()) }
        })?;
        if done < range.end - range.start {
            return Err(TrialError::Unfinished { folder: share.path.clone(), done, wanted: range.end - range.start });
        }
    }
    books.close(&plan, orders, true)
}

/// The shards in order: all of one run, and all of them.
fn shares(folders: &[PathBuf]) -> Result<Vec<Share>, TrialError> {
    let mut shares = Vec::new();
    for path in folders {
        let (lock, identity) = folder::identity(path)?;
        let Some(stretch) = identity.shard else { return Err(TrialError::NotAShard(path.clone())) };
        shares.push(Share { path: path.clone(), stretch, identity, _lock: lock });
    }
    shares.sort_by_key(|share| share.stretch.shard.number);
    let Some(first) = shares.first() else { return Err(TrialError::NotARun(PathBuf::new())) };
    let (of, battles) = (first.stretch.shard.of, first.stretch.battles);
    for share in &shares {
        let alike = Identity { shard: first.identity.shard, ..share.identity.clone() };
        let mut differences = first.identity.differences(&alike);
        if (share.stretch.shard.of, share.stretch.battles) != (of, battles) {
            differences.push("shard");
        }
        if !differences.is_empty() {
            return Err(TrialError::OtherRun { folder: share.path.clone(), differences });
        }
    }
    let numbers: Vec<u64> = shares.iter().map(|share| share.stretch.shard.number).collect();
    let missing: Vec<u64> = (1..=of).filter(|number| !numbers.contains(number)).collect();
    if !missing.is_empty() || numbers.len() as u64 != of {
        return Err(TrialError::Shards { missing, of });
    }
    Ok(shares)
}

/// The whole run, from the folder of one of its shards.
fn plan(share: &Share) -> Result<Plan, TrialError> {
    let read = |name: &str| {
        let path = share.path.join(name);
        fs::read_to_string(&path).map_err(|error| TrialError::file(&path, &error))
    };
    let Identity { options, generals, mirror, seed, tables, .. } = share.identity.clone();
    Ok(Plan {
        scenario: read(SCENARIO)?,
        tables: tables.map(|_| read(TABLES)).transpose()?,
        options,
        generals,
        mirror,
        battles: share.stretch.battles,
        seed,
        most_answers: None,
        shard: None,
    })
}

/// Passes on the fights of a shard, in order; returns their number.
fn put(
    share: &Share,
    roster: &Roster,
    before: u64,
    mut take: impl FnMut(Fought) -> Result<(), TrialError>,
) -> Result<u64, TrialError> {
    let path = &share.path;
    let mut journal = folder::journalled(&path.join(folder::JOURNAL))?;
    let mut full: std::collections::VecDeque<EventRow> = std::collections::VecDeque::new();
    let each = roster.units.len();
    folder::read_back(&path.join("battles.csv"), &path.join("units.csv"), each, before, |fight, units, _| {
        let place = fight.battle - before - 1;
        let file = folder::part(path, EventRow::TABLE, place / PART);
        if place.is_multiple_of(PART) && file.exists() {
            full = crate::columns::events(&file)?.into();
        }
        let mut events = journal.remove(&fight.battle).unwrap_or_default();
        while full.front().is_some_and(|event| event.battle == fight.battle) {
            events.extend(full.pop_front());
        }
        if events.len() as u64 != fight.events {
            return Ok(false);
        }
        let failed = (fight.winner == crate::rows::FAILED).then(|| unfinished(path, fight)).transpose()?;
        take(Fought { battle: fight.clone(), units: units.to_vec(), events, failed })?;
        Ok(true)
    })
}

/// The reason why a fight failed, and its log.
fn unfinished(folder: &Path, fight: &BattleRow) -> Result<Unfinished, TrialError> {
    let path = folder.join(format!("failed-{}.log.jsonl", fight.battle));
    let unknown = || TrialError::File { path: path.clone(), reason: fight.how.clone() };
    let cause = Cause::of_key(&fight.how).ok_or_else(unknown)?;
    let log = fs::read_to_string(&path).map_err(|error| TrialError::file(&path, &error))?;
    Ok(Unfinished { cause, log })
}
