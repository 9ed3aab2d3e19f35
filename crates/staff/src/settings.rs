//! Settings of the generals: temperament and budget.

use std::time::Duration;

/// How much a general ventures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Temperament {
    /// Losses weigh more than gains.
    Prudent,
    /// Both weigh the same.
    #[default]
    Balanced,
    /// Gains weigh more than losses.
    Bold,
}

impl Temperament {
    /// What a loss weighs beside what it weighs to a balanced general, in hundredths.
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

/// How long a general who searches may think about a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many battles played in the mind: the same answers for the same luck.
    Playouts(u32),
    /// So long: as good as the machine is fast.
    Time(Duration),
}

impl Default for Budget {
    fn default() -> Self {
        Self::Time(Duration::from_secs(2))
    }
}

impl Budget {
    /// So many parts of it.
    pub(crate) fn times(self, parts: u32, of: u32) -> Self {
        let of = of.max(1);
        match self {
            Self::Playouts(most) => Self::Playouts(most.saturating_mul(parts) / of),
            Self::Time(most) => Self::Time(most.saturating_mul(parts) / of),
        }
    }

    /// What is left of it when so much was used.
    pub(crate) const fn less(self, used: Self) -> Self {
        match (self, used) {
            (Self::Playouts(most), Self::Playouts(used)) => Self::Playouts(most.saturating_sub(used)),
            (Self::Time(most), Self::Time(used)) => Self::Time(most.saturating_sub(used)),
            _ => self,
        }
    }
}
