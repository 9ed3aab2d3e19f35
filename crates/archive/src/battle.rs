//! Battles: their place in the list, their lines, the answers that wait.

use crate::{Archive, ArchiveError, Kept, NewToken, Record, Status, token};
use rusqlite::{Connection, OptionalExtension, Row};

impl Archive {
    /// Stores a new battle with all its lines and the tokens of its seats.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn begin(
        &self,
        record: Record,
        lines: Vec<String>,
        kept: Kept,
        tokens: Vec<NewToken>,
    ) -> Result<(), ArchiveError> {
        self.store
            .write(move |connection| {
                let [fr, en] = &record.title;
                let mut insert = connection.prepare_cached(
                    "INSERT INTO battle (id, name, ruleset, version, scenario, title_fr, title_en, leaders, real_dice, \
                     begun, touched, turn, phase, outcome, keep) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                )?;
                insert.execute(rusqlite::params![
                    record.id,
                    record.name,
                    record.ruleset,
                    record.version,
                    record.scenario,
                    fr,
                    en,
                    record.leaders,
                    record.real_dice,
                    record.begun,
                    record.touched,
                    record.status.turn,
                    record.status.phase,
                    record.status.outcome,
                    kept.keep
                ])?;
                write(connection, &record.id, 0, &lines, &kept.sealed)?;
                for token in &tokens {
                    token::grant(connection, token, record.begun)?;
                }
                Ok(())
            })
            .await
    }

    /// Adds the results of an answer: the lines after the first `from`, the status of the battle, the waiting answers.
    /// One transaction.
    ///
    /// # Errors
    /// If the archive cannot be written, or if its log is not `from` lines long.
    pub async fn append(
        &self,
        id: &str,
        from: usize,
        lines: Vec<String>,
        kept: Kept,
        status: Status,
        now: i64,
    ) -> Result<(), ArchiveError> {
        let id = id.to_owned();
        self.store
            .write(move |connection| {
                let mut count = connection.prepare_cached("SELECT COUNT(*) FROM line WHERE battle = ?")?;
                let length: i64 = count.query_row([&id], |row| row.get(0))?;
                if usize::try_from(length).ok() != Some(from) {
                    return Err(ArchiveError::Changed);
                }
                let mut update = connection.prepare_cached(
                    "UPDATE battle SET touched = ?, turn = ?, phase = ?, outcome = ?, keep = ? WHERE id = ?",
                )?;
                let done =
                    update.execute(rusqlite::params![now, status.turn, status.phase, status.outcome, kept.keep, id])?;
                if done == 0 {
                    return Err(ArchiveError::NoBattle);
                }
                write(connection, &id, from, &lines, &kept.sealed)
            })
            .await
    }

    /// The stored battles, the last changed first.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn battles(&self) -> Result<Vec<Record>, ArchiveError> {
        self.store
            .read(|connection| {
                let mut all = connection.prepare_cached("SELECT * FROM battle ORDER BY touched DESC, id")?;
                let found = all.query_map([], record)?.collect::<Result<_, _>>()?;
                Ok(found)
            })
            .await
    }

    /// One battle of the list.
    ///
    /// # Errors
    /// If it does not exist or the archive cannot be read.
    pub async fn battle(&self, id: &str) -> Result<Record, ArchiveError> {
        let id = id.to_owned();
        self.store
            .read(move |connection| {
                let mut one = connection.prepare_cached("SELECT * FROM battle WHERE id = ?")?;
                one.query_row([&id], record).optional()?.ok_or(ArchiveError::NoBattle)
            })
            .await
    }

    /// The lines of a battle and the umpire's state beside them, of the same moment.
    ///
    /// # Errors
    /// If it does not exist or the archive cannot be read.
    pub async fn lines(&self, id: &str) -> Result<(Vec<String>, Kept), ArchiveError> {
        let id = id.to_owned();
        self.store
            .read(move |connection| {
                let moment = connection.unchecked_transaction()?;
                let mut keep = moment.prepare_cached("SELECT keep FROM battle WHERE id = ?")?;
                let keep = keep.query_row([&id], |row| row.get(0)).optional()?.ok_or(ArchiveError::NoBattle)?;
                let texts = |sql: &str| -> Result<Vec<String>, ArchiveError> {
                    let mut all = moment.prepare_cached(sql)?;
                    Ok(all.query_map([&id], |row| row.get(0))?.collect::<Result<_, _>>()?)
                };
                let lines = texts("SELECT json FROM line WHERE battle = ? ORDER BY n")?;
                let sealed = texts("SELECT json FROM sealed WHERE battle = ? ORDER BY n")?;
                Ok((lines, Kept { keep, sealed }))
            })
            .await
    }

    /// Gives a battle another name.
    ///
    /// # Errors
    /// If it does not exist or the archive cannot be written.
    pub async fn rename(&self, id: &str, name: &str) -> Result<(), ArchiveError> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.change_one(move |connection| connection.execute("UPDATE battle SET name = ? WHERE id = ?", (name, id)))
            .await
    }

    /// Deletes a battle, its lines and its tokens.
    ///
    /// # Errors
    /// If it does not exist or the archive cannot be written.
    pub async fn delete(&self, id: &str) -> Result<(), ArchiveError> {
        let id = id.to_owned();
        self.change_one(move |connection| connection.execute("DELETE FROM battle WHERE id = ?", [id])).await
    }

    async fn change_one(
        &self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<usize> + Send + 'static,
    ) -> Result<(), ArchiveError> {
        self.store
            .write(move |connection| if change(connection)? == 0 { Err(ArchiveError::NoBattle) } else { Ok(()) })
            .await
    }
}

fn write(
    connection: &Connection,
    id: &str,
    from: usize,
    lines: &[String],
    sealed: &[String],
) -> Result<(), ArchiveError> {
    let mut insert = connection.prepare_cached("INSERT INTO line (battle, n, json) VALUES (?, ?, ?)")?;
    for (n, line) in (from..).zip(lines) {
        insert.execute((id, i64::try_from(n).unwrap_or(i64::MAX), line))?;
    }
    connection.prepare_cached("DELETE FROM sealed WHERE battle = ?")?.execute([id])?;
    let mut insert = connection.prepare_cached("INSERT INTO sealed (battle, n, json) VALUES (?, ?, ?)")?;
    for (n, text) in (0_i64..).zip(sealed) {
        insert.execute((id, n, text))?;
    }
    Ok(())
}

fn record(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record {
        id: row.get("id")?,
        name: row.get("name")?,
        ruleset: row.get("ruleset")?,
        version: row.get("version")?,
        scenario: row.get("scenario")?,
        title: [row.get("title_fr")?, row.get("title_en")?],
        leaders: row.get("leaders")?,
        real_dice: row.get("real_dice")?,
        begun: row.get("begun")?,
        touched: row.get("touched")?,
        status: Status { turn: row.get("turn")?, phase: row.get("phase")?, outcome: row.get("outcome")? },
    })
}
