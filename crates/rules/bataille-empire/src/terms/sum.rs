//! Modifiers being added up, each with its rule.

use crate::terms::book::Book;
use game::{Line, Op, Rule, Trace};

/// A sum of the rows of a sheet.
pub(crate) struct Sum<'a, T> {
    pub(crate) book: &'a Book,
    pub(crate) sum: i16,
    pub(crate) trace: &'a mut T,
}

impl<'a, T: Trace> Sum<'a, T> {
    /// Nothing yet.
    pub(crate) const fn new(book: &'a Book, trace: &'a mut T) -> Self {
        Self { book, sum: 0, trace }
    }

    /// A row of the sheet, where it holds and counts for something.
    #[track_caller]
    pub(crate) fn add(&mut self, rule: Rule, holds: bool, amount: i8) {
        if holds && amount != 0 && self.book.on(rule) {
            self.sum += i16::from(amount);
            self.trace.line(|| Line::new(rule, Op::Add(i64::from(amount))));
        }
    }

    /// A row that counts so many times.
    #[track_caller]
    pub(crate) fn times(&mut self, rule: Rule, times: i64, amount: i8) {
        let whole = times.saturating_mul(i64::from(amount)).clamp(-100, 100);
        self.add(rule, times > 0, i8::try_from(whole).unwrap_or_default());
    }
}
