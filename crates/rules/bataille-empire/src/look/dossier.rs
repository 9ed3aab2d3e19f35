//! The card of a unit: its data, what it may do now and what it may not.
//!
//! Permissions come from the functions that the turn uses; nothing is judged here.

mod acts;
mod profile_card;

use crate::BatailleEmpire;
use crate::world::World;
use game::{Dossier, UnitId};
use rulebook::Known;

impl BatailleEmpire {
    /// The card of a unit or general on the table.
    pub(crate) fn dossier_of(&self, w: &Known<'_, World>, id: UnitId) -> Option<Dossier> {
        self.card(w, id)?;
        let (profile, acts) = match w.general_of(id) {
            Some(place) => (self.profile_of_general(w, place), self.acts_of_general(w, place)),
            None => (self.profile_of(w, id), self.acts_of(w, id)),
        };
        Some(Dossier { unit: id, profile, may: acts.may, may_not: acts.may_not })
    }
}
