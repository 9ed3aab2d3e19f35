//! A ruleset's resolutions by themselves: a situation typed in, a breakdown, dice, an outcome, the odds.

use crate::{Breakdown, Chance, Exact, Followed, Handed, Line, ResolutionFault, Term};
use dice::{DiceError, Throw};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Where dice come from when a resolution runs: typed in, or thrown.
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
    /// Its name on the command line; the texts `title-<name>` say what it is.
    pub name: &'static str,
    /// The rules that it applies.
    pub rules: Vec<&'static str>,
}

/// A fault of a situation, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// Where ("shooter.elements").
    pub place: String,
    /// What is wrong.
    pub reason: FaultReason,
    /// What of a scenario it is about, for whoever looks it up in the file; nobody else is told.
    #[serde(skip)]
    pub about: FaultSubject,
}

/// What of a scenario a fault is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum FaultSubject {
    /// No part of it: figures, options, a situation.
    #[default]
    Whole,
    /// The file as everybody reads it, whatever the ruleset.
    File,
    /// A command, by its id.
    Command(String),
    /// The general of the command with this id.
    General(String),
    /// A unit, by its id.
    Unit(String),
}

impl Fault {
    /// Something wrong at a place.
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

    /// The same fault, of the general of a command, by whose name players know it.
    #[must_use]
    pub fn of_general(self, command: &str, name: &str) -> Self {
        Self { about: FaultSubject::General(command.to_owned()), ..self.within(name) }
    }

    /// The same fault seen from outside: its place lies within another.
    #[must_use]
    pub fn within(self, place: &str) -> Self {
        let inner = if self.place.is_empty() { place.to_owned() } else { format!("{place}.{}", self.place) };
        Self { place: inner, ..self }
    }
}

/// Why something that was read cannot be. Words are made of it at the edge (`words`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaultReason {
    /// The rules have no such thing: a text `situation-…` says it ([`crate::faults!`]).
    Term(Term),
    /// The same, with the figures that its text names.
    Figures { fault: Term, figures: BTreeMap<Term, i64> },
    /// A number outside its limits.
    Between {
        least: Exact,
        most: Exact,
        /// What was found.
        value: Exact,
    },
    /// A number that is none of those possible.
    OneOf {
        /// Those possible, in order.
        known: Vec<i64>,
        /// What was found.
        value: i64,
    },
    /// A list with too few or too many entries.
    Entries {
        least: usize,
        most: usize,
        /// How many it has.
        count: usize,
    },
    /// A field that does not exist.
    UnknownField {
        found: String,
        /// Those that exist.
        known: Vec<String>,
    },
    /// A word that does not exist.
    UnknownWord {
        found: String,
        /// Those that exist.
        known: Vec<String>,
    },
    /// A field is missing.
    Missing(String),
    /// A value of another sort than the one wanted, where it is known which that is.
    Sort {
        found: Found,
        /// What was wanted.
        known: Option<ValueSort>,
    },
    /// It has none of the forms in which it may be written.
    Form,
    /// Too few dice for a throw.
    DiceShort {
        /// The throw, as written.
        throw: String,
        /// How many dice it has.
        wanted: usize,
        /// How many there were.
        left: usize,
    },
    /// Dice that nothing asked for.
    DiceLeft { faces: Vec<u8> },
    /// A face that a die does not have.
    Face {
        /// The throw, as written.
        throw: String,
        /// Which die, counted from 1.
        place: usize,
        /// The face given.
        face: u8,
    },
    /// A scenario, an army list or a table of figures is faulty as a file: a text `file-…` says it with these facts.
    File {
        /// What is wrong.
        fault: Term,
        /// What its text names.
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
    /// A figure.
    Number(i64),
    /// Sorts of values, any of which would do: texts `file-sort-…`.
    Sorts(Vec<Term>),
}

/// What was found where something of another sort was wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    Value(String),
    /// Something of this sort, too large to be repeated.
    Sort(ValueSort),
}

/// Sorts of values in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValueSort {
    /// A whole number, 0 or more.
    Count,
    /// A whole number.
    Integer,
    Number,
    /// True or false.
    Boolean,
    /// A text.
    String,
    /// An object.
    Map,
    /// A list.
    Sequence,
    /// Nothing.
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

    /// This reason for a reader of serde, which knows no errors but texts: [`Self::unwritten`] reads it again.
    #[must_use]
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// A reason that was handed through a reader; whatever else a reader says is said in a form that nobody knows.
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
    /// For whoever reads a log: the terms as they are.
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

/// The distribution that follows from one reply of the other player.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Column {
    pub reply: Term,
    /// What may come of it.
    pub distribution: Vec<Row>,
}

/// A resolution: everything a player wants to see of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Resolution {
    /// The test.
    pub test: &'static str,
    /// The lines, in order; several breakdowns follow one another, each line saying whose it is.
    pub breakdown: Vec<OwnedLine>,
    /// The total, recomputed from the lines (of the last breakdown that has one); null before the dice and where nothing is
    /// added up. Always as text, since it may be a fraction.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "Option<String>")]
    pub total: Option<Exact>,
    /// The dice in the order they fell.
    pub dice: Vec<u8>,
    /// What came of it.
    pub outcome: Map<String, Value>,
    /// What may come of it, before the dice.
    pub distribution: Vec<Row>,
    /// Where another player decides: one distribution for each of his replies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Column>,
    /// The tests that it brings about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<Lead>,
}

fn as_text<S: serde::Serializer>(value: &Option<Exact>, to: S) -> Result<S::Ok, S::Error> {
    value.map(|value| value.to_string()).serialize(to)
}

/// A test that another one brings about: a fire the morale of its target.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Lead {
    /// The test.
    pub test: &'static str,
    /// Its situation, as far as the first test knows it; the rest is what the test begins with.
    pub situation: Value,
    /// It must be made; otherwise that depends on what the first test was not told.
    pub due: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct OwnedLine {
    /// Whose (attacker, defender...) and of which step, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Term>,
    #[serde(flatten)]
    pub line: Line,
}

/// What a ruleset offers to a player with real figures in front of him.
pub trait Assistant: Sync {
    /// The tests it has.
    fn tests(&self) -> Vec<TestCard>;
    /// JSON Schema of a test's situation.
    fn schema(&self, test: &str) -> Option<Value>;
    /// An example of a situation.
    fn example(&self, test: &str) -> Option<Value>;
    /// Resolves a situation.
    ///
    /// # Errors
    /// All faults of the situation at once, or what is wrong with the dice.
    fn resolve(&self, test: &str, situation: &Value, faces: &mut dyn Faces) -> Result<Resolution, Vec<Fault>>;
    /// The parts of its figures that the text of the rules does not print: worked out from examples or chosen, to be
    /// replaced by those of a club that owns the book. By name; none: all are printed.
    fn reconstructed(&self) -> Vec<&'static str> {
        Vec::new()
    }
    /// Whether a test is a whole fight that can be followed step by step.
    fn follows(&self, _test: &str) -> bool {
        false
    }
    /// Follows a whole fight as far as what was handed in takes it ([`crate::follow`] does it for any bout).
    ///
    /// # Errors
    /// All faults of the situation at once, what does not fit among the things handed in, or that this test is not a
    /// fight to be followed.
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
