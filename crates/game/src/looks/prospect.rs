//! The prospects of a decision before it is taken: the test that it would start, line by line, and its odds.

use crate::{Breakdown, Facts, Odds, Ref, Term};
use schemars::JsonSchema;
use serde::Serialize;

/// A test or fire that an answer would start (or that a unit could start), before its dice.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Prospect {
    /// The unit that starts it.
    pub by: Option<Ref>,
    pub on: Option<Ref>,
    /// The lines that are known before the dice.
    pub breakdown: Breakdown,
    /// The ends with their chances, where they can be counted.
    pub odds: Option<Odds<Facts>>,
    /// Assumptions besides the replies in `odds.assumed`.
    pub policy: Vec<Term>,
    /// The figure that matters in the odds.
    pub threshold: Option<Threshold>,
}

/// The figure that matters in a distribution ("6 losses take an element away").
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
pub struct Threshold {
    /// The fact of the odds that is compared.
    pub fact: Term,
    /// The figure from which...
    pub at_least: i64,
    /// ...this consequence follows.
    pub means: Term,
}

impl Prospect {
    /// A test of one party, without odds.
    #[must_use]
    pub const fn of(by: Option<Ref>, breakdown: Breakdown) -> Self {
        Self { by, on: None, breakdown, odds: None, policy: Vec::new(), threshold: None }
    }

    /// Sets the target.
    #[must_use]
    pub const fn against(mut self, on: Ref) -> Self {
        self.on = Some(on);
        self
    }

    /// Sets the odds.
    #[must_use]
    pub fn with(mut self, odds: Option<Odds<Facts>>) -> Self {
        self.odds = odds;
        self
    }

    /// Adds an assumption.
    #[must_use]
    pub fn given(mut self, what: &'static str) -> Self {
        self.policy.push(Term::of(what));
        self
    }

    /// Sets the figure that matters.
    #[must_use]
    pub fn when(mut self, fact: &'static str, at_least: i64, means: &'static str) -> Self {
        self.threshold = Some(Threshold { fact: Term::of(fact), at_least, means: Term::of(means) });
        self
    }
}
