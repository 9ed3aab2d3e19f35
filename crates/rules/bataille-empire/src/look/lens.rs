//! What a player may ask to see of a unit: reach, fire, sight, threats, supports, command.
//!
//! Computed from what a side knows, with the functions that the turn uses.

mod command_lens;
mod fire_lens;
mod reach;

use crate::BatailleEmpire;
use crate::world::{Life, World};
use game::{Insight, Lens, UnitId};
use rulebook::Known;

impl BatailleEmpire {
    /// What a lens shows of a unit or general on the table.
    pub(crate) fn insight(&self, w: &Known<'_, World>, id: UnitId, lens: Lens) -> Insight {
        if let Some(place) = w.general_of(id) {
            let present = w.general(place).life == Life::Present;
            return match lens {
                Lens::Command if present => self.command_of_general(w, place),
                Lens::Reach if present => self.reach_of_general(w, place),
                _ => Insight::default(),
            };
        }
        if usize::from(id.0) >= w.units.len() || !w.unit(id).present() {
            return Insight::default();
        }
        match lens {
            Lens::Reach => self.reach_of(w, id),
            Lens::Fire => self.fire_seen(w, id),
            Lens::Sight => self.sight_of(w, id),
            Lens::Threats => self.threats_to(w, id),
            Lens::Supports => self.supports_of(w, id),
            Lens::Command => self.command_of(w, id),
        }
    }
}
