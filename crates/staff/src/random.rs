//! Legal answers at random.

use crate::{General, Luck};
use game::{Ask, Battle, Reply, Side};

/// Takes whatever the battle suggests for his luck.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    luck: Luck,
}

impl Random {
    /// A general with this luck.
    #[must_use]
    pub const fn new(luck: u64) -> Self {
        Self { luck: Luck::new(luck) }
    }
}

impl General for Random {
    fn answer(&mut self, battle: &dyn Battle, side: Side, ask: &Ask) -> Option<Vec<Reply>> {
        battle.suggest(side, ask.id, self.luck.next())
    }
}
