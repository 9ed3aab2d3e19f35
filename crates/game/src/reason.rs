//! Why a general of the computer answers as he does. Reasons are data; words make sentences of them.

use crate::{Facts, Ref, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why something was answered.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// Whom it concerns.
    pub about: Option<Ref>,
    /// What he is to do and why: the texts `reason-...` say it.
    pub why: Term,
    /// With regard to whom or what.
    pub on: Option<Ref>,
    /// What it rests on: `chance` in percent, `gain`, `cost` and `worth` in points, `playouts`...
    pub facts: Facts,
}

impl Reason {
    /// A reason about somebody.
    #[must_use]
    pub fn of(about: impl Into<Option<Ref>>, why: &'static str) -> Self {
        Self { about: about.into(), why: Term::of(why), on: None, facts: Facts::new() }
    }

    /// With regard to somebody or something.
    #[must_use]
    pub fn on(mut self, on: impl Into<Option<Ref>>) -> Self {
        self.on = on.into();
        self
    }

    /// With a figure.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: i64) -> Self {
        self.facts.insert(Term::of(name), value);
        self
    }
}
