//! Errors of the archive.

#[cfg(feature = "disk")]
use rusqlite::ErrorCode;
#[cfg(feature = "disk")]
use std::io::ErrorKind;
#[cfg(feature = "disk")]
use std::path::Path;
use std::path::PathBuf;

/// Why a request to the archive failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The folder cannot be created or written.
    #[error("the folder {} cannot be written: {reason}", .folder.display())]
    Folder {
        folder: PathBuf,
        /// The system's error.
        reason: String,
    },
    /// Another program uses the folder.
    #[error("the folder {} is in use by another program", .folder.display())]
    InUse { folder: PathBuf },
    /// A newer program has written the file.
    #[error("{} was written by a newer version of the program ({found})", .file.display())]
    Newer {
        file: PathBuf,
        /// The schema version found in it.
        found: i64,
    },
    /// The file cannot be opened or is not a database.
    #[error("{} cannot be opened: {reason}", .file.display())]
    Unreadable { file: PathBuf, reason: String },
    #[error("no such battle")]
    NoBattle,
    /// The length of the log on the disk differs from the expected one: another program has written to it.
    #[error("the log of this battle was changed by another program")]
    Changed,
    /// The disk is full, or the user's quota is.
    #[error("the disk is full: {0}")]
    Full(String),
    /// The disk can be read but not written, though there is room: it is read-only, or every write fails.
    #[error("the disk cannot be written: {0}")]
    ReadOnly(String),
    /// The database is damaged.
    #[error("the archive is damaged: {0}")]
    Damaged(String),
    /// The archive was closed.
    #[error("the archive is closed")]
    Closed,
    /// Any other error of SQLite.
    #[error("the archive cannot be used: {0}")]
    Store(String),
}

#[cfg(feature = "disk")]
impl From<rusqlite::Error> for ArchiveError {
    fn from(error: rusqlite::Error) -> Self {
        let text = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full(text),
            Some(ErrorCode::ReadOnly) => Self::ReadOnly(text),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(text),
            _ => Self::Store(text),
        }
    }
}

#[cfg(feature = "disk")]
impl ArchiveError {
    /// An input/output error of SQLite does not say what is wrong with the disk; writing a file beside it does.
    pub(crate) fn explained(self, folder: &Path) -> Self {
        let Self::Store(text) = self else { return self };
        match probe(folder).map_err(|error| error.kind()) {
            Err(ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::WriteZero) => Self::Full(text),
            Err(_) => Self::ReadOnly(text),
            Ok(()) => Self::Store(text),
        }
    }
}

/// Writes as much as a small transaction needs and removes it again.
#[cfg(feature = "disk")]
pub(crate) fn probe(folder: &Path) -> std::io::Result<()> {
    let file = folder.join(format!(".probe.{}", std::process::id()));
    let written = std::fs::write(&file, [0; 64 * 1024]);
    let removed = std::fs::remove_file(&file);
    written.and(removed)
}
