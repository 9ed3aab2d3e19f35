//! The units of a scenario: every fight has one row for each of them, in this order.

use armies::{Arm, Scenario};
use game::{Bilingual, Card, Side};

/// All units of a scenario.
#[derive(Clone, Debug)]
pub struct Roster {
    /// The scenario's id.
    pub scenario: String,
    /// The units, blue ones first.
    pub units: Vec<Member>,
    /// The brigades, blue ones first; the events use the same numbers.
    pub brigades: Vec<Brigade>,
    /// Length in turns: that of the ruleset with the longest.
    pub turns: u16,
}

#[derive(Clone, Debug)]
pub struct Member {
    /// The id in the scenario.
    pub id: String,
    pub name: Bilingual,
    pub side: Side,
    /// Its index in [`Roster::brigades`].
    pub brigade: usize,
    /// Its arm, as the files write it.
    pub arm: &'static str,
}

#[derive(Clone, Debug)]
pub struct Brigade {
    /// The id in the scenario.
    pub id: String,
    pub name: Bilingual,
    pub side: Side,
}

/// The arms, in the order of the tables.
pub const ARMS: [&str; 3] = ["infantry", "cavalry", "artillery"];

impl Roster {
    /// The units of a scenario.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Self {
        let lengths = scenario.overrides.keys().map(|ruleset| scenario.turns(ruleset));
        let turns = lengths.fold(scenario.turns, u16::max);
        let mut roster = Self { scenario: scenario.id.clone(), units: Vec::new(), brigades: Vec::new(), turns };
        for side in Side::BOTH {
            for command in &scenario.force(side).commands {
                let brigade = roster.brigades.len();
                roster.brigades.push(Brigade { id: command.id.clone(), name: command.name.clone(), side });
                roster.units.extend(command.units.iter().map(|unit| Member {
                    id: unit.id.clone(),
                    name: unit.name.clone(),
                    side,
                    brigade,
                    arm: match unit.arm {
                        Arm::Infantry => ARMS[0],
                        Arm::Cavalry => ARMS[1],
                        Arm::Artillery => ARMS[2],
                    },
                }));
            }
        }
        roster
    }

    /// The unit of a card. Cards have the name and the brigade of the scenario; `taken` are those found before, because
    /// a brigade may have two units of one name.
    pub(crate) fn find(&self, card: &Card, taken: impl Fn(usize) -> bool) -> Option<usize> {
        self.units.iter().enumerate().position(|(n, unit)| {
            unit.side == card.side
                && card.part.is_none()
                && card.command.is_none_or(|command| usize::from(command) == unit.brigade)
                && (unit.name.fr == card.name || unit.name.en == card.name)
                && !taken(n)
        })
    }
}
