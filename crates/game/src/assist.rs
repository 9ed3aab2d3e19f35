//! A ruleset's resolutions by themselves: a situation typed in, a breakdown, dice, an outcome, the odds.

use crate::catalogue::Bilingual;
use crate::{Breakdown, Chance, Followed, Handed, Line, Term};
use dice::{DiceError, Throw};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is.
    pub title: Bilingual,
    /// The rules that it applies.
    pub rules: Vec<&'static str>,
}

/// A fault of a situation, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// Where ("shooter.elements").
    pub place: String,
    /// What is wrong, in English (a term where words exist for it).
    pub reason: String,
}

/// One possible outcome and its chance.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Row {
    /// The outcome.
    pub outcome: Map<String, Value>,
    /// Its chance.
    #[serde(flatten)]
    pub chance: Chance,
}

/// The distribution that follows from one reply of the other player.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Column {
    /// His reply.
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
    /// added up.
    pub total: Option<crate::Exact>,
    /// The dice in the order they fell.
    pub dice: Vec<u8>,
    /// What came of it.
    pub outcome: Map<String, Value>,
    /// What may come of it, before the dice.
    pub distribution: Vec<Row>,
    /// Where another player decides: one distribution for each of his replies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Column>,
}

/// A line and whose it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct OwnedLine {
    /// Whose (attacker, defender...) and of which step, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Term>,
    /// The line.
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
        Err(vec![Fault { place: "test".to_owned(), reason: format!("{test} is not followed step by step") }])
    }
}

impl Resolution {
    /// Appends a breakdown.
    pub fn add(&mut self, of: Option<&'static str>, breakdown: &Breakdown) {
        self.breakdown
            .extend(breakdown.lines.iter().map(|line| OwnedLine { of: of.map(Term::of), line: line.clone() }));
    }
}
