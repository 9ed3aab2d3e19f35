//! The effects of a kind of ground on a unit (BE-GAP-30).

use crate::Ud;
use crate::resolve::movement::{allowance, obstacle, penalised};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Body, Cover, Going};
use crate::terms::tables::Terrain;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Kind;

/// A unit and a kind of ground.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ground {
    pub kind: Kind,
    pub unit: Body,
}

impl Default for Ground {
    fn default() -> Self {
        Self { kind: Kind::Forest, unit: Body::default() }
    }
}

/// The effects of the ground on the unit.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[allow(clippy::struct_excessive_bools, reason = "each says one thing of the ground")]
pub struct Card {
    /// Class of ground.
    pub going: Going,
    /// The unit may enter or cross it.
    pub may_enter: bool,
    /// The allowance of the unit in it.
    pub allowance: Option<Ud>,
    /// The cost of crossing it.
    pub obstacle: Option<Ud>,
    /// It penalises the unit in shock.
    pub penalised: bool,
    pub cover: Cover,
    /// The distance of sight inside it.
    pub sight: Option<Ud>,
    /// Number of units that it holds as a garrison.
    pub garrison: u8,
    /// The unit may garrison it (BE-GAP-24).
    pub may_garrison: bool,
}

/// The properties of a kind of ground, by the ruling.
#[must_use]
pub fn ground(book: &Book, kind: Kind) -> Terrain {
    if book.on(r::BE_GAP_30) { *book.tables.terrain(kind) } else { Terrain::open() }
}

/// Its effects on a unit.
#[must_use]
pub fn card(book: &Book, s: &Ground) -> Card {
    let ground = ground(book, s.kind);
    let far = allowance(book, &s.unit, ground.going, ground.road.then_some(book.tables.pace.road));
    let crossing = if ground.obstacle { obstacle(book, s.unit.arm) } else { None };
    Card {
        going: ground.going,
        may_enter: far.is_some() && (!ground.obstacle || crossing.is_some()),
        allowance: far,
        obstacle: crossing,
        penalised: penalised(book, &s.unit, ground.going, ground.road),
        cover: ground.cover,
        sight: ground.sight,
        garrison: ground.garrison,
        may_garrison: ground.garrison > 0 && (s.unit.arm == Arm::Infantry || !book.on(r::BE_GAP_24)),
    }
}
