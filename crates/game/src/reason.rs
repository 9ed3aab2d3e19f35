//! Reasons for the answers of the computer's generals. Reasons are data; `words` makes sentences of them.

use crate::{Facts, Ref, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// The unit or party concerned.
    pub about: Option<Ref>,
    /// The act and its reason: the texts `reason-...`.
    pub why: Term,
    /// The unit or place that the reason refers to.
    pub on: Option<Ref>,
    /// The facts behind it: `chance` in percent, `gain`, `cost` and `worth` in points, `playouts`...
    pub facts: Facts,
}

impl Reason {
    /// A reason about a unit or party.
    #[must_use]
    pub fn of(about: impl Into<Option<Ref>>, why: &'static str) -> Self {
        Self { about: about.into(), why: Term::of(why), on: None, facts: Facts::new() }
    }

    /// Sets the unit or place that it refers to.
    #[must_use]
    pub fn on(mut self, on: impl Into<Option<Ref>>) -> Self {
        self.on = on.into();
        self
    }

    /// Adds a figure.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: i64) -> Self {
        self.facts.insert(Term::of(name), value);
        self
    }
}
