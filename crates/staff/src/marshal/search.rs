//! The search: candidates are played on until the budget is spent, all of them first, then the better half, and so on.

use super::foe::Foes;
use super::marshal_plan::Draft;
use super::playout::{Job, Span, play_all};
use crate::{Answer, Budget, Luck, Post, Temperament};
use game::{Ask, UnitId};
use std::time::Instant;
use table::Point;

/// The search looks as many turns ahead as it can while a round of all candidates takes no more than one part in 12 of
/// the budget.
const DEEPER: f64 = 12.0;
/// The part of the way that is looked ahead at first.
const SHORT: u16 = 3;
/// The share of a time that is used: one answer may be under way when it is over.
const KEPT: f64 = 0.95;
/// The fewest playouts compared before an answer is dropped or preferred.
pub(super) const FEWEST: usize = 4;
/// The mean number of playouts for each answer that is tried, and for each plan.
pub(super) const SHARE: u32 = 4;
pub(super) const PLAN_SHARE: u32 = 6;
/// The most answers that are tried.
pub(super) const MOST_CANDIDATES: usize = 24;
/// Rounds are prepared this far ahead.
const MOST_ROUNDS: usize = 512;

/// A possible answer, and its plan.
pub(super) struct Candidate {
    pub plan: Draft,
    pub answer: Answer,
    /// The results, playout by playout: the opponent model, and the value by temperament.
    pub values: Vec<(usize, i64)>,
    /// Where each opponent model stood at the end of the turn.
    pub guesses: Vec<(usize, Vec<(UnitId, Point)>)>,
}

impl Candidate {
    pub const fn new(plan: Draft, answer: Answer) -> Self {
        Self { plan, answer, values: Vec::new(), guesses: Vec::new() }
    }

    /// The mean, in thousandths of a thousandth.
    pub fn mean(&self) -> i64 {
        let tries = i64::try_from(self.values.len()).unwrap_or(i64::MAX);
        if tries == 0 { i64::MIN } else { self.values.iter().map(|(_, value)| value).sum::<i64>() * 1_000 / tries }
    }

    /// By how many standard errors it did better than another on the same luck.
    fn edge(&self, other: &Self) -> f64 {
        let gains: Vec<f64> =
            self.values.iter().zip(&other.values).map(|((_, own), (_, his))| (own - his) as f64).collect();
        let count = gains.len() as f64;
        if gains.len() < 2 {
            return 0.0;
        }
        let mean = gains.iter().sum::<f64>() / count;
        let spread = gains.iter().map(|gain| (gain - mean) * (gain - mean)).sum::<f64>() / (count - 1.0);
        let error = (spread / count).sqrt();
        // The same difference in every playout: certain, if there is a difference.
        if error > 0.0 { mean / error } else { mean.signum() * f64::from(u8::MAX) }
    }

    /// Whether it did better than another by more than `doubt` standard errors.
    pub fn surpasses(&self, other: &Self, doubt: f64) -> bool {
        self.values.len() >= FEWEST && self.edge(other) > doubt
    }
}

/// The rest of a budget.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    start: Instant,
    budget: Budget,
}

impl Clock {
    pub fn new(budget: Budget) -> Self {
        Self { start: Instant::now(), budget }
    }

    /// A budget in playouts: the clock is never looked at.
    const fn is_counted(self) -> bool {
        matches!(self.budget, Budget::Playouts(_))
    }

    /// The share spent after this many playouts.
    pub fn spent(self, done: u32) -> f64 {
        match self.budget {
            Budget::Playouts(most) => f64::from(done) / f64::from(most.max(1)),
            Budget::Time(most) => self.start.elapsed().as_secs_f64() / (most.as_secs_f64() * KEPT).max(1e-6),
        }
    }

    /// How many more playouts there may be.
    fn left(self, done: u32) -> usize {
        match self.budget {
            Budget::Playouts(most) => usize::try_from(most.saturating_sub(done)).unwrap_or(usize::MAX),
            Budget::Time(_) if self.spent(done) >= 1.0 => 0,
            Budget::Time(_) => usize::MAX,
        }
    }

    /// How many candidates the budget can tell apart with this many playouts for each.
    pub fn most_candidates(self, share: u32) -> usize {
        match self.budget {
            Budget::Playouts(most) => usize::try_from(most / share).unwrap_or(0).clamp(2, MOST_CANDIDATES),
            Budget::Time(_) => MOST_CANDIDATES,
        }
    }

    pub fn used(self, done: u32) -> Budget {
        match self.budget {
            Budget::Playouts(_) => Budget::Playouts(done),
            Budget::Time(_) => Budget::Time(self.start.elapsed()),
        }
    }

    /// Whether the time is over, whatever is under way.
    fn is_over(self) -> bool {
        !self.is_counted() && self.spent(0) >= 1.0
    }
}

pub(super) struct Search<'a> {
    pub post: &'a Post<'a>,
    pub ask: &'a Ask,
    pub foes: &'a Foes,
    pub temper: Temperament,
    pub clock: Clock,
    pub turn: u16,
    /// The most turns that are played on.
    pub farthest: u16,
    /// Whether the battle is so small that every playout goes to its end.
    pub few: bool,
}

impl Search<'_> {
    /// Plays candidates on until the budget is spent, and removes those that drop out; returns the number of playouts.
    pub fn run(
        &self,
        luck: &mut Luck,
        all: &mut Vec<Candidate>,
        dropped: &mut Vec<Candidate>,
        told: &mut dyn FnMut(u32),
    ) -> u32 {
        let lucks = luck.next();
        let rounds = f64::from(u32::try_from(all.len()).unwrap_or(1)).log2().ceil().max(1.0);
        let foes = self.foes.drawn(MOST_ROUNDS);
        let (mut done, mut stage, mut round) = (0_u32, 0.0, 0_usize);
        // By the clock it looks only a part of the way ahead at first: in a large battle there is no time for more.
        let short = (self.farthest / SHORT).max(1);
        let mut horizon = if self.clock.is_counted() || self.few { self.farthest } else { short };
        'search: while all.len() > 1 {
            let foe = foes.get(round % MOST_ROUNDS).copied().unwrap_or(0);
            // The same luck for all candidates: only their answers differ.
            let luck = lucks.wrapping_add((round as u64).wrapping_mul(0x9e37_79b9));
            let job = |c: &Candidate| (c.answer.replies.clone(), c.plan.style);
            let given: Vec<_> = all.iter().take(self.clock.left(done)).map(job).collect();
            let jobs: Vec<Job<'_>> =
                given.iter().map(|(replies, mind)| Job { replies, mind: *mind, foe: Foes::of(foe), luck }).collect();
            let span = Span { now: self.turn, until: self.turn.saturating_add(horizon), few: self.few };
            let clock = self.clock;
            let over = || clock.is_over();
            let played = play_all(self.post, self.ask, &jobs, span, &over);
            if played.is_empty() {
                break;
            }
            for (candidate, played) in all.iter_mut().zip(played) {
                // A playout that was broken off counts for nothing.
                let Some(played) = played else { break 'search };
                candidate.values.push((foe, felt(self.temper, played.value)));
                candidate.guesses.push((foe, played.enemies));
                done += 1;
            }
            told(done);
            round += 1;
            if horizon < self.farthest && self.clock.spent(done) * DEEPER < 1.0 {
                horizon = self.farthest;
                all.iter_mut().for_each(|candidate| candidate.values.clear());
                continue;
            }
            // Each halving has an equal share of the budget.
            if self.clock.spent(done) >= (stage + 1.0) / rounds {
                stage += 1.0;
                // The answer without a search stays in to the last: the others are measured by it.
                let half = all.len().div_ceil(2);
                if let [_, others @ ..] = all.as_mut_slice() {
                    others.sort_by_key(|c| std::cmp::Reverse(c.mean()));
                }
                dropped.extend(all.drain(half.max(2).min(all.len())..));
            }
            // A candidate that does no better than the usual answer is dropped; if none does, the search is over.
            if round >= FEWEST
                && let Some(bar) = all.first().map(Candidate::mean)
            {
                dropped.extend(all.extract_if(1.., |candidate| candidate.mean() <= bar));
            }
        }
        done
    }
}

/// The result of a battle as a general of this temperament values it.
const fn felt(temper: Temperament, value: i64) -> i64 {
    match temper {
        Temperament::Balanced => value,
        _ if value < 0 => value * temper.caution() / 100,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defeat_weighs_by_temperament() {
        let felt = [Temperament::Bold, Temperament::Balanced, Temperament::Prudent].map(|temper| felt(temper, -1_000));
        assert!(felt.is_sorted_by(|a, b| a > b), "{felt:?}");
    }
}
