//! Faults of a file of figures other than a number outside its limits.

use game::{Fault, FaultReason};
use std::ops::RangeInclusive;

game::faults! {
    /// Why any ruleset refuses a figure or a section of figures. A ruleset defines the reasons that only it needs.
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

    /// Requires a number of entries of a list.
    pub fn entries(&mut self, count: usize, limits: RangeInclusive<usize>, place: &str) {
        if !limits.contains(&count) {
            let (least, most) = limits.into_inner();
            self.0.push(Fault::at(place, FaultReason::Entries { least, most, count }));
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
