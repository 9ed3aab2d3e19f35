//! Morale, manoeuvre and control tests, generals, rallies.

use super::{Checks, Outcome, Run, Test, check_body};
use crate::book::{Book, r};
use crate::profile::Body;
use game::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit alone.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Alone {
    /// The unit.
    unit: Body,
}

pub(super) struct Capacity;

impl Test for Capacity {
    type Book = Book;
    const NAME: &'static str = "capacity";
    const FR: &'static str = "Pertes supportées par une unité";
    const EN: &'static str = "Losses a unit can take";
    const RULES: &'static [Rule] = &[r::BE_GAP_02];
    type Situation = Alone;

    fn example() -> Alone {
        Alone::default()
    }

    fn check(_: &Book, s: &Alone, checks: &mut Checks) {
        check_body("unit", &s.unit, checks);
    }

    fn resolve(s: &Alone, mut run: Run<'_>) -> Outcome {
        run.tell("capacity", s.unit.capacity(run.book));
        run.done(false)
    }
}
