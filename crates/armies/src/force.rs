//! One side of a battle: its commands, their generals and its reinforcements.

use crate::{RuleTables, Unit};
use game::Bilingual;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Angle, Cm, Point, Pose};

/// The rank of a general, by the formation commanded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    #[default]
    Brigade,
    Division,
    Corps,
    Army,
}

/// A general on the table, or off it without a place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct General {
    pub name: String,
    pub rank: Rank,
    /// The place at the start; `None` for a general off the table or arriving later.
    pub at: Option<Point>,
    /// Whether the place is a guess of the writer.
    pub reconstructed: bool,
    /// Ratings per ruleset (competence, charisma...).
    pub overrides: RuleTables,
}

/// A brigade with its units, or a higher command that has only a general.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Command {
    /// Its id, unique in the file.
    pub id: String,
    pub name: Bilingual,
    /// Its general; every command has one.
    pub general: General,
    pub units: Vec<Unit>,
    /// The index of the command above it in [`Force::commands`].
    pub superior: Option<usize>,
}

/// Ground on which a side may place its units before the battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Zone {
    /// A simple polygon.
    pub area: Vec<Point>,
    /// Indices in [`Force::commands`] of the commands it is for; empty: all.
    pub commands: Vec<usize>,
}

/// Where reinforcements arrive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// At a place, facing inwards.
    At {
        /// The head of the column.
        at: Point,
        facing: Angle,
    },
    /// Anywhere on a stretch of the table's edge.
    Stretch {
        from: Point,
        to: Point,
        /// The bearing inwards.
        facing: Angle,
    },
}

impl Entry {
    /// The place (of a stretch its middle) and the bearing inwards.
    #[must_use]
    pub fn pose(&self) -> Pose {
        match *self {
            Self::At { at, facing } => Pose { at, facing },
            Self::Stretch { from, to, facing } => Pose { at: from.middle(to), facing },
        }
    }
}

/// Units that arrive later.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrival {
    /// The turn at the start of which they arrive, counted from 1.
    pub turn: u16,
    /// Ids of the units that arrive.
    pub units: Vec<String>,
    /// Indices in [`Force::commands`] of the generals who arrive with them.
    pub generals: Vec<usize>,
    /// Where they arrive.
    pub entry: Entry,
}

/// One side of a battle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Force {
    pub name: Bilingual,
    /// The key of its leading nation.
    pub nation: String,
    /// Index in [`Force::commands`] of the commander in chief.
    pub commander: Option<usize>,
    /// Its commands, in the file's order.
    pub commands: Vec<Command>,
    /// Where it may deploy; empty: the places given are fixed.
    pub zones: Vec<Zone>,
    /// The reinforcements of the side.
    pub arrivals: Vec<Arrival>,
}

impl Force {
    /// All units with the index of their command.
    pub fn units(&self) -> impl Iterator<Item = (usize, &Unit)> {
        self.commands
            .iter()
            .enumerate()
            .flat_map(|(place, command)| command.units.iter().map(move |unit| (place, unit)))
    }

    /// The commander in chief: the one named, or the first command without a superior.
    #[must_use]
    pub fn chief(&self) -> Option<usize> {
        self.commander.or_else(|| self.commands.iter().position(|command| command.superior.is_none()))
    }

    /// The turn in which a unit arrives, if it arrives later.
    #[must_use]
    pub fn arrival_of(&self, unit: &str) -> Option<u16> {
        self.arrivals.iter().find(|arrival| arrival.units.iter().any(|id| id == unit)).map(|arrival| arrival.turn)
    }

    /// The turn in which the general of a command arrives, if the general arrives later.
    #[must_use]
    pub fn arrival_of_general(&self, command: usize) -> Option<u16> {
        self.arrivals.iter().find(|arrival| arrival.generals.contains(&command)).map(|arrival| arrival.turn)
    }

    /// The generals above a command, from the nearest upwards. Commands cannot form a ring: the reader refuses it.
    #[must_use]
    pub fn chain(&self, command: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut at = self.commands.get(command).and_then(|c| c.superior);
        while let Some(above) = at {
            if chain.contains(&above) {
                break;
            }
            chain.push(above);
            at = self.commands.get(above).and_then(|c| c.superior);
        }
        chain
    }
}

/// Metres of a file as whole centimetres. The reader checks the bounds first.
pub(crate) fn cm(metres: f64) -> Cm {
    (metres * 100.0).round() as Cm
}

/// Degrees of a file as hundredths, in 0..36000.
pub(crate) fn angle(degrees: f64) -> Angle {
    ((degrees * 100.0).round() as Angle).rem_euclid(36_000)
}
