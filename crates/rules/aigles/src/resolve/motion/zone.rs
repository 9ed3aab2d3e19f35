//! Front, flank and rear of a unit (LA-GAP-21).

use crate::terms::book::{Book, r};
use crate::{Aspect, CM, Distance, Formation};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use table::Cm;

/// A distance along an axis, of either sign, in centimetres of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Offset(pub Cm);

impl JsonSchema for Offset {
    fn schema_name() -> Cow<'static, str> {
        "Offset".into()
    }

    /// Inlined so that a field may set narrower limits.
    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": -1000, "maximum": 1000, "x-unit": "length", "description": "A way along an axis, of either sign." })
    }
}

impl Serialize for Offset {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(f64::from(self.0) / f64::from(CM))
    }
}

/// The largest way along an axis, of either sign.
const MOST: i32 = 1000;

/// Farther off than any table is wide.
fn too_far(cm: f64) -> game::FaultReason {
    #[allow(clippy::cast_possible_truncation, reason = "a number too large is shown as the largest")]
    let value = game::Exact { num: cm as i64, den: i64::from(CM) };
    let [least, most] = [-MOST, MOST].map(|bound| game::Exact::whole(bound.into()));
    game::FaultReason::Between { least, most, value }
}

impl<'de> Deserialize<'de> for Offset {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let cm = (f64::deserialize(from)? * f64::from(CM)).round();
        if !(-1e8..=1e8).contains(&cm) {
            return Err(de::Error::custom(too_far(cm).written()));
        }
        #[allow(clippy::cast_possible_truncation, reason = "within the bounds just tested")]
        let cm = cm as Cm;
        Ok(Self(cm))
    }
}

/// A unit at the origin facing up, and the middle of an attacker’s front.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Attacked {
    pub formation: Formation,
    #[schemars(range(max = 1000))]
    pub front: Distance,
    #[schemars(range(max = 1000))]
    pub depth: Distance,
    /// Offset of the attacker to its right.
    pub right: Offset,
    /// Offset of the attacker ahead of it.
    pub ahead: Offset,
}

impl Default for Attacked {
    fn default() -> Self {
        Self {
            formation: Formation::Line,
            front: Distance::of(24),
            depth: Distance::from_cm(975),
            right: Offset(20 * CM),
            ahead: Offset(9 * CM),
        }
    }
}

impl Attacked {
    /// Whether the attacker’s front is inside the unit, where no unit can stand.
    #[must_use]
    pub fn inside(&self) -> bool {
        2 * self.right.0.abs() < self.front.cm() && 2 * self.ahead.0.abs() < self.depth.cm()
    }
}

/// The zone in which the attacker stands: front and rear between the 45° lines, flanks elsewhere. Squares and garrisons
/// have only a front.
#[must_use]
pub fn zone(book: &Book, attacked: &Attacked) -> Aspect {
    let closed = attacked.formation.square() || attacked.formation == Formation::Garrison;
    if closed || !book.on(r::LA_GAP_21) {
        return Aspect::Front;
    }
    let aside = attacked.right.0.abs();
    // All doubled: half a depth may be half a centimetre.
    let (ahead, depth, front) = (2 * attacked.ahead.0, attacked.depth.cm(), attacked.front.cm());
    let within = |beyond: Cm| beyond >= 0 && 2 * aside <= front + beyond;
    if within(ahead - depth) {
        Aspect::Front
    } else if within(-ahead - depth) {
        Aspect::Rear
    } else {
        Aspect::Flank
    }
}
