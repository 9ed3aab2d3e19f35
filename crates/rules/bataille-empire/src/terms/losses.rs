//! Losses, kept in halves (BE-TIR-28, BE-GAP-03).

use crate::terms::situation_fault::SituationFault as F;
use game::Exact;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;

/// Losses in halves. Written as a number: 1, 1.5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Losses(u8);

impl Losses {
    pub const NONE: Self = Self(0);

    #[must_use]
    pub const fn halves(halves: u8) -> Self {
        Self(halves)
    }

    #[must_use]
    pub const fn in_halves(self) -> u8 {
        self.0
    }

    /// Whole losses, rounded down: what every row "per loss" counts (BE-GAP-03).
    #[must_use]
    pub const fn whole(self) -> i64 {
        self.0 as i64 / 2
    }

    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, at least 0.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// As an exact figure.
    #[must_use]
    pub const fn exact(self) -> Exact {
        if self.0.is_multiple_of(2) {
            Exact { num: self.0 as i64 / 2, den: 1 }
        } else {
            Exact { num: self.0 as i64, den: 2 }
        }
    }
}

impl Serialize for Losses {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(2) { to.serialize_u8(self.0 / 2) } else { to.serialize_f64(f64::from(self.0) / 2.0) }
    }
}

/// The fault of a number of losses outside the limits.
fn too_many(halves: f64) -> game::FaultReason {
    #[allow(clippy::cast_possible_truncation, reason = "a number too large is shown as the largest")]
    let value = Exact { num: (halves * 50.0) as i64, den: 100 };
    game::FaultReason::Between { least: Exact::whole(0), most: Exact { num: i64::from(u8::MAX), den: 2 }, value }
}

impl<'de> Deserialize<'de> for Losses {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let halves = f64::deserialize(from)? * 2.0;
        let most = f64::from(u8::MAX);
        if !(0.0..=most).contains(&halves) {
            return Err(de::Error::custom(too_many(halves).written()));
        }
        if halves.fract() != 0.0 {
            return Err(de::Error::custom(game::FaultReason::from(F::LossesInHalves).written()));
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number within bounds")]
        let halves = halves as u8;
        Ok(Self(halves))
    }
}

impl JsonSchema for Losses {
    fn schema_name() -> Cow<'static, str> {
        "Losses".into()
    }

    /// Inlined, so that a field may state narrower limits.
    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let most = f64::from(u8::MAX) / 2.0;
        json_schema!({
            "type": "number", "minimum": 0, "maximum": most, "multipleOf": 0.5, "description": "Losses in halves: 1, 1.5."
        })
    }
}
