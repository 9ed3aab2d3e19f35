//! The target of a charge among several enemies: arc, order, reach, and the nearest first (BE-CHA-01, BE-CHA-02).

use super::right::{ChargeRight, Prey, charge_right};
use crate::Ud;
use crate::resolve::movement::{Movement, movement};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Body, Order};
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Cm;

/// An enemy that might be charged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Candidate {
    pub target: Prey,
    pub distance: Ud,
    /// Degrees off straight ahead.
    #[schemars(range(min = 0, max = 180))]
    pub angle: u16,
    /// The contact would be outside the zone that the charger must defend.
    pub outside_zone: bool,
}

/// A unit that is to charge one of several enemies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Targets {
    pub unit: Body,
    /// Order of its division.
    pub order: Order,
    /// Maximum distance; by default its charge move on clear ground.
    pub reach: Option<Ud>,
    #[schemars(length(max = 32))]
    pub enemies: Vec<Candidate>,
}

impl Default for Targets {
    fn default() -> Self {
        Self { unit: Body::default(), order: Order::Attack, reach: None, enemies: Vec::new() }
    }
}

/// Whether an enemy is so near that it must be charged before others (BE-CHA-01).
fn comes_first(book: &Book, distance: Cm) -> bool {
    book.on(r::BE_CHA_01) && table::within_cm(distance, book.tables.distance.charge_priority.cm())
}

/// Keeps only those near enough to come first, if there are any.
pub fn nearest_first<T>(book: &Book, open: &mut Vec<T>, apart: impl Fn(&T) -> Cm) {
    let first = |one: &T| comes_first(book, apart(one));
    if open.iter().any(first) {
        open.retain(first);
    }
}

/// For each enemy whether it may be charged, or what forbids it.
#[must_use]
pub fn targets(book: &Book, s: &Targets) -> Vec<Result<(), Bar>> {
    let move_of_charge = Movement { unit: s.unit, charge: true, ..Movement::default() };
    let reach = s.reach.or_else(|| movement(book, &move_of_charge).ok().map(|moved| moved.allowance));
    let judge = |enemy: &Candidate| {
        if i32::from(enemy.angle) * 100 > book.tables.angle.charge.0 && book.on(r::BE_CHA_02) {
            return Err(Bar::by(r::BE_CHA_02, "out_of_arc"));
        }
        let (order, target, outside_zone) = (s.order, enemy.target, enemy.outside_zone);
        charge_right(book, &ChargeRight { unit: s.unit, order, target, outside_zone })?;
        if reach.is_none_or(|reach| enemy.distance > reach) && book.on(r::BE_CHA_09) {
            return Err(Bar::by(r::BE_CHA_09, "out_of_reach"));
        }
        Ok(())
    };
    let mut judged: Vec<Result<(), Bar>> = s.enemies.iter().map(judge).collect();
    let mut open: Vec<usize> = (0..judged.len()).filter(|n| judged[*n].is_ok()).collect();
    nearest_first(book, &mut open, |n| s.enemies[*n].distance.cm());
    for (n, judged) in judged.iter_mut().enumerate() {
        if judged.is_ok() && !open.contains(&n) {
            *judged = Err(Bar::by(r::BE_CHA_01, "nearer_enemy"));
        }
    }
    judged
}
