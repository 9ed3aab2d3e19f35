//! Permission to open fire (BE-ORD-06, BE-MA-05, BE-POR-07), and what counts as a volley (BE-GAP-20).

use crate::Ud;
use crate::resolve::fire::{Weapon, band, silent};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Band, Body, Formation, Order};
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that is to open fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireRight {
    pub unit: Body,
    /// The order of its division.
    pub order: Order,
    /// Distance of its target.
    pub distance: Ud,
    /// It stands on a hill.
    pub on_hill: bool,
}

impl FireRight {
    /// The range band of its fire.
    #[must_use]
    pub fn band(&self, book: &Book) -> Option<Band> {
        band(book, &self.unit, self.on_hill, self.distance).map(|(_, band)| band)
    }

    /// Whether it may open fire, by its own decision or at a moving unit.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge(&self, book: &Book) -> Result<Band, Bar> {
        let Some(band) = self.band(book) else { return Err(silent(book, &self.unit)) };
        if self.unit.marker && book.on(r::BE_MA_05) {
            return Err(Bar::by(r::BE_MA_05, "marked"));
        }
        if self.order == Order::Manoeuvre && book.on(r::BE_ORD_06) {
            if self.unit.arm != Arm::Artillery {
                return Err(Bar::by(r::BE_ORD_06, "order"));
            }
            // Up to the effective limit; BE-GAP-98 includes short range.
            let near = band == Band::Effective || band == Band::Short && book.on(r::BE_GAP_98);
            if !near {
                return Err(Bar::by(r::BE_ORD_06, "beyond_effective_range"));
            }
        }
        Ok(band)
    }

    /// Whether such a fire is a volley (*tir de salve*), which fulfils an order to attack.
    #[must_use]
    pub fn volley(&self, book: &Book) -> bool {
        if !book.on(r::BE_GAP_20) {
            return false;
        }
        match band(book, &self.unit, self.on_hill, self.distance) {
            Some((Weapon::Muskets, _)) => {
                self.unit.formation != Formation::Garrison && self.distance <= book.tables.orders.volley
            }
            Some((Weapon::Guns, band)) => band == Band::Short,
            _ => false,
        }
    }
}
