//! Numbers of equally likely outcomes, as denominators of chances.

use crate::{Ratio, gcd};

/// A number of equally likely outcomes, stored with its powers of 2 and 3. Nearly all dice have six sides: fractions
/// over such numbers are brought to a common denominator, and to lowest terms, without a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Falls {
    /// Never 0, and never beyond `i128`.
    count: u128,
    twos: u8,
    threes: u8,
    /// Whether it has no other prime factors than 2 and 3.
    plain: bool,
}

/// The powers of 3 that fit.
const THREES: [u128; 81] = {
    let mut powers = [1; 81];
    let mut n = 1;
    while n < powers.len() {
        powers[n] = 3 * powers[n - 1];
        n += 1;
    }
    powers
};

/// Those that fit into one machine word, which is enough for nearly all of a battle.
const SHORT_THREES: [u64; 41] = {
    let mut powers = [1; 41];
    let mut n = 1;
    while n < powers.len() {
        powers[n] = 3 * powers[n - 1];
        n += 1;
    }
    powers
};

/// Divides by 3 as often as possible, up to a limit: multiplication by the inverse of 3 gives the quotient if the
/// number is divisible, and a value beyond every quotient if not.
macro_rules! without_threes {
    ($n:expr, $most:expr, $int:ty) => {{
        const THIRD: $int = <$int>::MAX / 3 * 2 + 1;
        let (mut n, mut found): ($int, u8) = ($n, 0);
        while found < $most {
            let third = n.wrapping_mul(THIRD);
            if third > <$int>::MAX / 3 {
                break;
            }
            n = third;
            found += 1;
        }
        (n, found)
    }};
}

fn without_threes(n: u128, most: u8) -> (u128, u8) {
    match u64::try_from(n) {
        Ok(n) => {
            let (n, found) = without_threes!(n, most, u64);
            (u128::from(n), found)
        }
        Err(_) => without_threes!(n, most, u128),
    }
}

impl Falls {
    /// One outcome: certainty.
    pub const ONE: Self = Self { count: 1, twos: 0, threes: 0, plain: true };

    /// This many outcomes; `None` for 0 or if it cannot be represented.
    #[must_use]
    pub fn new(count: u128) -> Option<Self> {
        if count == 0 || i128::try_from(count).is_err() {
            return None;
        }
        let twos = count.trailing_zeros();
        let (rest, threes) = without_threes(count >> twos, u8::MAX);
        // Fewer than 127.
        let twos = u8::try_from(twos).ok()?;
        Some(Self { count, twos, threes, plain: rest == 1 })
    }

    #[must_use]
    #[inline]
    pub const fn count(self) -> u128 {
        self.count
    }

    /// Each outcome followed by each of these, if the number can be represented.
    #[must_use]
    #[inline]
    pub fn times(self, more: Self) -> Option<Self> {
        let count = self.count.checked_mul(more.count).filter(|&count| i128::try_from(count).is_ok())?;
        let (twos, threes) = (self.twos + more.twos, self.threes + more.threes);
        Some(Self { count, twos, threes, plain: self.plain && more.plain })
    }

    /// The least common multiple, and how often each goes into it; `None` if it cannot be represented.
    #[must_use]
    pub fn together(self, other: Self) -> Option<(Self, u128, u128)> {
        if self.plain && other.plain {
            let (twos, threes) = (self.twos.max(other.twos), self.threes.max(other.threes));
            let into = |n: Self| THREES[usize::from(threes - n.threes)] << (twos - n.twos);
            let mine = into(self);
            let count = self.count.checked_mul(mine).filter(|&count| i128::try_from(count).is_ok())?;
            return Some((Self { count, twos, threes, plain: true }, mine, into(other)));
        }
        let common = gcd(self.count, other.count);
        let (mine, his) = (other.count / common, self.count / common);
        Some((Self::new(self.count.checked_mul(mine)?)?, mine, his))
    }

    /// The share of some of these outcomes; `None` if it cannot be represented.
    #[must_use]
    #[inline]
    pub fn share(self, part: u128) -> Option<Ratio> {
        match (u64::try_from(part), u64::try_from(self.count)) {
            (Ok(part), Ok(_)) if self.plain => {
                let twos = part.trailing_zeros().min(u32::from(self.twos));
                let (part, threes) = without_threes!(part >> twos, self.threes, u64);
                let whole = SHORT_THREES[usize::from(self.threes - threes)] << (u32::from(self.twos) - twos);
                Ratio::lowest(part.into(), whole.into())
            }
            _ => self.long_share(part),
        }
    }

    fn long_share(self, part: u128) -> Option<Ratio> {
        if !self.plain {
            return Ratio::of(part, self.count);
        }
        let twos = part.trailing_zeros().min(u32::from(self.twos));
        let (part, threes) = without_threes(part >> twos, self.threes);
        let whole = THREES[usize::from(self.threes - threes)] << (u32::from(self.twos) - twos);
        Ratio::lowest(part, whole)
    }
}
