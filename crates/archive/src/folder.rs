//! Where battles are kept.

use crate::ArchiveError;
use std::path::{Path, PathBuf};

/// The folder used when none is named: what the system keeps for a program's data.
#[must_use]
pub fn usual_folder() -> PathBuf {
    directories::ProjectDirs::from("", "", "grognard")
        .map_or_else(|| PathBuf::from("grognard-data"), |folders| folders.data_dir().to_owned())
}

/// Makes the folder if need be and tries it: better to know now than at the first answer. A battle holds what a player
/// hides, so the folder is for its owner alone.
pub(crate) fn prepare(folder: &Path) -> Result<(), ArchiveError> {
    let fault = |error: std::io::Error| ArchiveError::Folder { folder: folder.to_owned(), reason: error.to_string() };
    let fresh = !folder.exists();
    std::fs::create_dir_all(folder).map_err(fault)?;
    if fresh {
        private(folder).map_err(fault)?;
    }
    let probe = folder.join(format!(".probe.{}", std::process::id()));
    std::fs::write(&probe, b"").map_err(fault)?;
    std::fs::remove_file(&probe).map_err(fault)
}

#[cfg(unix)]
fn private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
fn private(_: &Path) -> std::io::Result<()> {
    Ok(())
}
