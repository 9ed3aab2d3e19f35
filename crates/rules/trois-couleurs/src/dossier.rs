//! A unit's card: what it is, what it may do now and what it may not.

use crate::TroisCouleurs;
use crate::world::World;
use game::{Dossier, UnitId};

impl TroisCouleurs {
    /// The card of somebody on the table.
    pub(crate) fn dossier_of(&self, _: &World, _: UnitId) -> Option<Dossier> {
        None
    }
}
