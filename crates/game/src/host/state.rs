//! The state of a battle, and what follows from it: made when it is first asked for, forgotten when the state changes.

use crate::{Reply, Rules, Seen, Side};
use std::ops::Deref;
use std::sync::{Mutex, OnceLock, PoisonError};

/// An answer to a question of a side.
type GoodAnswer = (Side, u64, Vec<Reply>);

/// A state with what was worked out from it.
pub(super) struct Kept<S> {
    state: S,
    seen: [OnceLock<Seen<S>>; 2],
    /// The last answer that was found good: whoever asks for a preview gives it next.
    judged: Mutex<Option<GoodAnswer>>,
}

impl<S> Kept<S> {
    pub(super) const fn new(state: S) -> Self {
        Self { state, seen: [const { OnceLock::new() }; 2], judged: Mutex::new(None) }
    }

    /// As a side knows it, guessing by this where it has to.
    pub(super) fn seen<R: Rules<State = S>>(&self, rules: &R, side: Side, hunch: u64) -> &Seen<S> {
        self.seen[side.index()].get_or_init(|| Seen { hunch, ..rules.redact(&self.state, side) })
    }

    /// The state, to change it.
    pub(super) fn change(&mut self) -> &mut S {
        self.seen = [const { OnceLock::new() }; 2];
        self.judged = Mutex::new(None);
        &mut self.state
    }

    /// An answer to a question is good.
    pub(super) fn judged(&self, side: Side, ask: u64, replies: &[Reply]) {
        *self.judged.lock().unwrap_or_else(PoisonError::into_inner) = Some((side, ask, replies.to_vec()));
    }

    /// Whether this is the answer that was found good last.
    pub(super) fn was_judged(&self, side: Side, ask: u64, replies: &[Reply]) -> bool {
        let judged = self.judged.lock().unwrap_or_else(PoisonError::into_inner);
        judged.as_ref().is_some_and(|(whose, known, good)| (*whose, *known) == (side, ask) && good == replies)
    }
}

impl<S> Deref for Kept<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}
