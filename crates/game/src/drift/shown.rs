//! What is shown of an answer before it is given, compared with what comes of the answer in the battle under way: its own steps go
//! on from where it waits, whoever else is asked does what goes without saying, and whatever was shown is read from what they tell.

use super::{Came, Drift, Read, Trial, WhoseDice};
use crate::{Ask, Facts, Given, Measuring, Need, Odds, Prospect, Ref, Reply, Rules, Slot, Term};
use std::collections::BTreeMap;

/// A test that is shown before an answer.
#[derive(Clone, Copy, Debug)]
pub struct ShownTest<'a> {
    pub ask: &'a Ask,
    /// The answer.
    pub replies: &'a [Reply],
    pub prospect: &'a Prospect,
    /// All that is shown of the answer.
    pub beside: &'a [Prospect],
}

impl ShownTest<'_> {
    /// What it is counted as: the question and the test.
    #[must_use]
    pub fn kind(&self) -> Term {
        Term::from(format!("{}:{}", self.ask.slot.kind, self.prospect.breakdown.test).as_str())
    }
}

/// How a test that was shown is compared.
pub struct Check {
    /// What of its odds is compared: up to where the battle goes by what they take for granted.
    pub odds: Odds<Facts>,
    /// Reads from what was told since the answer how it came out.
    pub read: Read,
    /// Whose dice it depends on besides those of the two whom it names.
    pub with: Vec<Ref>,
}

/// So many tests of a kind are compared for one answer.
const EACH_KIND: usize = 2;

/// Compares what is shown of an answer to an open question with what comes of it. The answer is what luck proposes.
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
    /// Something is shown that nothing is compared with.
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
