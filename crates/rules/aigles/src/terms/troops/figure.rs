//! Kinds of figure: one row each of the table of figures (LA-NAT-01, LA-GAP-18, LA-GAP-34, LA-GAP-81).

use super::{Arm, Calibre, Formation, Status, Weapon};
use crate::terms::situation_fault::SituationFault as F;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;

/// Points of a budget, counted in tenths; written as points with one decimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tenths(pub i32);

impl Tenths {
    /// A number of whole points.
    #[must_use]
    pub const fn points(points: i32) -> Self {
        Self(points.saturating_mul(10))
    }

    #[must_use]
    pub const fn times(self, by: i32) -> Self {
        Self(self.0.saturating_mul(by))
    }

    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// Upper bound of the points of an army.
const MOST_POINTS: i32 = 100_000;

impl JsonSchema for Tenths {
    fn schema_name() -> Cow<'static, str> {
        "Tenths".into()
    }

    /// Inlined so that a field may set narrower limits.
    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": MOST_POINTS, "description": "Points of a budget, with one decimal at most." })
    }
}

impl Serialize for Tenths {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0 % 10 == 0 { to.serialize_i32(self.0 / 10) } else { to.serialize_f64(f64::from(self.0) / 10.0) }
    }
}

impl<'de> Deserialize<'de> for Tenths {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let points = f64::deserialize(from)?;
        let tenths = (points * 10.0).round();
        if !tenths.is_finite() || tenths.abs() > 1e9 {
            #[allow(clippy::cast_possible_truncation, reason = "a number too large is shown as the largest")]
            let value = game::Exact { num: tenths as i64, den: 10 };
            let (least, most) = (game::Exact::whole(0), game::Exact::whole(MOST_POINTS.into()));
            return Err(de::Error::custom(game::FaultReason::Between { least, most, value }.written()));
        }
        if (tenths / 10.0 - points).abs() > 1e-6 {
            return Err(de::Error::custom(game::FaultReason::from(F::PointDecimals).written()));
        }
        #[allow(clippy::cast_possible_truncation, reason = "within the bounds just tested")]
        let tenths = tenths as i32;
        Ok(Self(tenths))
    }
}

/// The place of a kind in the table of figures of its book.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct KindId(pub u16);

/// One kind of figure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    pub arm: Arm,
    pub status: Status,
    /// Feu: the fire value.
    pub fire: i8,
    pub combat: i8,
    /// Bonus of a charge in combat.
    pub bonus: i8,
    pub moral: i8,
    /// Centimetres a period in line.
    #[serde(default)]
    pub line: Option<u8>,
    /// Distance bonus of a charge in line.
    #[serde(default)]
    pub line_bonus: u8,
    /// Centimetres a period in column; limbered for guns.
    pub column: u8,
    /// Distance bonus of a charge in column.
    #[serde(default)]
    pub column_bonus: u8,
    /// Centimetres a period in skirmish order or as foragers; `None`: not allowed.
    #[serde(default)]
    pub skirmish: Option<u8>,
    /// For guns the calibre decides.
    #[serde(default = "nothing")]
    pub weapon: Weapon,
    /// Weight of shot of its guns.
    #[serde(default, deserialize_with = "pounds")]
    pub calibre: Option<Calibre>,
    #[serde(default)]
    pub horse: bool,
    #[serde(default)]
    pub cuirass: bool,
    #[serde(default)]
    pub lance: bool,
    /// Points of one figure.
    pub budget: Tenths,
    /// Largest number of its figures in a unit of an army list.
    #[serde(default)]
    pub most: Option<u8>,
    /// The text prints this row.
    #[serde(default)]
    pub printed: bool,
}

const fn nothing() -> Weapon {
    Weapon::None
}

fn pounds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Calibre>, D::Error> {
    let pounds = u8::deserialize(from)?;
    Calibre::of(pounds).map(Some).ok_or_else(|| {
        let known = (1..=u8::MAX).filter(|known| Calibre::of(*known).is_some()).map(i64::from).collect();
        de::Error::custom(game::FaultReason::OneOf { known, value: pounds.into() }.written())
    })
}

/// Distance of a figure in a period, and the addition for a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bonuses {
    /// Centimetres a period.
    pub allowance: u8,
    /// Distance bonus of a charge.
    pub distance: u8,
}

impl Figure {
    /// Allowance and distance bonus in a formation, before any factor (LA-MVT-07, LA-CHA-16); `None`: it cannot move
    /// like this.
    #[must_use]
    pub const fn paces(&self, formation: Formation) -> Option<Bonuses> {
        let line = match self.line {
            Some(allowance) => Some(Bonuses { allowance, distance: self.line_bonus }),
            None => None,
        };
        match formation {
            Formation::Line | Formation::DoubleLine | Formation::HollowSquare | Formation::SolidSquare => line,
            Formation::Column | Formation::DivisionColumn | Formation::Limbered => {
                Some(Bonuses { allowance: self.column, distance: self.column_bonus })
            }
            Formation::Skirmish => match self.skirmish {
                Some(allowance) => Some(Bonuses { allowance, distance: 0 }),
                None => None,
            },
            Formation::Garrison | Formation::InPosition => None,
        }
    }

    /// Whether it is light cavalry: foragers and no lance (LA-GAP-58).
    #[must_use]
    pub const fn light_cavalry(&self) -> bool {
        matches!(self.arm, Arm::Cavalry) && self.skirmish.is_some() && !self.lance
    }

    /// Whether it is cavalry that may split in a charge: foragers, lancers included (LA-GAP-80).
    #[must_use]
    pub const fn splits(&self) -> bool {
        matches!(self.arm, Arm::Cavalry) && self.skirmish.is_some()
    }

    /// Its small arm; `None` for guns, which are not small arms.
    #[must_use]
    pub const fn small_arms(&self) -> Option<Weapon> {
        match self.weapon {
            Weapon::None | Weapon::Guns => None,
            weapon => Some(weapon),
        }
    }
}
