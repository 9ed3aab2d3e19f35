//! Sets up a scenario under Les Aigles (LA-GAP-56, LA-GAP-68, LA-GAP-70, LA-GAP-71): the fixed data (sheets), and the
//! world at the start.

mod sheets;

pub use sheets::{CommandSheet, Objective, OfficerSheet, Role, ScenarioSheet, Sheet};

use super::{Life, Officer, Orders, Papers, Step, Unit, World, layout};
use crate::resolve::command::default_value;
use crate::terms::troops::{company_front, figures_of_guns, figures_of_men};
use crate::{Arm, Book, CM, Formation, LesAigles, Profile, Skirmishes, Tenths, TypeTable, r};
use armies::{Scenario, Strength, Troops};
use game::{Secret, Side, UnitId, UnitPart};
use rulebook::ids::{number, unit_id};
use rulebook::set_up::{general_table, scenario_table};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use table::{Cm, Piece, Point, Pose, Terrain, overlaps};

const ID: &str = "aigles";
/// Longest distance that a unit is moved at the start to stand clear of others.
const ASIDE: Cm = 40 * CM;

/// This ruleset's table of a general in a scenario.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct GeneralTable {
    value: Option<u8>,
    aides: Option<u8>,
}

/// This ruleset's section of a scenario.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct ScenarioTable {
    /// Length in periods (LA-GAP-70), read by [`Scenario::turns`].
    turns: Option<IgnoredAny>,
}

/// The world at the start of a battle.
///
/// # Errors
/// Every fault of the scenario under this ruleset.
pub fn set_up(book: Book, scenario: &Scenario, troops: &Troops) -> Result<LesAigles, Vec<game::Fault>> {
    let mut made = Made {
        terrain: Terrain::new(scenario.ground.clone()),
        book,
        troops,
        faults: Vec::new(),
        sheets: Vec::new(),
        units: Vec::new(),
        officers: Vec::new(),
        officer_sheets: Vec::new(),
        commands: Vec::new(),
    };
    for side in Side::BOTH {
        made.force(scenario, side);
    }
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
    officers: Vec<Officer>,
    officer_sheets: Vec<OfficerSheet>,
    commands: Vec<CommandSheet>,
}

impl Made<'_> {
    fn force(&mut self, scenario: &Scenario, side: Side) {
        let force = scenario.force(side);
        let offset = self.commands.len();
        // Only commands that are their own superiors have no chief; `armies` reports these, and no battle is fought
        // with them.
        let chief = force.chief();
        let per_turn = if self.book.on(r::LA_GAP_70) { self.book.tables.setting.periods_per_turn } else { 1 };
        let period = |turn: u16| per_turn * turn.saturating_sub(1) + 1;
        for (n, command) in force.commands.iter().enumerate() {
            let arrives = force.arrival_of_general(n).map(period);
            self.general(command, (side, number(offset + n)), Some(n) == chief, arrives);
            let first = self.sheets.len();
            for unit in &command.units {
                let arrives = force.arrival_of(&unit.id).map(period);
                self.unit(unit, side, number(offset + n), arrives);
            }
            let units = (first..self.sheets.len()).map(|n| unit_id(n)).collect();
            let above = command.superior.map(|above| number(offset + above));
            self.commands.push(CommandSheet { side, name: command.name.fr.clone(), units, above });
        }
    }

    fn general(&mut self, command: &armies::Command, (side, here): (Side, u16), chief: bool, arrives: Option<u16>) {
        let general = &command.general;
        let table: GeneralTable = general_table(command, ID, &mut self.faults);
        let nation = command.units.first().map_or("", |u| u.nation.as_str()).to_owned();
        // A general without a place arrives with the first of the units: these are not set up yet.
        let life = match (general.at, arrives) {
            (_, Some(period)) => Life::Arrives(period),
            (Some(_), None) => Life::Present,
            (None, None) => Life::Arrives(0),
        };
        let usual = || if self.book.on(r::LA_GAP_71) { default_value(&self.book, general.rank) } else { 0 };
        let points = table.value.unwrap_or_else(usual);
        let officers = &self.book.tables.officers;
        let (aides, budget) = (table.aides.unwrap_or(officers.aides), officers.aide_budget);
        let at = general.at.unwrap_or_default();
        let him = number(self.officers.len());
        let sheet = OfficerSheet {
            side,
            name: general.name.clone(),
            named_part: None,
            nation,
            command: here,
            role: Role::General { chief },
            points,
        };
        self.officers.push(Officer { at, life, with: None, losses: 0, returning: false });
        self.officer_sheets.push(sheet.clone());
        for n in 0..aides.min(4) {
            let at = Pose { at, facing: 0 }.local((i32::from(n) * 2 - 1) * CM, -CM);
            self.officers.push(Officer { at, life, with: None, losses: 0, returning: false });
            self.officer_sheets.push(OfficerSheet {
                named_part: Some(UnitPart::nth("aide", n + 1)),
                role: Role::Aide { of: him },
                points: budget,
                ..sheet.clone()
            });
        }
    }

    fn unit(&mut self, unit: &armies::Unit, side: Side, command: u16, arrives: Option<u16>) {
        let profile = self.profile(unit).unwrap_or_else(|error| {
            self.faults.push(error.of_unit(&unit.id));
            Profile::default()
        });
        let mut pose = unit.pose.unwrap_or_default();
        let inside = (unit.formation == armies::Formation::Garrison)
            .then(|| self.terrain.at(pose.at).find(|f| self.terrain.feature(*f).is_some_and(|f| f.strongpoint)))
            .flatten();
        let wanted = match unit.formation {
            armies::Formation::Line => Formation::Line,
            armies::Formation::AttackColumn if profile.arm == Arm::Infantry => Formation::DivisionColumn,
            armies::Formation::AttackColumn | armies::Formation::MarchColumn => Formation::Column,
            armies::Formation::Square => Formation::HollowSquare,
            armies::Formation::Skirmish => Formation::Skirmish,
            armies::Formation::Limbered => Formation::Limbered,
            armies::Formation::Deployed => Formation::InPosition,
            armies::Formation::Garrison if inside.is_some() => Formation::Garrison,
            armies::Formation::Garrison => Formation::Line,
        };
        let formation = match arrives {
            // A later arrival comes in column of companies, guns limbered (LA-GAP-70).
            Some(_) if profile.arm == Arm::Artillery => Formation::Limbered,
            Some(_) => Formation::Column,
            None if may_stand(&profile, wanted) => wanted,
            None if profile.arm == Arm::Artillery => Formation::InPosition,
            None => Formation::Column,
        };
        let front = company_front(&self.book, profile.figures(), profile.companies.number());
        let site = inside.and_then(|site| self.terrain.feature(site));
        if let Some(walls) = site.and_then(|site| layout::walls(&site.shape)) {
            pose = layout::front_of(&walls);
        }
        let leading = profile.leading(&self.book);
        self.units.push(Unit {
            pose,
            life: arrives.map_or(Life::Present, Life::Arrives),
            formation,
            inside,
            left: profile.companies.iter().map(|company| company.figures).collect(),
            initial: profile.figures(),
            fresh_muskets: profile.arm == Arm::Infantry,
            ..Unit::default()
        });
        self.sheets.push(Sheet {
            side,
            key: unit.id.clone(),
            name: unit.name.fr.clone(),
            named_part: None,
            nation: unit.nation.clone(),
            command,
            cost: profile.cost(),
            status: profile.status(&self.book),
            leading,
            front,
            part: None,
            part_of: None,
            reconstructed: unit.reconstructed,
            profile,
        });
    }

    /// The profile of a unit: its type in the year of the battle, its figures by its strength (LA-GAP-68), its Moral by
    /// the quality of the day (LA-GAP-81).
    fn profile(&self, unit: &armies::Unit) -> Result<Profile, game::Fault> {
        let table = unit.for_ruleset(ID, self.troops).ok_or(rulebook::SetUpFault::TypeWithoutValues)?;
        let table = rulebook::read_toml::<TypeTable>(table)?;
        let arm = match unit.arm {
            armies::Arm::Infantry => Arm::Infantry,
            armies::Arm::Cavalry => Arm::Cavalry,
            armies::Arm::Artillery => Arm::Artillery,
        };
        let figures = match unit.strength {
            Strength::Men(men) if self.book.options.full_battalions => {
                self.full(&table, unit.year).unwrap_or(figures_of_men(&self.book, men))
            }
            Strength::Men(men) => figures_of_men(&self.book, men),
            Strength::Guns(guns) => figures_of_guns(&self.book, guns),
            Strength::Elements(figures) => rulebook::saturated::<u8, _>(figures),
        };
        let mut profile = table.profile(&self.book, arm, unit.year, figures.max(1))?;
        let setting = &self.book.tables.setting;
        if self.book.on(r::LA_GAP_81) {
            profile.moral = profile.moral.saturating_add(match unit.quality {
                armies::Quality::Raw => setting.raw,
                armies::Quality::Usual => 0,
                armies::Quality::Veteran => setting.veteran,
            });
        }
        Ok(profile)
    }

    /// The largest number of figures of a type (LA-GAP-68, other reading).
    fn full(&self, table: &TypeTable, year: u16) -> Option<u8> {
        let variant = table.variants.iter().find(|v| v.years[0] <= year && year <= v.years[1]);
        let companies = variant.and_then(|v| v.companies.as_ref()).unwrap_or(&table.companies);
        let most = |key: &str| self.book.tables.figures.find(key).and_then(|(_, figure)| figure.most);
        companies.iter().map(|(key, _)| most(key)).try_fold(0_u8, |sum, most| Some(sum.saturating_add(most?)))
    }

    /// Adds a part for every battalion that may detach a company and every regiment that may split (LA-GAP-78,
    /// LA-GAP-80).
    fn parts(&mut self) {
        for n in 0..self.sheets.len() {
            let sheet = self.sheets[n].clone();
            let skirmishers = sheet.profile.skirmishers().is_some() && sheet.profile.arm == Arm::Infantry;
            let splits =
                sheet.leading.splits() || (sheet.profile.arm == Arm::Cavalry && self.book.options.any_cavalry_splits);
            if !(skirmishers && sheet.profile.companies.number() > 1 || splits && sheet.profile.companies.number() > 1)
            {
                continue;
            }
            let id = unit_id(self.sheets.len());
            self.sheets[n].part = Some(id);
            let whole = rulebook::ids::at(&self.units, n, "unit").clone();
            self.units.push(Unit {
                life: Life::Folded,
                left: whole.left.iter().map(|_| 0).collect(),
                initial: 0,
                formation: if skirmishers { Formation::Skirmish } else { Formation::Line },
                ..whole
            });
            let named_part = Some(UnitPart::of(if skirmishers { "skirmishers" } else { "detachment" }));
            self.sheets.push(Sheet {
                named_part,
                cost: Tenths::default(),
                part: None,
                part_of: Some(unit_id(n)),
                ..sheet
            });
        }
    }

    /// Moves a unit that overlaps another at the start to the nearest free place.
    fn clear(&mut self) {
        let mut taken: Vec<Piece> = Vec::new();
        for n in 0..self.units.len() {
            let (unit, sheet) = (&self.units[n], &self.sheets[n]);
            if unit.life != Life::Present || unit.inside.is_some() {
                continue;
            }
            let size = layout::extent(&self.book, sheet.profile.arm, unit.formation, unit.figures(), sheet.front);
            let from = unit.pose;
            let steps = || (0..=ASIDE / CM).map(|k| k * CM);
            let sideways = steps().flat_map(|k| [(k, 0), (-k, 0)]);
            let places = sideways.chain(steps().flat_map(|k| [(0, -k), (k, -k), (-k, -k), (0, k)]));
            let free = |pose: &Pose| {
                let piece = layout::body(*pose, size);
                self.terrain.holds(&piece)
                    && !self.closed(&piece, sheet.profile.arm)
                    && !taken.iter().any(|other| overlaps(&piece, other))
            };
            let found = places.map(|(right, ahead)| Pose { at: from.local(right, ahead), ..from }).find(free);
            let pose = found.unwrap_or(from);
            taken.push(layout::body(pose, size));
            self.units[n].pose = pose;
        }
    }

    fn closed(&self, piece: &Piece, arm: Arm) -> bool {
        let formation = if arm == Arm::Artillery { Formation::Limbered } else { Formation::Column };
        let mover = crate::terms::tables::Mover::of(arm, formation);
        self.terrain.touched(piece).into_iter().filter_map(|id| self.terrain.kind(id)).any(|kind| {
            let row = self.book.tables.ground.of(kind);
            row.rate(mover, formation).is_none() && row.cross.is_none()
        })
    }

    fn finish(mut self, scenario: &Scenario) -> Result<LesAigles, Vec<game::Fault>> {
        if self.units.is_empty() || self.officers.is_empty() {
            self.faults.push(rulebook::SetUpFault::NoUnits.into());
        }
        let table: ScenarioTable = scenario_table(scenario, ID, &mut self.faults);
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        self.clear();
        let companies: usize = self.sheets.iter().map(|sheet| usize::from(sheet.profile.companies.number())).sum();
        rulebook::set_up::numbered(self.units.len() + companies + self.officers.len())?;
        self.parts();
        let sheet = ScenarioSheet::new(scenario, &table, &self.book, &self.sheets, &self.units, &self.officer_sheets);
        self.late_officers(&sheet);
        let world = World {
            period: 0,
            quarter: 0,
            step: Step::Setup,
            units: self.units,
            generals: self.officers,
            papers: [Secret::Known(Papers::default()), Secret::Known(Papers::default())],
            contacts: Vec::new(),
            hits: Vec::new(),
            counting: BTreeMap::new(),
            ranged: BTreeMap::new(),
            trials: Vec::new(),
            beaten: Vec::new(),
            going: Vec::new(),
            holders: sheet.objectives.iter().map(|o| o.holder).collect(),
            outcome: None,
        };
        let mut rules =
            LesAigles::new(self.book, self.terrain, self.sheets, self.officer_sheets, self.commands, sheet, world);
        rules.first_orders();
        Ok(rules)
    }

    /// A general without a place arrives with the first of the units; aides are with the general.
    fn late_officers(&mut self, sheet: &ScenarioSheet) {
        for (n, of) in self.officer_sheets.iter().enumerate() {
            let command = rulebook::ids::at(&self.commands, usize::from(of.command), "command");
            let first = command.units.iter().filter_map(|id| match self.units.get(usize::from(id.0))?.life {
                Life::Arrives(period) => Some((period, *id)),
                _ => Some((0, *id)),
            });
            let officer = rulebook::ids::at_mut(&mut self.officers, n, "general");
            if officer.life != Life::Arrives(0) {
                continue;
            }
            let Some((period, id)) = first.min() else {
                officer.life = Life::Present;
                continue;
            };
            officer.life = if period == 0 { Life::Present } else { Life::Arrives(period) };
            let pose = if period == 0 {
                self.units.get(usize::from(id.0)).map(|u| u.pose)
            } else {
                sheet.entries.get(&id.0).copied()
            };
            let behind = pose.map(|pose: Pose| pose.ahead(-8 * CM).at).filter(|at| self.terrain.inside(*at));
            officer.at = behind.or(pose.map(|pose| pose.at)).unwrap_or(officer.at);
        }
    }
}

/// Whether a unit of this kind may use this formation at all.
pub(crate) fn may_stand(profile: &Profile, formation: Formation) -> bool {
    let loose = formation == Formation::Skirmish;
    let skirmishes = profile.skirmishes == Skirmishes::All && profile.arm == Arm::Infantry
        || profile.arm == Arm::Cavalry && profile.companies.iter().all(|c| c.figure.skirmish.is_some());
    let fights = match formation {
        Formation::DoubleLine => profile.arm == Arm::Cavalry || profile.fighting == crate::Fighting::British,
        Formation::DivisionColumn => profile.arm == Arm::Infantry,
        _ => true,
    };
    formation.suits(profile.arm) && fights && (!loose || skirmishes)
}

impl LesAigles {
    /// Sets the default orders of units (LA-GAP-70).
    fn first_orders(&mut self) {
        for side in Side::BOTH {
            let ids: Vec<UnitId> = self.start.ids().filter(|id| self.side(*id) == side).collect();
            let orders: BTreeMap<UnitId, Orders> =
                ids.into_iter().map(|id| (id, self.usual_orders(&self.start, id))).collect();
            if let Some(papers) = self.start.papers_mut(side) {
                papers.orders = orders;
            }
        }
    }

    /// A place where an officer may stand.
    pub(crate) fn on_the_table(&self, at: Point) -> Point {
        let ground = self.terrain.ground();
        Point::new(at.x.clamp(0, ground.width), at.y.clamp(0, ground.height))
    }
}
