//! Passing through an enemy and what follows (L3C-CAC-05 to L3C-CAC-12).

use crate::{Arm, Book, Distance, Gait, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An attacker who meets ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Passing {
    /// The attacker's arm.
    pub attacker: Arm,
    /// How fast he goes.
    pub attacker_gait: Gait,
    /// How fast the defender goes.
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

/// Whether he passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Passed {
    /// He passes through.
    pub passes: bool,
    /// How fast he goes then.
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

/// The gait of one who has passed through: the one that he had (L3C-CAC-06).
#[must_use]
pub fn kept(book: &Book, gait: Gait) -> Gait {
    if book.on(r::L3C_CAC_06) { gait } else { Gait::Halted }
}

/// A unit that has passed through and wants to slow down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Slowing {
    pub arm: Arm,
    /// How fast it goes.
    pub from: Gait,
    /// How fast it wants to go.
    pub to: Gait,
    /// How far it still runs.
    pub room: Distance,
    /// It has no movement left and nobody engages it (L3C-CAC-12).
    pub spent: bool,
}

impl Default for Slowing {
    fn default() -> Self {
        Self { arm: Arm::Cavalry, from: Gait::Charge, to: Gait::Halted, room: Distance::of(1), spent: false }
    }
}

/// What slowing down costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Slowed {
    /// UD it needs.
    pub needed: u8,
    /// How fast it goes then.
    pub gait: Gait,
    /// Degrees of disorder.
    pub degrade: u8,
}

/// Slowing down after passing through: a UD for each step that cavalry loses, one for charging infantry that stops, a
/// degree of disorder for each not run (L3C-CAC-11); who has no movement left stops where he is (L3C-CAC-12).
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
