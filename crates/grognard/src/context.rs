//! The context of every command.

use crate::failure::{Done, Failure};
use crate::rulesets;
use game::Ruleset;
use words::{Lang, Value, Words};

/// The player's language and the texts of the program.
pub struct Context {
    pub lang: Lang,
    /// The program's own words.
    pub words: Words,
}

impl Context {
    pub const fn new(lang: Lang) -> Self {
        Self { lang, words: Words::plain(lang) }
    }

    /// A text of the program.
    pub fn say(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        self.words.say(id, values)
    }

    /// A ruleset by its id.
    pub fn ruleset(&self, id: &str) -> Done<&'static dyn Ruleset> {
        rulesets::find(id).ok_or_else(|| {
            let known: Vec<&str> = rulesets::all().iter().map(|ruleset| ruleset.id()).collect();
            Failure::Bad(self.say("no-ruleset", &[("name", id.into()), ("known", known.join(", ").into())]))
        })
    }

    /// A ruleset by its id; the usual one if none is named.
    pub fn ruleset_or_usual(&self, id: Option<&str>) -> Done<&'static dyn Ruleset> {
        id.map_or_else(|| Ok(rulesets::usual()), |id| self.ruleset(id))
    }
}
