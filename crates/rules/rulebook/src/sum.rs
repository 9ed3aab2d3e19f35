//! A sum of modifiers, each shown as a line of its rule.

use game::{Line, Op, Rule, Trace};

/// A book in which a rule may be off. Every ruleset's book is one (`book!`).
pub trait InForce {
    /// Whether a rule is in force.
    #[track_caller]
    fn on(&self, rule: Rule) -> bool;
}

/// A sum in progress. Modifiers of 0 and modifiers of rules that are not in force are neither added nor shown.
pub struct Sum<'a, B, T> {
    pub book: &'a B,
    /// The sum so far.
    pub sum: i16,
    /// Receives the lines.
    pub trace: &'a mut T,
}

impl<'a, B: InForce, T: Trace> Sum<'a, B, T> {
    /// Starts at 0, without a line.
    pub const fn new(book: &'a B, trace: &'a mut T) -> Self {
        Self { book, sum: 0, trace }
    }

    /// Starts with a figure of a table, which is shown even if its rule is not in force: as 0.
    #[track_caller]
    pub fn start(book: &'a B, trace: &'a mut T, rule: Rule, what: &'static str, value: i8) -> Self {
        let value = if book.on(rule) { value } else { 0 };
        trace.line(|| Line::new(rule, Op::Start(value.into())).fact(what, value.into()));
        Self { book, sum: value.into(), trace }
    }

    /// Adds a row that has a rule of its own.
    #[track_caller]
    pub fn add(&mut self, rule: Rule, holds: bool, amount: i8) {
        if holds && amount != 0 && self.book.on(rule) {
            self.sum = self.sum.saturating_add(amount.into());
            self.trace.line(|| Line::new(rule, Op::Add(amount.into())));
        }
    }

    /// Adds such a row several times.
    #[track_caller]
    pub fn add_times(&mut self, rule: Rule, times: i64, amount: i8) {
        let whole = times.saturating_mul(amount.into()).clamp(-100, 100);
        #[allow(clippy::cast_possible_truncation, reason = "clamped")]
        self.add(rule, times > 0, whole as i8);
    }

    /// Adds one of several modifiers of a rule: `what` says which.
    #[track_caller]
    pub fn when(&mut self, holds: bool, rule: Rule, what: &'static str, amount: i8) {
        if holds {
            self.by(rule, what, 1, amount);
        }
    }

    /// The same, with the figure it comes from.
    #[track_caller]
    pub fn by(&mut self, rule: Rule, what: &'static str, figure: impl Into<i64>, amount: i8) {
        if amount != 0 {
            self.line(rule, what, figure.into(), amount.into());
        }
    }

    /// Adds one of several modifiers of a rule several times.
    #[track_caller]
    pub fn times(&mut self, rule: Rule, what: &'static str, each: i8, times: impl Into<u16>) {
        let times = i64::from(times.into());
        let amount = i64::from(each) * times;
        if amount != 0 {
            self.line(rule, what, times, amount);
        }
    }

    /// Adds a modifier that is shown even if it is 0.
    #[track_caller]
    pub fn keep(&mut self, rule: Rule, what: &'static str, amount: i8) {
        self.line(rule, what, 1, amount.into());
    }

    /// The sum as the type of figures in tables.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "clamped")]
    pub fn figure(&self) -> i8 {
        self.sum.clamp(i8::MIN.into(), i8::MAX.into()) as i8
    }

    #[track_caller]
    fn line(&mut self, rule: Rule, what: &'static str, figure: i64, amount: i64) {
        if self.book.on(rule) {
            let amount = amount.clamp(-1000, 1000);
            #[allow(clippy::cast_possible_truncation, reason = "clamped")]
            let added = amount as i16;
            self.sum = self.sum.saturating_add(added);
            self.trace.line(|| Line::new(rule, Op::Add(amount)).fact(what, figure));
        }
    }
}
