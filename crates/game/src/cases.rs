//! Worked examples of a ruleset as data: a story, the situations put to its tests, the dice, the expected result. The
//! tests of a ruleset run them; players step through them.

use crate::Bilingual;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A file of worked examples.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Cases {
    /// The examples, in the order of the file.
    #[serde(default)]
    pub case: Vec<Case>,
}

/// One worked example.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    pub id: String,
    pub title: Said,
    #[serde(default)]
    pub text: Option<Said>,
    /// The result in words.
    #[serde(default)]
    pub says: Option<Said>,
    /// The rules applied.
    #[serde(default)]
    pub rules: Vec<String>,
    /// What it waits for besides its figures (a table, a whole turn): it cannot run yet.
    #[serde(default)]
    pub needs: Option<String>,
    #[serde(default)]
    pub run: Vec<Run>,
}

/// One step of an example: a situation put to a test.
#[derive(Clone, Debug, Deserialize)]
pub struct Run {
    /// The title of the step.
    pub label: Said,
    pub test: String,
    #[serde(default)]
    pub situation: Value,
    /// The faces in the order of the throws; empty: only the odds are wanted.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// The expected result, as far as the file names it (`outcome`, `total`, `add`, `faults`...).
    #[serde(flatten)]
    pub expected: Map<String, Value>,
}

/// A text in both languages, or in the one in which it was written.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Said {
    /// One language alone.
    One(String),
    Both(Bilingual),
}

impl Said {
    /// Both languages; where there is only one, it stands for the other.
    #[must_use]
    pub fn both(&self) -> Bilingual {
        match self {
            Self::One(text) => Bilingual::same(text),
            Self::Both(both) => both.clone(),
        }
    }
}

impl std::fmt::Display for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::One(text) => f.write_str(text),
            Self::Both(both) => f.write_str(&both.en),
        }
    }
}
