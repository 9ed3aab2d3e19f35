//! A sum of modifiers, each shown as a line of its rule.

use crate::Book;
use game::{Line, Op, Rule, Trace};

/// A sum under way.
pub(crate) struct Tally<'a, T> {
    book: &'a Book,
    trace: &'a mut T,
    sum: i8,
}

impl<'a, T: Trace> Tally<'a, T> {
    /// Nothing yet.
    pub fn new(book: &'a Book, trace: &'a mut T) -> Self {
        Self { book, trace, sum: 0 }
    }

    /// Adds a modifier, unless it is worth nothing or its rule is not in force; `what` says which one of its rule it is.
    pub fn add(&mut self, rule: Rule, what: &'static str, amount: i8) {
        if amount != 0 && self.book.on(rule) {
            self.sum = self.sum.saturating_add(amount);
            self.trace.line(|| Line::new(rule, Op::Add(i64::from(amount))).fact(what, 1));
        }
    }

    /// Adds a modifier that counts so many times.
    pub fn times(&mut self, rule: Rule, what: &'static str, each: i8, times: u8) {
        let amount = each.saturating_mul(i8::try_from(times).unwrap_or(i8::MAX));
        if amount != 0 && self.book.on(rule) {
            self.sum = self.sum.saturating_add(amount);
            self.trace.line(|| Line::new(rule, Op::Add(i64::from(amount))).fact(what, i64::from(times)));
        }
    }

    /// Adds a modifier if something holds.
    pub fn when(&mut self, holds: bool, rule: Rule, what: &'static str, amount: i8) {
        if holds {
            self.add(rule, what, amount);
        }
    }

    /// The sum.
    pub const fn sum(&self) -> i8 {
        self.sum
    }
}
