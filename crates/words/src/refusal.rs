//! Why an answer was refused.

use crate::{Value, Words};
use game::Refusal;

impl Words {
    /// The reason with its figures, the measurement that failed and the rule.
    #[must_use]
    pub fn refusal(&self, refusal: &Refusal) -> String {
        let text = self.refusal_alone(refusal);
        if refusal.rule.as_str().is_empty() {
            return text;
        }
        let title = self.title(&refusal.rule);
        self.say("by-rule", &[("text", text.into()), ("rule", refusal.rule.as_str().into()), ("title", title.into())])
    }

    /// The same without the rule, where the rule is shown beside the sentence.
    #[must_use]
    pub fn refusal_alone(&self, refusal: &Refusal) -> String {
        let facts = self.fact_values(&refusal.facts, None);
        let mut values: Vec<(&str, Value<'_>)> =
            facts.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        if let Some(measure) = refusal.measure {
            values.push(("measured", self.length(i64::from(measure.cm)).into()));
            values.push(("limit", self.length(i64::from(measure.limit)).into()));
        }
        let id = format!("refusal-{}", refusal.reason);
        // With an optional figure, the text `refusal-<reason>-<figure>`.
        let figured = refusal.facts.keys().find_map(|fact| self.find(&format!("{id}-{fact}"), &values));
        let mut text = figured.or_else(|| self.find(&id, &values)).unwrap_or_else(|| {
            let term = self.term(&refusal.reason);
            if refusal.facts.is_empty() { term } else { format!("{term} ({})", self.facts(&refusal.facts, None)) }
        });
        if let Some(measure) = refusal.measure.filter(|_| !text.contains(&self.measured(refusal))) {
            let limited = if measure.limit > 0 { "measured-limited" } else { "measured" };
            text = self.say(
                limited,
                &[
                    ("text", text.into()),
                    ("measured", self.length(i64::from(measure.cm)).into()),
                    ("limit", self.length(i64::from(measure.limit)).into()),
                ],
            );
        }
        if let Some(leg) = refusal.leg {
            text = self.say("refusal-leg", &[("n", (u32::from(leg) + 1).into()), ("text", text.into())]);
        }
        text
    }

    fn measured(&self, refusal: &Refusal) -> String {
        refusal.measure.map(|measure| self.length(i64::from(measure.cm))).unwrap_or_default()
    }
}
