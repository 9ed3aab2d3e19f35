//! Figures that are not whole numbers, stored without fractions.

use serde::{Deserialize, Deserializer, de};

fn scaled<'de, D: Deserializer<'de>>(from: D, by: f64) -> Result<i32, D::Error> {
    let value = (f64::deserialize(from)? * by).round();
    if !(0.0..=f64::from(i32::MAX)).contains(&value) {
        return Err(de::Error::custom(game::FaultReason::between(0, i32::MAX, -1).written()));
    }
    #[allow(clippy::cast_possible_truncation, reason = "within the bounds just tested")]
    Ok(value as i32)
}

/// An angle, in hundredths of a degree; written in degrees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Degrees(pub i32);

impl<'de> Deserialize<'de> for Degrees {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        scaled(from, 100.0).map(Self)
    }
}

/// A factor, in thousandths; written as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Thousandths(pub i32);

impl Thousandths {
    /// A length times this factor.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "lengths of the table are small")]
    pub const fn of(self, cm: table::Cm) -> table::Cm {
        (cm as i64 * self.0 as i64 / 1000) as table::Cm
    }
}

impl<'de> Deserialize<'de> for Thousandths {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        scaled(from, 1000.0).map(Self)
    }
}

/// A share of a number, as numerator and denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Share(pub [u16; 2]);

impl Share {
    /// This share of a number, rounded up.
    #[must_use]
    pub const fn up(self, of: usize) -> usize {
        let [num, den] = self.0;
        (of * num as usize).div_ceil(if den == 0 { 1 } else { den as usize })
    }

    /// This share of a number, rounded down.
    #[must_use]
    pub const fn down(self, of: usize) -> usize {
        let [num, den] = self.0;
        of * num as usize / if den == 0 { 1 } else { den as usize }
    }

    /// Whether a part of a whole is at least the share.
    #[must_use]
    pub const fn reached(self, part: usize, whole: usize) -> bool {
        let [num, den] = self.0;
        part * den as usize >= whole * num as usize
    }
}
