//! The tables of the database, brought up to date step by step.

use crate::ArchiveError;
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

const STEPS: [(&str, &str); 4] = [
    ("first", include_str!("../migrations/0001_first.sql")),
    ("guests", include_str!("../migrations/0002_guests.sql")),
    ("thought", include_str!("../migrations/0003_thought.sql")),
    ("used", include_str!("../migrations/0004_used.sql")),
];

/// The steps done are recorded in a table with the name and columns of the first versions of the program, so that these
/// recognise a newer archive and leave it alone.
const NOTED: &str = "CREATE TABLE IF NOT EXISTS _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, \
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, checksum BLOB NOT NULL, \
    execution_time BIGINT NOT NULL)";

/// Brings the tables up to date; all steps or none.
pub(crate) fn run(connection: &mut Connection, file: &Path) -> Result<(), ArchiveError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(NOTED)?;
    let done: i64 =
        transaction.query_row("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations", [], |row| row.get(0))?;
    if usize::try_from(done).map_or(true, |done| done > STEPS.len()) {
        return Err(ArchiveError::Newer { file: file.to_owned(), found: done });
    }
    for (version, (name, sql)) in (1_i64..).zip(STEPS) {
        if version > done {
            transaction.execute_batch(sql)?;
            transaction.execute(
                "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (?, ?, 1, x'', 0)",
                (version, name),
            )?;
        }
    }
    transaction.commit()?;
    Ok(())
}
