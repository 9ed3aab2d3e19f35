//! The reasons of the computer's generals, beside the log: a battle is complete without them.

use crate::{Archive, ArchiveError};

impl Archive {
    /// Adds the reasons of an answer.
    ///
    /// # Errors
    /// If there is no such battle or the archive cannot be written.
    pub async fn note_thought(&self, battle: &str, json: &str) -> Result<(), ArchiveError> {
        let row = (battle.to_owned(), json.to_owned());
        self.store
            .write(move |connection| {
                let sql = "INSERT INTO thought (battle, n, json) SELECT ?1, COALESCE(MAX(n) + 1, 0), ?2 FROM thought \
                           WHERE battle = ?1";
                connection.prepare_cached(sql)?.execute(row)?;
                Ok(())
            })
            .await
    }

    /// The reasons of a battle, in order.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn thoughts(&self, battle: &str) -> Result<Vec<String>, ArchiveError> {
        let battle = battle.to_owned();
        self.store
            .read(move |connection| {
                let mut all = connection.prepare_cached("SELECT json FROM thought WHERE battle = ? ORDER BY n")?;
                let found = all.query_map([battle], |row| row.get(0))?.collect::<Result<_, _>>()?;
                Ok(found)
            })
            .await
    }
}
