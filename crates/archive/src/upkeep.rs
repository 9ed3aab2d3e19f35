//! Maintenance of the archive by SQLite's own means: checking it, copying it, compacting it.

use crate::folder::{FILE, lock};
use crate::store::{connect, connect_to_read};
use crate::{ArchiveError, migrate};
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Pages copied at a time; between them other connections may write.
const PAGES: std::ffi::c_int = 512;

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// The faults that SQLite found; empty: it is intact.
    pub faults: Vec<String>,
    /// Ids of the stored battles.
    pub battles: Vec<String>,
    /// Lines of all logs.
    pub lines: u64,
    /// Size of the database in bytes.
    pub bytes: u64,
    /// Unused bytes in it.
    pub free: u64,
}

fn existing(folder: &Path) -> Result<PathBuf, ArchiveError> {
    let file = folder.join(FILE);
    let there = std::fs::metadata(&file).is_ok_and(|found| found.is_file());
    let nothing = || ArchiveError::Folder { folder: folder.to_owned(), reason: format!("{FILE} is not there") };
    there.then_some(file).ok_or_else(nothing)
}

fn unreadable(file: &Path, error: ArchiveError) -> ArchiveError {
    match error {
        ArchiveError::Store(reason) | ArchiveError::Damaged(reason) => {
            ArchiveError::Unreadable { file: file.to_owned(), reason }
        }
        other => other,
    }
}

/// Checks whether the archive of a folder is intact; a server may be using it meanwhile.
///
/// # Errors
/// If it cannot be read at all.
pub fn check(folder: &Path) -> Result<Checked, ArchiveError> {
    let file = existing(folder)?;
    let connection = connect_to_read(&file).map_err(|error| unreadable(&file, error))?;
    let faults = texts(&connection, "PRAGMA integrity_check").map_err(|error| unreadable(&file, error))?;
    let mut checked = Checked { faults, ..Checked::default() };
    checked.faults.retain(|fault| fault != "ok");
    let orphans =
        texts(&connection, "SELECT \"table\" || ' ' || COALESCE(rowid, '') FROM pragma_foreign_key_check LIMIT 20");
    // In a damaged file everything that can still be read is counted.
    match orphans {
        Ok(found) => checked.faults.extend(found),
        Err(error) => checked.faults.push(error.to_string()),
    }
    match texts(&connection, "SELECT id FROM battle ORDER BY id") {
        Ok(found) => checked.battles = found,
        Err(error) => checked.faults.push(error.to_string()),
    }
    let number =
        |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).ok().and_then(|n| u64::try_from(n).ok());
    checked.lines = number("SELECT COUNT(*) FROM line").unwrap_or_default();
    let page = number("PRAGMA page_size").unwrap_or_default();
    checked.bytes = number("PRAGMA page_count").unwrap_or_default().saturating_mul(page);
    checked.free = number("PRAGMA freelist_count").unwrap_or_default().saturating_mul(page);
    Ok(checked)
}

fn texts(connection: &Connection, sql: &str) -> Result<Vec<String>, ArchiveError> {
    let mut all = connection.prepare(sql)?;
    let found = all.query_map([], |row| row.get(0))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// Copies the archive of a folder into a new folder, as of one moment; a server may be using it meanwhile. The copy is
/// a data folder like any other.
///
/// # Errors
/// If the target exists, or either cannot be read or written.
pub fn backup(folder: &Path, into: &Path) -> Result<Checked, ArchiveError> {
    let file = existing(folder)?;
    let target = into.join(FILE);
    if target.exists() {
        return Err(ArchiveError::Folder { folder: into.to_owned(), reason: format!("{FILE} is there already") });
    }
    crate::folder::prepare(into)?;
    let copied = copy(&file, &target).map_err(|error| error.explained(into));
    if copied.is_err() {
        // Half a copy would be mistaken for a whole one.
        let _ = std::fs::remove_file(&target);
    }
    copied?;
    check(into)
}

fn copy(file: &Path, target: &Path) -> Result<(), ArchiveError> {
    let from = connect_to_read(file).map_err(|error| unreadable(file, error))?;
    let mut to = Connection::open(target)?;
    let backup = Backup::new(&from, &mut to)?;
    loop {
        match backup.step(PAGES)? {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            _ => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// Returns the space of deleted battles to the disk. No server may be using the archive.
///
/// # Errors
/// If it is in use, or cannot be read or written.
pub fn compact(folder: &Path) -> Result<(Checked, Checked), ArchiveError> {
    let file = existing(folder)?;
    let _lock = lock(folder)?;
    let before = check(folder)?;
    if let Some(fault) = before.faults.first() {
        return Err(ArchiveError::Damaged(fault.clone()));
    }
    let mut connection = connect(&file).map_err(|error| unreadable(&file, error))?;
    migrate::run(&mut connection, &file)?;
    let done = connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
    done.map_err(|error| ArchiveError::from(error).explained(folder))?;
    drop(connection);
    Ok((before, check(folder)?))
}
