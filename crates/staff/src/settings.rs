//! Settings of the generals: temperament and budget.

use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Temperament {
    Prudent,
    #[default]
    Balanced,
    Bold,
}

impl Temperament {
    /// The weight of a loss in hundredths of its weight for a balanced general.
    #[must_use]
    pub const fn caution(self) -> i64 {
        match self {
            Self::Prudent => 143,
            Self::Balanced => 100,
            Self::Bold => 72,
        }
    }

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "prudent" => Some(Self::Prudent),
            "balanced" => Some(Self::Balanced),
            "bold" => Some(Self::Bold),
            _ => None,
        }
    }
}

/// How long a searching general may think about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// A fixed number of playouts: the same luck gives the same answers.
    Playouts(u32),
    /// A fixed time: the result depends on the speed of the machine.
    Time(Duration),
}

impl Default for Budget {
    fn default() -> Self {
        Self::Time(Duration::from_secs(2))
    }
}

impl Budget {
    /// The fraction `parts / of` of it.
    pub(crate) fn times(self, parts: u32, of: u32) -> Self {
        let of = of.max(1);
        match self {
            Self::Playouts(most) => Self::Playouts(most.saturating_mul(parts) / of),
            Self::Time(most) => Self::Time(most.saturating_mul(parts) / of),
        }
    }

    /// The rest of it after some was used.
    pub(crate) const fn less(self, used: Self) -> Self {
        match (self, used) {
            (Self::Playouts(most), Self::Playouts(used)) => Self::Playouts(most.saturating_sub(used)),
            (Self::Time(most), Self::Time(used)) => Self::Time(most.saturating_sub(used)),
            _ => self,
        }
    }
}
