//! What a player may ask to see of a unit: reach, fire, sight, threats, supports, command.
//!
//! Computed from what a side knows, with the functions that the turn uses. While orders are face down they are unknown,
//! so a unit is shown as if it had the order needed.

mod command_lens;
mod fire_lens;
mod reach_lens;
mod sight;
mod threats;

use crate::world::World;
use crate::{MarieLouise, Order};
use game::{Insight, Lens, UnitId};
use rulebook::Known;

impl MarieLouise {
    /// What a lens shows of a unit or general on the table.
    pub(crate) fn insight(&self, w: &Known<'_, World>, id: UnitId, lens: Lens) -> Insight {
        if self.card(w, id).is_none() {
            return Insight::default();
        }
        match (w.general_of(id), lens) {
            (Some(place), Lens::Reach) => self.reach_of_general(w, place),
            (Some(place), Lens::Sight) => self.sight_of_general(w, place),
            (Some(place), Lens::Command) => self.command_of_general(w, place),
            (Some(_), Lens::Fire | Lens::Threats | Lens::Supports) => Insight::default(),
            (None, Lens::Reach) => self.reach_of(w, id),
            (None, Lens::Fire) => self.fire_of(w, id),
            (None, Lens::Sight) => self.sight_of(w, id),
            (None, Lens::Threats) => self.threats_to(w, id),
            (None, Lens::Supports) => self.supports_of(w, id),
            (None, Lens::Command) => self.command_of(w, id),
        }
    }

    /// Whether this turn's orders are not yet in force: those on the units are last turn's.
    pub(crate) fn undecided(&self, w: &Known<'_, World>) -> bool {
        !w.orders_in_force
    }

    /// The table as if a unit had this order; once orders are in force, as it is.
    pub(crate) fn as_if_ordered<'w>(&self, w: &'w Known<'_, World>, id: UnitId, order: Order) -> Known<'w, World> {
        let mut then = w.in_mind();
        if self.undecided(w) && self.order_bar(w, id).is_none() {
            then.unit_mut(id).order = order;
        }
        then
    }
}
