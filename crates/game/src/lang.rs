//! The languages of the program, and texts in both.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A language that the program speaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Lang {
    /// French, the language of the rulesets.
    #[default]
    Fr,
    /// English, the other language.
    En,
}

impl Lang {
    pub const BOTH: [Self; 2] = [Self::Fr, Self::En];

    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Fr => "fr",
            Self::En => "en",
        }
    }

    /// The language of a locale, from the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set: French for a French
    /// one and where there is none (`C` and `POSIX` count as none), else English.
    #[must_use]
    pub fn of_locale(settings: [Option<String>; 3]) -> Self {
        let locale = settings.into_iter().flatten().find(|locale| !locale.is_empty()).unwrap_or_default();
        let language = locale.split(['_', '.', '-', '@']).next().unwrap_or_default().to_ascii_lowercase();
        if matches!(language.as_str(), "" | "c" | "posix" | "fr") { Self::Fr } else { Self::En }
    }
}

/// A text in both languages.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// The French text.
    pub fr: String,
    /// The English text.
    pub en: String,
}

impl Bilingual {
    /// Words that are the same in both languages, such as a name.
    #[must_use]
    pub fn same(words: &str) -> Self {
        Self { fr: words.to_owned(), en: words.to_owned() }
    }

    /// The words in one language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fr => &self.fr,
            Lang::En => &self.en,
        }
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "fr" => Ok(Self::Fr),
            "en" => Ok(Self::En),
            _ => Err(format!("{text}: fr, en")),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
