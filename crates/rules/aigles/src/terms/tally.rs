//! A sum of factors, each shown as a line of its rule.

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
    /// Begins with a value of the national table.
    #[track_caller]
    pub fn start(book: &'a Book, trace: &'a mut T, rule: Rule, what: &'static str, value: i8) -> Self {
        let value = if book.on(rule) { value } else { 0 };
        trace.line(|| Line::new(rule, Op::Start(value.into())).fact(what, value.into()));
        Self { book, trace, sum: value.into() }
    }

    /// Adds a factor where it holds, unless it is worth nothing or its rule is not in force; `what` says which one of its
    /// rule it is.
    #[track_caller]
    pub fn when(&mut self, holds: bool, rule: Rule, what: &'static str, amount: i8) {
        if holds && amount != 0 {
            self.line(rule, what, 1, amount.into());
        }
    }

    /// Adds a factor that counts so many times.
    #[track_caller]
    pub fn times(&mut self, rule: Rule, what: &'static str, each: i8, times: u16) {
        let amount = i64::from(each) * i64::from(times);
        if amount != 0 {
            self.line(rule, what, times.into(), amount);
        }
    }

    /// Adds a factor with the figure it comes from.
    #[track_caller]
    pub fn by(&mut self, rule: Rule, what: &'static str, figure: impl Into<i64>, amount: i8) {
        if amount != 0 {
            self.line(rule, what, figure.into(), amount.into());
        }
    }

    #[track_caller]
    fn line(&mut self, rule: Rule, what: &'static str, figure: i64, amount: i64) {
        if self.book.on(rule) {
            let amount = amount.clamp(-1000, 1000);
            self.sum = self.sum.saturating_add(amount as i16);
            self.trace.line(|| Line::new(rule, Op::Add(amount)).fact(what, figure));
        }
    }

    /// The sum.
    pub const fn sum(&self) -> i16 {
        self.sum
    }
}
