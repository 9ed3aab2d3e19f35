//! The value that makes a battle balanced.

use crate::interval::Rate;
use crate::sweep::{SweepError, Target};
use serde::Serialize;

/// The value to search, and its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balance {
    /// The name as typed: `victory:red_breaks`.
    pub name: String,
    pub target: Target,
    pub low: i64,
    pub high: i64,
}

/// A value tried.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Tried {
    pub value: i64,
    /// Blue's chance with it (a draw is half a victory), with its interval of 95 %.
    pub chance: Rate,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Found {
    /// The name of the value.
    pub name: String,
    /// Every value tried, in ascending order.
    pub tried: Vec<Tried>,
    /// The value whose chance is closest to even.
    pub best: Option<Tried>,
    /// The values tried whose interval contains an even chance: the uncertainty of the result.
    pub as_good: Option<[i64; 2]>,
    /// Whether the ends of the range lie on both sides of an even chance.
    pub bracketed: bool,
}

impl Balance {
    /// Reads `what:ID.key=LOW..HIGH`.
    ///
    /// # Errors
    /// If it is not of this form.
    pub fn parse(text: &str) -> Result<Self, SweepError> {
        let form = || SweepError::Form(text.to_owned());
        let (name, range) = text.split_once('=').ok_or_else(form)?;
        let (low, high) = range.split_once("..").ok_or_else(form)?;
        let number = |text: &str| text.trim().parse().map_err(|_| SweepError::Number(text.trim().to_owned()));
        let (low, high) = (number(low)?, number(high)?);
        if low >= high {
            return Err(form());
        }
        Ok(Self { name: name.trim().to_owned(), target: Target::parse(name.trim())?, low, high })
    }

    /// Searches by halving: all values are tried with the same seeds, so that the chance changes with the value and not
    /// with luck. `chance` fights for a value; `None`: it was stopped.
    ///
    /// # Errors
    /// The errors of `chance`.
    pub fn search<E>(&self, mut chance: impl FnMut(i64) -> Result<Option<Rate>, E>) -> Result<Found, E> {
        let mut tried: Vec<Tried> = Vec::new();
        let mut bracketed = false;
        let mut try_one = |value: i64, tried: &mut Vec<Tried>| -> Result<Option<bool>, E> {
            Ok(chance(value)?.map(|chance| {
                tried.push(Tried { value, chance });
                chance.share > 0.5
            }))
        };
        if let (Some(at_low), Some(at_high)) = (try_one(self.low, &mut tried)?, try_one(self.high, &mut tried)?) {
            bracketed = at_low != at_high;
            let (mut low, mut high) = (self.low, self.high);
            while bracketed && high - low > 1 {
                let middle = low + (high - low) / 2;
                let Some(above) = try_one(middle, &mut tried)? else { break };
                if above == at_low {
                    low = middle;
                } else {
                    high = middle;
                }
            }
        }
        tried.sort_by_key(|one| one.value);
        let far = |one: &Tried| (one.chance.share - 0.5).abs();
        let best = tried.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)));
        let good: Vec<i64> = tried.iter().filter(|one| one.chance.holds(0.5)).map(|one| one.value).collect();
        let as_good = good.first().zip(good.last()).map(|(low, high)| [*low, *high]);
        Ok(Found { name: self.name.clone(), tried, best, as_good, bracketed })
    }
}
