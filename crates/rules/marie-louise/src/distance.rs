//! A distance: kept in centimetres on the ground, read and written in pas.

use crate::tables::PAS;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use table::Cm;

/// A distance of at least 0 (ML-1.1a: not rounded to whole pas). Written as a number of pas: 2.5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Distance(Cm);

impl Distance {
    /// From centimetres; less than nothing is nothing.
    #[must_use]
    pub const fn from_cm(cm: Cm) -> Self {
        Self(if cm < 0 { 0 } else { cm })
    }

    /// From whole pas.
    #[must_use]
    pub const fn pas(pas: u16) -> Self {
        Self(pas as Cm * PAS)
    }

    /// In centimetres.
    #[must_use]
    pub const fn cm(self) -> Cm {
        self.0
    }

    /// In hundredths of a pas, rounded, as shown to players.
    #[must_use]
    pub const fn hundredths(self) -> i64 {
        (self.0 as i64 * 100 + PAS as i64 / 2) / PAS as i64
    }

    /// In whole pas, rounded down.
    #[must_use]
    pub const fn whole(self) -> u16 {
        let whole = self.0 / PAS;
        if whole > u16::MAX as Cm { u16::MAX } else { whole as u16 }
    }

    /// Half of it, not rounded (ML-GAP-15).
    #[must_use]
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }

    /// The two together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// What is left of it; never less than nothing.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self::from_cm(self.0.saturating_sub(other.0))
    }
}

impl Serialize for Distance {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0 % PAS == 0 {
            to.serialize_i32(self.0 / PAS)
        } else {
            to.serialize_f64(f64::from(self.0) / f64::from(PAS))
        }
    }
}

impl<'de> Deserialize<'de> for Distance {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let pas = f64::deserialize(from)?;
        let cm = (pas * f64::from(PAS)).round();
        if !(0.0..=f64::from(Cm::MAX)).contains(&cm) {
            return Err(de::Error::custom(format!("{pas} is no distance: it must be at least 0")));
        }
        #[allow(clippy::cast_possible_truncation, reason = "within the bounds just tested")]
        let cm = cm as Cm;
        Ok(Self(cm))
    }
}

impl JsonSchema for Distance {
    fn schema_name() -> Cow<'static, str> {
        "Distance".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "description": "A distance in pas; not rounded." })
    }
}
