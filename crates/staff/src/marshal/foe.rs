//! Opponent models: a pool of generals that playouts use for the enemy, each as likely as the enemy's moves so far make
//! it.

use super::playout::mark;
use crate::Reason;
use crate::sparring::Idea;
use game::{Appraisal, Ref, Side, UnitId};
use table::Point;

/// One opponent model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Foe {
    /// Leads as the captain does.
    Captain,
    /// Leads by a single idea.
    Of(Idea),
}

/// Every model, and its likelihood before the battle, in thousandths.
const POOL: [(Foe, i64, &str); 6] = [
    (Foe::Captain, 500, "foe-captain"),
    (Foe::Of(Idea::Stand), 100, "foe-stand"),
    (Foe::Of(Idea::Rush), 100, "foe-rush"),
    (Foe::Of(Idea::Refuse), 100, "foe-refuse"),
    (Foe::Of(Idea::Ride), 100, "foe-ride"),
    (Foe::Of(Idea::Wait), 100, "foe-wait"),
];

/// The least likelihood of a model, in thousandths: people change their mind.
const LEAST: i64 = 20;
/// How fast a wrong guess counts: one that is out by a whole march is this many times less likely than a right one.
const TELLS: i64 = 5;
/// A model less likely than this, in thousandths, is not reported.
const TOLD: i64 = 50;

/// Where a model would have moved the units.
#[derive(Clone, Debug)]
struct Guess {
    foe: usize,
    enemies: Vec<(UnitId, Point)>,
}

/// The pool with its present likelihoods.
#[derive(Clone, Debug)]
pub(super) struct Foes {
    /// The likelihoods, in thousandths.
    weights: [i64; POOL.len()],
    /// The guess of each model for the current turn.
    guesses: Vec<Guess>,
}

impl Foes {
    pub const fn new() -> Self {
        let mut weights = [0; POOL.len()];
        let mut n = 0;
        while n < POOL.len() {
            weights[n] = POOL[n].1;
            n += 1;
        }
        Self { weights, guesses: Vec::new() }
    }

    /// The models for a number of rounds of playouts: each as often as it is likely, and well mixed.
    pub fn drawn(&self, rounds: usize) -> Vec<usize> {
        let mut counts = [0_i64; POOL.len()];
        let mut drawn = Vec::new();
        for round in 1..=i64::try_from(rounds).unwrap_or(0) {
            let due = |n: &usize| self.weights[*n] * round - counts[*n] * 1_000;
            let Some(next) = (0..POOL.len()).max_by_key(|n| (due(n), std::cmp::Reverse(*n))) else { break };
            counts[next] += 1;
            drawn.push(next);
        }
        drawn
    }

    pub fn of(n: usize) -> Foe {
        POOL.get(n).map_or(Foe::Captain, |(foe, ..)| *foe)
    }

    /// Forgets the guesses: another turn is searched.
    pub fn forget(&mut self) {
        self.guesses.clear();
    }

    /// Records where one of the pool would have moved.
    pub fn expect(&mut self, foe: usize, enemies: &[(UnitId, Point)]) {
        if !enemies.is_empty() {
            self.guesses.push(Guess { foe, enemies: enemies.to_vec() });
        }
    }

    /// Compares what the enemy has done with the guess of each model.
    pub fn learn(&mut self, view: &Appraisal, side: Side) {
        let mut factors = [None; POOL.len()];
        for (n, factor) in factors.iter_mut().enumerate() {
            let off: Vec<i64> =
                self.guesses.iter().filter(|guess| guess.foe == n).filter_map(|guess| off(view, side, guess)).collect();
            let count = i64::try_from(off.len()).unwrap_or(0);
            *factor = (count > 0).then(|| 100_000 / (100 + (TELLS - 1) * off.iter().sum::<i64>() / count));
        }
        self.guesses.clear();
        // A model without a guess learns nothing.
        let known = || factors.iter().zip(&self.weights).filter_map(|(factor, weight)| Some(((*factor)?, *weight)));
        let known_weight: i64 = known().map(|(_, weight)| weight).sum();
        if known_weight == 0 {
            return;
        }
        let usual = known().map(|(factor, weight)| factor * weight).sum::<i64>() / known_weight;
        let likely: Vec<i64> =
            factors.iter().zip(&self.weights).map(|(factor, weight)| factor.unwrap_or(usual) * weight).collect();
        let whole = likely.iter().sum::<i64>().max(1);
        for (weight, likely) in self.weights.iter_mut().zip(likely) {
            *weight = (likely * 1_000 / whole).max(LEAST);
        }
        let whole = self.weights.iter().sum::<i64>();
        for weight in &mut self.weights {
            *weight = *weight * 1_000 / whole;
        }
    }

    /// The models by likelihood, the likeliest first, and the result of the plan against each.
    pub fn reasons(&self, side: Side, results: &[(usize, i64)]) -> Vec<Reason> {
        let mut told: Vec<usize> = (0..POOL.len()).filter(|n| self.weights[*n] >= TOLD).collect();
        told.sort_by_key(|n| (std::cmp::Reverse(self.weights[*n]), *n));
        let tell = |n: usize| {
            let own: Vec<i64> = results.iter().filter(|(foe, _)| *foe == n).map(|(_, value)| *value).collect();
            let count = i64::try_from(own.len()).ok().filter(|count| *count > 0)?;
            let reason = Reason::of(Ref::Side(side.other()), POOL.get(n)?.2);
            let lead = mark(own.iter().sum::<i64>() / count);
            Some(reason.fact("likely", (self.weights[n] + 5) / 10).fact("lead", lead).fact("playouts", count))
        };
        told.into_iter().filter_map(tell).collect()
    }
}

/// The error of a guess, in hundredths of a march of each unit.
fn off(view: &Appraisal, side: Side, guess: &Guess) -> Option<i64> {
    let off = |(id, at): &(UnitId, Point)| {
        let unit = view.unit(*id).filter(|unit| unit.side != side && unit.able())?;
        Some((i64::from(unit.far(*at)) * 100 / i64::from(unit.reach.max(1))).min(100))
    };
    let all: Vec<i64> = guess.enemies.iter().filter_map(off).collect();
    let count = i64::try_from(all.len()).ok().filter(|count| *count > 0)?;
    Some(all.iter().sum::<i64>() / count)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::*;
    use crate::marshal::tests::begin;

    #[test]
    fn who_goes_where_he_was_expected_is_the_likelier() {
        let view = begin().appraise(Side::Blue);
        let stand: Vec<(UnitId, Point)> = view.troops(Side::Red).map(|unit| (unit.unit, unit.pose.at)).collect();
        let march: Vec<(UnitId, Point)> =
            view.troops(Side::Red).map(|unit| (unit.unit, unit.pose.local(0, unit.reach))).collect();
        let mut foes = Foes::new();
        for _ in 0..6 {
            for n in 0..POOL.len() {
                foes.expect(n, if n == 1 { &stand } else { &march });
            }
            foes.learn(&view, Side::Blue);
        }
        let [captain, stands, rushes, ..] = foes.weights;
        assert!(stands > 800 && captain < 100 && rushes >= LEAST / 2, "{:?}", foes.weights);
        assert!(foes.drawn(100).iter().filter(|foe| **foe == 1).count() >= 80);
        // No guess was made: nothing is learnt.
        let before = foes.weights;
        foes.learn(&view, Side::Blue);
        assert_eq!(foes.weights, before);
    }

    #[test]
    fn everybody_is_tried_as_often_as_he_is_likely() {
        let drawn = Foes::new().drawn(100);
        for (n, (_, weight, _)) in POOL.iter().enumerate() {
            assert_eq!(drawn.iter().filter(|foe| **foe == n).count() as i64, weight / 10);
        }
        assert!(drawn.iter().take(8).any(|foe| *foe != 0), "not one after the other");
    }
}
