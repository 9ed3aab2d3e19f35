//! Exact ratios of whole numbers.

use crate::DiceError;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// Stein's algorithm, for any width.
macro_rules! binary_gcd {
    ($a:expr, $b:expr) => {{
        let (mut a, mut b) = ($a, $b);
        if a == 0 || b == 0 {
            a | b
        } else {
            let twos = (a | b).trailing_zeros();
            a >>= a.trailing_zeros();
            loop {
                b >>= b.trailing_zeros();
                if a > b {
                    (a, b) = (b, a);
                }
                b -= a;
                if b == 0 {
                    break a << twos;
                }
            }
        }
    }};
}

/// A ratio in lowest terms; it is written "7/36", "1", "-5/2". Its arithmetic is exact or fails.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    num: i128,
    /// Positive, and never beyond `i128`.
    den: u128,
}

impl Ratio {
    /// The chance of an impossible event.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// The chance of a certain event.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// A ratio, brought to lowest terms; `None` if it cannot be represented (a zero denominator, or beyond 127 bits).
    #[must_use]
    pub fn new(num: i128, den: u128) -> Option<Self> {
        let size = Self::of(num.unsigned_abs(), den)?;
        Some(if num < 0 { Self { num: -size.num, den: size.den } } else { size })
    }

    /// A share of a whole: `part` of `whole` equally likely outcomes; `None` if it cannot be represented.
    #[must_use]
    pub fn of(part: u128, whole: u128) -> Option<Self> {
        if whole == 0 {
            return None;
        }
        let common = gcd(part, whole);
        let (part, whole) = if common == 1 { (part, whole) } else { (part / common, whole / common) };
        Self::lowest(part, whole)
    }

    /// A ratio that is in lowest terms already, if it can be represented.
    #[inline]
    pub(crate) fn lowest(part: u128, whole: u128) -> Option<Self> {
        i128::try_from(whole).ok()?;
        Some(Self { num: i128::try_from(part).ok()?, den: whole })
    }

    #[must_use]
    pub const fn num(self) -> i128 {
        self.num
    }

    #[must_use]
    pub const fn den(self) -> u128 {
        self.den
    }

    /// The sum, if it can be represented.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let common = gcd(self.den, other.den);
        let (mine, his) = (i128::try_from(other.den / common).ok()?, i128::try_from(self.den / common).ok()?);
        let num = self.num.checked_mul(mine)?.checked_add(other.num.checked_mul(his)?)?;
        Self::new(num, self.den.checked_mul(other.den / common)?)
    }

    /// The difference, if it can be represented.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(Self { num: other.num.checked_neg()?, den: other.den })
    }

    /// The product, if it can be represented.
    #[must_use]
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        // Crosswise reduction first, so that only a result that is itself too large fails.
        let (a, b) = (Self::new(self.num, other.den)?, Self::new(other.num, self.den)?);
        Self::new(a.num.checked_mul(b.num)?, a.den.checked_mul(b.den)?)
    }

    /// The quotient, if it exists and can be represented.
    #[must_use]
    pub fn checked_div(self, other: Self) -> Option<Self> {
        let turned = i128::try_from(other.den).ok()?;
        let turned = if other.num < 0 { -turned } else { turned };
        self.checked_mul(Self::new(turned, other.num.unsigned_abs())?)
    }

    /// The nearest double, or the one next to it.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }
}

/// The greatest common divisor; that of 0 and n is n.
#[must_use]
pub fn gcd(a: u128, b: u128) -> u128 {
    // Nearly all numbers of a battle fit into one machine word, where this is several times as fast.
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => u128::from(binary_gcd!(a, b)),
        _ => binary_gcd!(a, b),
    }
}

impl From<i64> for Ratio {
    fn from(whole: i64) -> Self {
        Self { num: i128::from(whole), den: 1 }
    }
}

impl Ord for Ratio {
    /// Exact for any two ratios: whole parts first, then the rests turned over, as in Euclid's algorithm.
    fn cmp(&self, other: &Self) -> Ordering {
        let signs = self.num.signum().cmp(&other.num.signum());
        if signs != Ordering::Equal || self.num == 0 {
            return signs;
        }
        let sizes = compare((self.num.unsigned_abs(), self.den), (other.num.unsigned_abs(), other.den));
        if self.num < 0 { sizes.reverse() } else { sizes }
    }
}

fn compare((mut a, mut b): (u128, u128), (mut c, mut d): (u128, u128)) -> Ordering {
    loop {
        let whole = (a / b).cmp(&(c / d));
        if whole != Ordering::Equal {
            return whole;
        }
        (a, c) = (a % b, c % d);
        if a == 0 || c == 0 {
            return a.cmp(&c);
        }
        // a/b < c/d exactly when d/c < b/a.
        ((a, b), (c, d)) = ((d, c), (b, a));
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

impl FromStr for Ratio {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        let (num, den) = text.split_once('/').unwrap_or((text, "1"));
        let parsed = num.trim().parse().ok().zip(den.trim().parse().ok());
        parsed.and_then(|(num, den)| Self::new(num, den)).ok_or_else(|| DiceError::Ratio { text: text.to_owned() })
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Ratio {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Ratio {
    fn schema_name() -> Cow<'static, str> {
        "Ratio".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^-?[0-9]+(/[0-9]+)?$",
            "description": "An exact ratio in lowest terms: \"7/36\", \"1\", \"-5/2\".",
        })
    }
}
