//! When a test for another reason is due (L3C-GAP-C03, L3C-GAP-C08).

use crate::{Arm, Book, Distance, r};
use game::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Events of a unit's turn that may cause a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TurnSoFar {
    pub arm: Arm,
    /// PAP that it had at the start of the turn.
    pub steps_at_start: u16,
    /// PAP it has lost this turn.
    pub steps_lost: u16,
    /// PAP it had lost this turn when it last tested for losses.
    pub steps_at_test: u16,
    /// A friend that has just gone into rout.
    pub rout: Option<Rout>,
    /// It has already tested this turn for a rout.
    pub rout_tested: bool,
    /// The general in contact with it has been hit.
    pub general_hit: bool,
}

impl Default for TurnSoFar {
    fn default() -> Self {
        Self {
            arm: Arm::default(),
            steps_at_start: 36,
            steps_lost: 0,
            steps_at_test: 0,
            rout: None,
            rout_tested: false,
            general_hit: false,
        }
    }
}

/// A friend in rout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rout {
    pub arm: Arm,
    /// How near the rout came.
    pub distance: Distance,
    pub unseen: bool,
}

/// The rules by which a unit must test; empty if it need not.
#[must_use]
pub fn due(book: &Book, moment: &TurnSoFar) -> SmallVec<[Rule; 3]> {
    let mut rules = SmallVec::new();
    if book.on(r::L3C_GAP_C08) && losses_due(book, moment) {
        rules.push(r::L3C_GAP_C08);
    }
    if book.on(r::L3C_GAP_C03) {
        let counts = |rout: Rout| {
            let own_arm = moment.arm == Arm::Artillery || rout.arm == moment.arm || !book.on(r::L3C_MOR_60);
            own_arm && !rout.unseen && rout.distance <= book.tables.distance.witness
        };
        if moment.rout.is_some_and(counts) && !moment.rout_tested {
            rules.push(r::L3C_MOR_02);
        }
        if moment.general_hit {
            rules.push(r::L3C_GAP_C03);
        }
    }
    rules
}

/// Whether losses require a test: a tenth of the strength at the start of the turn, and another tenth for every further
/// test; exact, not rounded.
fn losses_due(book: &Book, moment: &TurnSoFar) -> bool {
    let percent = u32::from(book.tables.morale.loss_test_percent);
    let share = |steps: u16| 100 * u32::from(steps) / (percent * u32::from(moment.steps_at_start)).max(1);
    moment.steps_at_start > 0 && share(moment.steps_lost) > share(moment.steps_at_test)
}
