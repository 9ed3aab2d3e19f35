//! What a side knows, as a type of its own inside a ruleset too.

use game::{Play, Seen};
use std::borrow::Cow;
use std::ops::Deref;

/// A world without what a side may not know. Sheets, judgements, proposals, odds, lenses and cards are made from one of
/// these, so that the world itself cannot be handed to them by mistake: it is made by `World::known_to` (see
/// [`muster!`](crate::muster!)), out of a [`Seen`], or of a world that a side has made up.
#[derive(Clone, Debug)]
pub struct Known<'a, W: Clone>(Cow<'a, W>);

impl<'a, W: Clone> Known<'a, W> {
    /// What a side is given to decide by.
    #[must_use]
    pub fn seen<S: Clone + std::fmt::Debug>(seen: &'a Seen<Play<W, S>>) -> Self {
        Self(Cow::Borrowed(seen.state.now()))
    }

    /// A world that a side has made up from what it knows.
    #[must_use]
    pub const fn imagined(world: &'a W) -> Self {
        Self(Cow::Borrowed(world))
    }

    /// A world from which everything hidden was taken.
    #[doc(hidden)]
    #[must_use]
    pub const fn bared(world: W) -> Self {
        Self(Cow::Owned(world))
    }
}

impl<W: Clone> Deref for Known<'_, W> {
    type Target = W;

    fn deref(&self) -> &W {
        &self.0
    }
}
