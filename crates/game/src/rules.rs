//! What a ruleset gives. It never calls a player, the clock, the disk or a generator: it says what it needs and goes
//! on when it has it.

use crate::drift::{Check, ShownTest, Whole};
use crate::{
    Ask, Dossier, Event, Insight, Lens, Measuring, Need, Output, Picture, Preview, Prospect, Refusal, Reply, Side,
    Slot, Thrower, Thrown, UnitId,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::Hash;

/// Something that one side may not know yet. There is no way to unwrap it: code that serves a player must live with
/// `Unknown`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Secret<T> {
    /// Known to whoever holds this state.
    Known(T),
    /// Hidden from whoever holds this state.
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
    /// Who sees it so.
    pub side: Side,
    /// The state without what he may not know.
    pub state: S,
    /// What is not known but guessed (a distance that may not be measured) is guessed by this: a number of this battle, from
    /// its seed, and of no other.
    pub hunch: u64,
}

/// What a ruleset is given when it goes on; it was checked before.
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
    /// Units, secrets and what is under way: plain data.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// The state at the start, and the events that show it.
    fn begin(&self) -> (Self::State, Vec<Event>);

    /// What it waits for.
    fn need(&self, state: &Self::State) -> Need;

    /// Goes on. The input was checked, so this cannot fail.
    fn advance(&self, state: &mut Self::State, given: Given) -> Vec<Event>;

    /// The same with somebody to throw dice on the way: what is told is that which comes of stopping at every throw, and
    /// a ruleset that always stops is right too. [`Play::go_throwing`](crate::Play::go_throwing) does it for scripts.
    fn advance_throwing(&self, state: &mut Self::State, given: Given, thrower: Thrower<'_>) -> Vec<Output> {
        let _ = thrower;
        self.advance(state, given).into_iter().map(Output::Event).collect()
    }

    /// Takes out of a state what a side may not know: the one place where secrets go.
    fn take_out(&self, state: &mut Self::State, side: Side);

    /// The state as a side knows it; the host says by what it guesses.
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

    /// An answer that `check` accepts; another one for another luck.
    fn suggest(&self, seen: &Seen<Self::State>, ask: &Ask, luck: u64) -> Vec<Reply>;

    /// Every test that an answer would start, line by line, with its odds. The answer was judged before.
    fn prospects(&self, _seen: &Seen<Self::State>, _ask: &Ask, _replies: &[Reply]) -> Vec<Prospect> {
        Vec::new()
    }

    /// What a lens shows of a unit, from what the side knows. Asked only while measuring is free.
    fn lens(&self, _seen: &Seen<Self::State>, _unit: UnitId, _lens: Lens) -> Insight {
        Insight::default()
    }

    /// A unit's card, as far as the side may know it; nothing for who is not on the table.
    fn dossier(&self, _seen: &Seen<Self::State>, _unit: UnitId) -> Option<Dossier> {
        None
    }

    /// Whether a side may measure while no question is open to it; an open question has its own word.
    fn measuring(&self, _seen: &Seen<Self::State>) -> Measuring {
        Measuring::Free
    }

    /// Whether a side may lay a tape between these ends; none: a spot of the ground. Asked only while it may measure.
    fn tape(&self, _seen: &Seen<Self::State>, _ends: [Option<UnitId>; 2]) -> bool {
        true
    }

    /// What a general needs to value the battle, from what the side knows.
    fn appraise(&self, _seen: &Seen<Self::State>) -> crate::Appraisal {
        crate::Appraisal::default()
    }

    /// What the choices of a sheet mean: for each field that is a pick, one per choice, in order.
    fn gists(&self, _seen: &Seen<Self::State>, _ask: &Ask) -> Vec<Vec<crate::Gist>> {
        Vec::new()
    }

    /// What one unit could do to another from where they stand, by attack or by fire.
    fn clash(&self, _seen: &Seen<Self::State>, _by: UnitId, _at: UnitId) -> crate::Clash {
        crate::Clash::default()
    }

    /// What a leader would command from places where he might go: the worth of his units that his orders would reach, in
    /// points, place by place. Empty where that does not matter.
    fn led(&self, _seen: &Seen<Self::State>, _leader: UnitId, _from: &[table::Point]) -> Vec<i64> {
        Vec::new()
    }

    /// What players are shown the odds of in a state, with the steps of the battle that lead to an end of it. Another
    /// choice for another luck.
    fn trials(&self, _state: Whole<'_, Self::State>, _luck: u64) -> Vec<crate::drift::Trial<Self::State>> {
        Vec::new()
    }

    /// The kinds of trials that there are.
    fn trial_kinds(&self) -> &'static [&'static str] {
        &[]
    }

    /// Chances that generals are given in a state, with the odds of the same act as players are shown them. Another choice for another
    /// luck.
    fn told(&self, _state: Whole<'_, Self::State>, _luck: u64) -> Vec<crate::drift::Told> {
        Vec::new()
    }

    /// How a test that is shown before an answer is compared with the one that comes of the answer; nothing: it is compared by
    /// trials that are made for it.
    fn check_shown(&self, _seen: &Seen<Self::State>, _shown: &ShownTest<'_>) -> Option<Check> {
        None
    }

    /// The kinds of tests that are shown and compared by trials of other kinds.
    fn shown_elsewhere(&self) -> &'static [&'static str] {
        &[]
    }

    /// Figures of the text by which the battery watches a battle from positions alone.
    fn invariants(&self) -> crate::battery::invariants::Invariants {
        crate::battery::invariants::Invariants::default()
    }

    /// A whole state that a side may take for the true one, for search.
    fn imagine(&self, seen: &Seen<Self::State>, luck: u64) -> Self::State;

    /// What can be seen of a state.
    fn picture(&self, state: &Self::State) -> Picture;

    /// Makes a state that was read from a file ready for play (whatever is derived from it and not written).
    fn wake(&self, state: &mut Self::State);
}
