//! What a side knows, as a type of its own inside a ruleset too.

use game::drift::Whole;
use game::{Play, Seen, Side};
use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

/// A world out of which can be taken what a side may not know.
pub trait Hides: Clone {
    /// Takes it out: the one place where secrets go.
    fn hide_from(&mut self, side: Side);
}

/// A world without what a side may not know. Sheets, judgements, proposals, prospects, odds, lenses, cards and appraisals are made
/// from one of these, and a world cannot be handed to them: a `Known` reads as a world, but no world is a `Known`. One comes out of a
/// [`Seen`], out of a world by taking out what a side may not know (`World::known_to`, see [`unit_ids!`](crate::unit_ids!)), or from
/// the battery. Whoever changes one changes a copy, in the mind, and has a `Known` again.
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

    /// What the battery looks at, which plays no side: it compares odds with the battle itself.
    #[must_use]
    pub fn whole<S: Clone + std::fmt::Debug>(state: &Whole<'a, Play<W, S>>) -> Self {
        Self { world: Cow::Borrowed(state.state().now()), hunch: 0 }
    }

    /// A world from which everything was taken that a side may not know.
    #[must_use]
    pub fn by(side: Side, world: &W) -> Known<'static, W>
    where
        W: Hides,
    {
        let mut world = world.clone();
        world.hide_from(side);
        Known { world: Cow::Owned(world), hunch: 0 }
    }

    /// The same, to be changed in the mind: copied when it is first changed.
    #[must_use]
    pub fn in_mind(&self) -> Known<'_, W> {
        Known { world: Cow::Borrowed(&self.world), hunch: self.hunch }
    }

    /// What is known, after something was played through with it in the mind.
    #[must_use]
    pub fn after(self, play: impl FnOnce(W) -> W) -> Known<'static, W> {
        Known { world: Cow::Owned(play(self.world.into_owned())), hunch: self.hunch }
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

/// What is imagined: nothing else changes by it.
impl<W: Clone> DerefMut for Known<'_, W> {
    fn deref_mut(&mut self) -> &mut W {
        self.world.to_mut()
    }
}
