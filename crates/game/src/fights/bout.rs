//! A fight as a small machine of its own: the turn, the assistant, the odds, the computer and the tests drive the same
//! one. ARCHITECTURE.md ("One fight") says which parts of a fight a turn does in its own order, by the same functions.

use crate::{Field, Reply, Slot, Term, Toss, Trace};
use std::hash::Hash;

/// What a bout waits for.
#[derive(Clone, Debug)]
pub enum BoutRequest<B: Bout> {
    /// A situation: measured on the table, or typed in by a player with real figures.
    Situation(B::Fact),
    /// The replies to a sheet of fields.
    Reply(Slot, Vec<Field>),
    /// Dice. They are read by their cuts: the bout is fed classes.
    Dice(smallvec::SmallVec<[Toss; 2]>),
    /// Others act in between; afterwards facts are asked again.
    Pause(Term),
    /// It is over.
    Done(B::End),
}

/// The answer to a request of a bout.
#[derive(Clone, Debug)]
pub enum BoutInput<'a, B: Bout> {
    /// The situation that it asked for.
    Situation(B::Situation),
    /// The decision, field by field.
    Replied(&'a [Reply]),
    /// The classes thrown, one per toss.
    Thrown(&'a [i16]),
    /// The pause is over.
    Resumed,
}

/// A fight that runs on its own between its requests. Two bouts in the same state are equal: counters that never decide
/// anything are not stored.
pub trait Bout: Clone + Eq + Hash {
    /// The kind of situation that it asks for.
    type Fact: Clone;
    /// A situation: counts and categories only.
    type Situation: Clone;
    type End: Clone + Ord;

    /// What it waits for.
    fn wants(&self) -> BoutRequest<Self>;
    /// The same bout where nobody sees the dice, as odds run it: it may merge throws that need not be told apart.
    #[must_use]
    fn unseen(self) -> Self {
        self
    }
    /// The end, if it is over. Most throws end a bout: this call should be quick.
    fn end(&self) -> Option<Self::End> {
        match self.wants() {
            BoutRequest::Done(end) => Some(end),
            _ => None,
        }
    }
    /// A number below 2^40 that orders ends as they order themselves, wherever it distinguishes two of them. The more
    /// it distinguishes, the faster odds are sorted.
    fn rank(_: &Self::End) -> u64 {
        0
    }
    /// Continues with an input.
    fn feed(&mut self, fed: BoutInput<'_, Self>, trace: &mut impl Trace);
}

/// Gives a bout its situations: from a table, or from a form.
pub trait Teller<B: Bout> {
    /// The situation, or `None` if a person must be asked.
    fn tell(&self, bout: &B, fact: &B::Fact) -> Option<B::Situation>;
}

/// Answers the later decisions of a bout when odds are computed; its name is shown.
pub trait Policy<B: Bout> {
    /// The reply to each field.
    fn reply(&self, bout: &B, slot: &Slot, fields: &[Field]) -> Vec<Reply>;
}

/// The policy that takes every default.
pub struct Defaults;

impl<B: Bout> Policy<B> for Defaults {
    fn reply(&self, _: &B, _: &Slot, fields: &[Field]) -> Vec<Reply> {
        fields.iter().map(|f| f.default.clone()).collect()
    }
}
