//! Counts in a type that is large enough for whatever can be on a table, and what dice have counted.

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

/// What dice have counted, as a throw was read. One that counts is never read as less than nothing: if it is, the throw was made
/// wrongly, and taking it for nothing would be a wrong ruling.
#[must_use]
#[track_caller]
pub fn counted<T: TryFrom<i16>>(class: i16) -> T {
    crate::ids::held(T::try_from(class).ok(), "a count on dice")
}
