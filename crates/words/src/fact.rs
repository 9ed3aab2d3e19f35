//! Facts: named whole numbers, some of which are lengths on the ground.

use crate::{Names, Value, Words, number};
use game::{Facts, Term, UnitId};

impl Words {
    /// The figure of a fact. The text `fact-<name>` says by its attribute `unit` how it is to be read: `length`
    /// (centimetres on the ground), `yes` (1 or 0), `unit` (the number of a unit), otherwise a plain number.
    #[must_use]
    pub fn figure(&self, name: &Term, value: i64, names: Option<&Names>) -> String {
        match self.attribute(&format!("fact-{name}"), "unit").as_deref() {
            Some("length") => self.length(value),
            Some("yes") => self.say(if value == 0 { "no" } else { "yes" }, &[]),
            Some("unit") => match (names, u16::try_from(value)) {
                (Some(names), Ok(unit)) => self.unit(UnitId(unit), names),
                _ => number(self.lang, value),
            },
            _ => number(self.lang, value),
        }
    }

    /// All facts in words, one after the other ("distance 4,5 pas, pertes 2"); nothing for none.
    #[must_use]
    pub fn facts(&self, facts: &Facts, names: Option<&Names>) -> String {
        let fact = |(name, value): (&Term, &i64)| {
            let (fact, figure) = (self.word("fact", name.as_str()), self.figure(name, *value, names));
            self.say("fact", &[("name", fact.into()), ("figure", figure.into())])
        };
        facts.iter().map(fact).collect::<Vec<_>>().join(", ")
    }

    /// Facts as values of a text: each under its name in words of its unit, and as `<name>_n` for choosing a plural.
    pub(crate) fn fact_values(&self, facts: &Facts, names: Option<&Names>) -> Vec<(String, Value<'static>)> {
        let figure = |(name, value): (&Term, &i64)| (name.to_string(), Value::from(self.figure(name, *value, names)));
        let plain = |(name, value): (&Term, &i64)| (format!("{name}_n"), Value::from(*value));
        facts.iter().map(figure).chain(facts.iter().map(plain)).collect()
    }
}
