//! What a side knows, as a type of its own inside a ruleset.

use game::drift::Whole;
use game::{Play, Seen, Side};
use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

/// A world from which the secrets of a side can be removed.
pub trait Hides: Clone {
    /// Removes what the side may not know. This is the only place that hides secrets.
    fn hide_from(&mut self, side: Side);
}

/// A world without what a side may not know. Sheets, judgements, proposals, prospects, odds, lenses, cards and
/// appraisals are made from it, and they cannot be given a world: a `Known` dereferences to a world, but no world is a
/// `Known`. It comes from a [`Seen`], from a world by removing what a side may not know (`World::known_to`, see
/// [`unit_ids!`](crate::unit_ids!)), or from the battery. Changing one changes a copy, which is a `Known` again.
#[derive(Clone, Debug)]
pub struct Known<'a, W: Clone> {
    world: Cow<'a, W>,
    hunch: u64,
}

impl<'a, W: Clone> Known<'a, W> {
    /// What a side knows when it decides.
    #[must_use]
    pub fn seen<S: Clone + std::fmt::Debug>(seen: &'a Seen<Play<W, S>>) -> Self {
        Self { world: Cow::Borrowed(seen.state.now()), hunch: seen.hunch }
    }

    /// The whole world, for the battery: it plays no side and compares odds with the battle itself.
    #[must_use]
    pub fn whole<S: Clone + std::fmt::Debug>(state: &Whole<'a, Play<W, S>>) -> Self {
        Self { world: Cow::Borrowed(state.state().now()), hunch: 0 }
    }

    /// The world without what this side may not know.
    #[must_use]
    pub fn by(side: Side, world: &W) -> Known<'static, W>
    where
        W: Hides,
    {
        let mut world = world.clone();
        world.hide_from(side);
        Known { world: Cow::Owned(world), hunch: 0 }
    }

    /// A copy for trying out changes; the world is cloned at the first change.
    #[must_use]
    pub fn in_mind(&self) -> Known<'_, W> {
        Known { world: Cow::Borrowed(&self.world), hunch: self.hunch }
    }

    /// The result of playing something through on a copy.
    #[must_use]
    pub fn after(self, play: impl FnOnce(W) -> W) -> Known<'static, W> {
        Known { world: Cow::Owned(play(self.world.into_owned())), hunch: self.hunch }
    }

    /// A seed for the guesses of a side that may not measure; different in each battle.
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

/// Changes apply to the copy only.
impl<W: Clone> DerefMut for Known<'_, W> {
    fn deref_mut(&mut self) -> &mut W {
        self.world.to_mut()
    }
}
