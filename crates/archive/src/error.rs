//! What can go wrong with the archive.

use std::path::PathBuf;

/// Why the archive cannot do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The folder cannot be made or written.
    #[error("the folder {} cannot be written: {reason}", .folder.display())]
    Folder {
        /// Which.
        folder: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A newer program has written the file.
    #[error("{} was written by a newer version of the program ({found})", .file.display())]
    Newer {
        /// The file.
        file: PathBuf,
        /// The version found in it.
        found: i64,
    },
    /// The file cannot be opened or is not of this kind.
    #[error("{} cannot be opened: {reason}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// There is no such battle.
    #[error("no such battle")]
    NoBattle,
    /// The log on the disk is not as long as it was thought to be: somebody else has written to it.
    #[error("the log of this battle was changed by another program")]
    Changed,
    /// The database refuses.
    #[error("the archive cannot be written: {0}")]
    Store(#[from] sqlx::Error),
}
