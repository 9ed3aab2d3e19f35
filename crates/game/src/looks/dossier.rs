//! A unit's card: its profile, and what it may and may not do now.

use crate::{Facts, Rule, RuleId, Term, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use table::{Cm, Measure};

/// A unit's card: profile, and what it may and may not do now, with the rules that say so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Dossier {
    pub unit: UnitId,
    /// Its properties and state.
    pub profile: Vec<Trait>,
    /// The acts that it may do now.
    pub may: Vec<Act>,
    /// The acts that it may not do, with reasons.
    pub may_not: Vec<Act>,
}

/// One line of a profile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Trait {
    pub name: Term,
    pub value: Shown,
    pub rules: Vec<RuleId>,
}

/// The value of a trait.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// A word of the ruleset.
    Term(Term),
    Figure(i64),
    Length(Cm),
    /// A unit or general, by id.
    Unit(UnitId),
}

/// An act that a unit may or may not do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Act {
    pub what: Term,
    /// The rules that allow or refuse it.
    pub rules: Vec<RuleId>,
    /// The reason of a refusal.
    pub reason: Option<Term>,
    /// The figures of the act.
    pub facts: Facts,
    /// The measurement that decided.
    pub measure: Option<Measure>,
}

impl Trait {
    #[must_use]
    pub fn word(name: &'static str, value: Term, rules: &[Rule]) -> Self {
        Self::new(name, Shown::Term(value), rules)
    }

    #[must_use]
    pub fn figure(name: &'static str, value: impl Into<i64>, rules: &[Rule]) -> Self {
        Self::new(name, Shown::Figure(value.into()), rules)
    }

    #[must_use]
    pub fn new(name: &'static str, value: Shown, rules: &[Rule]) -> Self {
        Self { name: Term::of(name), value, rules: rules.iter().map(|rule| (*rule).into()).collect() }
    }
}

impl Act {
    /// An act allowed by these rules.
    #[must_use]
    pub fn allowed(what: &'static str, rules: &[Rule]) -> Self {
        let rules = rules.iter().map(|rule| (*rule).into()).collect();
        Self { what: Term::of(what), rules, reason: None, facts: Facts::new(), measure: None }
    }

    /// An act refused by a rule.
    #[must_use]
    pub fn refused(what: &'static str, rule: Rule, reason: &'static str) -> Self {
        Self { reason: Some(Term::of(reason)), ..Self::allowed(what, &[rule]) }
    }

    /// An act refused for the same reason as an answer.
    #[must_use]
    pub fn refused_as(what: &'static str, refusal: crate::Refusal) -> Self {
        Self {
            what: Term::of(what),
            rules: vec![refusal.rule],
            reason: Some(refusal.reason),
            facts: refusal.facts,
            measure: refusal.measure,
        }
    }

    /// Adds a figure.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: i64) -> Self {
        self.facts.insert(Term::of(name), value);
        self
    }
}
