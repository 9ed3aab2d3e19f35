//! Sets up a scenario under Bataille Empire: the fixed data (sheets), and the world at the start.

mod sheets;

pub use sheets::{DivisionSheet, GeneralSheet, Objective, ScenarioSheet, Sheet};

use super::{Division, Fate, General, GeneralsLost, Life, Unit, World, layout};
use crate::resolve::budget;
use crate::terms::profile::TypeTable;
use crate::{Ability, Arm, BatailleEmpire, Body, Book, Formation, Going, Grade, Order, r};
use armies::{Scenario, Strength, Troops};
use game::{Secret, Side};
use rulebook::set_up::{general_table, scenario_table};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeSet;
use table::{Cm, Piece, Point, Pose, Terrain, overlaps};

const ID: &str = "bataille-empire";
/// Maximum distance by which two halves are moved sideways to be clear of others, and the step.
const ASIDE: Cm = 8 * crate::UD;
const STEP: Cm = crate::UD / 4;

/// The table of a general for this ruleset.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct GeneralTable {
    grade: Grade,
}

/// The settings of a scenario for this ruleset.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct ScenarioTable {
    /// Read by [`Scenario::turns`].
    #[serde(rename = "turns")]
    _turns: Option<IgnoredAny>,
    /// The attacker (BE-GAP-11).
    attacker: Option<Side>,
    /// Dice may prolong the battle (BE-GAP-85).
    extra_turns: bool,
}

/// Sets up a battle.
///
/// # Errors
/// Every fault of the scenario under this ruleset.
pub fn set_up(book: Book, scenario: &Scenario, troops: &Troops) -> Result<BatailleEmpire, Vec<game::Fault>> {
    let mut made = Made { terrain: Terrain::new(scenario.ground.clone()), ..Made::new(book, troops) };
    for side in Side::BOTH {
        made.force(scenario, side);
    }
    made.finish(scenario)
}

/// The result so far.
struct Made<'a> {
    book: Book,
    troops: &'a Troops,
    terrain: Terrain,
    faults: Vec<game::Fault>,
    sheets: Vec<Sheet>,
    units: Vec<Unit>,
    generals: Vec<General>,
    general_sheets: Vec<GeneralSheet>,
    divisions: Vec<Division>,
    division_sheets: Vec<DivisionSheet>,
    chief: [usize; 2],
}

impl<'a> Made<'a> {
    fn new(book: Book, troops: &'a Troops) -> Self {
        Self {
            book,
            troops,
            terrain: Terrain::new(table::Ground::default()),
            faults: Vec::new(),
            sheets: Vec::new(),
            units: Vec::new(),
            generals: Vec::new(),
            general_sheets: Vec::new(),
            divisions: Vec::new(),
            division_sheets: Vec::new(),
            chief: [0, 0],
        }
    }

    fn force(&mut self, scenario: &Scenario, side: Side) {
        let force = scenario.force(side);
        let offset = self.generals.len();
        let root = chief_of(force);
        self.chief[side.index()] = offset + root;
        for (place, command) in force.commands.iter().enumerate() {
            // A command with units of its own is a division, also that of the commander-in-chief (BE-GAP-09).
            let real = !command.units.is_empty();
            let arrives = force.arrival_of_general(place);
            self.general(command, side, &force.nation, (real || place == root, arrives));
            let here = rulebook::ids::number(offset + place);
            let first = self.sheets.len();
            for unit in &command.units {
                self.unit(unit, side, here, force.arrival_of(&unit.id));
            }
            let ids = (first..self.sheets.len()).map(rulebook::ids::unit_id).collect();
            let name = command.name.fr.clone();
            self.division_sheets.push(DivisionSheet { side, name, real, units: ids });
            self.divisions
                .push(Division { started: rulebook::saturated::<u8, _>(command.units.len()), ..Division::default() });
        }
    }

    fn general(&mut self, command: &armies::Command, side: Side, nation: &str, (serves, arrives): (bool, Option<u16>)) {
        let general = &command.general;
        let table: GeneralTable = general_table(command, ID, &mut self.faults);
        let nation = command.units.first().map_or(nation, |u| u.nation.as_str());
        let life = match (general.at, arrives) {
            _ if !serves => Life::Gone(Fate::Merged),
            (_, Some(turn)) => Life::OffTable(turn),
            (Some(_), None) => Life::Present,
            // The general enters with the first of his units.
            (None, None) => Life::OffTable(0),
        };
        self.general_sheets.push(GeneralSheet { side, name: general.name.clone(), nation: nation.to_owned() });
        self.generals.push(General {
            at: general.at.unwrap_or_default(),
            life,
            attached: None,
            grade: table.grade,
            successor: false,
            moved: false,
        });
    }

    fn unit(&mut self, unit: &armies::Unit, side: Side, command: u16, arrives: Option<u16>) {
        let body = self.body(unit).unwrap_or_else(|error| {
            self.faults.push(error.of_unit(&unit.id));
            Body::default()
        });
        let mut pose = unit.pose.unwrap_or_default();
        let inside = (unit.formation == armies::Formation::Garrison)
            .then(|| self.terrain.at(pose.at).find(|f| self.holds(*f)))
            .flatten();
        let formation = match unit.formation {
            armies::Formation::Line => Formation::Line,
            armies::Formation::AttackColumn | armies::Formation::MarchColumn => Formation::Column,
            armies::Formation::Square => Formation::HollowSquare,
            // Only infantry breaks up into skirmishers (BE-GAP-31, BE-GAP-37).
            armies::Formation::Skirmish if body.arm == Arm::Infantry => Formation::Skirmish,
            armies::Formation::Skirmish => Formation::Line,
            armies::Formation::Limbered => Formation::Limbered,
            armies::Formation::Deployed => Formation::Deployed,
            armies::Formation::Garrison if inside.is_some() => Formation::Garrison,
            armies::Formation::Garrison => Formation::Line,
        };
        if inside.is_some() {
            // The scenario gives the middle of a garrison, not of its front.
            pose = pose.ahead(layout::extent(&self.book, &body, Formation::Garrison).1 / 2);
        }
        let cost = rulebook::saturated::<i32, _>(budget::unit(&self.book, &body, &mut game::Quiet));
        self.sheets.push(Sheet {
            side,
            key: unit.id.clone(),
            name: unit.name.fr.clone(),
            nation: unit.nation.clone(),
            command,
            body,
            cost,
            reconstructed: unit.reconstructed,
            twin: None,
            half: false,
        });
        self.units.push(Unit {
            pose,
            life: arrives.map_or(Life::Present, Life::OffTable),
            // A unit that enters later does so in column (BE-GAP-23).
            formation: match (arrives, body.arm) {
                (Some(_), Arm::Artillery) => Formation::Limbered,
                (Some(_), _) => Formation::Column,
                (None, _) => formation,
            },
            inside,
            battalion_guns: body.has(Ability::BattalionGuns),
            ..Unit::default()
        });
    }

    fn holds(&self, feature: u16) -> bool {
        self.terrain.kind(feature).is_some_and(|kind| self.book.tables.terrain(kind).garrison > 0)
    }

    /// The profile of a unit: its type in the year of the battle, its size by its strength (BE-GAP-05), its morale by
    /// the quality on the day (BE-GAP-08).
    fn body(&self, unit: &armies::Unit) -> Result<Body, game::Fault> {
        let table = unit.for_ruleset(ID, self.troops).ok_or(rulebook::SetUpFault::TypeWithoutValues)?;
        let table = rulebook::read_toml::<TypeTable>(table)?;
        let arm = match unit.arm {
            armies::Arm::Infantry => Arm::Infantry,
            armies::Arm::Cavalry => Arm::Cavalry,
            armies::Arm::Artillery => Arm::Artillery,
        };
        if !self.book.on(r::BE_GAP_01) {
            return Ok(Body { arm, ..Body::default() });
        }
        let mut body = table.body(arm, unit.year)?;
        if let Strength::Men(n) | Strength::Guns(n) = unit.strength
            && self.book.on(r::BE_GAP_05)
        {
            body.size = self.book.tables.size.of(arm, rulebook::saturated::<u16, _>(n));
        }
        body.morale = match unit.quality {
            armies::Quality::Raw if self.book.on(r::BE_GAP_08) => body.morale.saturating_sub(1).max(1),
            armies::Quality::Veteran if self.book.on(r::BE_GAP_08) => (body.morale + 1).min(6),
            _ => body.morale,
        };
        Ok(body)
    }

    /// Adds a second half for every battalion that may detach (BE-GAP-37), last in the list.
    fn halves(&mut self) {
        for n in 0..self.sheets.len() {
            let (sheet, unit) = (self.sheets[n].clone(), self.units[n].clone());
            let may = budget::may_detach(&self.book, &sheet.body);
            if !may && unit.formation != Formation::Skirmish {
                continue;
            }
            let twin = rulebook::ids::unit_id(self.sheets.len());
            let first = rulebook::ids::unit_id(n);
            let mut second = Unit { life: Life::Folded, detached: true, ..unit.clone() };
            if unit.formation == Formation::Skirmish {
                second.life = unit.life;
                [self.units[n].pose, second.pose] = self.abreast(n, &sheet.body, &unit);
                self.units[n].detached = true;
            }
            self.sheets[n].twin = Some(twin);
            self.sheets.push(Sheet { twin: Some(first), half: true, ..sheet });
            self.units.push(second);
        }
    }

    /// The places of the halves of a unit that starts detached: side by side around the middle given by the scenario;
    /// if others stand there, along their front to the first free place (BE-GAP-37, BE-GAP-38).
    fn abreast(&self, n: usize, body: &Body, unit: &Unit) -> [Pose; 2] {
        let (front, _) = layout::extent(&self.book, body, Formation::Skirmish);
        let halves =
            |aside: Cm| [-front / 2, front / 2].map(|x| Pose { at: unit.pose.local(aside + x, 0), ..unit.pose });
        if unit.life != Life::Present || !self.book.on(r::BE_GAP_38) {
            return halves(0);
        }
        let others: Vec<Piece> = (self.units.iter().zip(&self.sheets).enumerate())
            .filter(|(m, (other, _))| *m != n && other.life == Life::Present)
            .map(|(_, (other, sheet))| layout::piece(&self.book, &sheet.body, other.pose, other.formation))
            .collect();
        let closed = |at: Point| {
            let mut kinds = self.terrain.at(at).filter_map(|feature| self.terrain.kind(feature));
            kinds.any(|kind| self.book.tables.terrain(kind).going == Going::Closed)
        };
        let free = |poses: &[Pose; 2]| {
            poses.iter().all(|pose| {
                let piece = layout::piece(&self.book, body, *pose, Formation::Skirmish);
                let taken = others.iter().any(|other| overlaps(&piece, other));
                self.terrain.holds(&piece) && !closed(piece.pose.at) && !taken
            })
        };
        let asides = (1..=ASIDE / STEP).flat_map(|k| [k * STEP, -k * STEP]);
        std::iter::once(0).chain(asides).map(halves).find(free).unwrap_or_else(|| halves(0))
    }

    fn finish(mut self, scenario: &Scenario) -> Result<BatailleEmpire, Vec<game::Fault>> {
        self.halves();
        if self.units.is_empty() || self.generals.is_empty() {
            self.faults.push(rulebook::SetUpFault::NoUnits.into());
        }
        let table: ScenarioTable = scenario_table(scenario, ID, &mut self.faults);
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        let sheet = ScenarioSheet::new(scenario, &table, &self.sheets, &self.units, &self.generals);
        self.late_generals(&sheet);
        for (division, sheets) in self.divisions.iter_mut().zip(&self.division_sheets) {
            division.order = if sheets.real { first_order(&sheet, sheets.side) } else { Order::None };
        }
        let world = World {
            turn: 0,
            phase: super::Phase::Setup,
            active: None,
            first: sheet.attacker,
            attacker: sheet.attacker,
            battle: None,
            units: self.units,
            generals: self.generals,
            divisions: self.divisions,
            chief: self.chief,
            chief_points: [0, 0],
            activation: None,
            activations: 0,
            under: Vec::new(),
            owed: Vec::new(),
            seen_go: Vec::new(),
            holders: sheet.objectives.iter().map(|o| o.holder).collect(),
            lost: [GeneralsLost::default(); 2],
            hidden: [Secret::Known(BTreeSet::new()), Secret::Known(BTreeSet::new())],
            flankers: [Secret::Known(None), Secret::Known(None)],
            extra_turns: 0,
            outcome: None,
        };
        Ok(BatailleEmpire::new(
            self.book,
            self.terrain,
            self.sheets,
            self.general_sheets,
            self.division_sheets,
            sheet,
            world,
        ))
    }

    /// A general without a place enters with the first of his units.
    fn late_generals(&mut self, sheet: &ScenarioSheet) {
        for (place, division) in self.division_sheets.iter().enumerate() {
            let first = division.units.iter().filter_map(|id| match self.units.get(usize::from(id.0))?.life {
                Life::OffTable(turn) => Some((turn, *id)),
                _ => Some((0, *id)),
            });
            let Some((turn, id)) = first.min() else { continue };
            let general = rulebook::ids::at_mut(&mut self.generals, place, "general");
            if general.life != Life::OffTable(0) {
                continue;
            }
            general.life = if turn == 0 { Life::Present } else { Life::OffTable(turn) };
            let pose = if turn == 0 {
                self.units.get(usize::from(id.0)).map(|u| u.pose)
            } else {
                sheet.entries.get(&id.0).copied()
            };
            general.at = pose.map_or(general.at, |pose: Pose| pose.ahead(-2 * crate::UD).at);
            if !self.terrain.inside(general.at) {
                general.at = pose.map_or(Point::default(), |pose| pose.at);
            }
        }
    }
}

/// The commander-in-chief: the one named, or the highest; if he never enters the table, the highest general there.
fn chief_of(force: &armies::Force) -> usize {
    let named = force.chief();
    let comes = |place: &usize| {
        let there = rulebook::ids::at(&force.commands, *place, "command").general.at.is_some();
        there || force.arrival_of_general(*place).is_some()
    };
    let present = || {
        let commands = force.commands.iter().enumerate().filter(|(_, command)| command.general.at.is_some());
        commands
            .max_by_key(|(place, command)| (command.general.rank, std::cmp::Reverse(*place)))
            .map(|(place, _)| place)
    };
    named.filter(comes).or_else(present).or(named).unwrap_or(0)
}

/// The default order of a division: the attacker attacks, the defender holds if it has objectives.
fn first_order(sheet: &ScenarioSheet, side: Side) -> Order {
    let holds = sheet.objectives.iter().any(|objective| objective.holder == Some(side));
    match (sheet.attacker == side, holds) {
        (true, _) => Order::Attack,
        (false, true) => Order::Hold,
        (false, false) => Order::Engage,
    }
}
