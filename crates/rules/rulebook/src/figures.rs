//! Faults of a file of figures other than a number outside its limits.

use game::{Fault, FaultReason};
use std::ops::RangeInclusive;

/// Defines the reasons why figures are refused, each with the term that `situation-…` puts into words. A ruleset
/// defines the reasons that only it needs.
#[macro_export]
macro_rules! figure_faults {
    ($(#[$doc:meta])* $visibility:vis $enum:ident { $($name:ident $term:literal)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $visibility enum $enum { $($name),+ }

        impl From<$enum> for game::FaultReason {
            fn from(fault: $enum) -> Self {
                Self::Term(game::Term::of(match fault { $($enum::$name => $term),+ }))
            }
        }
    };
}

figure_faults! {
    /// Why any ruleset refuses a figure or a section of figures.
    pub FigureFault {
        MoreThanZero "more_than_0"
        SecondMoreThanZero "second_more_than_0"
        FrontAndDepth "front_and_depth"
        Growing "figures_grow"
        GrowingFromZero "figures_grow_from_0"
        NotFalling "figures_not_falling"
        NotRising "figures_not_rising"
        Falling "figures_fall"
        NoRow "no_row"
        EachOnceInOrder "each_once_in_order"
        FixedScale "fixed_scale"
        MissingSection "missing_section"
        UnknownSection "unknown_section"
    }
}

/// Collects the faults of figures.
pub struct FigureCheck<'a>(&'a mut Vec<Fault>);

impl<'a> FigureCheck<'a> {
    /// Adds to this list of faults.
    pub const fn new(faults: &'a mut Vec<Fault>) -> Self {
        Self(faults)
    }

    /// Requires a condition.
    pub fn want(&mut self, holds: bool, place: &str, fault: impl Into<FaultReason>) {
        if !holds {
            self.0.push(Fault::at(place, fault));
        }
    }

    /// Requires a number to be within limits.
    pub fn between(&mut self, value: impl Into<i64>, limits: RangeInclusive<i64>, place: &str) {
        let value = value.into();
        if !limits.contains(&value) {
            self.0.push(Fault::at(place, FaultReason::between(*limits.start(), *limits.end(), value)));
        }
    }
}
