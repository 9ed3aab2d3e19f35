//! The start value of a score (L3C-MOR-20 to L3C-MOR-27).

use super::situation::{Backwards, Purpose};
use crate::terms::tally::Tally;
use crate::{Arm, Book, Case, Gait, Seen, r};
use game::{Rule, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Circumstances that decide the start value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    pub purpose: Purpose,
    /// It has just gone through an enemy or made one flee, and tests again in the same action.
    pub follow_on: bool,
    /// A fire fight goes on without a move.
    #[schemars(extend("x-when" = { "purpose": ["fire_advance", "stand"] }))]
    pub continued: bool,
    /// Its last result of a test of morale.
    pub case: Case,
    #[schemars(extend("x-when" = { "purpose": ["other"] }))]
    pub gait: Gait,
    /// It steps back.
    #[schemars(extend("x-when" = { "purpose": ["other"] }))]
    pub backwards: Backwards,
}

/// The start value and its line.
pub(crate) fn start(start: &Start, tally: &mut Tally<'_, impl Trace>) {
    let (rule, amount) = value(tally.book, start);
    tally.keep(rule, "start", amount);
}

fn value(book: &Book, start: &Start) -> (Rule, i8) {
    let table = &book.tables.morale;
    let of_case = table.case.of(start.case);
    let Start { purpose, follow_on, continued, case, gait, backwards } = *start;
    let other = purpose == Purpose::Other;
    // A unit caught while it rallies still answers, from its present case (L3C-RAL-24). A step back facing the enemy is
    // made in hand; only a turned back is a retreat (L3C-GAP-C04).
    let facing = backwards == Backwards::Facing && case.positive() && book.on(r::L3C_GAP_C04);
    // A unit out of hand starts from its case (L3C-MOR-20), also in a continued fire fight.
    if continued && case.positive() {
        (r::L3C_MOR_27, table.draw_continued)
    } else if follow_on {
        (if case.positive() { r::L3C_MOR_21 } else { r::L3C_MOR_22 }, of_case)
    } else if other && backwards != Backwards::None && !facing && case.positive() {
        (r::L3C_MOR_26, table.case.of(away(gait)))
    } else if !case.positive() && (other || purpose.attacks() || book.on(r::L3C_RAL_24)) {
        (if other { r::L3C_MOR_26 } else { r::L3C_MOR_20 }, of_case)
    } else if other {
        let gait = if facing { Gait::Halted } else { gait };
        (r::L3C_MOR_25, table.case.of(gait.case()))
    } else if purpose.reacts() {
        (r::L3C_MOR_24, table.reaction)
    } else if purpose.attacks() {
        (r::L3C_MOR_20, table.assault)
    } else if purpose == Purpose::Counter {
        (r::L3C_MOR_23, table.answer)
    } else {
        (r::L3C_MOR_20, table.answer)
    }
}

/// The case that corresponds to a march away from the enemy (L3C-GAP-C04).
pub(crate) const fn away(gait: Gait) -> Case {
    match gait {
        Gait::Halted => Case::Halt,
        Gait::Ordinary => Case::FallBack,
        Gait::Quick | Gait::Charge => Case::Retreat,
    }
}

/// Whether infantry at the ordinary step, or in an advance to fire, stops before cavalry without a reaction
/// (L3C-REA-06); in an advance to contact or at a faster gait it must react (L3C-GAP-C34).
pub(crate) fn stops_free(book: &Book, arm: Arm, gait: Gait, assaulting: bool, enemies: &[Seen]) -> bool {
    let before_cavalry =
        arm == Arm::Infantry && enemies.iter().any(|enemy| enemy.arm == Arm::Cavalry && !enemy.support);
    let slow = gait == Gait::Ordinary && !assaulting;
    before_cavalry && gait > Gait::Halted && book.on(r::L3C_REA_06) && (slow || !book.on(r::L3C_GAP_C34))
}
