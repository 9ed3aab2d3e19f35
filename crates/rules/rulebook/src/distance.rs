//! A distance: stored in centimetres on the ground, read and written in the unit of the ruleset.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use table::Cm;

/// A distance of at least 0, not rounded. Written in units of `UNIT` centimetres, as 2.5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Distance<const UNIT: Cm>(Cm);

impl<const UNIT: Cm> Distance<UNIT> {
    /// From centimetres; negative values become 0.
    #[must_use]
    pub const fn from_cm(cm: Cm) -> Self {
        Self(if cm < 0 { 0 } else { cm })
    }

    /// From whole units.
    #[must_use]
    pub const fn of(units: u16) -> Self {
        Self(units as Cm * UNIT)
    }

    /// The distance in centimetres.
    #[must_use]
    pub const fn cm(self) -> Cm {
        self.0
    }

    /// In hundredths of the unit, rounded, as shown to players.
    #[must_use]
    pub const fn hundredths(self) -> i64 {
        (self.0 as i64 * 100 + UNIT as i64 / 2) / UNIT as i64
    }

    /// In whole units, rounded down.
    #[must_use]
    pub const fn whole(self) -> u16 {
        let whole = self.0 / UNIT;
        if whole > u16::MAX as Cm { u16::MAX } else { whole as u16 }
    }

    /// Half the distance, not rounded.
    #[must_use]
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }

    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, at least 0.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self::from_cm(self.0.saturating_sub(other.0))
    }
}

impl<const UNIT: Cm> Serialize for Distance<UNIT> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0 % UNIT == 0 {
            to.serialize_i32(self.0 / UNIT)
        } else {
            to.serialize_f64(f64::from(self.0) / f64::from(UNIT))
        }
    }
}

/// The longest distance that is read, in units: longer than any table, and safe to add and multiply.
const MOST: u16 = 10_000;

/// The fault of a distance beyond the limit.
fn out_of_reach(units: f64) -> game::FaultReason {
    #[allow(clippy::cast_possible_truncation, reason = "a number too large is shown as the largest")]
    let hundredths = (units * 100.0) as i64;
    let value = game::Exact { num: hundredths, den: 100 };
    game::FaultReason::Between { least: game::Exact::whole(0), most: game::Exact::whole(i64::from(MOST)), value }
}

impl<'de, const UNIT: Cm> Deserialize<'de> for Distance<UNIT> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let units = f64::deserialize(from)?;
        let cm = (units * f64::from(UNIT)).round();
        if !(0.0..=f64::from(MOST) * f64::from(UNIT)).contains(&cm) {
            return Err(de::Error::custom(out_of_reach(units).written()));
        }
        #[allow(clippy::cast_possible_truncation, reason = "within the bounds just tested")]
        let cm = cm as Cm;
        Ok(Self(cm))
    }
}

impl<const UNIT: Cm> JsonSchema for Distance<UNIT> {
    fn schema_name() -> Cow<'static, str> {
        "Distance".into()
    }

    /// Inlined, so that a field may state narrower limits.
    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": MOST, "x-unit": "length", "description": "A distance in the unit of the rules; not rounded." })
    }
}

/// The longest length up to `most` that `allowed` accepts, to `fine` centimetres. Every length below an allowed one
/// must be allowed.
pub fn longest(most: Cm, fine: Cm, allowed: impl Fn(Cm) -> bool) -> Cm {
    let (mut low, mut high) = (0, most + fine);
    if allowed(most) {
        return most;
    }
    while high - low > fine {
        let middle = low + (high - low) / 2;
        if allowed(middle) { low = middle } else { high = middle }
    }
    low
}
