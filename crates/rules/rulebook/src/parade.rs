//! An army list as one side of a battle without ground or enemy.

use armies::{Date, Force, Roster, Scenario, Text, Victory, Weather};
use table::{Ground, Point};

/// The army on parade, so that men become elements and types become characteristics by the same way as in a battle.
#[must_use]
pub fn parade(roster: &Roster) -> Scenario {
    let force = |commands: &[armies::Command]| Force {
        name: roster.title.clone(),
        nation: roster.nation.clone(),
        commander: None,
        commands: commands.iter().map(on_parade).collect(),
        zones: Vec::new(),
        arrivals: Vec::new(),
    };
    Scenario {
        id: roster.id.clone(),
        title: roster.title.clone(),
        text: Text::default(),
        date: Date { year: roster.year, month: 1, day: 1 },
        ground: Ground::default(),
        sides: [force(&roster.commands), force(&[])],
        turns: 1,
        objectives: Vec::new(),
        victory: Victory::default(),
        weather: Weather::default(),
        history: None,
        lesson: None,
        overrides: armies::RuleTables::new(),
    }
}

/// Every general of a list is with his troops.
fn on_parade(command: &armies::Command) -> armies::Command {
    let mut command = command.clone();
    command.general.at = Some(Point::default());
    command
}
