//! What a side knows, as a type of its own inside a ruleset too.

use game::{Play, Seen};
use std::borrow::Cow;
use std::ops::Deref;

/// A world without what a side may not know. Sheets, judgements, proposals, odds, lenses and cards are made from one of
/// these, so that the world itself cannot be handed to them by mistake: it is made by `World::known_to` (see
/// [`unit_ids!`](crate::unit_ids!)), out of a [`Seen`], or of a world that a side has made up.
#[derive(Clone, Debug)]
pub struct Known<'a, W: Clone> {
    world: Cow<'a, W>,
    hunch: u64,
}

impl<'a, W: Clone> Known<'a, W> {
    /// What a side is given to decide by.
    #[must_use]
    pub fn seen<S: Clone + std::fmt::Debug>(seen: &'a Seen<Play<W, S>>) -> Self {
        Self { world: Cow::Borrowed(seen.state.now()), hunch: seen.hunch }
    }

    /// A world that a side has made up from what it knows.
    #[must_use]
    pub const fn imagined(world: &'a W) -> Self {
        Self { world: Cow::Borrowed(world), hunch: 0 }
    }

    /// A world from which everything hidden was taken.
    #[doc(hidden)]
    #[must_use]
    pub const fn bared(world: W) -> Self {
        Self { world: Cow::Owned(world), hunch: 0 }
    }

    /// By what the side guesses where it may not measure: another number in another battle.
    #[must_use]
    pub const fn hunch(&self) -> u64 {
        self.hunch
    }
}

impl<W: Clone> Deref for Known<'_, W> {
    type Target = W;

    fn deref(&self) -> &W {
        &self.world
    }
}
