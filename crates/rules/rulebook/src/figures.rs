//! What can be wrong with a file of figures beyond a number outside its limits.

use game::{Fault, FaultReason, Term};
use std::ops::RangeInclusive;

/// Defines the faults, each with the term by which `situation-…` puts it into words.
macro_rules! figure_faults {
    ($($name:ident $term:literal)+) => {
        /// Why a figure, or a section of figures, cannot be.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "the texts say it, in both languages")]
        pub enum FigureFault { $($name),+ }

        impl From<FigureFault> for FaultReason {
            fn from(fault: FigureFault) -> Self {
                Self::Term(Term::of(match fault { $(FigureFault::$name => $term),+ }))
            }
        }
    };
}

figure_faults! {
    MoreThanZero "more_than_0"
    SecondMoreThanZero "second_more_than_0"
    MoreThanZeroUpToTen "more_than_0_up_to_10"
    FrontAndDepth "front_and_depth"
    BaseSize "base_size"
    Growing "figures_grow"
    GrowingFromZero "figures_grow_from_0"
    NotFalling "figures_not_falling"
    NotRising "figures_not_rising"
    Falling "figures_fall"
    NoRow "no_row"
    NoOrder "no_order_in_row"
    NoLineRow "no_row_for_line"
    NoLineAllowance "no_allowance_in_line"
    EachOnceInOrder "each_once_in_order"
    FixedScale "fixed_scale"
    LessThanShortRange "less_than_short_range"
    LessThanCredit "less_than_credit"
    LessThanWounded "less_than_wounded"
    SmallAboveLarge "small_above_large"
    LossRow "loss_row"
    LossSteps "loss_steps"
    RowOf24 "row_of_24"
    UpTo60Rows "up_to_60_rows"
    ListOf21 "list_of_21"
    OnePerScore "one_per_score"
    HighestScore "highest_score"
    ScoreSpan "score_span"
    Gaits "gaits"
    ResultsOfStatus "results_of_status"
    RoutRows "rout_rows"
    DieValues "die_values"
    Calibre "calibre_of_guns"
    Shares "shares_of_hundred"
    MissingSection "missing_section"
    UnknownSection "unknown_section"
}

/// Collects the faults of figures.
pub struct FigureCheck<'a>(&'a mut Vec<Fault>);

impl<'a> FigureCheck<'a> {
    /// Adds to these.
    pub const fn new(faults: &'a mut Vec<Fault>) -> Self {
        Self(faults)
    }

    /// Something must hold.
    pub fn want(&mut self, holds: bool, place: &str, fault: FigureFault) {
        if !holds {
            self.0.push(Fault::at(place, fault));
        }
    }

    /// A number must be within limits.
    pub fn between(&mut self, value: impl Into<i64>, limits: RangeInclusive<i64>, place: &str) {
        let value = value.into();
        if !limits.contains(&value) {
            self.0.push(Fault::at(place, FaultReason::between(*limits.start(), *limits.end(), value)));
        }
    }
}
