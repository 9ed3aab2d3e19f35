//! A sum of modifiers, each shown as a line of its rule.

use crate::Book;
use game::{Line, Op, Rule, Trace};

/// A sum under way.
pub(crate) struct Tally<'a, T> {
    /// The book it is made with.
    pub book: &'a Book,
    trace: &'a mut T,
    sum: i16,
}

impl<'a, T: Trace> Tally<'a, T> {
    /// Nothing yet.
    pub fn new(book: &'a Book, trace: &'a mut T) -> Self {
        Self { book, trace, sum: 0 }
    }

    /// Adds a modifier, unless it is worth nothing or its rule is not in force; `what` says which one of its rule it is.
    #[track_caller]
    pub fn add(&mut self, rule: Rule, what: &'static str, amount: i8) {
        if amount != 0 {
            self.keep(rule, what, amount);
        }
    }

    /// Adds a modifier that counts so many times.
    #[track_caller]
    pub fn times(&mut self, rule: Rule, what: &'static str, each: i8, times: u8) {
        let amount = each.saturating_mul(i8::try_from(times).unwrap_or(i8::MAX));
        if amount != 0 {
            self.line(rule, what, i64::from(times), amount);
        }
    }

    /// Adds a modifier with the figure it comes from.
    #[track_caller]
    pub fn by(&mut self, rule: Rule, what: &'static str, figure: impl Into<i64>, amount: i8) {
        if amount != 0 {
            self.line(rule, what, figure.into(), amount);
        }
    }

    /// Adds a modifier if something holds.
    #[track_caller]
    pub fn when(&mut self, holds: bool, rule: Rule, what: &'static str, amount: i8) {
        if holds {
            self.add(rule, what, amount);
        }
    }

    /// Adds a modifier that is shown even if it is worth nothing.
    #[track_caller]
    pub fn keep(&mut self, rule: Rule, what: &'static str, amount: i8) {
        self.line(rule, what, 1, amount);
    }

    #[track_caller]
    fn line(&mut self, rule: Rule, what: &'static str, figure: i64, amount: i8) {
        if self.book.on(rule) {
            self.sum = self.sum.saturating_add(i16::from(amount));
            self.trace.line(|| Line::new(rule, Op::Add(i64::from(amount))).fact(what, figure));
        }
    }

    /// The sum.
    pub fn sum(&self) -> i8 {
        self.sum.clamp(i8::MIN.into(), i8::MAX.into()) as i8
    }

    /// The sum, however great.
    pub const fn score(&self) -> i16 {
        self.sum
    }
}
