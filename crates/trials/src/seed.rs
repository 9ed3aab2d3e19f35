//! Seeds: one number that a person can type determines a whole battle.

use game::Side;
use game::seal::{Bytes32, hash};

/// A typed seed as the thirty-two bytes for the dice.
#[must_use]
pub fn expand(seed: u64) -> Bytes32 {
    hash(&[b"grognard seed", &seed.to_le_bytes()])
}

/// The luck of a general in a battle with this seed.
#[must_use]
pub fn luck(seed: &Bytes32, side: Side) -> u64 {
    low(&hash(&[b"grognard luck", &seed.0, &[side.index() as u8]]))
}

/// The seed of a battle of a run. It depends only on the run's seed and the battle's number, and `fight --seed` with it
/// is the same battle. Forty-eight bits: exact in every file format, and short enough to type.
#[must_use]
pub fn nth(run: u64, n: u64) -> u64 {
    low(&hash(&[b"grognard trial", &run.to_le_bytes(), &n.to_le_bytes()])) >> 16
}

/// The random bytes of the seals of a battle: a trial has no secrets, but its log must be reproducible.
#[must_use]
pub fn salt(seed: u64) -> Bytes32 {
    hash(&[b"grognard trial salt", &seed.to_le_bytes()])
}

fn low(Bytes32(bytes): &Bytes32) -> u64 {
    let mut low = [0; 8];
    low.copy_from_slice(&bytes[..8]);
    u64::from_le_bytes(low)
}
