//! Dice for a resolution: those typed in, then those thrown here, if any. Every throw asked for is recorded.

use dice::{DiceError, Roller, Seed, Throw};
use game::Faces;
use std::collections::VecDeque;

/// A throw that was asked for.
pub struct Asked {
    pub throw: Throw,
    /// The faces thrown; empty if there were not enough.
    pub fell: Vec<u8>,
}

/// Dice for one resolution.
pub struct Hand {
    typed: VecDeque<u8>,
    roller: Option<(Roller, u64)>,
    /// The throws in order.
    pub asked: Vec<Asked>,
    /// The fault of a die that was typed in.
    pub fault: Option<DiceError>,
}

impl Hand {
    /// Dice typed in; further dice come from a seed, if there is one.
    pub fn new(typed: &[u8], seed: Option<Seed>) -> Self {
        let roller = seed.map(|seed| (Roller::new(&seed), 0));
        Self { typed: typed.iter().copied().collect(), roller, asked: Vec::new(), fault: None }
    }

    /// Faces that no throw used.
    pub fn left(&self) -> Vec<u8> {
        self.typed.iter().copied().collect()
    }

    /// Whether a throw waits for its dice.
    pub fn waits(&self) -> bool {
        self.asked.last().is_some_and(|asked| asked.fell.is_empty() && asked.throw.dice_count() > 0)
    }
}

impl Faces for Hand {
    fn throw(&mut self, throw: &Throw) -> Result<Vec<u8>, DiceError> {
        let wanted = throw.dice_count();
        // Once a throw waits, those after it wait too: its first dice are not theirs.
        let left = if self.waits() { 0 } else { self.typed.len() };
        let faces: Vec<u8> = if left >= wanted && !self.waits() {
            self.typed.drain(..wanted).collect()
        } else if let Some((roller, count)) = self.roller.as_mut().filter(|_| self.typed.is_empty()) {
            roller.throw(count, throw)
        } else {
            let waited = self.waits();
            self.asked.push(Asked { throw: throw.clone(), fell: Vec::new() });
            // A face that no die of the throw has is wrong before the others are there.
            if !waited && let Some(fault) = wrong_face(throw, &self.typed) {
                self.fault = Some(fault.clone());
                return Err(fault);
            }
            // A throw with only some of its dice is not thrown yet.
            return Err(DiceError::ScriptShort { throw: throw.to_string(), wanted, left: 0 });
        };
        if let Err(fault) = dice::read(throw, &faces) {
            self.fault = Some(fault.clone());
            return Err(fault);
        }
        self.asked.push(Asked { throw: throw.clone(), fell: faces.clone() });
        Ok(faces)
    }
}

/// The first of these faces that its die of a throw does not have.
fn wrong_face(throw: &Throw, typed: &VecDeque<u8>) -> Option<DiceError> {
    let mut dice = (1..).zip(throw.each().zip(typed));
    let (place, ((die, _), &face)) = dice.find(|(_, ((die, _), face))| !die.has(**face))?;
    Some(DiceError::Face { throw: throw.to_string(), place, die, face })
}
