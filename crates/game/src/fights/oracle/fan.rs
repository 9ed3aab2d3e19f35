//! The ways in which the dice of one state may fall.

use crate::Toss;
use dice::{DiceError, Dist, Falls, Throw, distribution};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

/// All combinations of some throws made together: the class of each throw, and its share.
pub(super) struct Fan {
    hash: u64,
    throws: SmallVec<[Throw; 1]>,
    /// The classes of all combinations one after the other, one for each throw.
    classes: Vec<i16>,
    /// The weight of each combination.
    weights: Vec<u128>,
    pub of: Falls,
}

/// The most fans in the cache; a battle of one ruleset has some hundreds.
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
        let throws = tosses.iter().map(|toss| toss.throw.clone()).collect();
        let mut fan = Self { hash, throws, classes: Vec::new(), weights: vec![1], of: Falls::ONE };
        for (before, toss) in tosses.iter().enumerate() {
            let dist = distribution(&toss.throw)?;
            fan.cross(before, &dist).ok_or_else(|| DiceError::TooLarge { throw: toss.throw.to_string() })?;
        }
        fan.reduce();
        Ok(fan)
    }

    /// Every fall with its weight: the class of each throw.
    #[inline]
    pub fn falls(&self) -> impl Iterator<Item = (&[i16], u128)> {
        // Without throws there is one combination, of no classes.
        let stride = self.throws.len();
        let classes = move |fall: usize| &self.classes[fall * stride..(fall + 1) * stride];
        self.weights.iter().enumerate().map(move |(fall, &weight)| (classes(fall), weight))
    }

    /// The classes, if there is only one combination.
    pub fn only(&self) -> Option<&[i16]> {
        (self.weights.len() == 1).then_some(&self.classes)
    }

    /// Every fall of the throws before with every fall of one more.
    fn cross(&mut self, before: usize, dist: &Dist) -> Option<()> {
        self.of = self.of.times(Falls::new(dist.denominator())?)?;
        let (mut classes, mut weights) = (Vec::new(), Vec::new());
        for (fall, &weight) in self.weights.iter().enumerate() {
            for (class, more) in dist.iter() {
                classes.extend_from_slice(&self.classes[fall * before..(fall + 1) * before]);
                classes.push(class);
                // Weights never exceed the denominator, which fits.
                weights.push(weight * more);
            }
        }
        (self.classes, self.weights) = (classes, weights);
        Some(())
    }

    /// Small denominators keep long chains exact.
    fn reduce(&mut self) {
        let of = self.of.count();
        let common = self.weights.iter().fold(of, |common, &weight| dice::gcd(common, weight));
        self.of = Falls::new(of / common).unwrap_or(self.of);
        for weight in &mut self.weights {
            *weight /= common;
        }
    }
}
