//! Looks before a decision: prospects, figures over the table, a unit's card.

use crate::{Names, Words, signed};
use game::{Act, Figure, Lens, Prospect, Refusal, Term, Threshold};

impl Words {
    /// The name of a lens.
    #[must_use]
    pub fn lens(&self, lens: Lens) -> String {
        self.word("lens", lens.term().as_str())
    }

    /// The name of a figure over the table, with its facts.
    #[must_use]
    pub fn drawn(&self, figure: &Figure, names: Option<&Names>) -> String {
        let what = self.word("figure", figure.what().as_str());
        if figure.facts().is_empty() {
            return what;
        }
        self.say("drawn", &[("what", what.into()), ("facts", self.facts(figure.facts(), names).into())])
    }

    /// The owner of the test, its name, its target.
    #[must_use]
    pub fn prospect(&self, prospect: &Prospect, names: &Names) -> String {
        let test = self.word("test", prospect.breakdown.test.as_str());
        let Some(by) = &prospect.by else { return test };
        let who = self.name(by, names);
        match &prospect.on {
            Some(on) => {
                let target = self.name(on, names);
                self.say("prospect-against", &[("who", who.into()), ("test", test.into()), ("target", target.into())])
            }
            None => self.say("prospect-alone", &[("who", who.into()), ("test", test.into())]),
        }
    }

    /// An assumption of a prospect.
    #[must_use]
    pub fn policy(&self, policy: &Term) -> String {
        self.word("policy", policy.as_str())
    }

    /// The meaning of a figure of the odds: "losses ≥ 3: an element is lost"; of a yes-or-no figure the meaning alone.
    #[must_use]
    pub fn threshold(&self, threshold: &Threshold) -> String {
        let means = self.word("means", threshold.means.as_str());
        let id = format!("fact-{}", threshold.fact);
        if self.attribute(&id, "unit").as_deref() == Some("yes") {
            return means;
        }
        let fact = self.word("fact", threshold.fact.as_str());
        let figure = self.figure(&threshold.fact, threshold.at_least, None);
        self.say("threshold", &[("fact", fact.into()), ("figure", figure.into()), ("means", means.into())])
    }

    /// An act that a unit may take, with its figures; or why it may not, with the rule.
    #[must_use]
    pub fn act(&self, act: &Act, names: Option<&Names>) -> String {
        let what = self.word("act", act.what.as_str());
        let Some(reason) = &act.reason else {
            if act.facts.is_empty() {
                return what;
            }
            return self.say("drawn", &[("what", what.into()), ("facts", self.facts(&act.facts, names).into())]);
        };
        let refusal = Refusal {
            field: 0,
            leg: None,
            rule: act.rules.first().cloned().unwrap_or_default(),
            reason: reason.clone(),
            facts: act.facts.clone(),
            measure: act.measure,
        };
        self.say("act-refused", &[("act", what.into()), ("why", self.refusal(&refusal).into())])
    }

    /// A modifier of a figure, with its sign.
    #[must_use]
    pub fn modifier(&self, figure: &Figure) -> Option<String> {
        figure.facts().get(&Term::of("modifier")).map(|n| signed(self.lang, *n))
    }
}
