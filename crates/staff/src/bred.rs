//! A captain with weights of its own; it fights as if they were in force.

use crate::{Answer, Captain, General, Genes, Post, Temperament};
use game::Ask;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Bred {
    captain: Captain,
    genes: Arc<Genes>,
}

impl Bred {
    /// A balanced captain with these weights.
    #[must_use]
    pub const fn new(genes: Arc<Genes>, luck: u64) -> Self {
        Self { captain: Captain::new(Temperament::Balanced, luck), genes }
    }
}

impl General for Bred {
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        self.captain.weigh(post, ask, &self.genes)
    }
}
