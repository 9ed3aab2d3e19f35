//! Ids: units and generals of a world in one numbering, and access to lists by id.

use game::UnitId;

/// Gives a world with the lists `units` and `generals` its ids: units first, then generals.
#[macro_export]
macro_rules! unit_ids {
    ($world:ident of $unit:ty, led by $general:ty) => {
        impl $world {
            /// A unit. The id must come from the world itself (`rulebook::ids::of_unit`).
            #[must_use]
            #[track_caller]
            pub fn unit(&self, id: game::UnitId) -> &$unit {
                $crate::ids::of_unit(&self.units, id)
            }

            /// The unit, mutable.
            #[track_caller]
            pub fn unit_mut(&mut self, id: game::UnitId) -> &mut $unit {
                $crate::ids::of_unit_mut(&mut self.units, id)
            }

            /// A general, by its place in the list.
            #[must_use]
            #[track_caller]
            pub fn general(&self, place: usize) -> &$general {
                $crate::ids::at(&self.generals, place, "general")
            }

            /// The general, mutable.
            #[track_caller]
            pub fn general_mut(&mut self, place: usize) -> &mut $general {
                $crate::ids::at_mut(&mut self.generals, place, "general")
            }

            /// Ids of all units.
            pub fn ids(&self) -> impl Iterator<Item = game::UnitId> + use<> {
                (0..$crate::ids::number(self.units.len())).map(game::UnitId)
            }

            /// The place in the list of generals, if the id is a general's.
            #[must_use]
            pub fn general_of(&self, id: game::UnitId) -> Option<usize> {
                usize::from(id.0).checked_sub(self.units.len()).filter(|n| *n < self.generals.len())
            }

            #[must_use]
            pub fn general_id(&self, place: usize) -> game::UnitId {
                $crate::ids::unit_id(self.units.len() + place)
            }

            /// The world as a side knows it.
            #[must_use]
            pub fn known_to(&self, side: game::Side) -> $crate::Known<'static, Self> {
                $crate::Known::by(side, self)
            }
        }
    };
}

/// A place in a list of the world as the number under which it is sent. Files are bounded (`armies::MAX_UNITS`), so a
/// world with more places is a fault of the program; to give two units one number would be a wrong ruling.
#[must_use]
#[track_caller]
pub fn number<N: TryInto<u16> + Copy + std::fmt::Display>(place: N) -> u16 {
    place.try_into().unwrap_or_else(|_| too_many(&place))
}

/// The id of the unit at a place of the list of units.
#[must_use]
#[track_caller]
pub fn unit_id<N: TryInto<u16> + Copy + std::fmt::Display>(place: N) -> UnitId {
    UnitId(number(place))
}

/// The entry of a unit in a list by unit. Ids from outside are checked on entry, by the offer or by what a side sees.
/// An id that does not exist here is a fault of the program; to take another unit instead would be a wrong ruling.
#[must_use]
#[track_caller]
pub fn of_unit<T>(list: &[T], id: UnitId) -> &T {
    at(list, usize::from(id.0), "unit")
}

/// The same, mutable.
#[track_caller]
pub fn of_unit_mut<T>(list: &mut [T], id: UnitId) -> &mut T {
    at_mut(list, usize::from(id.0), "unit")
}

/// The entry of a list at a place that the world itself has named.
#[must_use]
#[track_caller]
pub fn at<'a, T>(list: &'a [T], place: usize, what: &str) -> &'a T {
    let known = list.len();
    list.get(place).unwrap_or_else(|| unknown(what, place, known))
}

/// The same, mutable.
#[track_caller]
pub fn at_mut<'a, T>(list: &'a mut [T], place: usize, what: &str) -> &'a mut T {
    let known = list.len();
    list.get_mut(place).unwrap_or_else(|| unknown(what, place, known))
}

/// Unwraps a value that must exist, since the program itself has just made it or asked for it.
#[must_use]
#[track_caller]
pub fn held<T>(found: Option<T>, what: &str) -> T {
    found.unwrap_or_else(|| missing(what))
}

/// Stops: a fight received an input that it does not wait for. Its caller must go by what it asks for.
#[cold]
#[track_caller]
#[allow(clippy::panic)] // as below
pub fn unfit(stage: &dyn std::fmt::Debug) -> ! {
    panic!("{stage:?} was fed something for which it does not wait")
}

#[cold]
#[track_caller]
#[allow(clippy::panic)] // as below
fn missing(what: &str) -> ! {
    panic!("{what} was asked for, and there is none")
}

#[cold]
#[track_caller]
#[allow(clippy::panic)] // as below
fn too_many(place: &dyn std::fmt::Display) -> ! {
    panic!("place {place} of a world, and there are numbers up to {}", u16::MAX)
}

#[cold]
#[track_caller]
#[allow(clippy::panic)] // a wrong ruling is worse than a stop
fn unknown(what: &str, place: usize, known: usize) -> ! {
    panic!("{what} {place} was asked for, and there are {known}")
}
