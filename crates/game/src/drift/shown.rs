//! Compares the odds shown with an answer with the results of the answer in the present battle: its own steps go on
//! from where it waits, other questions get their defaults, and the results are read from the events.

use super::{Came, Drift, Read, Trial, WhoseDice};
use crate::{Ask, Facts, Given, Measuring, Need, Odds, Prospect, Ref, Reply, Rules, Slot, Term};
use std::collections::BTreeMap;

/// A test shown with an answer.
#[derive(Clone, Copy, Debug)]
pub struct ShownTest<'a> {
    pub ask: &'a Ask,
    pub replies: &'a [Reply],
    pub prospect: &'a Prospect,
    /// Everything shown with the answer.
    pub beside: &'a [Prospect],
}

impl ShownTest<'_> {
    /// The kind under which it is counted: the question and the test.
    #[must_use]
    pub fn kind(&self) -> Term {
        Term::from(format!("{}:{}", self.ask.slot.kind, self.prospect.breakdown.test).as_str())
    }
}

/// How a test that was shown is compared.
pub struct Check {
    /// The part of its odds that is compared: as far as the battle follows their assumptions.
    pub odds: Odds<Facts>,
    /// Reads the result from the events since the answer.
    pub read: Read,
    /// Further units whose dice it depends on, besides the two that it names.
    pub with: Vec<Ref>,
}

/// The most tests of a kind that are compared for one answer.
const EACH_KIND: usize = 2;

/// Compares the odds shown with an answer to an open question with its results. Luck proposes the answer.
pub fn of_answer<R: Rules>(rules: &R, state: &R::State, ask: &Ask, luck: u64) -> Drift {
    let mut drift = Drift::default();
    let Need::Answers(slots) = rules.need(state) else { return drift };
    let known = rules.redact(state, ask.slot.side);
    let replies = rules.suggest(&known, ask, luck);
    if ask.measuring != Measuring::Free || rules.check(&known, ask, &replies).is_err() {
        return drift;
    }
    let mut prospects = rules.prospects(&known, ask, &replies);
    if prospects.is_empty() {
        return drift;
    }
    let first = luck % prospects.len() as u64;
    prospects.rotate_left(usize::try_from(first).unwrap_or(0));
    let given = |slot: &Slot| {
        if *slot == ask.slot {
            return replies.clone();
        }
        let fields = rules.ask(&rules.redact(state, slot.side), slot).fields;
        fields.into_iter().map(|field| field.default).collect()
    };
    let mut next = state.clone();
    let told = rules.advance(&mut next, Given::Answers(slots.iter().map(given).collect()));
    let mut kinds: BTreeMap<Term, usize> = BTreeMap::new();
    for prospect in &prospects {
        let shown = ShownTest { ask, replies: &replies, prospect, beside: &prospects };
        let count = kinds.entry(shown.kind()).or_default();
        *count += 1;
        if *count > EACH_KIND {
            continue;
        }
        let what = shown.kind();
        let Some(Check { odds, read, with }) = rules.check_shown(&known, &shown) else {
            *drift.elsewhere.entry(what.clone()).or_default() += 1;
            if !rules.shown_elsewhere().iter().any(|kind| what == *kind) {
                drift.forgotten(what);
            }
            continue;
        };
        let parties = [prospect.by, prospect.on, prospect.breakdown.of].into_iter().flatten().chain(with).collect();
        let (state, told) = (next.clone(), told.clone());
        let dice = WhoseDice::Of(parties, luck);
        let trial = Trial { what, shown: odds, state, told, read, decided: Vec::new(), dice };
        drift.put(rules, &trial);
    }
    drift
}

impl Drift {
    /// A test is shown without a comparison.
    fn forgotten(&mut self, what: Term) {
        let (shown, fought) = ("before an answer".to_owned(), "not compared".to_owned());
        self.differs.push(super::Difference { what, replies: Vec::new(), end: Facts::new(), shown, fought });
    }
}

impl From<Option<Facts>> for Came {
    fn from(end: Option<Facts>) -> Self {
        end.map_or(Self::Open, Self::As)
    }
}
