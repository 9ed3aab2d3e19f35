//! The owner's own scenarios and settings.

use crate::{Archive, ArchiveError};
use sqlx::Row as _;

impl Archive {
    /// Keeps a scenario file under its id; one of the same id is replaced.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn put_scenario(&self, id: &str, text: &str) -> Result<(), ArchiveError> {
        sqlx::query(
            "INSERT INTO scenario (id, text) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET text = excluded.text",
        )
        .bind(id)
        .bind(text)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The scenario files kept, by id.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn scenarios(&self) -> Result<Vec<(String, String)>, ArchiveError> {
        let rows = sqlx::query("SELECT id, text FROM scenario ORDER BY id").fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("text")?))).collect()
    }

    /// Deletes a scenario file; false: there was none such.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn delete_scenario(&self, id: &str) -> Result<bool, ArchiveError> {
        let done = sqlx::query("DELETE FROM scenario WHERE id = ?").bind(id).execute(&self.pool).await?;
        Ok(done.rows_affected() > 0)
    }

    /// A setting of the house.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn setting(&self, name: &str) -> Result<Option<String>, ArchiveError> {
        let row = sqlx::query("SELECT value FROM setting WHERE name = ?").bind(name).fetch_optional(&self.pool).await?;
        Ok(row.map(|row| row.try_get("value")).transpose()?)
    }

    /// Changes a setting of the house.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn set(&self, name: &str, value: &str) -> Result<(), ArchiveError> {
        sqlx::query(
            "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(name)
        .bind(value)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
