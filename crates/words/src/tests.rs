//! The tests that a ruleset offers to players with real figures, by their titles.

use crate::{Lang, Words};
use game::Bilingual;
use game::{Assistant, Ruleset};
use serde::Serialize;

/// A test as listed by programs.
#[derive(Clone, Debug, Serialize)]
pub struct TitledTest {
    /// Its name on the command line.
    pub name: &'static str,
    pub title: Bilingual,
    /// Ids of the rules that it applies.
    pub rules: Vec<&'static str>,
}

/// All tests, in the order of the ruleset.
#[must_use]
pub fn tests(ruleset: &dyn Ruleset, assistant: &dyn Assistant) -> Vec<TitledTest> {
    let [fr, en] = Lang::BOTH.map(|lang| Words::of(lang, ruleset));
    let titled = |card: game::TestCard| TitledTest {
        name: card.name,
        title: Bilingual { fr: fr.test(card.name), en: en.test(card.name) },
        rules: card.rules,
    };
    assistant.tests().into_iter().map(titled).collect()
}

impl Words {
    /// The title of a test by its name.
    #[must_use]
    pub fn test(&self, name: &str) -> String {
        self.say(&format!("title-{name}"), &[])
    }
}
