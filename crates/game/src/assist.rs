//! A ruleset's resolutions on their own: a situation typed in, a breakdown, dice, an outcome, the odds.

use crate::{Breakdown, Chance, Exact, Followed, Handed, Line, ResolutionFault, Term};
use dice::{DiceError, Throw};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The source of the dice of a resolution: typed in, or thrown.
pub trait Faces {
    /// The faces of a throw, in the order of its dice.
    ///
    /// # Errors
    /// If there are not enough dice, or one shows a face it does not have.
    fn throw(&mut self, throw: &Throw) -> Result<Vec<u8>, DiceError>;
}

/// A test that a ruleset offers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestCard {
    /// Its name on the command line; the texts `title-<name>` are its title.
    pub name: &'static str,
    /// The rules that it applies.
    pub rules: Vec<&'static str>,
}

/// A fault of a situation, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// The place of the fault ("shooter.elements").
    pub place: String,
    /// The reason for the fault.
    pub reason: FaultReason,
    /// The part of a scenario that the fault concerns, for a reader that looks it up in the file.
    #[serde(skip)]
    pub about: FaultSubject,
}

/// The part of a scenario that a fault concerns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum FaultSubject {
    /// No part of it: figures, options, a situation.
    #[default]
    Whole,
    /// The file as read for every ruleset.
    File,
    /// A command, by its id.
    Command(String),
    /// The general of the command with this id.
    General(String),
    /// A unit, by its id.
    Unit(String),
}

impl Fault {
    /// A fault at a place.
    pub fn at(place: impl Into<String>, reason: impl Into<FaultReason>) -> Self {
        Self { place: place.into(), reason: reason.into(), about: FaultSubject::Whole }
    }

    /// The same fault, of a unit of a scenario.
    #[must_use]
    pub fn of_unit(self, id: &str) -> Self {
        Self { about: FaultSubject::Unit(id.to_owned()), ..self.within(id) }
    }

    /// The same fault, of a command of a scenario.
    #[must_use]
    pub fn of_command(self, id: &str) -> Self {
        Self { about: FaultSubject::Command(id.to_owned()), ..self.within(id) }
    }

    /// The same fault, of the general of a command, with the name that players know.
    #[must_use]
    pub fn of_general(self, command: &str, name: &str) -> Self {
        Self { about: FaultSubject::General(command.to_owned()), ..self.within(name) }
    }

    /// The same fault, with its place inside another.
    #[must_use]
    pub fn within(self, place: &str) -> Self {
        let inner = if self.place.is_empty() { place.to_owned() } else { format!("{place}.{}", self.place) };
        Self { place: inner, ..self }
    }
}

/// Why a value is not accepted. `words` makes the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaultReason {
    /// The rules have no such thing: a text `situation-…` says it ([`crate::faults!`]).
    Term(Term),
    /// The same, with the figures that its text names.
    Figures { fault: Term, figures: BTreeMap<Term, i64> },
    /// A number outside its limits.
    Between { least: Exact, most: Exact, value: Exact },
    /// A number that is not on its list.
    OneOf { known: Vec<i64>, value: i64 },
    /// A list with too few or too many entries.
    Entries { least: usize, most: usize, count: usize },
    /// An unknown field of the form.
    UnknownField { found: String, known: Vec<String> },
    /// A word that is not on its list.
    UnknownWord { found: String, known: Vec<String> },
    /// A required field is missing.
    Missing(String),
    /// A value of the wrong sort.
    Sort {
        found: Found,
        /// The sort wanted, if it is known.
        known: Option<ValueSort>,
    },
    /// The value has none of its possible forms.
    Form,
    /// Too few dice for a throw.
    DiceShort {
        /// The throw, as written.
        throw: String,
        /// The number of its dice.
        wanted: usize,
        /// The number of dice given.
        left: usize,
    },
    /// Dice that no throw uses.
    DiceLeft { faces: Vec<u8> },
    /// A face that a die does not have.
    Face {
        /// The throw, as written.
        throw: String,
        /// The number of the die, from 1.
        place: usize,
        face: u8,
    },
    /// A scenario, an army list or a table of figures is faulty as a file: a text `file-…` says it with these facts.
    File {
        /// The kind of fault.
        fault: Term,
        /// The facts that its text uses.
        facts: BTreeMap<Term, FileFact>,
    },
}

/// A fact about a faulty file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileFact {
    /// A key, a word or a name, as the file writes it.
    Text(String),
    Count(usize),
    /// A figure in the file.
    Number(i64),
    /// Sorts of values, any of which is accepted: texts `file-sort-…`.
    Sorts(Vec<Term>),
}

/// What a file has where a value of another sort was wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    Value(String),
    /// A value of this sort, too large to be repeated.
    Sort(ValueSort),
}

/// Sorts of values in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValueSort {
    Count,
    Integer,
    Number,
    /// True or false.
    Boolean,
    String,
    Map,
    Sequence,
    Null,
}

impl ValueSort {
    /// Its name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::String => "string",
            Self::Map => "map",
            Self::Sequence => "sequence",
            Self::Null => "null",
        }
    }
}

impl FaultReason {
    /// A whole number outside its limits.
    pub fn between(least: impl Into<i64>, most: impl Into<i64>, value: impl Into<i64>) -> Self {
        let [least, most, value] = [least.into(), most.into(), value.into()].map(Exact::whole);
        Self::Between { least, most, value }
    }

    /// A fault by the id of its text, with the figures that the text names: what [`crate::faults!`] makes of its variants.
    #[must_use]
    pub fn named(id: &'static str, figures: &[(&'static str, i64)]) -> Self {
        let fault = Term::of(id);
        if figures.is_empty() {
            return Self::Term(fault);
        }
        Self::Figures { fault, figures: figures.iter().map(|(name, figure)| (Term::of(name), *figure)).collect() }
    }

    /// This reason as text for serde, whose errors are texts: [`Self::unwritten`] reads it again.
    #[must_use]
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Decodes a reason passed through serde; any other serde error becomes `Form`.
    #[must_use]
    pub fn unwritten(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or(Self::Form)
    }
}

impl From<&DiceError> for FaultReason {
    fn from(error: &DiceError) -> Self {
        match error {
            DiceError::Count { throw, wanted, got } | DiceError::ScriptShort { throw, wanted, left: got } => {
                Self::DiceShort { throw: throw.clone(), wanted: *wanted, left: *got }
            }
            DiceError::ScriptLeft { left } => Self::DiceLeft { faces: left.clone() },
            DiceError::Face { throw, place, face, .. } => {
                Self::Face { throw: throw.clone(), place: *place, face: *face }
            }
            DiceError::TooLarge { .. } => ResolutionFault::TooManyDice.into(),
            DiceError::NoFaces { .. } | DiceError::Text { .. } | DiceError::Ratio { .. } | DiceError::Seed => {
                ResolutionFault::NotAThrow.into()
            }
        }
    }
}

impl From<&crate::OddsError> for FaultReason {
    fn from(error: &crate::OddsError) -> Self {
        match error {
            crate::OddsError::NeedsPerson => ResolutionFault::NeedsPerson.into(),
            crate::OddsError::Dice(error) => error.into(),
            crate::OddsError::Endless => ResolutionFault::NeverEnds.into(),
            crate::OddsError::TooManyStates => ResolutionFault::TooManyStates.into(),
        }
    }
}

impl std::fmt::Display for Fault {
    /// For readers of a log: the terms as they are.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.reason {
            FaultReason::Term(term) => write!(f, "{}: {term}", self.place),
            reason => write!(f, "{}: {reason:?}", self.place),
        }
    }
}

/// One possible outcome and its chance.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Row {
    pub outcome: Map<String, Value>,
    #[serde(flatten)]
    pub chance: Chance,
}

/// The distribution that follows from one reply of another player.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Column {
    pub reply: Term,
    /// The possible outcomes before the dice.
    pub distribution: Vec<Row>,
}

/// A resolution with all that a player may see of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Resolution {
    pub test: &'static str,
    /// The lines, in order; several breakdowns follow one another, each line naming its owner.
    pub breakdown: Vec<OwnedLine>,
    /// The total, recomputed from the lines (of the last breakdown that has one); null before the dice and where nothing is
    /// added up. Always as text, since it may be a fraction.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "Option<String>")]
    pub total: Option<Exact>,
    /// The dice in the order of the throws.
    pub dice: Vec<u8>,
    /// The outcome once the dice are thrown.
    pub outcome: Map<String, Value>,
    /// The possible outcomes, before the dice.
    pub distribution: Vec<Row>,
    /// Where another player decides: one distribution for each reply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Column>,
    /// The tests that follow from it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<Lead>,
}

fn as_text<S: serde::Serializer>(value: &Option<Exact>, to: S) -> Result<S::Ok, S::Error> {
    value.map(|value| value.to_string()).serialize(to)
}

/// A test that follows from another: a fire leads to the morale of its target.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Lead {
    pub test: &'static str,
    /// Its situation, as far as the first test knows it; the rest comes from the test's example.
    pub situation: Value,
    /// Whether it must be made; otherwise that depends on facts that the first test did not have.
    pub due: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct OwnedLine {
    /// The owner (attacker, defender...) and the step, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Term>,
    #[serde(flatten)]
    pub line: Line,
}

/// The tests of a ruleset for players with real figures.
pub trait Assistant: Sync {
    fn tests(&self) -> Vec<TestCard>;
    /// JSON Schema of a test's situation.
    fn schema(&self, test: &str) -> Option<Value>;
    /// An example of a situation.
    fn example(&self, test: &str) -> Option<Value>;
    /// Resolves a situation.
    ///
    /// # Errors
    /// All faults of the situation at once, or the fault of the dice.
    fn resolve(&self, test: &str, situation: &Value, faces: &mut dyn Faces) -> Result<Resolution, Vec<Fault>>;
    /// The tables whose figures the text of the rules does not print: worked out from examples or chosen, to be
    /// replaced by a club that owns the book. By name; empty: all are printed.
    fn reconstructed(&self) -> Vec<&'static str> {
        Vec::new()
    }
    /// Whether a test is a whole fight that can be followed step by step.
    fn follows(&self, _test: &str) -> bool {
        false
    }
    /// Follows a whole fight as far as the input goes ([`crate::follow`] does it for any bout).
    ///
    /// # Errors
    /// All faults of the situation at once, the input that does not fit, or that this test is not a fight to be
    /// followed.
    fn follow(&self, test: &str, _situation: &Value, _handed: &[Handed]) -> Result<Followed, Vec<Fault>> {
        Err(vec![Fault::at(test, ResolutionFault::NotFollowed)])
    }
}

impl Resolution {
    /// Appends a breakdown.
    pub fn add(&mut self, of: Option<&'static str>, breakdown: &Breakdown) {
        self.breakdown
            .extend(breakdown.lines.iter().map(|line| OwnedLine { of: of.map(Term::of), line: line.clone() }));
    }
}
