//! Chances: exact, or near with a bound.

use dice::Ratio;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// A chance. Tests and chains of tests have exact ones; rounds that may go on without end have near ones.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "WrittenChance", from = "WrittenChance")]
pub enum Chance {
    Exact(Ratio),
    /// Off from `p` by at most `error`.
    Near {
        p: f64,
        /// The greatest error.
        error: f64,
    },
}

/// A chance as written: the ratio where there is one, and always a number to draw with.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Written")]
struct WrittenChance {
    /// The exact chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    p: Option<Ratio>,
    /// The chance as a number.
    probability: f64,
    /// The greatest error of the number, where the chance is not exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<f64>,
}

/// The relative error of one rounding of a double.
pub(crate) const ROUNDING: f64 = f64::EPSILON / 2.0;

impl Chance {
    pub const NEVER: Self = Self::Exact(Ratio::ZERO);
    pub const CERTAIN: Self = Self::Exact(Ratio::ONE);

    #[must_use]
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Exact(ratio) => ratio.to_f64(),
            Self::Near { p, .. } => p,
        }
    }

    /// The ratio, if it is exact.
    #[must_use]
    pub const fn exact(self) -> Option<Ratio> {
        match self {
            Self::Exact(ratio) => Some(ratio),
            Self::Near { .. } => None,
        }
    }

    /// The greatest error of its number; 0 for an exact one.
    #[must_use]
    pub const fn error(self) -> f64 {
        match self {
            Self::Exact(_) => 0.0,
            Self::Near { error, .. } => error,
        }
    }

    /// The chance of either of two events that exclude each other.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if let (Self::Exact(a), Self::Exact(b)) = (self, other)
            && let Some(sum) = a.checked_add(b)
        {
            return Self::Exact(sum);
        }
        let p = self.to_f64() + other.to_f64();
        // Each ratio is off by three roundings as a double (its two parts and their quotient), the sum by one more.
        Self::Near { p, error: self.error() + other.error() + 4.0 * ROUNDING * p }
    }
}

impl Chance {
    /// The chance of both of two independent events.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if let (Self::Exact(a), Self::Exact(b)) = (self, other)
            && let Some(product) = a.checked_mul(b)
        {
            return Self::Exact(product);
        }
        let (a, b) = (self.to_f64(), other.to_f64());
        // Each ratio is off by three roundings as a double, the product by one more.
        Self::Near { p: a * b, error: self.error() * b + other.error() * a + 7.0 * ROUNDING * a * b }
    }
}

impl From<Chance> for WrittenChance {
    fn from(chance: Chance) -> Self {
        match chance {
            Chance::Exact(ratio) => Self { p: Some(ratio), probability: ratio.to_f64(), error: None },
            Chance::Near { p, error } => Self { p: None, probability: p, error: Some(error) },
        }
    }
}

impl From<WrittenChance> for Chance {
    fn from(written: WrittenChance) -> Self {
        match written.p {
            Some(ratio) => Self::Exact(ratio),
            None => Self::Near { p: written.probability, error: written.error.unwrap_or(0.0) },
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(ratio) => ratio.fmt(f),
            Self::Near { p, error } => write!(f, "{p:.6} ±{error:.0e}"),
        }
    }
}

impl JsonSchema for Chance {
    fn schema_name() -> Cow<'static, str> {
        "Chance".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenChance::json_schema(generator)
    }
}
