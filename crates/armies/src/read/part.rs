//! A command, a general or a unit of a scenario, and where the file names it.

use super::place::Place;
use super::source::Source;
use crate::{Fault, Scenario};
use game::{FaultSubject, Side};

/// By side and index in [`crate::Force::commands`], a unit also by its index in the command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    Command(Side, usize),
    General(Side, usize),
    Unit(Side, usize, usize),
}

impl Part {
    /// The part that a ruleset's fault is about, if it is one of these.
    #[must_use]
    pub fn of(scenario: &Scenario, subject: &FaultSubject) -> Option<Self> {
        let mut commands = Side::BOTH.into_iter().flat_map(|side| {
            scenario.force(side).commands.iter().enumerate().map(move |(place, command)| (side, place, command))
        });
        match subject {
            FaultSubject::Whole | FaultSubject::File => None,
            FaultSubject::Command(id) => {
                commands.find(|(.., command)| command.id == *id).map(|(side, place, _)| Self::Command(side, place))
            }
            FaultSubject::General(id) => {
                commands.find(|(.., command)| command.id == *id).map(|(side, place, _)| Self::General(side, place))
            }
            FaultSubject::Unit(id) => commands.find_map(|(side, place, command)| {
                let unit = command.units.iter().position(|unit| unit.id == *id)?;
                Some(Self::Unit(side, place, unit))
            }),
        }
    }

    /// Whether a fault of the file lies in it.
    #[must_use]
    pub fn holds(self, fault: &Fault) -> bool {
        let here = self.at(|place| place.to_string());
        fault.place.strip_prefix(&here).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// The line on which the file names it, from 1.
    #[must_use]
    pub fn line(self, text: &str) -> Option<u32> {
        let source = Source::new(text, "").ok()?;
        let name = if matches!(self, Self::General(..)) { "name" } else { "id" };
        Some(self.at(|place| source.line(&place.key(name))))
    }

    fn at<T>(self, then: impl FnOnce(&Place) -> T) -> T {
        let (side, command) = match self {
            Self::Command(side, command) | Self::General(side, command) | Self::Unit(side, command, _) => {
                (side, command)
            }
        };
        let key = match side {
            Side::Blue => "blue",
            Side::Red => "red",
        };
        let root = Place::Root;
        let force = root.key(key);
        let commands = force.key("commands");
        let command = commands.index(command);
        match self {
            Self::Command(..) => then(&command),
            Self::General(..) => then(&command.key("general")),
            Self::Unit(_, _, unit) => then(&command.key("units").index(unit)),
        }
    }
}
