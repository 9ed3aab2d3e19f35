//! The interface of a ruleset. It never calls a player, the clock, the disk or a generator: it states its need and goes
//! on when it has the input.

use crate::drift::{Check, ShownTest, Whole};
use crate::{
    Ask, Dossier, Event, Insight, Lens, Measuring, Need, Output, Picture, Preview, Prospect, Refusal, Reply, Side,
    Slot, Thrower, Thrown, UnitId,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;

/// A value that one side may not know yet. There is no way to unwrap it: code that serves a player must handle
/// `Unknown`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Secret<T> {
    /// Known in this state.
    Known(T),
    /// Hidden in this state.
    Unknown,
}

impl<T> Secret<T> {
    /// The value, if it is known here.
    pub const fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown => None,
        }
    }
}

/// The state as a side knows it. Only [`Rules::redact`] makes one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Seen<S> {
    /// The side that sees it.
    pub side: Side,
    /// The state without what the side may not know.
    pub state: S,
    /// The number from which unknown values (a distance that may not be measured) are guessed: derived from this
    /// battle's seed, different in every battle.
    pub hunch: u64,
}

/// The input with which a ruleset goes on; it was checked before.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Given {
    /// The replies to each slot of the need, in its order, field by field.
    Answers(Vec<Vec<Reply>>),
    /// The dice of each toss of the need, in its order.
    Dice(Vec<Thrown>),
}

/// A ruleset set up for one battle: ground, profiles, tables and options. It does not change.
pub trait Rules: Send + Sync + Sized + 'static {
    /// Units, secrets and the progress of the turn: plain data.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// The state at the start, and the events that show it.
    fn begin(&self) -> (Self::State, Vec<Event>);

    /// What it waits for.
    fn need(&self, state: &Self::State) -> Need;

    /// Goes on. The input was checked, so this cannot fail.
    fn advance(&self, state: &mut Self::State, given: Given) -> Vec<Event>;

    /// The same with dice thrown on the way: the events are the same as with a stop at every throw, and a ruleset that
    /// always stops is right too. [`Play::go_throwing`](crate::Play::go_throwing) does it for scripts.
    fn advance_throwing(&self, state: &mut Self::State, given: Given, thrower: Thrower<'_>) -> Vec<Output> {
        let _ = thrower;
        self.advance(state, given).into_iter().map(Output::Event).collect()
    }

    /// Removes from a state what a side may not know: the only place where secrets are removed.
    fn take_out(&self, state: &mut Self::State, side: Side);

    /// The state as a side knows it; the host gives the number for guesses.
    fn redact(&self, state: &Self::State, side: Side) -> Seen<Self::State> {
        let mut state = state.clone();
        self.take_out(&mut state, side);
        Seen { side, state, hunch: 0 }
    }

    /// The sheet for a slot, from what the side knows. The host sets its id.
    fn ask(&self, seen: &Seen<Self::State>, slot: &Slot) -> Ask;

    /// Judges an answer. Its form (shapes, bounds, keys) was checked by the host already.
    ///
    /// # Errors
    /// Every reason why it is refused.
    fn check(&self, seen: &Seen<Self::State>, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>>;

    /// An answer that `check` accepts; another luck gives another one.
    fn suggest(&self, seen: &Seen<Self::State>, ask: &Ask, luck: u64) -> Vec<Reply>;

    /// Every test that an answer would start, line by line, with its odds. The answer was judged before.
    fn prospects(&self, _seen: &Seen<Self::State>, _ask: &Ask, _replies: &[Reply]) -> Vec<Prospect> {
        Vec::new()
    }

    /// The lens on a unit, from what the side knows. Called only while measuring is free.
    fn lens(&self, _seen: &Seen<Self::State>, _unit: UnitId, _lens: Lens) -> Insight {
        Insight::default()
    }

    /// A unit's card, as far as the side may know it; `None` for a unit that is not on the table.
    fn dossier(&self, _seen: &Seen<Self::State>, _unit: UnitId) -> Option<Dossier> {
        None
    }

    /// Whether a side may measure while it has no open question; an open question has its own setting.
    fn measuring(&self, _seen: &Seen<Self::State>) -> Measuring {
        Measuring::Free
    }

    /// Whether a side may measure between these ends; `None`: a spot of the ground. Called only while it may measure.
    fn tape(&self, _seen: &Seen<Self::State>, _ends: [Option<UnitId>; 2]) -> bool {
        true
    }

    /// The values that a general needs, from what the side knows.
    fn appraise(&self, _seen: &Seen<Self::State>) -> crate::Appraisal {
        crate::Appraisal::default()
    }

    /// The meaning of a sheet's choices: for each field that is a pick, one per choice, in order.
    fn gists(&self, _seen: &Seen<Self::State>, _ask: &Ask) -> Vec<Vec<crate::Gist>> {
        Vec::new()
    }

    /// The odds of one unit against another from where they stand, by attack or by fire.
    fn clash(&self, _seen: &Seen<Self::State>, _by: UnitId, _at: UnitId) -> crate::Clash {
        crate::Clash::default()
    }

    /// The worth of a leader's units within reach of orders from each of some places, in points. Empty where that does
    /// not matter.
    fn led(&self, _seen: &Seen<Self::State>, _leader: UnitId, _from: &[table::Point]) -> Vec<i64> {
        Vec::new()
    }

    /// The trials of a state: the odds that players are shown, with the steps of the battle that lead to an end.
    /// Another luck gives another selection.
    fn trials(&self, _state: Whole<'_, Self::State>, _luck: u64) -> Vec<crate::drift::Trial<Self::State>> {
        Vec::new()
    }

    /// The kind of every trial that it may give.
    fn trial_kinds(&self) -> &'static [&'static str] {
        &[]
    }

    /// Chances given to generals in a state, with the odds of the same attack as shown to players. Another luck gives
    /// another choice.
    fn told(&self, _state: Whole<'_, Self::State>, _luck: u64) -> Vec<crate::drift::Told> {
        Vec::new()
    }

    /// How a test shown with an answer is compared with the test that follows from the answer; `None`: special trials
    /// compare it.
    fn check_shown(&self, _seen: &Seen<Self::State>, _shown: &ShownTest<'_>) -> Option<Check> {
        None
    }

    /// The kinds of tests that are shown and that trials of other kinds compare.
    fn shown_elsewhere(&self) -> &'static [&'static str] {
        &[]
    }

    /// Figures of the text by which the battery checks a battle from positions alone.
    fn invariants(&self) -> crate::battery::invariants::Invariants {
        crate::battery::invariants::Invariants::default()
    }

    /// A full state that a side may take for the true one, for a search.
    fn imagine(&self, seen: &Seen<Self::State>, luck: u64) -> Self::State;

    /// The visible part of a state.
    fn picture(&self, state: &Self::State) -> Picture;

    /// Prepares a state read from a file for play (derived values that are not written).
    fn wake(&self, state: &mut Self::State);
}
