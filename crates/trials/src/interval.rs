//! Confidence intervals of shares and means.

use serde::Serialize;

/// The normal quantile of a 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// A share with its interval of 95 %.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Rate {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

impl Rate {
    /// `count` of `all`: the interval of Wilson, which is valid for few battles and for shares near 0 and 1 too.
    #[must_use]
    pub fn of(count: u64, all: u64) -> Self {
        if all == 0 {
            return Self { share: 0.0, low: 0.0, high: 1.0 };
        }
        Self::wilson(count as f64 / all as f64, all as f64)
    }

    /// The chance of a side: a draw is half a victory. A draw makes results vary less than a coin, so that the same
    /// interval is, if anything, too wide.
    #[must_use]
    pub fn chance(won: u64, drawn: u64, all: u64) -> Self {
        if all == 0 {
            return Self { share: 0.0, low: 0.0, high: 1.0 };
        }
        Self::wilson((won as f64 + drawn as f64 / 2.0) / all as f64, all as f64)
    }

    fn wilson(share: f64, all: f64) -> Self {
        let z2 = Z * Z;
        let middle = (share + z2 / (2.0 * all)) / (1.0 + z2 / all);
        let half = Z / (1.0 + z2 / all) * (share * (1.0 - share) / all + z2 / (4.0 * all * all)).sqrt();
        Self { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// Whether two chances of the same battle disagree: one favours blue and the other red, or their intervals do not
    /// meet.
    #[must_use]
    pub fn disagrees(&self, other: &Self) -> bool {
        let apart = self.high < other.low || other.high < self.low;
        let opposed = (self.share - 0.5) * (other.share - 0.5) < 0.0;
        apart || opposed && !(self.holds(0.5) && other.holds(0.5))
    }

    /// The direction from this chance to another: 1 up, -1 down, 0 if their intervals meet.
    #[must_use]
    pub fn trend(&self, other: &Self) -> i8 {
        i8::from(self.high < other.low) - i8::from(other.high < self.low)
    }

    /// Whether the interval contains a value.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Mean, spread and extremes of whole numbers, summed without rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moments {
    count: u64,
    sum: i128,
    squares: i128,
    least: i64,
    most: i64,
}

/// Mean, standard deviation and extremes.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Spread {
    pub mean: f64,
    /// Lower end of the interval of 95 % of the mean...
    pub low: f64,
    /// ...and its upper end.
    pub high: f64,
    pub deviation: f64,
    pub least: i64,
    pub most: i64,
}

impl Moments {
    pub(crate) fn add(&mut self, value: i64) {
        self.least = if self.count == 0 { value } else { self.least.min(value) };
        self.most = if self.count == 0 { value } else { self.most.max(value) };
        self.count += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    pub(crate) fn spread(&self) -> Spread {
        if self.count == 0 {
            return Spread::default();
        }
        let count = self.count as f64;
        let mean = self.sum as f64 / count;
        let variance = (self.squares as f64 / count - mean * mean).max(0.0);
        // One fight says nothing of the spread.
        let half = if self.count > 1 { Z * (variance / (count - 1.0)).sqrt() } else { f64::INFINITY };
        let (low, high) = (mean - half, mean + half);
        let bounded = |end: f64, most: i64| if end.is_finite() { end } else { most as f64 };
        Spread {
            mean,
            low: bounded(low, self.least),
            high: bounded(high, self.most),
            deviation: variance.sqrt(),
            least: self.least,
            most: self.most,
        }
    }
}
