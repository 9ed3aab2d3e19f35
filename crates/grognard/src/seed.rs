//! Random numbers of the system.

use crate::failure::{Done, Failure};
use game::seal::Bytes32;

pub use trials::seed::{expand, luck};

/// Random bytes of the system.
pub fn random() -> Done<Bytes32> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| Failure::Internal(error.to_string()))?;
    Ok(Bytes32(bytes))
}

/// A seed that a person can type and read.
pub fn small() -> Done<u64> {
    let Bytes32(bytes) = random()?;
    let mut low = [0; 4];
    low.copy_from_slice(&bytes[..4]);
    Ok(u64::from(u32::from_le_bytes(low)))
}
