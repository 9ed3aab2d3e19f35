//! Ways in which the dice of one state may fall.

use crate::Toss;
use dice::{DiceError, Dist, Falls, Throw, distribution};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

/// All falls of some throws made together: the class of each throw, and how often of how many.
pub(super) struct Fan {
    hash: u64,
    throws: SmallVec<[Throw; 1]>,
    pub falls: Vec<(Classes, u128)>,
    pub of: Falls,
}

pub(super) type Classes = SmallVec<[i16; 4]>;

/// So many fans are kept; a battle of one ruleset has some hundreds.
const MOST_KEPT: usize = 4096;

thread_local! {
    /// The fans met so far: the same few dice are thrown in most states of all bouts.
    static KEPT: RefCell<HashTable<Rc<Fan>>> = const { RefCell::new(HashTable::new()) };
}

/// The fan of some throws, made if it is new.
pub(super) fn fan(tosses: &[Toss]) -> Result<Rc<Fan>, DiceError> {
    let mut hasher = FxBuildHasher.build_hasher();
    for toss in tosses {
        toss.throw.hash(&mut hasher);
    }
    let hash = hasher.finish();
    KEPT.with_borrow_mut(|kept| {
        let same = |fan: &Rc<Fan>| fan.hash == hash && fan.throws.iter().eq(tosses.iter().map(|toss| &toss.throw));
        if let Some(fan) = kept.find(hash, same) {
            return Ok(Rc::clone(fan));
        }
        let fan = Rc::new(Fan::new(hash, tosses)?);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert_unique(hash, Rc::clone(&fan), |fan| fan.hash);
        Ok(fan)
    })
}

impl Fan {
    fn new(hash: u64, tosses: &[Toss]) -> Result<Self, DiceError> {
        let mut fan = Self { hash, throws: SmallVec::new(), falls: vec![(Classes::new(), 1)], of: Falls::ONE };
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
        self.of = self.of.times(Falls::new(dist.denominator())?)?;
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
        let of = self.of.count();
        let common = self.falls.iter().fold(of, |common, &(_, weight)| dice::gcd(common, weight));
        self.of = Falls::new(of / common).unwrap_or(self.of);
        for (_, weight) in &mut self.falls {
            *weight /= common;
        }
    }
}
