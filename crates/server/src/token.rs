//! Tokens: thirty-two random bytes, stored only as hashes.

use archive::{Archive, ArchiveError, Grant, NewToken};
use host::battles::hex;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use subtle::ConstantTimeEq;

pub type Hash = [u8; 32];

/// A valid token.
struct Known {
    grant: Grant,
    /// The time when its use was last recorded in the archive, in seconds since 1970.
    used: i64,
}

/// The valid tokens.
pub struct Tokens {
    known: Mutex<HashMap<Hash, Known>>,
}

/// The use of a token is recorded again after this many seconds.
const AGAIN: i64 = 6 * 3_600;

/// The hash under which a token is stored.
pub fn hash(token: &str) -> Hash {
    Sha256::digest(token.as_bytes()).into()
}

/// Random bytes of the system.
pub fn random() -> std::io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes)
}

/// A new token and its record for the archive.
pub fn new(grant: Grant) -> std::io::Result<(String, NewToken)> {
    let token = hex(&random()?);
    let kept = NewToken { hash: hash(&token).to_vec(), grant };
    Ok((token, kept))
}

impl Tokens {
    /// Reads the tokens of the archive.
    pub async fn read(archive: &Archive) -> Result<Self, ArchiveError> {
        let known = archive.grants().await?.into_iter();
        let known = known.filter_map(|(hash, grant, used)| Some((Hash::try_from(hash).ok()?, Known { grant, used })));
        Ok(Self { known: Mutex::new(known.collect()) })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Hash, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rights of a token, without recording its use. It is looked up by its hash, which reveals nothing of the
    /// token, and compared in constant time.
    pub fn grant(&self, wanted: &Hash) -> Option<Grant> {
        let known = self.known();
        let (_, found) = known.get_key_value(wanted).filter(|(found, _)| bool::from(found.ct_eq(wanted)))?;
        Some(found.grant.clone())
    }

    /// The rights of a token, and whether its use is to be recorded.
    pub fn find(&self, wanted: &Hash, now: i64) -> Option<(Grant, bool)> {
        let mut known = self.known();
        let found = known.get_mut(wanted)?;
        let tell = now - found.used > AGAIN;
        if tell {
            found.used = now;
        }
        Some((found.grant.clone(), tell))
    }

    /// The use of a token could not be recorded (the disk may be full): it is recorded at the next use.
    pub fn tell_again(&self, token: &Hash) {
        if let Some(found) = self.known().get_mut(token) {
            found.used = 0;
        }
    }

    /// Makes a stored token valid from now on.
    pub fn learn(&self, token: NewToken) {
        if let Ok(hash) = Hash::try_from(token.hash) {
            self.known().insert(hash, Known { grant: token.grant, used: 0 });
        }
    }

    /// Makes tokens invalid that the archive has dropped.
    pub fn drop_all(&self, hashes: &[Vec<u8>]) {
        let mut known = self.known();
        for hash in hashes {
            known.remove(hash.as_slice());
        }
    }

    /// Gives a new token.
    pub async fn give(&self, archive: &Archive, grant: Grant, now: i64) -> Result<String, ArchiveError> {
        let (token, kept) = new(grant).map_err(|error| ArchiveError::Store(error.to_string()))?;
        let gone = archive.grant(kept.clone(), now).await?;
        self.learn(kept);
        self.drop_all(&gone);
        Ok(token)
    }

    /// Forgets the tokens of a battle.
    pub fn forget(&self, battle: &str) {
        self.known().retain(|_, known| !matches!(&known.grant, Grant::Seat { battle: of, .. } if of == battle));
    }
}
