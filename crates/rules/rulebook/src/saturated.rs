//! Counts in a type that is large enough for whatever can be on a table.

/// A number that is never less than nothing.
pub trait Count: Copy {}

/// A type in which a count is kept.
pub trait Counted {
    const MOST: Self;
}

macro_rules! counts {
    ($($type:ty),+) => { $(impl Count for $type {})+ };
}

macro_rules! counted {
    ($($type:ty),+) => { $(impl Counted for $type { const MOST: Self = <$type>::MAX; })+ };
}

counts!(u8, u16, u32, u64, u128, usize);
counted!(u8, u16, u32, u64, usize, i8, i16, i32, i64);

/// A count in another type; one that is too large for it is the largest that it holds. Files are bounded (`armies::MAX_UNITS`
/// and what a situation may say), so that only what no rule tells apart any more is ever cut.
#[must_use]
#[inline]
pub fn saturated<T: Counted + TryFrom<N>, N: Count>(count: N) -> T {
    T::try_from(count).unwrap_or(T::MOST)
}
