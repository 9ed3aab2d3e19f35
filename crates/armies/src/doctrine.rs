//! How the infantry of a nation was taught to stand in a year: thin order, deep order, or both mixed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An order of battle of infantry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// *Ordre mince*: lines.
    Thin,
    /// *Ordre profond*: columns.
    Deep,
    /// *Ordre mixte*: lines and columns side by side in one brigade.
    Mixed,
}

/// What a nation's brigades may choose from a year on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Doctrine {
    /// The nation's key.
    pub nation: String,
    /// First year of it.
    pub from: u16,
    /// The orders among which each brigade chooses at set-up.
    pub orders: Vec<Order>,
    /// Not in the rules' own table.
    #[serde(default)]
    pub reconstructed: bool,
}

/// The table of doctrines.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Doctrines {
    /// Its rows, in any order.
    pub doctrine: Vec<Doctrine>,
}

impl Doctrines {
    /// What the brigades of a nation may choose in a year: the latest row not later than it, or the first row of the
    /// nation for a year before all of them. Nothing if the nation has no row.
    #[must_use]
    pub fn of(&self, nation: &str, year: u16) -> Option<&[Order]> {
        let rows = || self.doctrine.iter().filter(|d| d.nation == nation);
        let latest = rows().filter(|d| d.from <= year).max_by_key(|d| d.from);
        latest.or_else(|| rows().min_by_key(|d| d.from)).map(|d| d.orders.as_slice())
    }
}
