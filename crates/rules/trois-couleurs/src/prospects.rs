//! What an answer would start, with its odds.

use crate::TroisCouleurs;
use crate::world::World;
use game::{Ask, Prospect, Reply};

impl TroisCouleurs {
    /// The tests that an answer would start.
    pub(crate) fn prospects_of(&self, _: &World, _: &Ask, _: &[Reply]) -> Vec<Prospect> {
        Vec::new()
    }
}
