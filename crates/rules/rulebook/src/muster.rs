//! What the worlds of all rulesets hold alike: units and generals under one row of ids, and where they may deploy.

use armies::{Camp, Scenario};
use table::{Cm, Point, inside_polygon};

/// Gives a world with the lists `units` and `generals` its ids: units first, generals behind them.
#[macro_export]
macro_rules! muster {
    ($world:ident of $unit:ty) => {
        impl $world {
            /// A unit. Ids come from the world itself; an unknown one falls back on the last unit rather than panic.
            #[must_use]
            pub fn unit(&self, id: game::UnitId) -> &$unit {
                &self.units[usize::from(id.0).min(self.units.len() - 1)]
            }

            /// A unit, to change it.
            pub fn unit_mut(&mut self, id: game::UnitId) -> &mut $unit {
                let last = self.units.len() - 1;
                &mut self.units[usize::from(id.0).min(last)]
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

            /// The id of a general.
            #[must_use]
            pub fn general_id(&self, place: usize) -> game::UnitId {
                game::UnitId(u16::try_from(self.units.len() + place).unwrap_or(u16::MAX))
            }

            /// The world as a side knows it.
            #[must_use]
            pub fn known_to(&self, side: game::Side) -> Self {
                let mut world = self.clone();
                world.hide_from(side);
                world
            }
        }
    };
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
