//! Operational movement, and how near starred moves may come to the enemy (BE-MAN-21 to BE-MAN-23, BE-GAP-16,
//! BE-GAP-33).

use crate::Ud;
use crate::resolve::movement::allowance;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Abilities, Ability, Arm, Body, Class, Formation, Going};
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An enemy straight ahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Enemy {
    pub arm: Arm,
    pub formation: Formation,
    pub abilities: Abilities,
    pub distance: Ud,
    /// Out of sight, hidden or in a building.
    pub unseen: bool,
}

/// A unit or group that marches straight ahead.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Operational {
    #[schemars(length(min = 1, max = 4))]
    pub units: Vec<Body>,
    pub going: Going,
    /// Along a road.
    pub road: bool,
    pub enemies: Vec<Enemy>,
    /// Distance of the enemy's table edge.
    pub edge: Option<Ud>,
}

/// The distance that a starred move must keep from an enemy; `None`: no limit (BE-MAN-22, BE-MAN-23).
#[must_use]
pub fn keeps_off(book: &Book, enemy: &Enemy) -> Option<Ud> {
    let trifling = enemy.formation == Formation::Skirmish || enemy.abilities.has(Ability::Irregular);
    if trifling || !book.on(r::BE_MAN_22) {
        return None;
    }
    let unseen = enemy.unseen || enemy.formation == Formation::Garrison;
    let table = &book.tables.distance;
    Some(if unseen && book.on(r::BE_MAN_23) { table.unseen } else { table.operational })
}

/// Whether an enemy is nearer than a starred move may come (BE-MAN-22, BE-MAN-23).
#[must_use]
pub fn too_near(book: &Book, enemy: &Enemy) -> bool {
    keeps_off(book, enemy).is_some_and(|limit| table::closer(enemy.distance.cm(), limit.cm()))
}

/// Whether the enemy's edge is nearer than a starred move may come (BE-MAN-02, BE-MAN-22).
#[must_use]
pub fn edge_too_near(book: &Book, distance: table::Cm) -> bool {
    book.all(&[r::BE_MAN_02, r::BE_MAN_22]) && table::closer(distance, book.tables.distance.operational.cm())
}

/// The length of an operational movement on clear ground.
///
/// # Errors
/// The rule that forbids it.
pub fn most(book: &Book, units: &[Body]) -> Result<Ud, Bar> {
    most_on(book, units, Going::Clear)
}

/// The length on a class of ground, at the speed of the slowest unit and for the lowest class (BE-MAN-21, BE-GAP-16).
fn most_on(book: &Book, units: &[Body], going: Going) -> Result<Ud, Bar> {
    if !book.on(r::BE_MAN_21) || units.is_empty() {
        return Err(Bar::by(r::BE_MAN_21, "operational"));
    }
    let marching = |unit: &&Body| matches!(unit.formation, Formation::Column | Formation::Limbered);
    if !units.iter().all(|unit| marching(&unit)) && book.on(r::BE_GAP_33) {
        return Err(Bar::by(r::BE_GAP_33, "column"));
    }
    if units.iter().any(|unit| unit.disorder) && book.on(r::BE_GAP_100) {
        return Err(Bar::by(r::BE_GAP_100, "disorder"));
    }
    if units.iter().any(|unit| unit.marker) && book.on(r::BE_GAP_26) {
        return Err(Bar::by(r::BE_GAP_26, "marked"));
    }
    let paces: Option<Vec<Ud>> = units.iter().map(|unit| allowance(book, unit, going, None)).collect();
    let Some(paces) = paces else { return Err(Bar::by(r::BE_MVT_02, "forbidden_ground")) };
    let slowest = paces.into_iter().min();
    let classes = units.iter().map(|unit| unit.class);
    let class = if book.on(r::BE_GAP_16) { classes.max() } else { classes.min() };
    let times = book.tables.manoeuvre.operational.of(class.unwrap_or(Class::C));
    Ok(Ud::from_cm(slowest.unwrap_or_default().cm() * i32::from(times)))
}

/// The road bonus for each of the moves that make up an operational movement: together 2 UD, once (BE-GAP-33).
#[must_use]
pub fn road_bonus(book: &Book, times: u8) -> Ud {
    if book.on(r::BE_GAP_33) { Ud::from_cm(book.tables.pace.road.cm() / i32::from(times.max(1))) } else { Ud::of(0) }
}

/// The length of an operational movement.
///
/// # Errors
/// The rule that forbids it.
pub fn operational(book: &Book, s: &Operational) -> Result<Ud, Bar> {
    // A road makes any ground clear, and adds 2 UD once (BE-MVT-07, BE-GAP-33).
    let road = s.road && book.on(r::BE_MVT_07);
    let mut reach = most_on(book, &s.units, if road { Going::Clear } else { s.going })?;
    if road && book.on(r::BE_GAP_33) {
        reach = reach.plus(book.tables.pace.road);
    }
    for enemy in &s.enemies {
        if let Some(off) = keeps_off(book, enemy) {
            reach = reach.min(enemy.distance.minus(off));
        }
    }
    if let Some(edge) = s.edge.filter(|_| book.on(r::BE_MAN_22)) {
        reach = reach.min(edge.minus(book.tables.distance.operational));
    }
    Ok(reach)
}
