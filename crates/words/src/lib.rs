//! Words are made here, at the edge: events, refusals, lines of breakdowns and terms become sentences in French or
//! English. The texts are Fluent files (`data/texts/{fr,en}`), one set for the program and one for each ruleset.
//!
//! Nothing here can fail: a term without a text is shown as it is.

mod event;
mod fact;
mod line;
mod looks;
mod names;
mod number;
mod outcome;
mod plate;
mod reason;
mod refusal;
mod sign;
mod tests;
mod text;
mod verdict;

pub use event::way;
pub use game::Lang;
pub use names::Names;
pub use number::{Integer, decimal, decimals, fraction, number, percent, signed};
pub use outcome::{Flat, Marginal, flat_rows, flattened, marginal};
pub use sign::{Order, OrderHow, SignLine, Signs, State};
pub use tests::{TitledTest, tests};
pub use text::{Value, ids, rulesets};
pub use verdict::{End, Part, Reader, Tone, Verdict};

use game::Bilingual;
use game::{RuleId, Ruleset, Term};
use std::collections::BTreeMap;
use text::Texts;

/// Makes words in one language, of one ruleset or of none.
pub struct Words {
    lang: Lang,
    ruleset: Option<&'static str>,
    unit: (&'static str, i32),
    titles: BTreeMap<String, Bilingual>,
}

impl Words {
    /// Words of the program alone.
    #[must_use]
    pub const fn plain(lang: Lang) -> Self {
        Self::under(lang, None)
    }

    /// The terms of a ruleset by its id, without the titles of its rules.
    #[must_use]
    pub const fn under(lang: Lang, ruleset: Option<&'static str>) -> Self {
        Self { lang, ruleset, unit: ("m", 100), titles: BTreeMap::new() }
    }

    /// Words of a ruleset: its terms, the titles of its rules, its unit of length.
    #[must_use]
    pub fn of(lang: Lang, ruleset: &dyn Ruleset) -> Self {
        let titles = ruleset.catalogue().entries.into_iter().map(|entry| (entry.id, entry.title)).collect();
        Self { lang, ruleset: Some(ruleset.id()), unit: ruleset.measure(), titles }
    }

    #[must_use]
    pub const fn lang(&self) -> Lang {
        self.lang
    }

    /// What a ruleset is called, as its own texts say; without any, its id.
    #[must_use]
    pub fn ruleset_name(&self, ruleset: &str) -> String {
        let texts = Texts::of_ruleset(self.lang, ruleset);
        texts.and_then(|texts| texts.find("ruleset", &[])).unwrap_or_else(|| ruleset.to_owned())
    }

    /// A text by its id; without one, the id itself.
    #[must_use]
    pub fn say(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        self.find(id, values).unwrap_or_else(|| id.to_owned())
    }

    /// A text by its id, the ruleset's own first.
    #[must_use]
    pub fn find(&self, id: &str, values: &[(&str, Value<'_>)]) -> Option<String> {
        let own = self.ruleset.and_then(|ruleset| Texts::of_ruleset(self.lang, ruleset)?.find(id, values));
        own.or_else(|| Texts::common(self.lang).find(id, values))
    }

    /// An attribute of a text.
    #[must_use]
    pub fn attribute(&self, id: &str, attribute: &str) -> Option<String> {
        let own = self.ruleset.and_then(|ruleset| Texts::of_ruleset(self.lang, ruleset)?.attribute(id, attribute));
        own.or_else(|| Texts::common(self.lang).attribute(id, attribute))
    }

    /// The terms of the ruleset that need an explanation (`gloss-<name>`, its attribute `help`): term and meaning.
    #[must_use]
    pub fn glossary(&self) -> Vec<(String, String)> {
        let ids = self.ruleset.map(|ruleset| Texts::beginning(self.lang, ruleset, "gloss-")).unwrap_or_default();
        ids.into_iter().filter_map(|id| Some((self.find(id, &[])?, self.attribute(id, "help")?))).collect()
    }

    /// A term in words: an order, a formation, a marker, a phase...
    #[must_use]
    pub fn term(&self, term: &Term) -> String {
        self.word("term", term.as_str())
    }

    /// A word of a kind (`question`, `outcome`, `fact`, `gone`...), or else a plain term, or else the word itself.
    #[must_use]
    pub fn word(&self, kind: &str, term: &str) -> String {
        let id = |kind: &str| format!("{kind}-{term}");
        self.find(&id(kind), &[]).or_else(|| self.find(&id("term"), &[])).unwrap_or_else(|| term.to_owned())
    }

    /// A general of the computer by name; settings behind it ("captain:bold") are appended as written. A ruleset's own
    /// word of the same name does not apply.
    #[must_use]
    pub fn general(&self, name: &str) -> String {
        let called = |rank: &str| self.find(&format!("general-{rank}"), &[]).unwrap_or_else(|| rank.to_owned());
        match name.split_once(':') {
            Some((rank, setting)) => format!("{} ({setting})", called(rank)),
            None => called(name),
        }
    }

    /// The title of a rule; without one, its id.
    #[must_use]
    pub fn title<'a>(&'a self, rule: &'a RuleId) -> &'a str {
        self.titles.get(rule.as_str()).map_or(rule.as_str(), |title| title.get(self.lang))
    }

    /// A decimal number with at most two decimals.
    #[must_use]
    pub fn decimal(&self, value: f64) -> String {
        number::decimal_of(self.lang, value)
    }

    /// A length in hundredths of the ruleset's unit.
    #[must_use]
    pub fn hundredths(&self, hundredths: i64) -> String {
        self.length(hundredths * i64::from(self.unit.1) / 100)
    }

    /// A length on the ground in the ruleset's unit, with one decimal where it is not whole.
    #[must_use]
    pub fn length(&self, cm: i64) -> String {
        let (unit, per) = self.unit;
        let per = i64::from(per.max(1));
        let tenths = (cm * 10 + cm.signum() * per / 2) / per;
        let figure = decimal(self.lang, tenths);
        self.say("length", &[("figure", Value::from(figure)), ("unit", Value::from(self.word("unit", unit)))])
    }
}
