//! The embedded rulesets: the only place that names them all. A module of the site is built with one of them.

pub mod make;

use game::Ruleset;

/// The rulesets by their ids, each in one line: its crate, its feature and its tables have the same name.
macro_rules! shipped {
    ($($name:ident $id:literal)+) => {
        const ALL: &[&dyn Ruleset] = &[$(#[cfg(feature = $id)] &::$name::RULESET),+];

        /// The text of a ruleset's tables file: a club that has the book starts its own from it.
        #[must_use]
        pub fn tables(ruleset: &dyn Ruleset) -> Option<&'static str> {
            match ruleset.id() {
                $(#[cfg(feature = $id)] $id => Some(include_str!(concat!("../../../data/tables/", $id, ".toml"))),)+
                _ => None,
            }
        }
    };
}

shipped! {
    marie_louise "marie-louise"
    bataille_empire "bataille-empire"
    trois_couleurs "trois-couleurs"
    aigles "aigles"
}

/// All of them, in the order of the list.
#[must_use]
pub fn all() -> Vec<&'static dyn Ruleset> {
    ALL.to_vec()
}

/// A ruleset by its id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Ruleset> {
    all().into_iter().find(|ruleset| ruleset.id().eq_ignore_ascii_case(id))
}

/// The default ruleset: the first.
#[must_use]
pub fn usual() -> &'static dyn Ruleset {
    const FIRST: &dyn Ruleset = ALL[0];
    FIRST
}
