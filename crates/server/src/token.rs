//! Tokens: thirty-two random bytes, kept only as hashes.

use archive::{Archive, ArchiveError, Grant};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use subtle::ConstantTimeEq;

/// The hash of a token.
type Hash = [u8; 32];

/// The tokens that are good.
pub struct Tokens {
    known: Mutex<HashMap<Hash, Grant>>,
}

fn hash(token: &str) -> Hash {
    Sha256::digest(token.as_bytes()).into()
}

/// Random bytes of the system.
pub fn random() -> std::io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes)
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Tokens {
    /// Those of the archive.
    pub async fn read(archive: &Archive) -> Result<Self, ArchiveError> {
        let known = archive.grants().await?.into_iter();
        let known = known.filter_map(|(hash, grant)| Some((Hash::try_from(hash).ok()?, grant))).collect();
        Ok(Self { known: Mutex::new(known) })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<Hash, Grant>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a token allows. It is looked up by its hash, which tells nothing of the token, and compared in constant time.
    pub fn find(&self, token: &str) -> Option<Grant> {
        let wanted = hash(token);
        let known = self.known();
        let (found, grant) = known.get_key_value(&wanted)?;
        bool::from(found.ct_eq(&wanted)).then(|| grant.clone())
    }

    /// Gives a new token.
    pub async fn give(&self, archive: &Archive, grant: Grant, now: i64) -> Result<String, ArchiveError> {
        let bytes = random().map_err(|error| ArchiveError::Unreadable {
            file: archive.folder().to_owned(),
            reason: error.to_string(),
        })?;
        let token = hex(&bytes);
        archive.grant(&hash(&token), &grant, now).await?;
        self.known().insert(hash(&token), grant);
        Ok(token)
    }

    /// Forgets the tokens of a battle.
    pub fn forget(&self, battle: &str) {
        self.known().retain(|_, grant| !matches!(grant, Grant::Seat { battle: of, .. } if of == battle));
    }
}
