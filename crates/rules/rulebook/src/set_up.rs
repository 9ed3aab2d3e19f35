//! What every ruleset derives from a scenario in the same way: where an army stands and may deploy, which edge is its
//! own, where reinforcements enter.

use armies::{Command, RuleTables, Scenario};
use game::{Fault, Side};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use table::{Angle, Cm, Point, Pose, inside_polygon};

game::faults! {
    /// Why a scenario or an army is refused.
    pub SetUpFault {
        NoUnits "no_units"
        TypeWithoutValues "type_without_values"
        ValuesOfOtherArm "values_of_other_arm"
        GeneralNotOnTable "general_not_on_table"
    }
}

/// The mean of some points; without any, the corner of the table.
#[must_use]
pub fn middle_of(points: &[Point]) -> Point {
    let n = points.len().max(1) as i64;
    // The mean lies between the smallest and the largest value, so it fits.
    let mean = |of: fn(&Point) -> Cm| (points.iter().map(|p| i64::from(of(p))).sum::<i64>() / n) as Cm;
    Point::new(mean(|p| p.x), mean(|p| p.y))
}

/// The bearing of each side's own edge: away from the enemy, judged by where the armies are placed.
#[must_use]
pub fn homes(placed: impl Fn(Side) -> Vec<Point>) -> [Angle; 2] {
    let [blue, red] = Side::BOTH.map(|side| middle_of(&placed(side)));
    let home = |own: Point, enemy: Point| {
        let (dx, dy) = (own.x - enemy.x, own.y - enemy.y);
        match (dx.abs() > dy.abs(), dx > 0, dy > 0) {
            (true, true, _) => 9_000,
            (true, false, _) => 27_000,
            (false, _, true) => 0,
            (false, _, false) => 18_000,
        }
    };
    [home(blue, red), home(red, blue)]
}

/// Where the unit of this number enters, `inside` the table: alternately to the right and left of the entry, `apart`
/// from the next.
#[must_use]
pub fn abreast(entry: Pose, n: usize, apart: Cm, inside: Cm) -> Pose {
    let step = crate::saturated::<Cm, _>(n.div_ceil(2)).saturating_mul(apart);
    let aside = if n.is_multiple_of(2) { step } else { -step };
    Pose { at: entry.local(aside, inside), facing: entry.facing }
}

/// Where reinforcements enter: units side by side, at a distance from each other and inside the table. Units and
/// generals are found by the key of the file and by the place of their command, counted through with blue's first.
#[must_use]
pub fn entries<U, G>(
    scenario: &Scenario,
    (apart, inside): (Cm, Cm),
    units: impl Fn(&str) -> U,
    generals: impl Fn(usize) -> G,
) -> BTreeMap<u16, Pose>
where
    U: IntoIterator<Item = usize>,
    G: IntoIterator<Item = usize>,
{
    let mut entries = BTreeMap::new();
    let offsets = [0, scenario.force(Side::Blue).commands.len()];
    for side in Side::BOTH {
        for arrival in &scenario.force(side).arrivals {
            let entry = arrival.entry.pose();
            for (n, id) in arrival.units.iter().flat_map(|key| units(key)).enumerate() {
                entries.insert(crate::ids::number(id), abreast(entry, n, apart, inside));
            }
            for id in arrival.generals.iter().flat_map(|place| generals(offsets[side.index()] + place)) {
                entries.insert(crate::ids::number(id), entry);
            }
        }
    }
    entries
}

/// Where each side may deploy; empty: the scenario places the units.
#[must_use]
pub fn zones(scenario: &Scenario) -> [Vec<DeployZone>; 2] {
    Side::BOTH.map(|side| scenario.force(side).zones.iter().map(|zone| DeployZone::new(scenario, side, zone)).collect())
}

/// Which side wins at the end by holding which objectives.
#[must_use]
pub fn decisions(scenario: &Scenario) -> Vec<(Side, Vec<usize>)> {
    scenario.victory.decisions.iter().map(|decision| (decision.winner, decision.hold.clone())).collect()
}

/// The table of a scenario for one ruleset, as the ruleset's own type. What does not read is a fault of the item that
/// has the table.
fn table_for<T: DeserializeOwned + Default>(
    tables: &RuleTables,
    ruleset: &str,
    faults: &mut Vec<Fault>,
    of: impl FnOnce(Fault) -> Fault,
) -> T {
    let Some(table) = tables.get(ruleset) else { return T::default() };
    crate::read_toml(table).unwrap_or_else(|fault| {
        faults.push(of(fault));
        T::default()
    })
}

/// What a scenario states of a general for one ruleset.
pub fn general_table<T: DeserializeOwned + Default>(command: &Command, ruleset: &str, faults: &mut Vec<Fault>) -> T {
    let general = &command.general;
    table_for(&general.overrides, ruleset, faults, |fault| fault.of_general(&command.id, &general.name))
}

/// What a scenario states for one ruleset.
pub fn scenario_table<T: DeserializeOwned + Default>(scenario: &Scenario, ruleset: &str, faults: &mut Vec<Fault>) -> T {
    table_for(&scenario.overrides, ruleset, faults, |fault| fault.within(&format!("overrides.{ruleset}")))
}

/// An area in which units may be deployed.
#[derive(Clone, Debug)]
pub struct DeployZone {
    pub area: Vec<Point>,
    /// The commands that may use it, by number; empty: all.
    pub commands: Vec<u16>,
}

impl DeployZone {
    /// A zone of a scenario. Commands are counted through, blue's first.
    #[must_use]
    pub fn new(scenario: &Scenario, side: Side, zone: &armies::Zone) -> Self {
        let offset = if side == Side::Red { scenario.force(Side::Blue).commands.len() } else { 0 };
        let commands = zone.commands.iter().map(|place| crate::ids::number(offset + place)).collect();
        Self { area: zone.area.clone(), commands }
    }

    /// Whether a command may deploy at a point of it.
    #[must_use]
    pub fn takes(&self, command: u16, at: Point) -> bool {
        (self.commands.is_empty() || self.commands.contains(&command)) && inside_polygon(at, &self.area)
    }
}

/// Checks that all units and generals can have a number (`ids::number`). A file is bounded, but some rulesets make
/// several units of one.
///
/// # Errors
/// If there are more.
pub fn numbered(pieces: usize) -> Result<(), Vec<Fault>> {
    let limit = usize::from(u16::MAX);
    if pieces <= limit { Ok(()) } else { Err(vec![Fault::at("", &armies::Reason::TooMany { count: pieces, limit })]) }
}
