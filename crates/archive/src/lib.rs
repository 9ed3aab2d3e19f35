//! Battles kept on the disk, in one SQLite file. An answer and everything that followed from it are one transaction,
//! committed before anybody is told: a program that is killed loses nothing.
//!
//! Nothing here knows a rule or a game: lines, sealed answers and what is kept beside them are text.

mod battle;
mod error;
mod folder;
mod scenario;
mod token;

pub use battle::{Kept, Record, Status};
pub use error::ArchiveError;
pub use folder::usual_folder;
pub use token::Grant;

use sqlx::SqlitePool;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use std::path::{Path, PathBuf};
use std::time::Duration;

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// The name of the file in its folder.
const FILE: &str = "battles.sqlite";

/// The battles of one folder.
#[derive(Clone, Debug)]
pub struct Archive {
    pool: SqlitePool,
    folder: PathBuf,
}

impl Archive {
    /// Opens the archive of a folder, which is made if it is not there.
    ///
    /// # Errors
    /// If the folder cannot be written, if a newer program has written the file, or if it is no such file.
    pub async fn open(folder: &Path) -> Result<Self, ArchiveError> {
        folder::prepare(folder)?;
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10));
        let unreadable = |error: &dyn std::fmt::Display| ArchiveError::Unreadable {
            file: folder.join(FILE),
            reason: error.to_string(),
        };
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options)
            .await
            .map_err(|error| unreadable(&error))?;
        MIGRATIONS.run(&pool).await.map_err(|error| match error {
            MigrateError::VersionMissing(found) | MigrateError::VersionTooNew(found, _) => {
                ArchiveError::Newer { file: folder.join(FILE), found }
            }
            other => unreadable(&other),
        })?;
        Ok(Self { pool, folder: folder.to_owned() })
    }

    /// Where the battles are.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Ends all connections; what was committed stays.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}
