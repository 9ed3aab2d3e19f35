//! The book: the tables and options in force, and the catalogue of rules that code cites by id.

use game::Rule;
use game::catalogue::{Catalogue, RuleEntry};
use serde::Deserialize;
use std::sync::OnceLock;

/// A book in which single rules can be switched off, to see that their proofs fail without them.
pub trait Switchable: Clone + Default {
    /// The same book with one rule switched off.
    #[must_use]
    fn without(&self, rule: Rule) -> Self;
}

/// The full catalogue of this program's ruleset, if the embedded one has no statements.
static BROUGHT: OnceLock<(String, Vec<RuleEntry>)> = OnceLock::new();

/// Sets the full catalogue of a ruleset in a program that was built without the statements (a module of the site).
///
/// # Errors
/// The text is not a catalogue.
pub fn bring_catalogue(ruleset: &str, text: &str) -> Result<(), toml::de::Error> {
    // A second call brings the same text.
    if BROUGHT.get().is_none() {
        let _ = BROUGHT.set((ruleset.to_owned(), entries(text)?));
    }
    Ok(())
}

fn entries(text: &str) -> Result<Vec<RuleEntry>, toml::de::Error> {
    #[derive(Deserialize)]
    struct File {
        rule: Vec<RuleEntry>,
    }
    Ok(toml::from_str::<File>(text)?.rule)
}

/// The catalogue generated when the ruleset was built, or the one set by [`bring_catalogue`].
#[must_use]
pub fn read_catalogue(
    ruleset: &'static str,
    text: &str,
    cited: &'static [&'static str],
    played: &'static [&'static str],
    proved: &'static [&'static str],
) -> Catalogue {
    let brought = BROUGHT.get().filter(|(whose, _)| whose == ruleset);
    let printed = || crate::ids::held(entries(text).ok(), "the catalogue that was printed when the ruleset was built");
    let entries = brought.map_or_else(printed, |(_, whole)| whole.clone());
    Catalogue { ruleset, entries, cited, played, proved }
}

/// Defines the book of a ruleset whose build script generated its catalogue (`press::print`): the constants `r`, the
/// type `Book` with its tables, options and switches, and the functions `rule` and `catalogue`.
#[macro_export]
macro_rules! book {
    ($ruleset:literal, $tables:ty, $options:ty) => {
        /// Every rule of the catalogue as a constant.
        pub mod r {
            use game::Rule;
            include!(concat!(env!("OUT_DIR"), "/rules.rs"));
        }

        mod coverage {
            include!(concat!(env!("OUT_DIR"), "/coverage.rs"));
        }

        /// The figures, the options and the rules in force that a resolution uses.
        #[derive(Clone, Debug)]
        pub struct Book {
            pub tables: ::std::sync::Arc<$tables>,
            /// The readings and optional rules chosen.
            pub options: $options,
            /// The rules in force: all, unless a proof switches one off.
            pub switches: ::game::catalogue::Switches,
        }

        impl Default for Book {
            fn default() -> Self {
                static FULL: ::std::sync::OnceLock<::std::sync::Arc<$tables>> = ::std::sync::OnceLock::new();
                let tables = ::std::sync::Arc::clone(FULL.get_or_init(|| ::std::sync::Arc::new(<$tables>::shipped())));
                Self { tables, options: Default::default(), switches: Default::default() }
            }
        }

        impl Book {
            /// The book as shipped: every rule in force, every option at its default (the ruling).
            #[must_use]
            pub fn new() -> Self {
                Self::default()
            }

            /// A book with a club's own figures.
            #[must_use]
            pub fn with_tables(tables: $tables) -> Self {
                Self { tables: ::std::sync::Arc::new(tables), ..Self::default() }
            }

            /// Sets the options.
            #[must_use]
            pub fn with_options(mut self, options: $options) -> Self {
                self.options = options;
                self
            }

            /// Whether a rule is in force.
            #[must_use]
            #[inline]
            #[track_caller]
            pub fn on(&self, rule: ::game::Rule) -> bool {
                self.switches.on(rule)
            }

            /// Whether all these rules are in force.
            #[must_use]
            #[track_caller]
            pub fn all(&self, rules: &[::game::Rule]) -> bool {
                for rule in rules {
                    if !self.on(*rule) {
                        return false;
                    }
                }
                true
            }

            /// The same book with one rule switched off.
            #[must_use]
            pub fn without(&self, rule: ::game::Rule) -> Self {
                Self { switches: self.switches.without(rule), ..self.clone() }
            }

            /// The shipped book with a club's own tables and options by name.
            ///
            /// # Errors
            /// Every fault of the tables; every unknown option.
            pub fn of_club(
                tables: Option<&str>,
                options: &::std::collections::BTreeMap<::game::Term, i64>,
            ) -> Result<Self, Vec<::game::Fault>> {
                let book = match tables {
                    Some(text) => Self::with_tables(<$tables>::parse(text)?),
                    None => Self::new(),
                };
                let switches = options.iter().map(|(name, value)| (name.as_str(), *value));
                Ok(book.with_options(<$options>::from_switches(switches)?))
            }
        }

        impl $crate::InForce for Book {
            #[inline]
            #[track_caller]
            fn on(&self, rule: ::game::Rule) -> bool {
                Book::on(self, rule)
            }
        }

        impl $crate::Switchable for Book {
            fn without(&self, rule: ::game::Rule) -> Self {
                Book::without(self, rule)
            }
        }

        /// The rule of an id, in upper or lower case.
        #[must_use]
        pub fn rule(id: &str) -> Option<::game::Rule> {
            r::ALL.iter().copied().find(|rule| rule.id.eq_ignore_ascii_case(id))
        }

        /// The rule catalogue, with the places that cite and prove each entry.
        #[must_use]
        pub fn catalogue() -> ::game::catalogue::Catalogue {
            const TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/catalogue.toml"));
            $crate::read_catalogue($ruleset, TEXT, coverage::CITED, coverage::PLAYED, coverage::PROVED)
        }
    };
}
