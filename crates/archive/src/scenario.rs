//! The owner's own scenarios and settings.

use crate::{Archive, ArchiveError};
use rusqlite::OptionalExtension;

impl Archive {
    /// Stores a scenario file under its id; one of the same id is replaced.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn put_scenario(&self, id: &str, text: &str) -> Result<(), ArchiveError> {
        let row = (id.to_owned(), text.to_owned());
        self.store
            .write(move |connection| {
                let sql =
                    "INSERT INTO scenario (id, text) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET text = excluded.text";
                connection.execute(sql, row)?;
                Ok(())
            })
            .await
    }

    /// The stored scenario files, by id.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn scenarios(&self) -> Result<Vec<(String, String)>, ArchiveError> {
        self.store
            .read(|connection| {
                let mut all = connection.prepare_cached("SELECT id, text FROM scenario ORDER BY id")?;
                let found = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
                Ok(found)
            })
            .await
    }

    /// Deletes a scenario file; false: it did not exist.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn delete_scenario(&self, id: &str) -> Result<bool, ArchiveError> {
        let id = id.to_owned();
        self.store.write(move |connection| Ok(connection.execute("DELETE FROM scenario WHERE id = ?", [id])? > 0)).await
    }

    /// A setting of the house.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn setting(&self, name: &str) -> Result<Option<String>, ArchiveError> {
        let name = name.to_owned();
        self.store
            .read(move |connection| {
                let mut one = connection.prepare_cached("SELECT value FROM setting WHERE name = ?")?;
                Ok(one.query_row([name], |row| row.get(0)).optional()?)
            })
            .await
    }

    /// Changes a setting of the house.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn set(&self, name: &str, value: &str) -> Result<(), ArchiveError> {
        let row = (name.to_owned(), value.to_owned());
        self.store
            .write(move |connection| {
                let sql =
                    "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
                connection.execute(sql, row)?;
                Ok(())
            })
            .await
    }
}
