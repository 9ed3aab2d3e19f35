//! What a player may ask to see of a unit.

use crate::TroisCouleurs;
use crate::world::World;
use game::{Insight, Lens, UnitId};

impl TroisCouleurs {
    /// What a lens shows of somebody on the table.
    pub(crate) fn insight(&self, _: &World, _: UnitId, _: Lens) -> Insight {
        Insight::default()
    }
}
