//! The ground as data: what lies on it, in neutral terms. What a kind *does* is for each ruleset's tables.

use crate::{Cm, Point};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Place of a feature in [`Ground::features`].
pub type FeatureId = u16;

/// What a feature is, without any rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Road,
    Track,
    Bridge,
    Ford,
    Meadow,
    Scrub,
    TallCrops,
    Plough,
    OpenWood,
    Orchard,
    Forest,
    Marsh,
    Rocks,
    Stream,
    River,
    SteepSlope,
    Hill,
    Crest,
    WoodenBuilding,
    MasonryBuilding,
    Barricade,
    Hedge,
    Wall,
    Fortification,
    Impassable,
}

/// Where a feature lies.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A simple polygon, its corners in order, not repeated at the end.
    Area(Vec<Point>),
    /// A line of a width (0 for a crest or a thin obstacle).
    Line {
        /// The corners in order.
        points: Vec<Point>,
        /// Full width.
        width: Cm,
    },
}

/// One thing on the ground.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Feature {
    /// What it is.
    pub kind: Kind,
    /// Where it lies.
    pub shape: Shape,
    /// Name on the map, if it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Height of a hill: the level of everything inside (0 is the plain).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub level: i32,
    /// Ground that may be garrisoned as a strongpoint.
    #[serde(default, skip_serializing_if = "is_false")]
    pub strongpoint: bool,
    /// A guess of the scenario writer, shown as such.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reconstructed: bool,
}

/// One wall of a building: a side of its polygon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Face {
    /// From this corner...
    pub from: Point,
    /// ...to this one, the building on the left hand.
    pub to: Point,
}

/// A rectangular table and everything on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Ground {
    /// Extent eastwards; the south-west corner is (0, 0).
    pub width: Cm,
    /// Extent northwards.
    pub height: Cm,
    /// What lies on it. Later features lie over earlier ones.
    pub features: Vec<Feature>,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

fn is_false(b: &bool) -> bool {
    !*b
}
