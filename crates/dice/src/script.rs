//! Dice written down beforehand, for tests and worked examples.

use crate::{DiceError, Throw, read};
use std::collections::VecDeque;

/// Faces for throws in this order, all of which must be used: end with [`Script::finish`].
#[must_use = "a script is to be thrown, and then finished"]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    left: VecDeque<u8>,
}

impl Script {
    /// A script of these faces, the first one first.
    pub fn new(faces: impl IntoIterator<Item = u8>) -> Self {
        Self { left: faces.into_iter().collect() }
    }

    #[must_use]
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// The next faces, for this throw.
    ///
    /// # Errors
    /// Too few are left, or a die does not have the face given for it; then none is used.
    pub fn throw(&mut self, throw: &Throw) -> Result<Vec<u8>, DiceError> {
        let wanted = throw.dice_count();
        if wanted > self.left.len() {
            return Err(DiceError::ScriptShort { throw: throw.to_string(), wanted, left: self.left.len() });
        }
        let faces: Vec<u8> = self.left.iter().take(wanted).copied().collect();
        read(throw, &faces)?;
        self.left.drain(..wanted);
        Ok(faces)
    }

    /// Checks that no face is left over.
    ///
    /// # Errors
    /// Faces are left over.
    pub fn finish(self) -> Result<(), DiceError> {
        if self.left.is_empty() { Ok(()) } else { Err(DiceError::ScriptLeft { left: self.left.into() }) }
    }
}
