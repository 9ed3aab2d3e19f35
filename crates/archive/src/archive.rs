//! The archive of one folder.

use crate::folder::{self, FILE};
use crate::store::{self, Store};
use crate::{ArchiveError, migrate};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Clone, Debug)]
pub struct Archive {
    pub(crate) store: Store,
    folder: PathBuf,
    lock: Arc<Mutex<Option<File>>>,
}

impl Archive {
    /// Opens the archive of a folder, which is created if it does not exist. No other program may have it open.
    ///
    /// # Errors
    /// If the folder cannot be written or another program uses it, if a newer program has written the file, or if it is
    /// no such file.
    pub async fn open(folder: &Path) -> Result<Self, ArchiveError> {
        let folder = folder.to_owned();
        let opened = tokio::task::spawn_blocking(move || Self::open_now(folder)).await;
        opened.unwrap_or(Err(ArchiveError::Closed))
    }

    fn open_now(folder: PathBuf) -> Result<Self, ArchiveError> {
        folder::prepare(&folder)?;
        let lock = folder::lock(&folder)?;
        let file = folder.join(FILE);
        let unreadable = |error: ArchiveError| match error.explained(&folder) {
            ArchiveError::Store(reason) | ArchiveError::Damaged(reason) => {
                ArchiveError::Unreadable { file: file.clone(), reason }
            }
            other => other,
        };
        let mut connection = store::connect(&file).map_err(unreadable)?;
        migrate::run(&mut connection, &file).map_err(unreadable)?;
        let store = Store::start(connection, folder.clone(), file.clone())
            .map_err(|error| ArchiveError::Unreadable { file: file.clone(), reason: error.to_string() })?;
        Ok(Self { store, folder, lock: Arc::new(Mutex::new(lock)) })
    }

    /// The folder of the battles.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Releases the folder once everything that was sent is written.
    pub async fn close(&self) {
        let _ = self.store.write(|_| Ok(())).await;
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
