//! Words in two languages.

use game::Lang;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether a character turns the direction of the text after it: harmless in a language that is written from right to
/// left, and a trick in a name among other words.
#[must_use]
pub const fn turns_text(c: char) -> bool {
    matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The same words in French and in English.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// In French.
    pub fr: String,
    /// In English.
    pub en: String,
}

impl Text {
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
