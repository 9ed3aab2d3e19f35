//! The data that do not change in a battle.

use super::super::{General, Life, Unit};
use super::ScenarioTable;
use crate::field::Chain;
use crate::terms::type_table::GeneralWorth;
use crate::{Troop, UD};
use armies::Scenario;
use game::{Side, UnitId, UnitPart};
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
    /// Which of the units that the scenario has under this name (L3C-GAP-A61).
    pub part: Option<UnitPart>,
    pub nation: String,
    /// Its group, by place in the list.
    pub command: u16,
    /// Its regiment, if it may have other units.
    pub regiment: Option<String>,
    pub troop: Troop,
    /// Figures at the start; for a battery, guns.
    pub figures: u8,
    pub companies: u8,
    pub pounds: u8,
    /// Army points (L3C-GAP-A39).
    pub cost: i64,
    /// Strength or place is a guess of the scenario's writer.
    pub reconstructed: bool,
}

/// The fixed data of a general.
#[derive(Clone, Debug)]
pub struct GeneralSheet {
    pub side: Side,
    pub name: String,
    pub nation: String,
    pub leader: GeneralWorth,
    /// The units that the general commands (L3C-GAP-A64).
    pub chain: Chain,
    /// Commander of the army (GEC).
    pub chief: bool,
}

/// The fixed data of a group (GT); its general has the same place in the list of generals.
#[derive(Clone, Debug)]
pub struct GroupSheet {
    pub side: Side,
    pub name: String,
    pub units: Vec<UnitId>,
}

#[derive(Clone, Debug)]
pub struct Objective {
    pub area: Vec<Point>,
    pub middle: Point,
    /// Points for the side that holds it.
    pub points: i64,
    /// The side that holds it at the start.
    pub holder: Option<Side>,
}

/// The other parts of the scenario.
#[derive(Clone, Debug)]
pub struct ScenarioSheet {
    /// Length in turns (L3C-GAP-A92).
    pub turns: u16,
    pub year: u16,
    /// The attacking side, if the scenario names one (L3C-GAP-A10).
    pub attacker: Option<Side>,
    /// There are operational marches in every turn (L3C-GAP-A67).
    pub operational: bool,
    /// Deployment areas by side; empty: places are set.
    pub zones: [Vec<DeployZone>; 2],
    pub objectives: Vec<Objective>,
    /// Victories at the end of the battle: the side, and the objectives that it must hold.
    pub decisions: Vec<(Side, Vec<usize>)>,
    /// Share of each army in percent whose loss breaks it (L3C-GAP-A91).
    pub breaks: [u8; 2],
    /// Bearing towards the own table edge.
    pub home: [Angle; 2],
    /// Places where reinforcements arrive: unit or general id, pose.
    pub entries: BTreeMap<u16, Pose>,
}

impl ScenarioSheet {
    pub(super) fn new(
        book: &crate::Book,
        scenario: &Scenario,
        table: &ScenarioTable,
        sheets: &[Sheet],
        units: &[Unit],
        generals: &[General],
    ) -> Self {
        let objectives = scenario.objectives.iter().map(|o| {
            let area = o.area.outline();
            let middle = middle_of(&area);
            let points = i64::from(o.points.unwrap_or(0));
            Objective { area, middle, points, holder: o.holder }
        });
        Self {
            turns: scenario.turns(super::ID),
            year: scenario.date.year,
            attacker: table.attacker,
            operational: table.operational,
            zones: set_up::zones(scenario),
            objectives: objectives.collect(),
            decisions: set_up::decisions(scenario),
            breaks: scenario.victory.breaks.map(|share| share.unwrap_or(book.tables.victory.breaks_at)),
            home: homes_of(sheets, units),
            entries: entries(scenario, sheets, units.len(), generals),
        }
    }
}

/// The direction of each side's own table edge: away from the enemy, by the starting places.
fn homes_of(sheets: &[Sheet], units: &[Unit]) -> [Angle; 2] {
    homes(|side| {
        let own = sheets.iter().zip(units).filter(|(s, u)| s.side == side && u.life == Life::Present);
        own.map(|(_, u)| u.pose.at).collect()
    })
}

/// Places where reinforcements arrive, side by side (L3C-GAP-A68).
fn entries(scenario: &Scenario, sheets: &[Sheet], units: usize, generals: &[General]) -> BTreeMap<u16, Pose> {
    set_up::entries(
        scenario,
        (UD, UD),
        |key| {
            let own = sheets.iter().enumerate().filter(|(_, sheet)| sheet.key == key);
            own.map(|(n, _)| n).collect::<Vec<usize>>()
        },
        |place| (place < generals.len()).then_some(units + place),
    )
}
