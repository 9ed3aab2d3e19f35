//! Routing units and the friends in their way (LA-RES-03, LA-GAP-38).

use crate::terms::book::{Book, r};
use crate::{Formation, Status};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// How routing troops pass a friend.
    Through {
        /// Through it: it is in disorder and tests.
        Through,
        Round,
    } default Round
}

/// Routing troops and a friend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Encounter {
    /// Figures left in the routing unit.
    #[schemars(range(min = 1, max = 120))]
    pub routers: u8,
    /// Figures of the friend.
    #[schemars(range(min = 1, max = 120))]
    pub friend: u8,
    /// Status of the friend.
    pub status: Status,
    pub formation: Formation,
}

impl Default for Encounter {
    fn default() -> Self {
        Self { routers: 8, friend: 16, status: Status::Regular, formation: Formation::Line }
    }
}

/// The largest friend that this many routing figures pass through (LA-RES-03); strengths between two rows count as the
/// lower row, and fewer figures than the first row pass through no friend (LA-GAP-38).
#[must_use]
pub fn limit(book: &Book, routers: u8) -> u8 {
    let table = &book.tables.rout;
    if !book.on(r::LA_RES_03) {
        return 0;
    }
    let rows = table.routers.iter().zip(&table.through);
    let found = if book.on(r::LA_GAP_38) {
        rows.rev().find(|(least, _)| **least <= routers)
    } else {
        rows.rev().find(|(least, _)| **least == routers)
    };
    found.map_or(0, |(_, through)| *through)
}

/// Through or around: never through guards, elite troops or squares (LA-GAP-38).
#[must_use]
pub fn through(book: &Book, encounter: &Encounter) -> Through {
    let closed = encounter.status.choice() || encounter.formation.square();
    let fits = encounter.friend <= limit(book, encounter.routers);
    if fits && !(closed && book.on(r::LA_GAP_38)) { Through::Through } else { Through::Round }
}
