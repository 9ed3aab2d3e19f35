//! The book: the tables and options in force, and the catalogue of rules that code cites by id.

use crate::options::Options;
use crate::tables::Tables;
use game::Rule;
use game::catalogue::{Catalogue, Entry, Switches};
use serde::Deserialize;
use std::sync::{Arc, OnceLock};

/// Every rule of the catalogue as a constant: `r::ML_7_2J`.
pub mod r {
    use game::Rule;
    include!(concat!(env!("OUT_DIR"), "/rules.rs"));
}

mod coverage {
    include!(concat!(env!("OUT_DIR"), "/coverage.rs"));
}

const CATALOGUE: &str = include_str!(concat!(env!("OUT_DIR"), "/catalogue.toml"));

/// What a resolution is made with: figures, options, and which rules are in force.
#[derive(Clone, Debug)]
pub struct Book {
    /// The figures.
    pub tables: Arc<Tables>,
    /// The readings and optional rules chosen.
    pub options: Options,
    /// The rules in force: all, unless a proof has switched one off.
    pub switches: Switches,
}

impl Default for Book {
    fn default() -> Self {
        static FULL: OnceLock<Arc<Tables>> = OnceLock::new();
        let tables = Arc::clone(FULL.get_or_init(|| Arc::new(Tables::shipped())));
        Self { tables, options: Options::default(), switches: Switches::default() }
    }
}

impl Book {
    /// The book as shipped, every rule in force, every setting at its ruling.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With a club's own figures.
    #[must_use]
    pub fn with_tables(tables: Tables) -> Self {
        Self { tables: Arc::new(tables), ..Self::default() }
    }

    /// With these options.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Whether a rule is in force.
    #[must_use]
    #[inline]
    pub fn on(&self, rule: Rule) -> bool {
        self.switches.on(rule)
    }

    /// Whether all of these are in force.
    #[must_use]
    pub fn all(&self, rules: &[Rule]) -> bool {
        rules.iter().all(|rule| self.on(*rule))
    }

    /// The same book with one rule switched off.
    #[must_use]
    pub fn without(&self, rule: Rule) -> Self {
        Self { switches: self.switches.without(rule), ..self.clone() }
    }
}

/// The rule of an id, written in any case.
#[must_use]
pub fn rule(id: &str) -> Option<Rule> {
    r::ALL.iter().copied().find(|rule| rule.id.eq_ignore_ascii_case(id))
}

/// The rule catalogue, with what cites and proves each entry.
#[must_use]
pub fn catalogue() -> Catalogue {
    #[derive(Deserialize)]
    struct File {
        rule: Vec<Entry>,
    }
    let entries = toml::from_str::<File>(CATALOGUE).map(|file| file.rule).unwrap_or_default();
    Catalogue { ruleset: "marie-louise", entries, cited: coverage::CITED, proved: coverage::PROVED }
}
