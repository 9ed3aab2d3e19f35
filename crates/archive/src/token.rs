//! Tokens: who may do what. Only their hashes are kept.

use crate::{Archive, ArchiveError};
use sqlx::Row as _;

/// What a token allows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Grant {
    /// Everything of the house: begin, list, delete battles.
    House,
    /// A seat at a battle; no side: the umpire's chair.
    Seat {
        /// Which battle.
        battle: String,
        /// Which side (0 or 1).
        side: Option<u8>,
    },
}

/// How many tokens of one seat (or of the house) are good at the same time; the oldest goes when a new one is given.
const MOST: i64 = 24;

impl Archive {
    /// Keeps a token by its hash.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn grant(&self, hash: &[u8], grant: &Grant, now: i64) -> Result<(), ArchiveError> {
        let (battle, side) = match grant {
            Grant::House => (None, None),
            Grant::Seat { battle, side } => (Some(battle.as_str()), *side),
        };
        let mut transaction = self.pool.begin().await?;
        sqlx::query("INSERT INTO token (hash, battle, side, given) VALUES (?, ?, ?, ?)")
            .bind(hash)
            .bind(battle)
            .bind(side)
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "DELETE FROM token WHERE battle IS ?1 AND side IS ?2 AND hash NOT IN \
             (SELECT hash FROM token WHERE battle IS ?1 AND side IS ?2 ORDER BY given DESC LIMIT ?3)",
        )
        .bind(battle)
        .bind(side)
        .bind(MOST)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// All hashes with what they allow.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn grants(&self) -> Result<Vec<(Vec<u8>, Grant)>, ArchiveError> {
        let rows = sqlx::query("SELECT hash, battle, side FROM token").fetch_all(&self.pool).await?;
        rows.iter()
            .map(|row| {
                let battle: Option<String> = row.try_get("battle")?;
                let side: Option<u8> = row.try_get("side")?;
                let grant = battle.map_or(Grant::House, |battle| Grant::Seat { battle, side });
                Ok((row.try_get("hash")?, grant))
            })
            .collect()
    }
}
