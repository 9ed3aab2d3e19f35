//! Battles: their place in the list, their lines, what waits beside them.

use crate::{Archive, ArchiveError};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, Sqlite, Transaction};

/// What the list shows of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Id of its ruleset.
    pub ruleset: String,
    /// Version of the ruleset's code.
    pub version: u32,
    /// Id of its scenario.
    pub scenario: String,
    /// Title of its scenario, French and English.
    pub title: [String; 2],
    /// Who leads each side, as text of the server's making.
    pub leaders: String,
    /// Players throw their own dice.
    pub real_dice: bool,
    /// Begun, in seconds since 1970.
    pub begun: i64,
    /// Last touched, in seconds since 1970.
    pub touched: i64,
    /// How far it is.
    pub status: Status,
}

/// How far a battle is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// Turn number.
    pub turn: u16,
    /// Where in the turn, as a term of the ruleset.
    pub phase: String,
    /// How it ended, as text of the server's making.
    pub outcome: Option<String>,
}

/// What is kept beside the log: seed and random bytes, and the answers that wait, sealed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// Seed and random bytes.
    pub keep: String,
    /// Answers that wait.
    pub sealed: Vec<String>,
}

impl Archive {
    /// Puts a new battle down with all its lines.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn begin(&self, record: &Record, lines: &[String], kept: &Kept) -> Result<(), ArchiveError> {
        let mut transaction = self.pool.begin().await?;
        let [fr, en] = &record.title;
        sqlx::query(
            "INSERT INTO battle (id, name, ruleset, version, scenario, title_fr, title_en, leaders, real_dice, begun, touched, \
             turn, phase, outcome, keep) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&record.id)
        .bind(&record.name)
        .bind(&record.ruleset)
        .bind(record.version)
        .bind(&record.scenario)
        .bind(fr)
        .bind(en)
        .bind(&record.leaders)
        .bind(record.real_dice)
        .bind(record.begun)
        .bind(record.touched)
        .bind(record.status.turn)
        .bind(&record.status.phase)
        .bind(&record.status.outcome)
        .bind(&kept.keep)
        .execute(&mut *transaction)
        .await?;
        write(&mut transaction, &record.id, 0, lines, &kept.sealed).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Adds what came of an answer: its lines after the first `from`, how far the battle is now, what waits. One
    /// transaction.
    ///
    /// # Errors
    /// If the archive cannot be written, or if its log is not `from` lines long.
    pub async fn append(
        &self,
        id: &str,
        from: usize,
        lines: &[String],
        kept: &Kept,
        status: &Status,
        now: i64,
    ) -> Result<(), ArchiveError> {
        // Immediate: the length that is compared cannot change before it is written to.
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let row = sqlx::query("SELECT COUNT(*) AS n FROM line WHERE battle = ?")
            .bind(id)
            .fetch_one(&mut *transaction)
            .await?;
        let length: i64 = row.try_get("n")?;
        if usize::try_from(length).ok() != Some(from) {
            return Err(ArchiveError::Changed);
        }
        let done =
            sqlx::query("UPDATE battle SET touched = ?, turn = ?, phase = ?, outcome = ?, keep = ? WHERE id = ?")
                .bind(now)
                .bind(status.turn)
                .bind(&status.phase)
                .bind(&status.outcome)
                .bind(&kept.keep)
                .bind(id)
                .execute(&mut *transaction)
                .await?;
        if done.rows_affected() == 0 {
            return Err(ArchiveError::NoBattle);
        }
        write(&mut transaction, id, from, lines, &kept.sealed).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// The battles kept, the last touched first.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn battles(&self) -> Result<Vec<Record>, ArchiveError> {
        let rows = sqlx::query("SELECT * FROM battle ORDER BY touched DESC, id").fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok(record(row)?)).collect()
    }

    /// One battle of the list.
    ///
    /// # Errors
    /// If there is none such or the archive cannot be read.
    pub async fn battle(&self, id: &str) -> Result<Record, ArchiveError> {
        let row = sqlx::query("SELECT * FROM battle WHERE id = ?").bind(id).fetch_optional(&self.pool).await?;
        Ok(record(&row.ok_or(ArchiveError::NoBattle)?)?)
    }

    /// The lines of a battle and what is kept beside them.
    ///
    /// # Errors
    /// If there is none such or the archive cannot be read.
    pub async fn lines(&self, id: &str) -> Result<(Vec<String>, Kept), ArchiveError> {
        // One transaction: lines and what waits beside them are of the same moment.
        let mut transaction = self.pool.begin().await?;
        let row =
            sqlx::query("SELECT keep FROM battle WHERE id = ?").bind(id).fetch_optional(&mut *transaction).await?;
        let keep = row.ok_or(ArchiveError::NoBattle)?.try_get("keep")?;
        let texts = |rows: Vec<SqliteRow>| rows.iter().map(|row| row.try_get("json")).collect::<Result<Vec<_>, _>>();
        let lines = sqlx::query("SELECT json FROM line WHERE battle = ? ORDER BY n")
            .bind(id)
            .fetch_all(&mut *transaction)
            .await?;
        let sealed = sqlx::query("SELECT json FROM sealed WHERE battle = ? ORDER BY n")
            .bind(id)
            .fetch_all(&mut *transaction)
            .await?;
        Ok((texts(lines)?, Kept { keep, sealed: texts(sealed)? }))
    }

    /// Gives a battle another name.
    ///
    /// # Errors
    /// If there is none such or the archive cannot be written.
    pub async fn rename(&self, id: &str, name: &str) -> Result<(), ArchiveError> {
        let done =
            sqlx::query("UPDATE battle SET name = ? WHERE id = ?").bind(name).bind(id).execute(&self.pool).await?;
        if done.rows_affected() == 0 { Err(ArchiveError::NoBattle) } else { Ok(()) }
    }

    /// Deletes a battle, its lines and its tokens.
    ///
    /// # Errors
    /// If there is none such or the archive cannot be written.
    pub async fn delete(&self, id: &str) -> Result<(), ArchiveError> {
        let done = sqlx::query("DELETE FROM battle WHERE id = ?").bind(id).execute(&self.pool).await?;
        if done.rows_affected() == 0 { Err(ArchiveError::NoBattle) } else { Ok(()) }
    }
}

async fn write(
    transaction: &mut Transaction<'_, Sqlite>,
    id: &str,
    from: usize,
    lines: &[String],
    sealed: &[String],
) -> Result<(), ArchiveError> {
    for (n, line) in (from..).zip(lines) {
        sqlx::query("INSERT INTO line (battle, n, json) VALUES (?, ?, ?)")
            .bind(id)
            .bind(i64::try_from(n).unwrap_or(i64::MAX))
            .bind(line)
            .execute(&mut **transaction)
            .await?;
    }
    sqlx::query("DELETE FROM sealed WHERE battle = ?").bind(id).execute(&mut **transaction).await?;
    for (n, text) in (0_i64..).zip(sealed) {
        sqlx::query("INSERT INTO sealed (battle, n, json) VALUES (?, ?, ?)")
            .bind(id)
            .bind(n)
            .bind(text)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

fn record(row: &SqliteRow) -> Result<Record, sqlx::Error> {
    Ok(Record {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        ruleset: row.try_get("ruleset")?,
        version: row.try_get("version")?,
        scenario: row.try_get("scenario")?,
        title: [row.try_get("title_fr")?, row.try_get("title_en")?],
        leaders: row.try_get("leaders")?,
        real_dice: row.try_get("real_dice")?,
        begun: row.try_get("begun")?,
        touched: row.try_get("touched")?,
        status: Status { turn: row.try_get("turn")?, phase: row.try_get("phase")?, outcome: row.try_get("outcome")? },
    })
}
