//! Tokens: thirty-two random bytes, kept only as hashes.

use archive::{Archive, ArchiveError, Grant, NewToken};
use host::battles::hex;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use subtle::ConstantTimeEq;

/// The hash of a token.
pub type Hash = [u8; 32];

/// A token that is good.
struct Known {
    grant: Grant,
    /// When the archive was last told that it is used, in seconds since 1970.
    used: i64,
}

/// The tokens that are good.
pub struct Tokens {
    known: Mutex<HashMap<Hash, Known>>,
}

/// The archive is told again that a token is used after so many seconds.
const AGAIN: i64 = 6 * 3_600;

/// The hash by which a token is known.
pub fn hash(token: &str) -> Hash {
    Sha256::digest(token.as_bytes()).into()
}

/// Random bytes of the system.
pub fn random() -> std::io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes)
}

/// A new token and what the archive keeps of it.
pub fn new(grant: Grant) -> std::io::Result<(String, NewToken)> {
    let token = hex(&random()?);
    let kept = NewToken { hash: hash(&token).to_vec(), grant };
    Ok((token, kept))
}

impl Tokens {
    /// Those of the archive.
    pub async fn read(archive: &Archive) -> Result<Self, ArchiveError> {
        let known = archive.grants().await?.into_iter();
        let known = known.filter_map(|(hash, grant, used)| Some((Hash::try_from(hash).ok()?, Known { grant, used })));
        Ok(Self { known: Mutex::new(known.collect()) })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Hash, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a token allows, without noting that it is used. It is looked up by its hash, which tells nothing of the
    /// token, and compared in constant time.
    pub fn grant(&self, wanted: &Hash) -> Option<Grant> {
        let known = self.known();
        let (_, found) = known.get_key_value(wanted).filter(|(found, _)| bool::from(found.ct_eq(wanted)))?;
        Some(found.grant.clone())
    }

    /// What a token allows, and whether the archive is to be told that it is used.
    pub fn find(&self, wanted: &Hash, now: i64) -> Option<(Grant, bool)> {
        let mut known = self.known();
        let found = known.get_mut(wanted)?;
        let tell = now - found.used > AGAIN;
        if tell {
            found.used = now;
        }
        Some((found.grant.clone(), tell))
    }

    /// The archive could not be told that a token is used (the disk may be full): it is told at the next use.
    pub fn tell_again(&self, token: &Hash) {
        if let Some(found) = self.known().get_mut(token) {
            found.used = 0;
        }
    }

    /// A token that the archive has kept is good from now on.
    pub fn learn(&self, token: NewToken) {
        if let Ok(hash) = Hash::try_from(token.hash) {
            self.known().insert(hash, Known { grant: token.grant, used: 0 });
        }
    }

    /// Those that the archive has let go are no longer good.
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
