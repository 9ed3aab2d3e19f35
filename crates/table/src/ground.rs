//! The ground as data: its features, in neutral terms. The *effect* of a kind is in each ruleset's tables.

use crate::{Cm, Point};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Place of a feature in [`Ground::features`].
pub type FeatureId = u16;

/// The kind of a feature, without any rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
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

impl Kind {
    /// Every kind, in the order of the enumeration.
    pub const ALL: [Self; 25] = [
        Self::Road,
        Self::Track,
        Self::Bridge,
        Self::Ford,
        Self::Meadow,
        Self::Scrub,
        Self::TallCrops,
        Self::Plough,
        Self::OpenWood,
        Self::Orchard,
        Self::Forest,
        Self::Marsh,
        Self::Rocks,
        Self::Stream,
        Self::River,
        Self::SteepSlope,
        Self::Hill,
        Self::Crest,
        Self::WoodenBuilding,
        Self::MasonryBuilding,
        Self::Barricade,
        Self::Hedge,
        Self::Wall,
        Self::Fortification,
        Self::Impassable,
    ];
}

/// A set of kinds, small enough to be passed by value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Vec<Kind>", into = "Vec<Kind>")]
#[schemars(with = "Vec<Kind>")]
pub struct Kinds(u32);

impl Kinds {
    /// No kind at all.
    pub const NONE: Self = Self(0);

    /// The kinds listed.
    ///
    /// ```
    /// use grognard_table::{Kind, Kinds};
    /// const WOODS: Kinds = Kinds::of(&[Kind::OpenWood, Kind::Forest]);
    /// assert!(WOODS.has(Kind::Forest) && !WOODS.has(Kind::Road));
    /// ```
    #[must_use]
    pub const fn of(kinds: &[Kind]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < kinds.len() {
            bits |= 1 << kinds[i] as u32;
            i += 1;
        }
        Self(bits)
    }

    /// This set and one kind more.
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind as u32)
    }

    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u32) != 0
    }

    /// The kinds of the set in the order of the enumeration.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&k| self.has(k))
    }
}

impl From<Vec<Kind>> for Kinds {
    fn from(kinds: Vec<Kind>) -> Self {
        Self::of(&kinds)
    }
}

impl From<Kinds> for Vec<Kind> {
    fn from(kinds: Kinds) -> Self {
        kinds.iter().collect()
    }
}

/// The geometry of a feature.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A simple polygon, its corners in order, not repeated at the end.
    Area(Vec<Point>),
    /// A line of a width (0 for a crest or a thin obstacle).
    Line {
        /// The corners in order.
        points: Vec<Point>,
        /// The full width, 0 for a crest or a thin obstacle.
        width: Cm,
    },
}

/// One feature of the ground.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Feature {
    pub kind: Kind,
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

/// A rectangular table with its features.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Ground {
    /// Extent eastwards; the south-west corner is (0, 0).
    pub width: Cm,
    /// Extent to the north.
    pub height: Cm,
    /// Its features. Later ones lie over earlier ones.
    pub features: Vec<Feature>,
}

fn is_zero(n: &i32) -> bool {
    *n == 0
}

fn is_false(b: &bool) -> bool {
    !*b
}
