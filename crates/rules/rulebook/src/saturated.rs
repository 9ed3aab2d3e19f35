//! Conversions between integer types, and classes read from dice.

/// An integer type.
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

/// Converts a number; out-of-range values become the nearest that fits. Files are bounded (`armies::MAX_UNITS` and the
/// limits of a situation), so only values that no rule tells apart are cut.
#[must_use]
#[inline]
pub fn saturated<T: Whole + TryFrom<N>, N: Whole>(number: N) -> T {
    T::try_from(number).unwrap_or(if number < N::NOTHING { T::LEAST } else { T::MOST })
}

/// A count read from dice. It is never negative: a negative value means a wrongly made throw, and reading it as 0 would
/// be a wrong ruling.
#[must_use]
#[track_caller]
pub fn counted<T: TryFrom<i16>>(class: i16) -> T {
    crate::ids::held(T::try_from(class).ok(), "a count on dice")
}
