//! Counts and lengths in a type that is large enough for whatever can be on a table, and what dice have counted.

/// A whole number.
pub trait Whole: Copy + PartialOrd {
    const LEAST: Self;
    const MOST: Self;
    const NOTHING: Self;
}

macro_rules! whole {
    ($($type:ty),+) => {
        $(impl Whole for $type {
            const LEAST: Self = <$type>::MIN;
            const MOST: Self = <$type>::MAX;
            const NOTHING: Self = 0;
        })+
    };
}

whole!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128);

/// A number in another type; one that it does not hold is the nearest that it holds. Files are bounded (`armies::MAX_UNITS` and what
/// a situation may say), so that only what no rule tells apart any more is ever cut.
#[must_use]
#[inline]
pub fn saturated<T: Whole + TryFrom<N>, N: Whole>(number: N) -> T {
    T::try_from(number).unwrap_or(if number < N::NOTHING { T::LEAST } else { T::MOST })
}

/// What dice have counted, as a throw was read. One that counts is never read as less than nothing: if it is, the throw was made
/// wrongly, and taking it for nothing would be a wrong ruling.
#[must_use]
#[track_caller]
pub fn counted<T: TryFrom<i16>>(class: i16) -> T {
    crate::ids::held(T::try_from(class).ok(), "a count on dice")
}
