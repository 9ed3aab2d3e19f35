//! Adding up a score line by line.

use crate::Book;
use game::{Line, Op, Rule, Trace};

/// A score under way.
pub(crate) struct Tally<'a, T> {
    pub(crate) book: &'a Book,
    trace: &'a mut T,
    pub(crate) sum: i16,
}

impl<'a, T: Trace> Tally<'a, T> {
    pub(crate) const fn new(book: &'a Book, trace: &'a mut T) -> Self {
        Self { book, trace, sum: 0 }
    }

    /// A line, unless it is worth nothing.
    pub(crate) fn add(&mut self, rule: Rule, amount: i8) {
        if amount != 0 {
            self.keep(rule, amount);
        }
    }

    /// A line, even if it is worth nothing.
    pub(crate) fn keep(&mut self, rule: Rule, amount: i8) {
        self.keep_with(rule, amount, None);
    }

    /// A line with the figure that it comes from, unless it is worth nothing.
    pub(crate) fn add_with(&mut self, rule: Rule, amount: i8, fact: &'static str, value: impl Into<i64>) {
        if amount != 0 {
            self.keep_with(rule, amount, Some((fact, value.into())));
        }
    }

    fn keep_with(&mut self, rule: Rule, amount: i8, fact: Option<(&'static str, i64)>) {
        if self.book.on(rule) {
            self.sum += i16::from(amount);
            self.trace.line(|| {
                let line = Line::new(rule, Op::Add(i64::from(amount)));
                match fact {
                    Some((name, value)) => line.fact(name, value),
                    None => line,
                }
            });
        }
    }
}

/// A small figure so many times.
pub(crate) fn times(figure: i8, by: impl TryInto<i8>) -> i8 {
    figure.saturating_mul(by.try_into().unwrap_or(i8::MAX))
}
