//! Ways in which the dice of one state may fall.

use crate::Toss;
use dice::{DiceError, Dist, Throw, distribution};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::hash::{BuildHasher, Hash, Hasher};

/// All falls of some throws made together: the class of each throw, and how often of how many.
pub(super) struct Fan {
    hash: u64,
    throws: SmallVec<[Throw; 1]>,
    pub falls: Vec<(Classes, u128)>,
    pub of: u128,
}

pub(super) type Classes = SmallVec<[i16; 4]>;

/// The fans met so far: a bout throws the same few dice in most of its states.
#[derive(Default)]
pub(super) struct Fans {
    all: Vec<Fan>,
}

impl Fans {
    pub fn get(&self, fan: u32) -> &Fan {
        &self.all[fan as usize]
    }

    /// The fan of some throws, made if it is new.
    pub fn find(&mut self, tosses: &[Toss]) -> Result<u32, DiceError> {
        let mut hasher = FxBuildHasher.build_hasher();
        for toss in tosses {
            toss.throw.hash(&mut hasher);
        }
        let hash = hasher.finish();
        let same = |fan: &Fan| fan.hash == hash && fan.throws.iter().eq(tosses.iter().map(|toss| &toss.throw));
        let place = match self.all.iter().position(same) {
            Some(place) => place,
            None => {
                self.all.push(Fan::new(hash, tosses)?);
                self.all.len() - 1
            }
        };
        Ok(u32::try_from(place).unwrap_or(u32::MAX))
    }
}

impl Fan {
    fn new(hash: u64, tosses: &[Toss]) -> Result<Self, DiceError> {
        let mut fan = Self { hash, throws: SmallVec::new(), falls: vec![(Classes::new(), 1)], of: 1 };
        for toss in tosses {
            let dist = distribution(&toss.throw)?;
            fan.cross(&dist).ok_or_else(|| DiceError::TooLarge { throw: toss.throw.to_string() })?;
            fan.throws.push(toss.throw.clone());
        }
        fan.reduce();
        Ok(fan)
    }

    /// Every fall so far with every fall of one more throw.
    fn cross(&mut self, dist: &Dist) -> Option<()> {
        self.of = self.of.checked_mul(dist.denominator()).filter(|&of| i128::try_from(of).is_ok())?;
        let mut falls = Vec::with_capacity(self.falls.len() * dist.iter().count());
        for (classes, weight) in &self.falls {
            for (class, more) in dist.iter() {
                let mut classes = classes.clone();
                classes.push(class);
                // Weights never exceed the denominator, which fits.
                falls.push((classes, weight * more));
            }
        }
        self.falls = falls;
        Some(())
    }

    /// Small denominators keep long chains exact.
    fn reduce(&mut self) {
        let common = self.falls.iter().fold(self.of, |common, &(_, weight)| dice::gcd(common, weight));
        self.of /= common;
        for (_, weight) in &mut self.falls {
            *weight /= common;
        }
    }
}
