//! Where chance comes from.

use crate::failure::{Done, Failure};
use game::seal::{Bytes32, hash};

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

/// A typed seed as the thirty-two bytes that dice want.
pub fn expand(seed: u64) -> Bytes32 {
    hash(&[b"grognard seed", &seed.to_le_bytes()])
}

/// The luck of a general in a battle with this seed.
pub fn luck(seed: &Bytes32, side: game::Side) -> u64 {
    let Bytes32(bytes) = hash(&[b"grognard luck", &seed.0, &[side.index() as u8]]);
    let mut low = [0; 8];
    low.copy_from_slice(&bytes[..8]);
    u64::from_le_bytes(low)
}
