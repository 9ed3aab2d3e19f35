//! The rulesets that ship, for the command line and for Python: the only place that names them all.

pub mod make;

use game::Ruleset;

/// The rulesets with their tables, each in one line.
macro_rules! shipped {
    ($($name:ident $file:literal)+) => {
        /// All of them, in the order in which they are listed.
        #[must_use]
        pub fn all() -> Vec<&'static dyn Ruleset> {
            vec![$(&::$name::RULESET),+]
        }

        /// The tables of a ruleset as its file says them: what a club that has the book begins its own from.
        #[must_use]
        pub fn tables(ruleset: &dyn Ruleset) -> Option<&'static str> {
            let files = [$((::$name::RULESET.id(), include_str!(concat!("../../../data/tables/", $file)))),+];
            files.into_iter().find(|(id, _)| *id == ruleset.id()).map(|(_, text)| text)
        }
    };
}

shipped! {
    marie_louise "marie-louise.toml"
    bataille_empire "bataille-empire.toml"
    trois_couleurs "trois-couleurs.toml"
    aigles "aigles.toml"
}

/// A ruleset by its id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn Ruleset> {
    all().into_iter().find(|ruleset| ruleset.id().eq_ignore_ascii_case(id))
}

/// Those with which a whole battle can be fought.
#[must_use]
pub fn playable() -> Vec<&'static dyn Ruleset> {
    all().into_iter().filter(|ruleset| ruleset.plays()).collect()
}

/// The ruleset taken when none is named: the first.
#[must_use]
pub fn usual() -> &'static dyn Ruleset {
    &::marie_louise::RULESET
}
