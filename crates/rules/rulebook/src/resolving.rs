//! A ruleset whose resolutions stand and whose whole turn is still to come.

use crate::published::shipped;
use game::catalogue::Catalogue;
use game::{Assistant, Battle, Entry, Keep, LogError, Ruleset, Setup, Term};
use std::collections::BTreeMap;

/// What is particular to it.
pub trait Desk: Sync {
    /// Its id.
    const ID: &'static str;
    /// The unit in which its players measure: name and length in centimetres.
    const MEASURE: (&'static str, i32);

    /// Its catalogue.
    fn catalogue() -> Catalogue;
    /// Its resolutions by themselves, with a club's own tables and options by name.
    ///
    /// # Errors
    /// Every fault of the tables or the options.
    fn assistant(tables: Option<&str>, options: &BTreeMap<Term, i64>) -> Result<Box<dyn Assistant>, Vec<String>>;
    /// The options and switches it knows, with their defaults.
    fn options() -> Vec<(&'static str, i64)>;
}

/// Why no battle can be had with it.
pub const NO_TURN: &str = "the whole turn of this ruleset is still to come: only its resolutions can be used";

/// A ruleset of the house with which no battle can be fought yet: it refuses to begin one, and says why.
pub struct Resolving<D>(pub D);

impl<D> Resolving<D> {
    fn refused<T>() -> Result<T, LogError> {
        Err(LogError::Line { line: 1, reason: NO_TURN.to_owned() })
    }
}

impl<D: Desk> Ruleset for Resolving<D> {
    fn id(&self) -> &'static str {
        D::ID
    }

    fn version(&self) -> u32 {
        0
    }

    fn catalogue(&self) -> Catalogue {
        D::catalogue()
    }

    fn assistant(&self) -> Box<dyn Assistant> {
        shipped(D::assistant)
    }

    fn assistant_of(
        &self,
        tables: Option<&str>,
        options: &BTreeMap<Term, i64>,
    ) -> Result<Box<dyn Assistant>, Vec<String>> {
        D::assistant(tables, options)
    }

    fn plays(&self) -> bool {
        false
    }

    fn measure(&self) -> (&'static str, i32) {
        D::MEASURE
    }

    fn options(&self) -> Vec<(&'static str, i64)> {
        D::options()
    }

    fn begin(&self, _: &Setup) -> Result<Box<dyn Battle>, Vec<String>> {
        Err(vec![NO_TURN.to_owned()])
    }

    fn reopen(&self, _: &[Entry]) -> Result<Box<dyn Battle>, LogError> {
        Self::refused()
    }

    fn resume(&self, _: &[Entry], _: &Keep) -> Result<Box<dyn Battle>, LogError> {
        Self::refused()
    }

    fn branch(&self, _: &[Entry], _: [String; 2], _: &Keep) -> Result<Box<dyn Battle>, LogError> {
        Self::refused()
    }
}
