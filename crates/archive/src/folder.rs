//! The folder of the battles: folder and files readable by their owner alone, used by one program at a time.

use crate::ArchiveError;
use crate::error::probe;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The name of the database in its folder.
pub(crate) const FILE: &str = "battles.sqlite";
/// The file whose lock says that a program uses the folder.
const LOCK: &str = "battles.lock";
/// SQLite's files beside the database.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// The folder used when none is named: the system's place for a program's data.
#[must_use]
pub fn usual_folder() -> PathBuf {
    directories::ProjectDirs::from("", "", "grognard")
        .map_or_else(|| PathBuf::from("grognard-data"), |folders| folders.data_dir().to_owned())
}

/// Creates the folder if need be and tests it: better to know now than at the first answer. It holds the seed and what
/// players hide, so that nobody else may read it.
pub(crate) fn prepare(folder: &Path) -> Result<(), ArchiveError> {
    let fault = |error: std::io::Error| match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ArchiveError::Full(error.to_string()),
        _ => ArchiveError::Folder { folder: folder.to_owned(), reason: error.to_string() },
    };
    std::fs::create_dir_all(folder).map_err(fault)?;
    if ours_alone(folder).map_err(fault)? {
        private(folder, 0o700).map_err(fault)?;
    }
    probe(folder).map_err(fault)?;
    make_private(&folder.join(FILE)).map_err(fault)?;
    for name in BESIDE {
        let file = folder.join(format!("{FILE}{name}"));
        if file.exists() {
            private(&file, 0o600).map_err(fault)?;
        }
    }
    Ok(())
}

/// Whether the folder holds only this program's files: a folder that is used for other things too (a home, `/tmp`)
/// keeps its permissions.
fn ours_alone(folder: &Path) -> std::io::Result<bool> {
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if !name.starts_with("battles.") && !name.starts_with(".probe.") {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The file for its owner alone, created if it does not exist: SQLite gives its other files the same permissions.
fn make_private(file: &Path) -> std::io::Result<()> {
    drop(open_private(file)?);
    private(file, 0o600)
}

fn open_private(file: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(file)
}

/// Locks the folder for this program; the system releases it when the program ends, however it ends.
pub(crate) fn lock(folder: &Path) -> Result<Option<File>, ArchiveError> {
    let fault = |error: std::io::Error| ArchiveError::Folder { folder: folder.to_owned(), reason: error.to_string() };
    let file = open_private(&folder.join(LOCK)).map_err(fault)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(ArchiveError::InUse { folder: folder.to_owned() }),
        // A file system without locks: other programs cannot be detected.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(None),
        Err(TryLockError::Error(error)) => Err(fault(error)),
    }
}

#[cfg(unix)]
fn private(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let now = std::fs::metadata(path)?.permissions();
    if now.mode() & 0o777 == mode {
        return Ok(());
    }
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn private(_: &Path, _: u32) -> std::io::Result<()> {
    Ok(())
}
