//! What the computer's generals thought, beside the log: a battle is whole without it.

use crate::{Archive, ArchiveError};
use sqlx::Row as _;

impl Archive {
    /// Adds a thought to those of a battle.
    ///
    /// # Errors
    /// If there is no such battle or the archive cannot be written.
    pub async fn note_thought(&self, battle: &str, json: &str) -> Result<(), ArchiveError> {
        sqlx::query(
            "INSERT INTO thought (battle, n, json) SELECT ?1, COALESCE(MAX(n) + 1, 0), ?2 FROM thought WHERE battle = ?1",
        )
        .bind(battle)
        .bind(json)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The thoughts of a battle, in their order.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn thoughts(&self, battle: &str) -> Result<Vec<String>, ArchiveError> {
        let rows = sqlx::query("SELECT json FROM thought WHERE battle = ? ORDER BY n")
            .bind(battle)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(|row| row.try_get("json")).collect::<Result<_, _>>()?)
    }
}
