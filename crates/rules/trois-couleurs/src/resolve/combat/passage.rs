//! Passing through an enemy, and slowing down afterwards (L3C-CAC-05 to L3C-CAC-12).

use crate::{Arm, Book, Distance, Gait, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An attacker and the ranks that it meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Passing {
    pub attacker: Arm,
    pub attacker_gait: Gait,
    pub defender_gait: Gait,
    #[schemars(range(min = 1, max = 12))]
    pub defender_ranks: u8,
    /// It happens across an obstacle or in bad ground.
    pub bad_ground: bool,
}

impl Default for Passing {
    fn default() -> Self {
        Self {
            attacker: Arm::Infantry,
            attacker_gait: Gait::Quick,
            defender_gait: Gait::Halted,
            defender_ranks: 1,
            bad_ground: false,
        }
    }
}

/// Whether the attacker passes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Passed {
    pub passes: bool,
    /// The attacker's gait afterwards.
    pub gait: Gait,
}

/// Whether an attacker passes through a single rank (L3C-CAC-05): the plain difference of gaits counts (L3C-GAP-B32), in bad
/// ground as well (L3C-CAC-07).
#[must_use]
pub fn passing(book: &Book, passing: &Passing) -> Passed {
    let Passing { attacker, attacker_gait, defender_gait, defender_ranks, bad_ground } = *passing;
    let able = attacker != Arm::Artillery && (!bad_ground || book.on(r::L3C_CAC_07));
    let steps = attacker_gait.rank().saturating_sub(defender_gait.rank());
    let doubled = attacker == Arm::Cavalry && !book.on(r::L3C_GAP_B32);
    let steps = if doubled { 2 * steps } else { steps };
    let fast = defender_ranks <= 1 && steps >= book.tables.melee.pass_through_steps;
    let passes = able && fast && book.on(r::L3C_CAC_05);
    Passed { passes, gait: if passes { kept(book, attacker_gait) } else { Gait::Halted } }
}

/// The gait of a unit that has passed through: unchanged (L3C-CAC-06).
#[must_use]
pub fn kept(book: &Book, gait: Gait) -> Gait {
    if book.on(r::L3C_CAC_06) { gait } else { Gait::Halted }
}

/// A unit that has passed through and wants to slow down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Slowing {
    pub arm: Arm,
    pub from: Gait,
    /// The desired gait.
    pub to: Gait,
    /// Distance that it still runs.
    pub room: Distance,
    /// It has no movement left and no enemy engages it (L3C-CAC-12).
    pub spent: bool,
}

impl Default for Slowing {
    fn default() -> Self {
        Self { arm: Arm::Cavalry, from: Gait::Charge, to: Gait::Halted, room: Distance::of(1), spent: false }
    }
}

/// The cost of slowing down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Slowed {
    /// UD needed for it.
    pub needed: u8,
    /// The gait afterwards.
    pub gait: Gait,
    /// Degrees of disorder.
    pub degrade: u8,
}

/// Slowing down after passing through: one UD for each step of gait that cavalry loses, one for charging infantry that
/// stops, one degree of disorder for each UD not run (L3C-CAC-11); a unit without movement left stops in place
/// (L3C-CAC-12).
#[must_use]
pub fn slow_down(book: &Book, slowing: &Slowing) -> Slowed {
    let table = &book.tables.movement.gait_change;
    if slowing.spent && book.on(r::L3C_CAC_12) {
        return Slowed { needed: 0, gait: Gait::Halted, degrade: 0 };
    }
    let steps = slowing.from.rank().saturating_sub(slowing.to.rank());
    let stops = slowing.from == Gait::Charge && slowing.to == Gait::Halted;
    let needed = match (slowing.arm, book.on(r::L3C_CAC_11)) {
        (_, false) => 0,
        (Arm::Cavalry, true) => steps.saturating_mul(table.mounted_per_step),
        (_, true) if stops => table.foot_to_charge,
        (_, true) => 0,
    };
    let run = rulebook::saturated::<u8, _>(slowing.room.whole());
    Slowed { needed, gait: slowing.to.min(slowing.from), degrade: needed.saturating_sub(run) }
}
