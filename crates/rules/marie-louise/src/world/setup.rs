//! Sets up a scenario under Marie-Louise: the fixed data (sheets), and the world at the start.

mod setup_tables;

use self::setup_tables::{GeneralTable, ScenarioTable, TypeTable};
use super::Phase;
use super::{Command, General, Life, Unit, World, layout::ELEMENT_DEPTH};
use crate::resolve::budget;
use crate::resolve::strength;
use crate::terms::doctrine::{self, Doctrine};
use crate::{Arm, Book, Formation, Level, MarieLouise, Marker, Order, Profile, Rank, r};
use armies::{Scenario, Strength, Troops};
use game::{Fault, FaultReason, Quiet, Secret, Side};
use rulebook::DeployZone;
use rulebook::set_up::{self, homes};
use std::collections::BTreeMap;
use table::{Angle, Point, Pose, Terrain};

const ID: &str = "marie-louise";

/// The fixed data of a unit.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub side: Side,
    /// Id in the scenario.
    pub key: String,
    pub name: String,
    pub nation: String,
    /// Its command, by place.
    pub command: u16,
    pub profile: Profile,
    /// Elements at the start.
    pub elements: u8,
    /// Cost (ML-13a).
    pub cost: i32,
    /// Strength or place is a guess by the author of the scenario.
    pub reconstructed: bool,
}

/// The fixed data of a general.
#[derive(Clone, Debug)]
pub struct GeneralSheet {
    pub side: Side,
    pub name: String,
    pub nation: String,
    /// Rank (ML-1.3b).
    pub rank: Rank,
    /// The command he leads, by number.
    pub command: u16,
    /// His immediate superior, by place in the list (ML-GAP-37).
    pub superior: Option<usize>,
    /// Cost (ML-13g, ML-13h).
    pub cost: i32,
}

/// The fixed data of a command; its general has the same place in the list of generals.
#[derive(Clone, Debug)]
pub struct CommandSheet {
    pub side: Side,
    pub name: String,
    /// Has infantry or cavalry of its own, and so receives orders (ML-3.1a).
    pub brigade: bool,
    /// The orders of battle open to its owner (ML-14a, ML-GAP-44); the first is the default.
    pub doctrines: Vec<Doctrine>,
}

#[derive(Clone, Debug)]
pub struct Objective {
    pub area: Vec<Point>,
    /// Points for the side that holds it.
    pub points: i32,
    /// The side that holds it at the start.
    pub holder: Option<Side>,
}

/// The remaining data of the scenario.
#[derive(Clone, Debug)]
pub struct ScenarioSheet {
    /// Length in turns.
    pub turns: u16,
    /// It rains (ML-7.2w, ML-7.3y).
    pub rain: bool,
    /// Deployment areas by side; empty: the scenario places the units.
    pub zones: [Vec<DeployZone>; 2],
    pub objectives: Vec<Objective>,
    /// Percentage of an army whose loss breaks it.
    pub breaks: [i32; 2],
    /// Sides that win at the end by holding these objectives.
    pub decisions: Vec<(Side, Vec<usize>)>,
    /// Bearing towards the own table edge.
    pub home: [Angle; 2],
    /// Entry points of reserves, by id of unit or general.
    pub entries: BTreeMap<u16, Pose>,
    /// On the first turn OS need no test, by custom (ML-4.2f).
    pub free_first_orders: bool,
}

fn points(cost: i64) -> i32 {
    rulebook::saturated::<i32, _>(cost)
}

/// Sets up a battle.
pub fn set_up(book: Book, scenario: &Scenario, troops: &Troops) -> Result<MarieLouise, Vec<Fault>> {
    let mut faults = Vec::new();
    let table: ScenarioTable = set_up::scenario_table(scenario, ID, &mut faults);
    let mut sheets = Vec::new();
    let mut units = Vec::new();
    let mut generals = Vec::new();
    let mut general_sheets: Vec<GeneralSheet> = Vec::new();
    let mut commands = Vec::new();
    let mut command_sheets = Vec::new();
    let terrain = Terrain::new(scenario.ground.clone());
    let offsets = [0, scenario.force(Side::Blue).commands.len()];
    for side in Side::BOTH {
        let force = scenario.force(side);
        let offset = offsets[side.index()];
        for (place, command) in force.commands.iter().enumerate() {
            let here = rulebook::ids::number(offset + place);
            let brigade = command.units.iter().any(|u| u.arm != armies::Arm::Artillery);
            let nation = command.units.first().map_or(force.nation.as_str(), |u| u.nation.as_str());
            let (doctrine, others) = doctrines_of(&book, nation, scenario.date.year, command, &table);
            let doctrines = std::iter::once(doctrine).chain(others).collect();
            command_sheets.push(CommandSheet { side, name: command.name.fr.clone(), brigade, doctrines });
            commands.push(Command { order: Order::None, general_lost: None, doctrine });
            let worth = general_table(command, &mut faults);
            let rank = match command.general.rank {
                armies::Rank::Brigade => Rank::Brigade,
                armies::Rank::Division => Rank::Division,
                armies::Rank::Corps => Rank::Corps,
                armies::Rank::Army => Rank::Army,
            };
            general_sheets.push(GeneralSheet {
                side,
                name: command.general.name.clone(),
                nation: nation.to_owned(),
                rank,
                command: here,
                superior: command.superior.map(|s| offset + s),
                cost: points(budget::general(
                    &book,
                    &budget::Commission { rank, competence: worth.competence, charisma: worth.charisma },
                    &mut Quiet,
                )),
            });
            let arrives = force.arrival_of_general(place);
            let life = match (command.general.at, arrives) {
                (_, Some(turn)) => Life::Reserve(turn),
                (Some(_), None) => Life::Present,
                (None, None) => {
                    // A brigade's general must be on the table (ML-1.2e); higher generals may be elsewhere (ML-1.3a).
                    let missing = if brigade { book.on(r::ML_1_2E) } else { !book.on(r::ML_1_3A) };
                    if missing {
                        faults.push(Fault::from(rulebook::SetUpFault::GeneralNotOnTable).of_command(&command.id));
                    }
                    Life::Gone(super::Fate::OffTable)
                }
            };
            generals.push(General {
                at: command.general.at.unwrap_or_default(),
                life,
                attached: None,
                charisma: worth.charisma,
                competence: worth.competence,
                replacement: false,
            });
            for unit in &command.units {
                let table = match unit.for_ruleset(ID, troops).map(rulebook::read_toml::<TypeTable>) {
                    Some(Ok(table)) => table,
                    Some(Err(error)) => {
                        faults.push(error.of_unit(&unit.id));
                        TypeTable::default()
                    }
                    None => {
                        if book.on(r::ML_1_4A) {
                            faults.push(Fault::from(rulebook::SetUpFault::TypeWithoutValues).of_unit(&unit.id));
                        }
                        TypeTable::default()
                    }
                };
                let arm = match unit.arm {
                    armies::Arm::Infantry => Arm::Infantry,
                    armies::Arm::Cavalry => Arm::Cavalry,
                    armies::Arm::Artillery => Arm::Artillery,
                };
                let mut profile = table.profile(arm).unwrap_or_else(|error| {
                    if book.on(r::ML_1_4A) {
                        faults.push(error.of_unit(&unit.id));
                    }
                    Profile { arm, ..Profile::default() }
                });
                // The quality on the day shifts cohesion by one level (ML-1.4d: set by circumstances or experience).
                profile.cohesion = match (unit.quality, profile.cohesion) {
                    (armies::Quality::Raw, Level::Superior) => Level::Standard,
                    (armies::Quality::Raw, _) => Level::Poor,
                    (armies::Quality::Veteran, Level::Poor) => Level::Standard,
                    (armies::Quality::Veteran, _) => Level::Superior,
                    (armies::Quality::Usual, cohesion) => cohesion,
                };
                let own = unit.overrides.get(ID).and_then(|t| t.get("elements")).is_some();
                if own && table.elements == Some(0) {
                    faults.push(Fault::at("elements", FaultReason::between(1, u8::MAX, 0)).of_unit(&unit.id));
                }
                let told = table.elements.filter(|_| own).map(|n| Strength::Elements(u32::from(n)));
                let count = strength::elements(&book, told.unwrap_or(unit.strength), &mut Quiet);
                let purchase = budget::Purchase { elements: count, unit: profile.clone(), mounted: false };
                let cost = points(budget::unit(&book, &purchase, &mut Quiet).cost);
                let formation = starting_formation(unit, profile.skirmish_only && book.on(r::ML_1_4C), &terrain);
                let pose = unit.pose.unwrap_or_default();
                let inside = (formation == Formation::NoFormation)
                    .then(|| terrain.at(pose.at).find(|f| terrain.feature(*f).is_some_and(|f| f.strongpoint)))
                    .flatten();
                sheets.push(Sheet {
                    side,
                    key: unit.id.clone(),
                    name: unit.name.fr.clone(),
                    nation: unit.nation.clone(),
                    command: here,
                    profile,
                    elements: count,
                    cost,
                    reconstructed: unit.reconstructed,
                });
                units.push(Unit {
                    // The file gives the middle of the front edge, the pose of the TdC is its centre.
                    pose: pose.ahead(-ELEMENT_DEPTH / 2),
                    inside,
                    life: force.arrival_of(&unit.id).map_or(Life::Present, Life::Reserve),
                    formation,
                    marker: Marker::None,
                    order: Order::None,
                    specific: false,
                    elements: count,
                    losses: 0,
                    lost: 0,
                    has_fired: false,
                    obstacle: None,
                    now: super::Turn::default(),
                    before: super::LastTurn::default(),
                });
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let sheet = scenario_sheet(&book, scenario, &table, &sheets, &units);
    let world = World {
        turn: 0,
        phase: Phase::Setup,
        orders_in_force: false,
        hurried_moment: false,
        units,
        generals,
        commands,
        burning: Vec::new(),
        orders: [Secret::Known(super::Orders::default()), Secret::Known(super::Orders::default())],
        plans: [Secret::Known(BTreeMap::new()), Secret::Known(BTreeMap::new())],
        charges: Vec::new(),
        met: Vec::new(),
        holders: sheet.objectives.iter().map(|o| o.holder).collect(),
        outcome: None,
    };
    Ok(MarieLouise::new(book, terrain, sheets, general_sheets, command_sheets, sheet, world))
}

fn general_table(command: &armies::Command, faults: &mut Vec<Fault>) -> GeneralTable {
    let table: GeneralTable = set_up::general_table(command, ID, faults);
    // ML-1.3d, ML-1.3c: values outside these bounds would never pass a test, or always.
    for (name, value, bounds) in [("competence", table.competence, 1..=4), ("charisma", table.charisma, 0..=3)] {
        if !bounds.contains(&value) {
            let (least, most) = bounds.into_inner();
            let fault = Fault::at(name, FaultReason::between(least, most, value));
            faults.push(fault.of_general(&command.id, &command.general.name));
        }
    }
    table
}

/// The doctrine of a brigade (ML-14a), and those that its owner may choose instead. If two are open, the one that fits
/// the starting formations comes first; one set by the scenario is final.
fn doctrines_of(
    book: &Book,
    nation: &str,
    year: u16,
    command: &armies::Command,
    table: &ScenarioTable,
) -> (Doctrine, Vec<Doctrine>) {
    let open = doctrine::doctrines(book, nation, year);
    let chosen = table.doctrine.get(&command.id).copied();
    let columns = command.units.iter().any(|u| u.formation == armies::Formation::AttackColumn);
    let fitting = if columns { Doctrine::Deep } else { Doctrine::Thin };
    if let Some(order) = chosen.filter(|order| open.contains(order)) {
        return (order, Vec::new());
    }
    let first = open.iter().find(|order| **order == fitting).or(open.first()).copied().unwrap_or(Doctrine::Mixed);
    (first, open.iter().copied().filter(|order| *order != first).collect())
}

fn starting_formation(unit: &armies::Unit, skirmish_only: bool, terrain: &Terrain) -> Formation {
    if skirmish_only {
        return Formation::Skirmish;
    }
    match unit.formation {
        armies::Formation::Line => Formation::Line,
        armies::Formation::AttackColumn => Formation::AttackColumn,
        armies::Formation::MarchColumn => Formation::MarchColumn,
        armies::Formation::Square => Formation::Square,
        armies::Formation::Skirmish => Formation::Skirmish,
        armies::Formation::Limbered => Formation::Limbered,
        armies::Formation::Deployed => Formation::Deployed,
        armies::Formation::Garrison => {
            let inside =
                unit.pose.is_some_and(|p| terrain.at(p.at).any(|f| terrain.feature(f).is_some_and(|f| f.strongpoint)));
            if inside { Formation::NoFormation } else { Formation::Line }
        }
    }
}

fn scenario_sheet(
    book: &Book,
    scenario: &Scenario,
    table: &ScenarioTable,
    sheets: &[Sheet],
    units: &[Unit],
) -> ScenarioSheet {
    let victory = &book.tables.victory;
    let home = homes(|side| {
        let own = sheets.iter().zip(units).filter(|(s, u)| s.side == side && u.present());
        own.map(|(_, u)| u.pose.at).collect()
    });
    // Units and generals that enter at one place come on one after another.
    let unit = |key: &str| sheets.iter().position(|sheet| sheet.key == key);
    let entries = set_up::entries(scenario, (0, 0), unit, |place| Some(sheets.len() + place));
    ScenarioSheet {
        turns: scenario.turns(ID),
        rain: scenario.weather.rain,
        zones: set_up::zones(scenario),
        objectives: scenario
            .objectives
            .iter()
            .map(|o| Objective {
                area: o.area.outline(),
                points: o.points.map_or(i32::from(victory.objective_points), rulebook::saturated::<i32, _>),
                holder: o.holder,
            })
            .collect(),
        breaks: scenario.victory.breaks.map(|b| i32::from(b.unwrap_or(victory.breaks_at_percent))),
        decisions: set_up::decisions(scenario),
        home,
        entries,
        free_first_orders: !table.first_orders_tested,
    }
}
