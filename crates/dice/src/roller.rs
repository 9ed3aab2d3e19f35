//! Seeded dice: die n is a function of the seed and n, the same on every machine and for ever.

use crate::{DiceError, Die, Throw};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

/// The source of all dice of a battle. It stays sealed until the battle is over: its debug form does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// Throws the dice of a seed.
#[derive(Clone)]
pub struct Roller {
    /// At the beginning of stream 0; each die moves a copy to its own stream.
    start: ChaCha8Rng,
}

impl Seed {
    /// The seed as 64 hexadecimal digits.
    #[must_use]
    pub fn to_hex(&self) -> String {
        self.0.iter().fold(String::with_capacity(64), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

impl FromStr for Seed {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        let digits = text.trim().as_bytes();
        if digits.len() != 64 {
            return Err(DiceError::Seed);
        }
        let value =
            |digit: u8| char::from(digit).to_digit(16).and_then(|v| u8::try_from(v).ok()).ok_or(DiceError::Seed);
        let mut seed = [0; 32];
        for (byte, pair) in seed.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = value(pair[0])? << 4 | value(pair[1])?;
        }
        Ok(Self(seed))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(sealed)")
    }
}

impl fmt::Debug for Roller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Roller(sealed)")
    }
}

impl Roller {
    #[must_use]
    pub fn new(seed: &Seed) -> Self {
        Self { start: ChaCha8Rng::from_seed(seed.0) }
    }

    /// The face of die `n`, whichever dice were asked before. A die without faces shows 0.
    #[must_use]
    pub fn face(&self, n: u64, die: Die) -> u8 {
        let sides = u32::from(die.sides());
        if sides == 0 {
            return 0;
        }
        let mut stream = self.start.clone();
        stream.set_stream(n);
        // Words beyond the last whole multiple of the sides would favour the low faces: the die takes the next word of
        // its own stream, so that no other die shifts.
        let beyond = (1_u64 << 32) - (1_u64 << 32) % u64::from(sides);
        loop {
            let word = stream.next_u32();
            if u64::from(word) < beyond {
                let side = u8::try_from(word % sides).unwrap_or(0);
                return die.face(side);
            }
        }
    }

    /// The faces of a throw; the counter advances by its dice.
    #[must_use]
    pub fn throw(&self, counter: &mut u64, throw: &Throw) -> Vec<u8> {
        throw
            .each()
            .map(|(die, _)| {
                let face = self.face(*counter, die);
                *counter = counter.wrapping_add(1);
                face
            })
            .collect()
    }
}
