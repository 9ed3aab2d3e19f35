//! What the worlds of all rulesets hold alike: units and generals under one row of ids, and where they may deploy.

use armies::{Camp, Scenario};
use game::UnitId;
use table::{Cm, Point, inside_polygon};

/// Gives a world with the lists `units` and `generals` its ids: units first, generals behind them.
#[macro_export]
macro_rules! muster {
    ($world:ident of $unit:ty) => {
        impl $world {
            /// A unit. Ids come from the world itself (`rulebook::muster::of_unit`).
            #[must_use]
            #[track_caller]
            pub fn unit(&self, id: game::UnitId) -> &$unit {
                $crate::muster::of_unit(&self.units, id)
            }

            /// A unit, to change it.
            #[track_caller]
            pub fn unit_mut(&mut self, id: game::UnitId) -> &mut $unit {
                $crate::muster::of_unit_mut(&mut self.units, id)
            }

            /// Ids of all units.
            pub fn ids(&self) -> impl Iterator<Item = game::UnitId> + use<> {
                (0..u16::try_from(self.units.len()).unwrap_or(u16::MAX)).map(game::UnitId)
            }

            /// The place of a general in the list, if the id is one's.
            #[must_use]
            pub fn general_of(&self, id: game::UnitId) -> Option<usize> {
                usize::from(id.0).checked_sub(self.units.len()).filter(|n| *n < self.generals.len())
            }

            #[must_use]
            pub fn general_id(&self, place: usize) -> game::UnitId {
                game::UnitId(u16::try_from(self.units.len() + place).unwrap_or(u16::MAX))
            }

            /// The world as a side knows it.
            #[must_use]
            pub fn known_to(&self, side: game::Side) -> $crate::Known<'static, Self> {
                let mut world = self.clone();
                world.hide_from(side);
                $crate::Known::bared(world)
            }
        }
    };
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

#[cold]
#[track_caller]
#[allow(clippy::panic)] // a wrong answer of an umpire is worse than a stop
fn unknown(what: &str, place: usize, known: usize) -> ! {
    panic!("{what} {place} was asked for, and there are {known}")
}

/// An area in which units may be deployed.
#[derive(Clone, Debug)]
pub struct DeployZone {
    /// Its corners.
    pub area: Vec<Point>,
    /// The commands it is for, by place; empty: for all.
    pub commands: Vec<u16>,
}

impl DeployZone {
    /// A zone of a scenario: commands are counted through, blue's first.
    #[must_use]
    pub fn new(scenario: &Scenario, camp: Camp, zone: &armies::Zone) -> Self {
        let offset = if camp == Camp::Red { scenario.force(Camp::Blue).commands.len() } else { 0 };
        let commands = zone.commands.iter().filter_map(|place| u16::try_from(offset + place).ok()).collect();
        Self { area: zone.area.clone(), commands }
    }

    /// Whether it is for a command and a point lies in it.
    #[must_use]
    pub fn takes(&self, command: u16, at: Point) -> bool {
        (self.commands.is_empty() || self.commands.contains(&command)) && inside_polygon(at, &self.area)
    }
}

/// The longest length up to `most` that is allowed, to `fine` centimetres, if short ones are.
pub fn longest(most: Cm, fine: Cm, allowed: impl Fn(Cm) -> bool) -> Cm {
    let (mut low, mut high) = (0, most + fine);
    if allowed(most) {
        return most;
    }
    while high - low > fine {
        let middle = low + (high - low) / 2;
        if allowed(middle) { low = middle } else { high = middle }
    }
    low
}
