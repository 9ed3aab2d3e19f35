//! What orders allow, and when they change automatically (BE-ORD, BE-GAP-22, BE-GAP-98).

use crate::Ud;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Abilities, Ability, Arm, Formation, Order};
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An enemy near a division.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename = "Enemy")]
pub struct NearEnemy {
    pub arm: Arm,
    pub formation: Formation,
    pub abilities: Abilities,
    /// Distance from the nearest unit of the division.
    pub distance: Ud,
}

/// A division whose order may change automatically.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Standing {
    pub order: Order,
    /// Units at the start (BE-GAP-99).
    pub units: u8,
    pub eliminated: u8,
    /// Units in Disorder.
    pub disordered: u8,
    /// It has just captured an objective (BE-GAP-21).
    pub captured: bool,
    /// Enemies near it.
    pub enemies: Vec<NearEnemy>,
}

/// Half of it is eliminated or in Disorder (BE-ORD-17).
#[must_use]
pub fn half_lost(book: &Book, s: &Standing) -> bool {
    let gone = usize::from(s.eliminated) + usize::from(s.disordered);
    book.on(r::BE_ORD_17) && s.units > 0 && book.tables.orders.lost_share.reached(gone, usize::from(s.units))
}

/// The order afterwards, and the rule that changes it (BE-ORD-15 to BE-ORD-17): withdrawing takes precedence over
/// holding (BE-GAP-22).
#[must_use]
pub fn automatic(book: &Book, s: &Standing) -> (Order, Option<game::Rule>) {
    let lost = half_lost(book, s);
    let near = |enemy: &NearEnemy| {
        enemy.formation != Formation::Skirmish
            && !(enemy.arm == Arm::Cavalry && enemy.abilities.has(Ability::Irregular))
            && table::within_cm(enemy.distance.cm(), book.tables.distance.tactical.cm())
    };
    let tactical = book.on(r::BE_ORD_15) && book.on(r::BE_MAN_01);
    let holds = if s.captured && book.on(r::BE_ORD_16) {
        Some(r::BE_ORD_16)
    } else if s.order == Order::Manoeuvre && tactical && s.enemies.iter().any(near) {
        Some(r::BE_ORD_15)
    } else {
        None
    };
    match (lost, holds) {
        (true, None) => (Order::Withdraw, Some(r::BE_ORD_17)),
        (true, Some(_)) if book.on(r::BE_GAP_22) => (Order::Withdraw, Some(r::BE_ORD_17)),
        (_, Some(rule)) => (Order::Hold, Some(rule)),
        (false, None) => (s.order, None),
    }
}

/// A move of a unit, with what its order depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoveUnderOrder {
    pub order: Order,
    /// It moves as detached skirmishers.
    pub skirmishers: bool,
    /// Distance of an enemy before the move; each enemy is checked separately (BE-GAP-107).
    pub enemy_before: Option<Ud>,
    /// Distance of that enemy after the move.
    pub enemy_after: Option<Ud>,
    /// Distance outside its zone before the move.
    pub zone_before: Ud,
    /// Distance outside its zone after the move.
    pub zone_after: Ud,
}

/// Whether its order allows a move (BE-ORD-03, BE-ORD-05, BE-ORD-12, BE-ORD-14, BE-GAP-23, BE-GAP-98).
///
/// # Errors
/// The rule against it.
pub fn move_right(book: &Book, s: &MoveUnderOrder) -> Result<(), Bar> {
    // A reserve may not come nearer than 8 UD (BE-GAP-23).
    if s.order == Order::None
        && book.on(r::BE_GAP_23)
        && let Some(after) = s.enemy_after
        && after <= book.tables.orders.reserve_keeps_off
        && s.enemy_before.is_none_or(|before| after < before)
    {
        return Err(Bar::by(r::BE_GAP_23, "enemy_near"));
    }
    let tactical = book.tables.distance.tactical.cm();
    let keeps_off = match s.order {
        Order::Withdraw => Some(r::BE_ORD_03),
        Order::Manoeuvre => Some(r::BE_ORD_05),
        _ => None,
    };
    if let Some(rule) = keeps_off.filter(|rule| book.on(*rule))
        && let Some(after) = s.enemy_after
        && table::within_cm(after.cm(), tactical)
    {
        let was_near = s
            .enemy_before
            .is_some_and(|before| table::within_cm(before.cm(), tactical) && after.cm() >= before.cm() - table::SLACK);
        if !(was_near && book.on(r::BE_GAP_98)) {
            return Err(Bar::by(rule, "too_near_the_enemy"));
        }
    }
    if s.order == Order::Hold && book.on(r::BE_ORD_12) {
        let free =
            if s.skirmishers && book.on(r::BE_ORD_14) { book.tables.orders.skirmishers_out_of_zone.cm() } else { 0 };
        let out = s.zone_after.cm() > free + table::SLACK;
        let back = book.on(r::BE_GAP_98) && s.zone_before.cm() > free && s.zone_after < s.zone_before;
        if out && !back {
            return Err(Bar::by(r::BE_ORD_12, "out_of_the_zone"));
        }
    }
    Ok(())
}
