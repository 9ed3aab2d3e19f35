//! The table of figures.

use crate::KindId;
use crate::terms::troops::Figure;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// One row for each kind of figure, by key.
#[derive(Clone, PartialEq, Debug)]
pub struct FigureTable(Vec<(String, Figure)>);

impl<'de> Deserialize<'de> for FigureTable {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut rows = BTreeMap::<String, Figure>::deserialize(from)?;
        for figure in rows.values_mut() {
            if figure.calibre.is_some() {
                figure.weapon = crate::Weapon::Guns;
            }
        }
        Ok(Self(rows.into_iter().collect()))
    }
}

impl FigureTable {
    /// Every kind with its key, in order.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &Figure)> {
        self.0.iter().map(|(key, figure)| (key.as_str(), figure))
    }

    /// A kind by its key.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<(KindId, Figure)> {
        let place = self.0.binary_search_by(|(name, _)| name.as_str().cmp(key)).ok()?;
        Some((KindId(u16::try_from(place).ok()?), self.0[place].1))
    }

    /// The key of a kind; `None`: it is not in this table.
    #[must_use]
    pub fn key(&self, kind: KindId) -> Option<&str> {
        self.0.get(usize::from(kind.0)).map(|(key, _)| key.as_str())
    }

    /// The values of a kind; `None`: it is not in this table.
    #[must_use]
    pub fn get(&self, kind: KindId) -> Option<&Figure> {
        self.0.get(usize::from(kind.0)).map(|(_, figure)| figure)
    }
}
