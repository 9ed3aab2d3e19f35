//! Sets up a scenario under Les Trois Couleurs: the fixed data (sheets), and the world at the start.

mod quarters;
mod sheets;

pub use sheets::{GeneralSheet, GroupSheet, Objective, ScenarioSheet, Sheet};

use super::{Fate, General, Life, Line, Phase, Unit, World, frontage};
use crate::field::Chain;
use crate::resolve::people::budget::{self, Purchase};
use crate::resolve::people::raising;
use crate::terms::type_table::{GeneralWorth, LeaderTable, RaisedUnit, TypeTable};
use crate::{Arm, Body, Book, Case, Cohesion, Formation, Gait, TroisCouleurs, UD};
use armies::{Scenario, Troops};
use game::{Secret, Side, UnitId, UnitPart};
use rulebook::set_up::scenario_table;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::{BTreeMap, BTreeSet};
use table::{Cm, Piece, Point, Pose, Terrain, overlaps};

const ID: &str = "trois-couleurs";

/// This ruleset's section of a scenario.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct ScenarioTable {
    /// Read by [`Scenario::turns`] (L3C-GAP-A92).
    #[serde(rename = "turns")]
    _turns: Option<IgnoredAny>,
    /// The side that attacks (L3C-GAP-A10).
    attacker: Option<Side>,
    /// There are operational marches in every turn (L3C-GAP-A67).
    operational: bool,
}

/// The world at the start of a battle.
///
/// # Errors
/// Every fault of the scenario under this ruleset.
pub fn set_up(book: Book, scenario: &Scenario, troops: &Troops) -> Result<TroisCouleurs, Vec<game::Fault>> {
    let terrain = Terrain::new(quarters::divided(&book, scenario.ground.clone()));
    let mut made = Made {
        book,
        troops,
        terrain,
        faults: Vec::new(),
        sheets: Vec::new(),
        units: Vec::new(),
        generals: Vec::new(),
        general_sheets: Vec::new(),
        groups: Vec::new(),
    };
    for side in Side::BOTH {
        made.force(scenario, side);
    }
    rulebook::set_up::numbered(made.units.len() + made.generals.len())?;
    made.finish(scenario)
}

/// The parts made so far.
struct Made<'a> {
    book: Book,
    troops: &'a Troops,
    terrain: Terrain,
    faults: Vec<game::Fault>,
    sheets: Vec<Sheet>,
    units: Vec<Unit>,
    generals: Vec<General>,
    general_sheets: Vec<GeneralSheet>,
    groups: Vec<GroupSheet>,
}

impl Made<'_> {
    fn force(&mut self, scenario: &Scenario, side: Side) {
        let force = scenario.force(side);
        let offset = self.generals.len();
        // Only commands that are their own superiors have no chief; `armies` reports these, and no battle is fought
        // with them.
        let chief = force.chief();
        for (place, command) in force.commands.iter().enumerate() {
            let here = rulebook::ids::number(offset + place);
            let first = self.sheets.len();
            for unit in &command.units {
                self.unit(unit, side, here, force.arrival_of(&unit.id));
            }
            let ids: Vec<UnitId> = (first..self.sheets.len()).map(rulebook::ids::unit_id).collect();
            let arms: Vec<Arm> = self.sheets[first..].iter().map(|sheet| sheet.troop.arm).collect();
            let under = under(force, place).into_iter().map(|command| offset + command).filter(|n| *n < 128);
            let leads_all = Some(place) == chief;
            let chain = match leads_all {
                true => Chain::All,
                false => Chain::Brigades(under.fold(0, |set, n| set | 1 << n)),
            };
            let arrives = force.arrival_of_general(place);
            self.general(command, side, &force.nation, (chain, leads_all), (&arms, arrives));
            self.groups.push(GroupSheet { side, name: command.name.fr.clone(), units: ids });
        }
    }

    fn general(
        &mut self,
        command: &armies::Command,
        side: Side,
        nation: &str,
        (chain, chief): (Chain, bool),
        (arms, arrives): (&[Arm], Option<u16>),
    ) {
        let general = &command.general;
        let told = general.overrides.get(ID).map_or(Ok(LeaderTable::default()), LeaderTable::read);
        let leader = told.and_then(|table| table.leader(&self.book, general.rank, arms)).unwrap_or_else(|error| {
            self.faults.push(error.of_general(&command.id, &general.name));
            GeneralWorth { bonus: 0, actions: 1, arm: Arm::Infantry }
        });
        let life = match (general.at, arrives) {
            (_, Some(turn)) => Life::OffTable(turn),
            (Some(_), None) => Life::Present,
            // Without a place the general arrives with the first of the units, or not at all.
            (None, None) if arms.is_empty() => Life::Gone(Fate::Absent),
            (None, None) => Life::OffTable(0),
        };
        let nation = command.units.first().map_or(nation, |u| u.nation.as_str()).to_owned();
        self.general_sheets.push(GeneralSheet { side, name: general.name.clone(), nation, leader, chain, chief });
        let at = general.at.unwrap_or_default();
        self.generals.push(General {
            at,
            life,
            with: None,
            rallies: false,
            used: 0,
            unfit: 0,
            fallen: None,
            aide: false,
        });
    }

    /// A unit of the scenario: one unit here, or several squadrons (L3C-GAP-A61).
    fn unit(&mut self, unit: &armies::Unit, side: Side, command: u16, arrives: Option<u16>) {
        let raised = match self.raised(unit) {
            Ok(raised) => raised,
            Err(error) => {
                self.faults.push(error.of_unit(&unit.id));
                return;
            }
        };
        let RaisedUnit { troop, companies, pounds, regiment, .. } = raised;
        let strengths = raising::figures(&self.book, &troop, unit.strength);
        let parts = strengths.len();
        let whole = unit.pose.unwrap_or_default();
        let garrison = (unit.formation == armies::Formation::Garrison)
            .then(|| self.terrain.at(whole.at).find(|f| self.terrain.kind(*f).is_some_and(crate::world::sense::houses)))
            .flatten();
        let formation = match (arrives, troop.arm) {
            (Some(_), Arm::Artillery) => Formation::Limbered,
            (Some(_), _) => Formation::MarchColumn,
            (None, _) => first_formation(unit.formation, troop.arm),
        };
        for (n, figures) in strengths.iter().copied().enumerate() {
            let part = (parts > 1).then(|| UnitPart::nth("squadrons", rulebook::saturated(n + 1)));
            let purchase = Purchase {
                arm: troop.arm,
                nation: troop.nation,
                status: troop.status,
                base: troop.base,
                figures,
                pounds,
                ..Purchase::default()
            };
            let (front, ranks) = frontage(&self.book, &troop, companies, figures, formation);
            let body = Body {
                figures,
                front,
                ranks,
                formation,
                state: Cohesion::Formed,
                case: Case::Stand,
                gait: Gait::Halted,
                loaded: true,
                first_fire: true,
                ..Body::default()
            };
            let beside =
                if parts == 1 || arrives.is_some() { Some(whole) } else { self.beside(whole, &troop, &body, parts, n) };
            let Some(pose) = beside else {
                let fault = crate::terms::situation_fault::SituationFault::NoRoomForSquadrons;
                self.faults.push(game::Fault::from(fault).of_unit(&unit.id));
                return;
            };
            self.sheets.push(Sheet {
                side,
                key: unit.id.clone(),
                name: unit.name.fr.clone(),
                part,
                nation: unit.nation.clone(),
                command,
                troop,
                figures,
                companies,
                pounds,
                cost: i64::from(budget::cost(&self.book, &purchase)),
                // Squadrons belong to the regiment of the scenario (L3C-GAP-A61); battalions may name theirs.
                regiment: regiment.clone().or_else(|| (parts > 1).then(|| unit.id.clone())),
                reconstructed: unit.reconstructed,
            });
            self.units.push(Unit {
                pose,
                life: arrives.map_or(Life::Present, Life::OffTable),
                body,
                garrison,
                ..Unit::default()
            });
        }
    }

    /// The place of one of several squadrons: side by side around the middle given by the scenario; where other units
    /// already stand, in the row behind. `None`: nothing is free.
    fn beside(&self, whole: Pose, troop: &crate::Troop, body: &Body, parts: usize, n: usize) -> Option<Pose> {
        let probe = crate::field::FieldUnit::new(0, *troop, *body, whole).piece(&self.book);
        let (wide, deep) = (probe.front + UD / 6, probe.depth + UD / 6);
        let taken: Vec<Piece> = self
            .units
            .iter()
            .zip(&self.sheets)
            .filter(|(unit, _)| unit.life == Life::Present)
            .map(|(unit, sheet)| crate::field::FieldUnit::new(0, sheet.troop, unit.body, unit.pose).piece(&self.book))
            .collect();
        let middle = rulebook::saturated::<Cm, _>(parts) - 1;
        let own = rulebook::saturated::<Cm, _>(n);
        let mut places = (0..8).flat_map(|row| {
            let aside = (2 * own - middle) * wide / 2;
            [aside, aside + wide, aside - wide].map(|x| Pose { at: whole.local(x, -row * deep), ..whole })
        });
        let free = |pose: &Pose| {
            let piece = crate::field::FieldUnit::new(0, *troop, *body, *pose).piece(&self.book);
            self.terrain.holds(&piece) && !taken.iter().any(|other| overlaps(&piece, other))
        };
        places.find(free)
    }

    fn raised(&self, unit: &armies::Unit) -> Result<RaisedUnit, game::Fault> {
        let table = unit.for_ruleset(ID, self.troops).ok_or(rulebook::SetUpFault::TypeWithoutValues)?;
        let table = TypeTable::read(table)?;
        let arm = match unit.arm {
            armies::Arm::Infantry => Arm::Infantry,
            armies::Arm::Cavalry => Arm::Cavalry,
            armies::Arm::Artillery => Arm::Artillery,
        };
        table.raise(&self.book, arm, &unit.nation, unit.year, unit.quality)
    }

    fn finish(mut self, scenario: &Scenario) -> Result<TroisCouleurs, Vec<game::Fault>> {
        if self.units.is_empty() || self.generals.is_empty() {
            self.faults.push(rulebook::SetUpFault::NoUnits.into());
        }
        let table: ScenarioTable = scenario_table(scenario, ID, &mut self.faults);
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        let sheet = ScenarioSheet::new(&self.book, scenario, &table, &self.sheets, &self.units, &self.generals);
        self.late_generals(&sheet);
        let world = World {
            turn: 0,
            phase: Phase::Deployment,
            first_fires: false,
            line: Line::First,
            initiative: sheet.attacker.unwrap_or(Side::Blue),
            units: self.units,
            generals: self.generals,
            markers: [Secret::Known(BTreeMap::new()), Secret::Known(BTreeMap::new())],
            hidden: [Secret::Known(BTreeSet::new()), Secret::Known(BTreeSet::new())],
            tokens: Default::default(),
            seen_by: None,
            plans: BTreeMap::new(),
            run: None,
            later: Vec::new(),
            entry: None,
            fellows: Vec::new(),
            fused: BTreeSet::new(),
            follows: Vec::new(),
            cut: Vec::new(),
            perils: Vec::new(),
            senses: BTreeMap::new(),
            ties: [Secret::Known(BTreeMap::new()), Secret::Known(BTreeMap::new())],
            fires: Vec::new(),
            owed: Vec::new(),
            offered: BTreeSet::new(),
            together: BTreeSet::new(),
            clock: 0,
            rested: false,
            holders: sheet.objectives.iter().map(|o| o.holder).collect(),
            outcome: None,
        };
        let terrain = std::sync::Arc::new(self.terrain);
        Ok(TroisCouleurs {
            book: self.book,
            terrain,
            sheets: self.sheets,
            generals: self.general_sheets,
            groups: self.groups,
            scenario: sheet,
            start: world,
            known_items: rulebook::OfWorlds::default(),
            known_shut: rulebook::Lookup::default(),
        })
    }

    /// A general without a place arrives with the first of the units.
    fn late_generals(&mut self, sheet: &ScenarioSheet) {
        for (place, group) in self.groups.iter().enumerate() {
            let first = group.units.iter().filter_map(|id| match self.units.get(usize::from(id.0))?.life {
                Life::OffTable(turn) => Some((turn, *id)),
                _ => Some((0, *id)),
            });
            let Some((turn, id)) = first.min() else { continue };
            let general = rulebook::ids::at_mut(&mut self.generals, place, "general");
            if general.life != Life::OffTable(0) {
                continue;
            }
            general.life = if turn == 0 { Life::Present } else { Life::OffTable(turn) };
            let pose = match turn {
                0 => self.units.get(usize::from(id.0)).map(|u| u.pose),
                _ => sheet.entries.get(&id.0).copied(),
            };
            general.at = pose.map_or(general.at, |pose: Pose| pose.ahead(-UD).at);
            if !self.terrain.inside(general.at) {
                general.at = pose.map_or(Point::default(), |pose| pose.at);
            }
        }
    }
}

/// The commands under a command, beginning with itself.
fn under(force: &armies::Force, place: usize) -> Vec<usize> {
    let mut found = vec![place];
    let mut next = 0;
    while let Some(above) = found.get(next).copied() {
        let below = force.commands.iter().enumerate().filter(|(n, c)| c.superior == Some(above) && !found.contains(n));
        let below: Vec<usize> = below.map(|(n, _)| n).collect();
        found.extend(below);
        next += 1;
    }
    found
}

/// The formation in which a unit starts.
const fn first_formation(formation: armies::Formation, arm: Arm) -> Formation {
    use armies::Formation as Told;
    match (formation, arm) {
        (Told::Limbered, Arm::Artillery) => Formation::Limbered,
        (_, Arm::Artillery) => Formation::Deployed,
        (Told::AttackColumn, _) => Formation::DivisionColumn,
        (Told::MarchColumn, _) => Formation::MarchColumn,
        (Told::Square, Arm::Infantry) => Formation::Square,
        (Told::Skirmish, Arm::Infantry) => Formation::Skirmish,
        _ => Formation::Line,
    }
}
