//! Facts: named whole numbers, some of which are lengths on the ground.

use crate::{Names, Value, Words, decimal, number};
use game::{Exact, Facts, Ref, Term, UnitId};

/// The fact of a line whose figure is a length in hundredths of the ruleset's unit.
pub(crate) const HUNDREDTHS: &str = "hundredths_of_pas";

impl Words {
    /// The figure of a fact. The text `fact-<name>` says by its attribute `unit` how it is read: `length` (centimetres
    /// on the ground), `hundredths` (of the ruleset's unit of length), `halves` (twice the value shown), `tenths` (ten
    /// times the value shown), `yes` (1 or 0), `unit` and `site` (their number), `named` (the text
    /// `fact-<name>-<figure>`), `mark` (a name without a figure, in lists of facts), otherwise a plain number.
    #[must_use]
    pub fn figure(&self, name: &Term, value: i64, names: Option<&Names>) -> String {
        self.figure_of("fact", name, value, names)
    }

    fn figure_of(&self, kind: &str, name: &Term, value: i64, names: Option<&Names>) -> String {
        match (self.attribute(&format!("{kind}-{name}"), "unit").as_deref(), names, u16::try_from(value)) {
            (Some("length"), ..) => self.length(value),
            (Some("hundredths"), ..) => self.hundredths(value),
            (Some("halves"), ..) if value % 2 == 0 => number(self.lang, value / 2),
            (Some("halves"), ..) => self.exact(Exact { num: value, den: 2 }),
            (Some("tenths"), ..) => decimal(self.lang, value),
            (Some("named"), ..) => self.say(&format!("{kind}-{name}-{value}"), &[]),
            (Some("yes"), ..) => self.say(if value == 0 { "no" } else { "yes" }, &[]),
            (Some("unit"), Some(names), Ok(unit)) => self.unit(UnitId(unit), names),
            (Some("site"), Some(names), Ok(site)) => self.name(&Ref::Site(site), names),
            _ => number(self.lang, value),
        }
    }

    /// All facts in words, in a list ("distance 4,5 pas, pertes 2"); `None` for none. A zero is left out if its text
    /// says so (`nought = unsaid`).
    #[must_use]
    pub fn facts(&self, facts: &Facts, names: Option<&Names>) -> String {
        let fact = |(name, value): (&Term, &i64)| self.fact("fact", name, *value, names);
        let unsaid = |name: &Term| self.attribute(&format!("fact-{name}"), "nought").as_deref() == Some("unsaid");
        let told = facts.iter().filter(|(name, value)| **value != 0 || !unsaid(name));
        told.map(fact).collect::<Vec<_>>().join(", ")
    }

    /// The facts of a breakdown line, except those in its title. Their texts are `line-fact-<name>` where they differ
    /// from those elsewhere.
    pub(crate) fn line_facts(&self, title: &str, facts: &Facts) -> String {
        let fact = |(name, value): (&Term, &i64)| {
            let kind = if self.find(&format!("line-fact-{name}"), &[]).is_some() { "line-fact" } else { "fact" };
            self.fact(kind, name, *value, None)
        };
        let title = title.to_lowercase();
        let shown = facts.iter().filter(|(name, _)| **name != HUNDREDTHS).map(fact);
        shown.filter(|fact| !title.contains(&fact.to_lowercase())).collect::<Vec<_>>().join(", ")
    }

    fn fact(&self, kind: &str, name: &Term, value: i64, names: Option<&Names>) -> String {
        let fact = self.word(kind, name.as_str());
        if self.attribute(&format!("{kind}-{name}"), "unit").as_deref() == Some("mark") {
            return fact;
        }
        let figure = self.figure_of(kind, name, value, names);
        self.say("fact", &[("name", fact.into()), ("figure", figure.into())])
    }

    /// Facts as values of a text: each under its name in words of its unit, and as `<name>_n` to select a plural.
    pub(crate) fn fact_values(&self, facts: &Facts, names: Option<&Names>) -> Vec<(String, Value<'static>)> {
        let figure = |(name, value): (&Term, &i64)| (name.to_string(), Value::from(self.figure(name, *value, names)));
        let plain = |(name, value): (&Term, &i64)| (format!("{name}_n"), Value::from(*value));
        facts.iter().map(figure).chain(facts.iter().map(plain)).collect()
    }
}
