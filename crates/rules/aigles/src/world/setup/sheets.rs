//! The data that do not change in a battle.

use super::super::{Life, Unit};
use super::ScenarioTable;
use crate::terms::troops::Figure;
use crate::{Book, CM, Profile, Status, Tenths, r};
use armies::Scenario;
use game::{Side, UnitId, UnitPart};
use rulebook::DeployZone;
use rulebook::set_up::{self, middle_of};
use std::collections::BTreeMap;
use table::{Angle, Point, Pose};

/// The fixed data of a unit.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub side: Side,
    /// Id in the scenario.
    pub key: String,
    pub name: String,
    /// Which part of what bears this name.
    pub named_part: Option<UnitPart>,
    pub nation: String,
    /// Its command, by place in the list.
    pub command: u16,
    /// The profile of its type; a part has that of its battalion or regiment.
    pub profile: Profile,
    /// By its most numerous kind (LA-GAP-45).
    pub status: Status,
    /// Its most numerous kind of figure.
    pub leading: Figure,
    /// Figures abreast in a company (LA-GAP-68).
    pub front: u8,
    /// Cost at the start.
    pub cost: Tenths,
    /// Its company or squadrons that may be detached (LA-GAP-78).
    pub part: Option<UnitId>,
    /// The battalion or regiment to which it belongs.
    pub part_of: Option<UnitId>,
    /// Strength or place is a guess of the scenario's writer.
    pub reconstructed: bool,
}

/// The role of an officer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    General {
        /// Whether this is the general-in-chief.
        chief: bool,
    },
    Aide {
        /// The general served, by place in the list.
        of: u16,
    },
}

/// The fixed data of an officer.
#[derive(Clone, Debug)]
pub struct OfficerSheet {
    pub side: Side,
    pub name: String,
    /// An aide bears the name of his general.
    pub named_part: Option<UnitPart>,
    pub nation: String,
    /// The officer's command, by place in the list.
    pub command: u16,
    pub role: Role,
    /// Value in points (LA-GAP-71).
    pub points: u8,
}

/// The fixed data of a command.
#[derive(Clone, Debug)]
pub struct CommandSheet {
    pub side: Side,
    pub name: String,
    /// Its units, without detachable parts.
    pub units: Vec<UnitId>,
    /// The command above it.
    pub above: Option<u16>,
}

#[derive(Clone, Debug)]
pub struct Objective {
    pub area: Vec<Point>,
    pub middle: Point,
    /// The side that holds it at the start.
    pub holder: Option<Side>,
    /// Points for holding it, in the scenario.
    pub points: i32,
}

/// The other parts of the scenario.
#[derive(Clone, Debug)]
pub struct ScenarioSheet {
    /// Length in periods (LA-GAP-70).
    pub periods: u16,
    /// It rains (LA-GAP-73).
    pub rain: bool,
    /// Deployment areas by side; empty: places are set.
    pub zones: [Vec<DeployZone>; 2],
    pub objectives: Vec<Objective>,
    /// Victories at the end of the battle: the side, and the objectives that it must hold.
    pub decisions: Vec<(Side, Vec<usize>)>,
    /// Percentage of its budget whose loss breaks a side (LA-GAP-75).
    pub breaks: [u8; 2],
    /// The direction of each side's own table edge.
    pub home: [Angle; 2],
    /// Places where reinforcements arrive: unit or officer id, pose.
    pub entries: BTreeMap<u16, Pose>,
    /// Budget of each side at the start, in tenths of a point.
    pub budget: [i64; 2],
}

impl ScenarioSheet {
    pub(super) fn new(
        scenario: &Scenario,
        table: &ScenarioTable,
        book: &Book,
        sheets: &[Sheet],
        units: &[Unit],
        officers: &[OfficerSheet],
    ) -> Self {
        let setting = &book.tables.setting;
        let own = table.turns.is_some();
        let per_turn = if own || !book.on(r::LA_GAP_70) { 1 } else { setting.periods_per_turn };
        let objectives = scenario.objectives.iter().map(|o| {
            let area = o.area.outline();
            let points = rulebook::saturated::<i32, _>(o.points.unwrap_or(0));
            Objective { middle: middle_of(&area), area, holder: o.holder, points }
        });
        let budget = Side::BOTH.map(|side| {
            let troops: i64 = sheets.iter().filter(|s| s.side == side).map(|s| i64::from(s.cost.0)).sum();
            let people: i64 = officers.iter().filter(|o| o.side == side).map(|o| i64::from(o.points) * 10).sum();
            troops + people
        });
        let breaks = scenario.victory.breaks.map(|per_cent| per_cent.unwrap_or(setting.break_percent));
        Self {
            periods: scenario.turns(super::ID).saturating_mul(per_turn).max(1),
            rain: scenario.weather.rain,
            zones: set_up::zones(scenario),
            objectives: objectives.collect(),
            decisions: set_up::decisions(scenario),
            breaks,
            home: homes(sheets, units),
            entries: entries(scenario, sheets, units.len(), officers),
            budget,
        }
    }
}

/// The direction of each side's own edge: the one behind its facing (LA-GAP-70).
fn homes(sheets: &[Sheet], units: &[Unit]) -> [Angle; 2] {
    let facing = |side: Side| {
        let mut votes = [0_i32; 4];
        for (sheet, unit) in sheets.iter().zip(units) {
            if sheet.side == side && unit.life == Life::Present && sheet.part_of.is_none() {
                votes[((unit.pose.facing + 4_500).rem_euclid(36_000) / 9_000) as usize] += 1;
            }
        }
        let most = (0..4).max_by_key(|n| (votes[*n as usize], -*n)).unwrap_or(0);
        (votes.iter().sum::<i32>() > 0).then_some(most * 9_000)
    };
    let back = |bearing: Angle| (bearing + 18_000).rem_euclid(36_000);
    match (facing(Side::Blue), facing(Side::Red)) {
        (Some(blue), Some(red)) => [back(blue), back(red)],
        (Some(blue), None) => [back(blue), blue],
        (None, Some(red)) => [red, back(red)],
        (None, None) => [18_000, 0],
    }
}

/// Places where reinforcements arrive; a general brings the aides.
fn entries(scenario: &Scenario, sheets: &[Sheet], units: usize, officers: &[OfficerSheet]) -> BTreeMap<u16, Pose> {
    set_up::entries(
        scenario,
        (12 * CM, CM),
        |key| sheets.iter().position(|sheet| sheet.key == key && sheet.part_of.is_none()),
        |place| {
            let command = rulebook::ids::number(place);
            officers.iter().enumerate().filter(move |(_, o)| o.command == command).map(move |(n, _)| units + n)
        },
    )
}
