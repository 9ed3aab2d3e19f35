//! Tokens and their rights. Only their hashes are stored.

use crate::{Archive, ArchiveError, Grant, NewToken};
use rusqlite::{Connection, OptionalExtension};

/// The most unused tokens of one seat (or of the house) that are valid at the same time. The oldest is dropped when a
/// new one is given.
const UNUSED: i64 = 24;
/// The most used tokens; the least recently used is dropped.
const USED: i64 = 24;

impl Grant {
    fn columns(&self) -> (Option<&str>, Option<u8>, bool) {
        match self {
            Self::House => (None, None, false),
            Self::Guest => (None, None, true),
            Self::Seat { battle, side } => (Some(battle), *side, false),
        }
    }
}

impl Archive {
    /// Stores a token by its hash. Returns the hashes of those that are dropped for it.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn grant(&self, token: NewToken, now: i64) -> Result<Vec<Vec<u8>>, ArchiveError> {
        self.store.write(move |connection| grant(connection, &token, now)).await
    }

    /// Records that a token was used.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn token_used(&self, hash: &[u8], now: i64) -> Result<(), ArchiveError> {
        let hash = hash.to_owned();
        self.store
            .write(move |connection| {
                connection.prepare_cached("UPDATE token SET used = ? WHERE hash = ?")?.execute((now, hash))?;
                Ok(())
            })
            .await
    }

    /// All hashes with their rights and the time of their last use.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn grants(&self) -> Result<Vec<(Vec<u8>, Grant, i64)>, ArchiveError> {
        self.store
            .read(|connection| {
                let mut all = connection.prepare_cached("SELECT hash, battle, side, guest, used FROM token")?;
                let found = all.query_map([], |row| {
                    let battle: Option<String> = row.get("battle")?;
                    let side: Option<u8> = row.get("side")?;
                    let guest: bool = row.get("guest")?;
                    let nobody = if guest { Grant::Guest } else { Grant::House };
                    let grant = battle.map_or(nobody, |battle| Grant::Seat { battle, side });
                    Ok((row.get("hash")?, grant, row.get("used")?))
                })?;
                Ok(found.collect::<Result<_, _>>()?)
            })
            .await
    }

    /// Holds a seat on a device of its own: this token becomes the only valid one. Returns the hashes of the others.
    ///
    /// # Errors
    /// If there is no such battle or the archive cannot be written.
    pub async fn hold(&self, token: NewToken, now: i64) -> Result<Vec<Vec<u8>>, ArchiveError> {
        self.store
            .write(move |connection| {
                let (battle, side, _) = token.grant.columns();
                let mut others =
                    connection.prepare("DELETE FROM token WHERE battle IS ? AND side IS ? RETURNING hash")?;
                let gone = others.query_map((battle, side), |row| row.get(0))?.collect::<Result<_, _>>()?;
                connection.execute(
                    "INSERT OR REPLACE INTO held (battle, side, since) VALUES (?, ?, ?)",
                    (battle, side, now),
                )?;
                grant(connection, &token, now)?;
                Ok(gone)
            })
            .await
    }

    /// Releases a seat: the owner of the house may give links to it again.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub async fn release(&self, battle: &str, side: u8) -> Result<(), ArchiveError> {
        let battle = battle.to_owned();
        self.store
            .write(move |connection| {
                connection.execute("DELETE FROM held WHERE battle = ? AND side = ?", (battle, side))?;
                Ok(())
            })
            .await
    }

    /// Which sides of a battle are held, and when a token of each was last used.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn held(&self, battle: &str) -> Result<[Option<i64>; 2], ArchiveError> {
        let battle = battle.to_owned();
        self.store
            .read(move |connection| {
                let mut one = connection.prepare_cached(
                    "SELECT MAX(since, COALESCE((SELECT MAX(used) FROM token WHERE battle = ?1 AND side = ?2), 0)) \
                     FROM held WHERE battle = ?1 AND side = ?2",
                )?;
                let mut of = |side: u8| one.query_row((&battle, side), |row| row.get(0)).optional();
                Ok([of(0)?, of(1)?])
            })
            .await
    }
}

/// Stores a token and drops the surplus.
pub(crate) fn grant(connection: &Connection, token: &NewToken, now: i64) -> Result<Vec<Vec<u8>>, ArchiveError> {
    let (battle, side, guest) = token.grant.columns();
    // Of those given in one second the last is the newest: each counts as one second younger than the one before it.
    connection
        .prepare_cached(
            "INSERT INTO token (hash, battle, side, given, guest) SELECT ?1, ?2, ?3, \
               MAX(?4, COALESCE((SELECT MAX(given) + 1 FROM token WHERE battle IS ?2 AND side IS ?3 AND guest = ?5), 0)), ?5",
        )?
        .execute((&token.hash, battle, side, now, guest))?;
    // The new one is never dropped, whatever the clock says.
    let mut surplus = connection.prepare_cached(
        "DELETE FROM token WHERE hash IN ( \
           SELECT hash FROM (SELECT hash, ROW_NUMBER() OVER (PARTITION BY used = 0 ORDER BY used DESC, given DESC, hash) AS n, used \
             FROM token WHERE battle IS ?1 AND side IS ?2 AND guest = ?3 AND hash <> ?4) \
           WHERE n > CASE WHEN used = 0 THEN ?5 - 1 ELSE ?6 END) RETURNING hash",
    )?;
    let gone = surplus.query_map((battle, side, guest, &token.hash, UNUSED, USED), |row| row.get(0))?;
    Ok(gone.collect::<Result<_, _>>()?)
}
