//! An army list as one side of a battle without ground or enemy.

use armies::{Date, Force, Roster, Scenario, Victory, Weather};
use game::Bilingual;
use table::{Ground, Point};

/// A scenario with this army only, so that men become elements and types become characteristics by the same code as in
/// a battle.
#[must_use]
pub fn scenario_of_roster(roster: &Roster) -> Scenario {
    let force = |commands: &[armies::Command]| Force {
        name: roster.title.clone(),
        nation: roster.nation.clone(),
        commander: None,
        commands: commands.iter().map(with_its_general).collect(),
        zones: Vec::new(),
        arrivals: Vec::new(),
    };
    Scenario {
        id: roster.id.clone(),
        title: roster.title.clone(),
        text: Bilingual::default(),
        date: Date { year: roster.year, month: 1, day: 1 },
        ground: Ground::default(),
        site_names: Vec::new(),
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

/// Places the general of a command with its troops.
fn with_its_general(command: &armies::Command) -> armies::Command {
    let mut command = command.clone();
    command.general.at = Some(Point::default());
    command
}
