//! Legal answers at random.

use crate::{Answer, General, Luck, Post};
use game::Ask;

/// Takes whatever the battle suggests for its luck.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    luck: Luck,
}

impl Random {
    #[must_use]
    pub const fn new(luck: u64) -> Self {
        Self { luck: Luck::new(luck) }
    }
}

impl General for Random {
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        post.suggest(ask.id, self.luck.next()).map(Answer::from)
    }
}
