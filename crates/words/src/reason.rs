//! Reasons for the answers of the computer's generals.

use crate::{Names, Value, Words};
use game::Reason;

impl Words {
    /// A reason in a sentence: the text `reason-<why>` with the unit concerned, the object, and its figures.
    #[must_use]
    pub fn why(&self, reason: &Reason, names: &Names) -> String {
        let facts = self.fact_values(&reason.facts, Some(names));
        let mut values: Vec<(&str, Value<'_>)> =
            facts.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let name = |of: Option<game::Ref>| of.map(|of| self.name(&of, names)).unwrap_or_default();
        values.push(("who", name(reason.about).into()));
        values.push(("on", name(reason.on).into()));
        let id = format!("reason-{}", reason.why);
        let bare = if reason.on.is_none() { self.find(&format!("{id}-bare"), &values) } else { None };
        bare.or_else(|| self.find(&id, &values)).unwrap_or_else(|| self.term(&reason.why))
    }
}
