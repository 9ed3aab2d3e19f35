//! The state of a battle, and its derived values: computed on first use, forgotten when the state changes.

use crate::{Appraisal, Clash, Gist, Reply, Rules, Seen, Side, UnitId};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// An answer to a question of a side.
type GoodAnswer = (Side, u64, Vec<Reply>);

/// The meaning of every choice of every field of a question, by the side that is asked and the number of the question.
type GistsByAsk = BTreeMap<(Side, u64), Vec<Vec<Gist>>>;

/// A state with its derived values.
pub(super) struct Kept<S> {
    state: S,
    seen: [OnceLock<Seen<S>>; 2],
    valued: [OnceLock<Arc<Appraisal>>; 2],
    gists: Mutex<GistsByAsk>,
    clashes: Mutex<BTreeMap<(Side, UnitId, UnitId), Clash>>,
    /// The last answer that was accepted: a preview is usually followed by the same answer.
    judged: Mutex<Option<GoodAnswer>>,
}

impl<S> Kept<S> {
    pub(super) const fn new(state: S) -> Self {
        Self {
            state,
            seen: [const { OnceLock::new() }; 2],
            valued: [const { OnceLock::new() }; 2],
            gists: Mutex::new(BTreeMap::new()),
            clashes: Mutex::new(BTreeMap::new()),
            judged: Mutex::new(None),
        }
    }

    /// The state as a side knows it, guessing by this number where it has to.
    pub(super) fn seen<R: Rules<State = S>>(&self, rules: &R, side: Side, hunch: u64) -> &Seen<S> {
        self.seen[side.index()].get_or_init(|| Seen { hunch, ..rules.redact(&self.state, side) })
    }

    pub(super) fn change(&mut self) -> &mut S {
        self.seen = [const { OnceLock::new() }; 2];
        self.valued = [const { OnceLock::new() }; 2];
        self.gists.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        self.clashes.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        self.judged = Mutex::new(None);
        &mut self.state
    }

    pub(super) fn valued(&self, side: Side, value: impl FnOnce() -> Appraisal) -> Arc<Appraisal> {
        Arc::clone(self.valued[side.index()].get_or_init(|| Arc::new(value())))
    }

    /// The meaning of a question's choices.
    pub(super) fn gists(&self, side: Side, ask: u64, look: impl FnOnce() -> Vec<Vec<Gist>>) -> Vec<Vec<Gist>> {
        known(&self.gists, (side, ask), look)
    }

    /// The odds of a unit against another, as a side knows them.
    pub(super) fn clash(&self, side: Side, (by, at): (UnitId, UnitId), look: impl FnOnce() -> Clash) -> Clash {
        known(&self.clashes, (side, by, at), look)
    }

    /// Records that an answer to a question was accepted.
    pub(super) fn judged(&self, side: Side, ask: u64, replies: &[Reply]) {
        *self.judged.lock().unwrap_or_else(PoisonError::into_inner) = Some((side, ask, replies.to_vec()));
    }

    /// Whether this is the last accepted answer.
    pub(super) fn was_judged(&self, side: Side, ask: u64, replies: &[Reply]) -> bool {
        let judged = self.judged.lock().unwrap_or_else(PoisonError::into_inner);
        judged.as_ref().is_some_and(|(whose, known, good)| (*whose, *known) == (side, ask) && good == replies)
    }
}

/// The value of a key, computed if it is absent; no other thread waits for the computation.
fn known<K: Ord, V: Clone>(kept: &Mutex<BTreeMap<K, V>>, key: K, look: impl FnOnce() -> V) -> V {
    if let Some(found) = kept.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return found.clone();
    }
    let found = look();
    kept.lock().unwrap_or_else(PoisonError::into_inner).insert(key, found.clone());
    found
}

impl<S> Deref for Kept<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}
