//! Ids: units and generals of a world under one row of them, and what its lists hold under one.

use game::UnitId;

/// Gives a world with the lists `units` and `generals` its ids: units first, generals behind them.
#[macro_export]
macro_rules! unit_ids {
    ($world:ident of $unit:ty, led by $general:ty) => {
        impl $world {
            /// A unit. Ids come from the world itself (`rulebook::ids::of_unit`).
            #[must_use]
            #[track_caller]
            pub fn unit(&self, id: game::UnitId) -> &$unit {
                $crate::ids::of_unit(&self.units, id)
            }

            /// A unit, to change it.
            #[track_caller]
            pub fn unit_mut(&mut self, id: game::UnitId) -> &mut $unit {
                $crate::ids::of_unit_mut(&mut self.units, id)
            }

            /// A general, by his place in the list.
            #[must_use]
            #[track_caller]
            pub fn general(&self, place: usize) -> &$general {
                $crate::ids::at(&self.generals, place, "general")
            }

            /// A general, to change him.
            #[track_caller]
            pub fn general_mut(&mut self, place: usize) -> &mut $general {
                $crate::ids::at_mut(&mut self.generals, place, "general")
            }

            /// Ids of all units.
            pub fn ids(&self) -> impl Iterator<Item = game::UnitId> + use<> {
                (0..$crate::ids::number(self.units.len())).map(game::UnitId)
            }

            /// The place of a general in the list, if the id is one's.
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

/// A place in a list of the world as the number under which it travels. Files are bounded (`armies::MAX_UNITS`): a world that has
/// more than fit is a fault of the program, and two units under one number would be a wrong ruling.
#[must_use]
#[track_caller]
pub fn number<N: TryInto<u16> + Copy + std::fmt::Display>(place: N) -> u16 {
    place.try_into().unwrap_or_else(|_| too_many(&place))
}

/// The unit at a place of the list of units.
#[must_use]
#[track_caller]
pub fn unit_id<N: TryInto<u16> + Copy + std::fmt::Display>(place: N) -> UnitId {
    UnitId(number(place))
}

/// What a list by unit holds of one. Ids from outside are judged at the door, by the offer or by what a side sees; one that comes this
/// far and does not exist is a fault of the program, and taking another unit for it would be a wrong ruling.
#[must_use]
#[track_caller]
pub fn of_unit<T>(list: &[T], id: UnitId) -> &T {
    at(list, usize::from(id.0), "unit")
}

/// The same, to change it.
#[track_caller]
pub fn of_unit_mut<T>(list: &mut [T], id: UnitId) -> &mut T {
    at_mut(list, usize::from(id.0), "unit")
}

/// What a list of the world holds at a place that the world itself has named.
#[must_use]
#[track_caller]
pub fn at<'a, T>(list: &'a [T], place: usize, what: &str) -> &'a T {
    let known = list.len();
    list.get(place).unwrap_or_else(|| unknown(what, place, known))
}

/// The same, to change it.
#[track_caller]
pub fn at_mut<'a, T>(list: &'a mut [T], place: usize, what: &str) -> &'a mut T {
    let known = list.len();
    list.get_mut(place).unwrap_or_else(|| unknown(what, place, known))
}

/// What must be there, since the program itself has just made or asked for it.
#[must_use]
#[track_caller]
pub fn held<T>(found: Option<T>, what: &str) -> T {
    found.unwrap_or_else(|| missing(what))
}

/// A fight was fed what it does not wait for: whoever drives it goes by what it wants.
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
#[allow(clippy::panic)] // a wrong answer of an umpire is worse than a stop
fn unknown(what: &str, place: usize, known: usize) -> ! {
    panic!("{what} {place} was asked for, and there are {known}")
}
