//! The figures of the rules. A club that owns the book can use its own file instead of the one shipped.

use crate::FigureFault;
use game::Fault;
use serde::de::DeserializeOwned;

/// A file of figures, read section by section, so that all faults are found.
pub struct Sections {
    whole: toml::Table,
    faults: Vec<Fault>,
}

impl Sections {
    /// Reads the file.
    ///
    /// # Errors
    /// If the text is not TOML.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        match text.parse() {
            Ok(whole) => Ok(Self { whole, faults: Vec::new() }),
            Err(error) => {
                let error: toml::de::Error = error;
                let (line, column) = armies::position(text, error.span().map_or(0, |span| span.start));
                let reason = armies::Reason::syntax(text, error.span());
                Err(vec![Fault::at(format!("l. {line}, c. {column}"), &reason)])
            }
        }
    }

    /// Removes a section and reads it.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let Some(value) = self.whole.remove(name) else {
            self.faults.push(Fault::at(name, FigureFault::MissingSection));
            return None;
        };
        crate::read_toml(value).map_err(|fault| self.faults.push(fault.within(name))).ok()
    }

    /// All faults so far; sections that nobody took are unknown.
    #[must_use]
    pub fn faults(self) -> Vec<Fault> {
        let mut faults = self.faults;
        faults.extend(self.whole.keys().map(|name| Fault::at(name, FigureFault::UnknownSection)));
        faults
    }
}

/// Defines a section of the file of figures.
#[macro_export]
macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $(pub $field: $type),+ }
    };
}

/// Defines a section of the file of figures that states whether some of them are reconstructed.
#[macro_export]
macro_rules! reconstructed_section {
    ($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Some of its figures are not printed in the text of the rules.
            #[serde(default)]
            pub reconstructed: bool,
            $($(#[$attribute])* pub $field: $type),+
        }
    };
}

/// Defines a table with a figure for each word of a vocabulary.
#[macro_export]
macro_rules! by {
    ($(#[$doc:meta])* $name:ident of $word:ident { $($field:ident: $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name<T> { $(pub $field: T),+ }

        impl<T: Copy> $name<T> {
            #[must_use]
            pub const fn of(&self, word: $word) -> T {
                match word { $($word::$variant => self.$field),+ }
            }
        }
    };
}

/// Defines `Tables`: the sections of a file of figures, with the text of the file shipped. The ruleset adds `fn
/// check(&self, faults: &mut Vec<Fault>)`, which finds impossible figures.
#[macro_export]
macro_rules! tables {
    ($shipped:expr; $($name:ident: $section:ty),+ $(,)?) => {
        /// All figures of the rules.
        #[derive(Clone, PartialEq, Debug)]
        pub struct Tables {
            $(pub $name: $section,)+
        }

        impl Tables {
            /// The figures shipped with the program.
            ///
            /// # Panics
            /// Never: a test reads the file that is embedded here.
            #[must_use]
            #[allow(clippy::panic, reason = "the embedded file is read by a test")]
            pub fn shipped() -> Self {
                Self::parse(Self::shipped_text()).unwrap_or_else(|faults| panic!("the shipped tables are faulty: {faults:?}"))
            }

            /// The text of the file shipped, as a start for a club's own.
            #[must_use]
            pub const fn shipped_text() -> &'static str {
                $shipped
            }

            /// Reads a file of figures.
            ///
            /// # Errors
            /// All faults at once: missing, unknown and malformed sections, and impossible figures.
            pub fn parse(text: &str) -> Result<Self, Vec<::game::Fault>> {
                let mut sections = $crate::Sections::read(text)?;
                // Every section is read before the first missing one is reported, so that all faults are found.
                $(let $name: Option<$section> = sections.take(stringify!($name));)+
                let mut faults = sections.faults();
                let tables = (|| Some(Self { $($name: $name?,)+ }))();
                if let Some(tables) = &tables {
                    tables.check(&mut faults);
                }
                match tables {
                    Some(tables) if faults.is_empty() => Ok(tables),
                    _ => Err(faults),
                }
            }
        }
    };
}
