//! What does not change in a battle.

use super::super::{General, Life, Unit};
use super::ScenarioTable;
use crate::{Body, Formation, UD};
use armies::Scenario;
use game::{Side, UnitId};
use rulebook::DeployZone;
use rulebook::set_up::{self, homes, middle_of};
use std::collections::BTreeMap;
use table::{Angle, Point, Pose};

/// What does not change of a unit.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub side: Side,
    /// Id in the scenario.
    pub key: String,
    pub name: String,
    pub nation: String,
    /// Its division, by place.
    pub command: u16,
    /// What it is; its state is of no account here.
    pub body: Body,
    /// Points (BE-GAP-07).
    pub cost: i32,
    /// Strength or place is a guess of the scenario's writer.
    pub reconstructed: bool,
    /// Its other half, when its battalion may detach (BE-GAP-37).
    pub twin: Option<UnitId>,
    /// It is the second half: no unit of its own (BE-GAP-99).
    pub half: bool,
}

impl Sheet {
    /// What it is, in a formation.
    #[must_use]
    pub const fn body_in(&self, formation: Formation) -> Body {
        Body { formation, ..self.body }
    }
}

/// What does not change of a general.
#[derive(Clone, Debug)]
pub struct GeneralSheet {
    pub side: Side,
    pub name: String,
    pub nation: String,
}

/// What does not change of a division; its general has the same place in the list of generals.
#[derive(Clone, Debug)]
pub struct DivisionSheet {
    pub side: Side,
    pub name: String,
    /// It has units: a higher command that has only a general is none.
    pub real: bool,
    /// Its units, second halves left out.
    pub units: Vec<UnitId>,
}

/// Something to hold.
#[derive(Clone, Debug)]
pub struct Objective {
    /// Corners of its area.
    pub area: Vec<Point>,
    pub middle: Point,
    /// Who has it at the start.
    pub holder: Option<Side>,
    /// In whose half of the table it lies (BE-GAP-84); nobody's if the middle line runs through it or close by.
    pub half: Option<Side>,
}

/// The rest of the scenario.
#[derive(Clone, Debug)]
pub struct ScenarioSheet {
    /// Length in turns; where the scenario sets it, the battle ends there (BE-GAP-85).
    pub turns: u16,
    /// The battle ends there; otherwise dice may make it longer, if the scenario says `extra_turns`.
    pub fixed: bool,
    /// It rains: no ricochet (BE-GAP-55).
    pub rain: bool,
    /// Who attacks (BE-GAP-11).
    pub attacker: Side,
    /// Deployment areas by side; empty: places are set.
    pub zones: [Vec<DeployZone>; 2],
    pub objectives: Vec<Objective>,
    /// Wins at the end: who, by holding which objectives.
    pub decisions: Vec<(Side, Vec<usize>)>,
    /// Bearing towards the own table edge.
    pub home: [Angle; 2],
    /// Where reinforcements come on: unit or general id, pose.
    pub entries: BTreeMap<u16, Pose>,
    /// Width and height of the ground.
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
        // Who has less to hold attacks (BE-GAP-80).
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

/// Whether a point lies in the half of the table towards an edge, clear of the middle line.
fn own_half(home: Angle, at: Point, (width, height): (i32, i32)) -> bool {
    match home {
        9_000 => at.x > width / 2 + UD,
        27_000 => at.x < width / 2 - UD,
        0 => at.y > height / 2 + UD,
        _ => at.y < height / 2 - UD,
    }
}

/// The bearing of each side's own edge: away from the enemy, as the armies stand.
fn homes_of(sheets: &[Sheet], units: &[Unit]) -> [Angle; 2] {
    homes(|side| {
        let own = sheets.iter().zip(units).filter(|(s, u)| s.side == side && u.life == Life::Present);
        own.map(|(_, u)| u.pose.at).collect()
    })
}

/// Where reinforcements come on; a second half comes with the first.
fn entries(scenario: &Scenario, sheets: &[Sheet], units: usize, generals: &[General]) -> BTreeMap<u16, Pose> {
    set_up::entries(
        scenario,
        (3 * UD / 2, UD),
        |key| sheets.iter().position(|sheet| sheet.key == key && !sheet.half),
        |place| (place < generals.len()).then_some(units + place),
    )
}
