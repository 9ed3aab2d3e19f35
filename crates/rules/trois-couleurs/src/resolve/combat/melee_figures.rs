//! The figures that fight in a melee (L3C-CAC-01 to L3C-CAC-05, L3C-GAP-B09), and whether a unit passes through.

use crate::resolve::combat::passage::{Passing, passing};
use crate::resolve::shooting::figures::in_bases_of;
use crate::{Arm, Aspect, Book, Gait, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The ranks of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ranked {
    pub arm: Arm,
    /// Figures in front; gunners of a battery.
    #[schemars(range(min = 1, max = 60))]
    pub front: u8,
    #[schemars(range(min = 1, max = 12))]
    pub ranks: u8,
    /// Figures that fire has taken from its first ranks in this action (L3C-LOSS-05, L3C-LOSS-07).
    #[schemars(range(min = 0, max = 60))]
    pub missing: u8,
    pub gait: Gait,
    /// It stands in square, which cannot be overlapped.
    pub square: bool,
}

impl Default for Ranked {
    fn default() -> Self {
        Self { arm: Arm::Infantry, front: 1, ranks: 1, missing: 0, gait: Gait::Halted, square: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Clashing {
    pub attacker: Ranked,
    /// The unit attacked.
    pub defender: Ranked,
    /// Common front, in bases of infantry.
    #[schemars(extend("x-when" = { "side": ["front", "rear"] }))]
    #[schemars(range(min = 0, max = 60))]
    pub width: u8,
    /// The side of the defender that is attacked.
    pub side: Aspect,
    /// Sides on which the attacker reaches beyond the defender, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub attacker_overlaps: u8,
    /// Sides on which the defender reaches beyond the attacker, 0 to 2.
    #[schemars(extend("x-when" = { "side": ["front", "rear"] }))]
    #[schemars(range(min = 0, max = 2))]
    pub defender_overlaps: u8,
    /// They meet across an obstacle or in bad ground.
    pub bad_ground: bool,
}

impl Default for Clashing {
    fn default() -> Self {
        Self {
            attacker: Ranked::default(),
            defender: Ranked::default(),
            width: 1,
            side: Aspect::Front,
            attacker_overlaps: 0,
            defender_overlaps: 0,
            bad_ground: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Fighting {
    pub attacker: u8,
    pub defender: u8,
}

/// Whether the attacker passes through; a square is never a single rank.
#[must_use]
pub fn passes(book: &Book, clash: &Clashing) -> bool {
    let Clashing { attacker, defender, bad_ground, .. } = *clash;
    let met = Passing {
        attacker: attacker.arm,
        attacker_gait: attacker.gait,
        defender_gait: defender.gait,
        defender_ranks: defender.ranks,
        bad_ground,
    };
    !defender.square && passing(book, &met).passes
}

/// Whether a defender that has gone over to the attack passes through the attacker.
#[must_use]
pub fn passed(book: &Book, clash: &Clashing) -> bool {
    let Clashing { attacker, defender, .. } = *clash;
    passes(book, &Clashing { attacker: defender, defender: attacker, ..*clash })
}

/// Ranks that fight: one of halted or slow units and of cavalry, two of fast infantry (L3C-CAC-01).
fn ranks(book: &Book, side: &Ranked) -> u8 {
    let table = &book.tables.melee.ranks;
    let most = if !book.on(r::L3C_CAC_01) {
        u8::MAX
    } else if side.arm != Arm::Infantry {
        table.cavalry
    } else if side.gait >= Gait::Quick {
        table.moving_fast
    } else {
        table.standing
    };
    side.ranks.min(most)
}

/// The figures among these that have not fallen on the way; at least one fights while any are left.
fn still(side: &Ranked, figures: u8) -> u8 {
    figures.saturating_sub(side.missing).max(figures.min(1))
}

#[must_use]
pub fn fighting(book: &Book, clash: &Clashing) -> Fighting {
    if clash.side == Aspect::Flank && book.on(r::L3C_CAC_04) {
        return in_flank(book, clash);
    }
    // A square cannot be overlapped (L3C-FEU-31), and a unit that is passed through overlaps no other (L3C-CAC-02).
    let against = |enemy: &Ranked, sides: u8| {
        let square = enemy.square && book.on(r::L3C_FEU_31);
        if square || !book.on(r::L3C_CAC_02) { 0 } else { sides.saturating_mul(book.tables.melee.overlap) }
    };
    let front = |side: &Ranked, beyond: u8| {
        let facing =
            if book.on(r::L3C_GAP_B09) { in_bases_of(book, side.arm, Arm::Infantry, clash.width) } else { clash.width };
        still(side, side.front.min(facing.saturating_add(beyond)).saturating_mul(ranks(book, side)))
    };
    let of_attacker = if passed(book, clash) { 0 } else { against(&clash.defender, clash.attacker_overlaps) };
    let of_defender = if passes(book, clash) { 0 } else { against(&clash.attacker, clash.defender_overlaps) };
    Fighting { attacker: front(&clash.attacker, of_attacker), defender: front(&clash.defender, of_defender) }
}

/// Against a flank each figure along it meets two infantrymen or one cavalryman (L3C-CAC-04); the unit hit there fights
/// with those figures only (L3C-GAP-B09), a battery, whose single row counts for two, with one.
fn in_flank(book: &Book, clash: &Clashing) -> Fighting {
    let table = &book.tables.melee;
    let (attacker, defender) = (&clash.attacker, &clash.defender);
    let battery = defender.arm == Arm::Artillery;
    let along = if battery { 2 } else { defender.ranks };
    let each = if attacker.arm == Arm::Infantry { table.flank_foot_per_figure } else { table.flank_cavalry_per_figure };
    let beyond = if book.on(r::L3C_GAP_B09) { clash.attacker_overlaps.saturating_mul(table.overlap) } else { 0 };
    let front = attacker.front.min(along.saturating_mul(each).saturating_add(beyond));
    let held = match (book.on(r::L3C_GAP_B09), battery) {
        (false, _) => defender.front.saturating_mul(ranks(book, defender)),
        (true, true) => 1,
        (true, false) => defender.ranks,
    };
    Fighting { attacker: still(attacker, front.saturating_mul(ranks(book, attacker))), defender: held }
}
