//! Standing answers: a person's answer to every question of a kind, to avoid being asked each time. They give ordinary
//! answers, checked like any other.

use crate::{Ask, Choice, Field, Ref, Reply, Shape, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// "When asked this about that, do so if the facts allow, otherwise go on."
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// The kind of question.
    pub kind: Term,
    /// The subject; nothing: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Ref>,
    /// Only options whose facts lie within these bounds, both included ("distance", 0, 10000).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<(Term, i64, i64)>,
    pub does: Term,
}

impl Standing {
    fn concerns(&self, ask: &Ask, field: &Field) -> bool {
        self.kind == ask.slot.kind && self.about.is_none_or(|about| about == field.about)
    }

    fn allows(&self, choice: &Choice) -> bool {
        choice.key.does == self.does
            && self.when.iter().all(|(fact, low, high)| choice.facts.get(fact).is_some_and(|v| low <= v && v <= high))
    }

    fn reply(&self, field: &Field) -> Reply {
        let Shape::Pick { from, .. } = &field.shape else { return field.default.clone() };
        from.iter().find(|choice| self.allows(choice)).map_or_else(
            || field.default.clone(),
            |choice| {
                let then = choice.then.iter().map(|f| f.default.clone()).collect();
                Reply::Picked(vec![(choice.key.clone(), then)])
            },
        )
    }
}

/// The whole sheet answered by standing answers, if they cover every field of it. One about a unit has precedence over
/// one about all.
#[must_use]
pub fn answer(standing: &[Standing], ask: &Ask) -> Option<Vec<Reply>> {
    if ask.fields.is_empty() {
        return None;
    }
    ask.fields
        .iter()
        .map(|field| {
            let mut fitting = standing.iter().filter(|s| s.concerns(ask, field));
            let general = fitting.clone().find(|s| s.about.is_none());
            fitting.find(|s| s.about.is_some()).or(general).map(|s| s.reply(field))
        })
        .collect()
}
