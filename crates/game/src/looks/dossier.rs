//! A unit's card: what it is, what it may do now and what it may not.

use crate::{Facts, Rule, RuleId, Term, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use table::{Cm, Measure};

/// A unit's card: profile, what it may do now and what it may not, with the rule that says so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Dossier {
    /// Whose card.
    pub unit: UnitId,
    /// What it is and how it stands.
    pub profile: Vec<Trait>,
    /// What it may do now.
    pub may: Vec<Act>,
    /// What it may not do, and why.
    pub may_not: Vec<Act>,
}

/// One line of a profile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Trait {
    pub name: Term,
    /// What it says.
    pub value: Shown,
    /// The rules about it.
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
    /// Somebody, by id: a general, another unit.
    Unit(UnitId),
}

/// Something that a unit may do, or may not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Act {
    pub what: Term,
    /// The rules that allow or refuse it.
    pub rules: Vec<RuleId>,
    /// Why not.
    pub reason: Option<Term>,
    /// The figures.
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

    /// Any value.
    #[must_use]
    pub fn new(name: &'static str, value: Shown, rules: &[Rule]) -> Self {
        Self { name: Term::of(name), value, rules: rules.iter().map(|rule| (*rule).into()).collect() }
    }
}

impl Act {
    /// Something allowed by these rules.
    #[must_use]
    pub fn allowed(what: &'static str, rules: &[Rule]) -> Self {
        let rules = rules.iter().map(|rule| (*rule).into()).collect();
        Self { what: Term::of(what), rules, reason: None, facts: Facts::new(), measure: None }
    }

    /// Something refused by a rule.
    #[must_use]
    pub fn refused(what: &'static str, rule: Rule, reason: &'static str) -> Self {
        Self { reason: Some(Term::of(reason)), ..Self::allowed(what, &[rule]) }
    }

    /// Something refused as an answer was.
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

    /// With a figure.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: i64) -> Self {
        self.facts.insert(Term::of(name), value);
        self
    }
}
