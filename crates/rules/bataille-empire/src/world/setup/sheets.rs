//! Data that does not change in a battle.

use super::super::{General, Life, Unit};
use super::ScenarioTable;
use crate::{Body, Formation, UD};
use armies::Scenario;
use game::{Side, UnitId};
use rulebook::DeployZone;
use rulebook::set_up::{self, homes, middle_of};
use std::collections::BTreeMap;
use table::{Angle, Point, Pose};

/// The fixed data of a unit.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub side: Side,
    /// Id in the scenario.
    pub key: String,
    pub name: String,
    pub nation: String,
    /// Its division, by place.
    pub command: u16,
    /// Its characteristics; the state in it is not used.
    pub body: Body,
    /// Points (BE-GAP-07).
    pub cost: i32,
    /// Strength or place is a guess by the author of the scenario.
    pub reconstructed: bool,
    /// Its other half, if the battalion may detach (BE-GAP-37).
    pub twin: Option<UnitId>,
    /// It is a second half, not a unit of its own (BE-GAP-99).
    pub half: bool,
}

impl Sheet {
    /// Its characteristics, in a formation.
    #[must_use]
    pub const fn body_in(&self, formation: Formation) -> Body {
        Body { formation, ..self.body }
    }
}

/// The fixed data of a general.
#[derive(Clone, Debug)]
pub struct GeneralSheet {
    pub side: Side,
    pub name: String,
    pub nation: String,
}

/// The fixed data of a division; its general has the same place in the list of generals.
#[derive(Clone, Debug)]
pub struct DivisionSheet {
    pub side: Side,
    pub name: String,
    /// It has units; false for a higher command with only a general.
    pub real: bool,
    /// Its units, without second halves.
    pub units: Vec<UnitId>,
}

#[derive(Clone, Debug)]
pub struct Objective {
    pub area: Vec<Point>,
    pub middle: Point,
    /// The side that holds it at the start.
    pub holder: Option<Side>,
    /// The side in whose half of the table it lies (BE-GAP-84); `None` if the middle line runs through it or close by.
    pub half: Option<Side>,
}

/// The remaining data of the scenario.
#[derive(Clone, Debug)]
pub struct ScenarioSheet {
    /// Length in turns; if the scenario sets it, the battle ends there (BE-GAP-85).
    pub turns: u16,
    /// The battle ends after these turns; otherwise dice may prolong it, if the scenario sets `extra_turns`.
    pub fixed: bool,
    /// It rains: no ricochet (BE-GAP-55).
    pub rain: bool,
    /// The attacker (BE-GAP-11).
    pub attacker: Side,
    /// Deployment areas by side; empty: the scenario places the units.
    pub zones: [Vec<DeployZone>; 2],
    pub objectives: Vec<Objective>,
    /// Sides that win at the end by holding these objectives.
    pub decisions: Vec<(Side, Vec<usize>)>,
    /// Bearing towards the own table edge.
    pub home: [Angle; 2],
    /// Entry points of reinforcements, by id of unit or general.
    pub entries: BTreeMap<u16, Pose>,
    pub ground: (i32, i32),
}

impl ScenarioSheet {
    pub(super) fn new(
        scenario: &Scenario,
        table: &ScenarioTable,
        sheets: &[Sheet],
        units: &[Unit],
        generals: &[General],
    ) -> Self {
        let home = homes_of(sheets, units);
        let ground = (scenario.ground.width, scenario.ground.height);
        let objectives: Vec<Objective> = scenario
            .objectives
            .iter()
            .map(|o| {
                let area = o.area.outline();
                let middle = middle_of(&area);
                let half =
                    [Side::Blue, Side::Red].into_iter().find(|side| own_half(home[side.index()], middle, ground));
                Objective { area, middle, holder: o.holder, half }
            })
            .collect();
        let held = |side: Side| objectives.iter().filter(|o| o.holder == Some(side)).count();
        // The side with fewer objectives to hold attacks (BE-GAP-80).
        let fewer = if held(Side::Blue) > held(Side::Red) { Side::Red } else { Side::Blue };
        Self {
            turns: scenario.turns(super::ID),
            fixed: !table.extra_turns,
            rain: scenario.weather.rain,
            attacker: table.attacker.unwrap_or(fewer),
            zones: set_up::zones(scenario),
            objectives,
            decisions: set_up::decisions(scenario),
            home,
            entries: entries(scenario, sheets, units.len(), generals),
            ground,
        }
    }
}

/// Whether a point is in the half of the table towards an edge, clear of the middle line.
fn own_half(home: Angle, at: Point, (width, height): (i32, i32)) -> bool {
    match home {
        9_000 => at.x > width / 2 + UD,
        27_000 => at.x < width / 2 - UD,
        0 => at.y > height / 2 + UD,
        _ => at.y < height / 2 - UD,
    }
}

/// The bearing of each side's own edge: away from the enemy, judged by where the armies stand.
fn homes_of(sheets: &[Sheet], units: &[Unit]) -> [Angle; 2] {
    homes(|side| {
        let own = sheets.iter().zip(units).filter(|(s, u)| s.side == side && u.life == Life::Present);
        own.map(|(_, u)| u.pose.at).collect()
    })
}

/// Entry points of reinforcements; a second half enters with the first.
fn entries(scenario: &Scenario, sheets: &[Sheet], units: usize, generals: &[General]) -> BTreeMap<u16, Pose> {
    set_up::entries(
        scenario,
        (3 * UD / 2, UD),
        |key| sheets.iter().position(|sheet| sheet.key == key && !sheet.half),
        |place| (place < generals.len()).then_some(units + place),
    )
}
