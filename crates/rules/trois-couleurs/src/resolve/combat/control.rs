//! Whether a victor, or a charge without contact, can be held back (L3C-GAP-A14).

use crate::terms::state;
use crate::terms::tally::Tally;
use crate::{Arm, Book, Cohesion, Status, r};
use dice::Throw;
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that the player wants to hold back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Hold {
    pub arm: Arm,
    /// Class of manoeuvre, 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    pub class: u8,
    pub status: Status,
    pub state: Cohesion,
    /// Bonus of a general in contact with it.
    #[schemars(range(min = 0, max = 3))]
    pub general: u8,
    /// An enemy in retreat or rout is within its distance of opportunity.
    pub fleeing_enemy: bool,
    /// It has just taken a built-up area given up before contact, and its opponent demands the test.
    pub took_buildings: bool,
}

impl Default for Hold {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            class: 2,
            status: Status::Line,
            state: Cohesion::Formed,
            general: 0,
            fleeing_enemy: false,
            took_buildings: false,
        }
    }
}

rulebook::words! {
    /// Action forced on a unit.
    Must {
        /// The player is free to choose.
        Nothing,
        Pursue,
        Rally,
    } default Nothing
}

/// Result of the test of control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Held {
    pub controlled: bool,
    pub must: Must,
    pub state: Cohesion,
}

/// The sum before the die, and the throw: class 1 if the unit obeys.
pub fn control(book: &Book, hold: &Hold, trace: &mut impl Trace) -> (i8, Throw) {
    let table = &book.tables.control;
    let needs = table.controlled_from;
    let mut sum = Tally::new(book, trace);
    sum.when(true, r::L3C_GAP_A14, "class", rulebook::saturated::<i8, _>(hold.class));
    sum.when(hold.arm == Arm::Cavalry, r::L3C_GAP_A14, "cavalry", table.cavalry);
    sum.when(true, r::L3C_GAP_A14, "status", table.status.of(hold.status));
    sum.when(true, r::L3C_GAP_A14, "general", rulebook::saturated::<i8, _>(hold.general));
    let sum = sum.figure();
    trace.line(|| Line::new(r::L3C_GAP_A14, Op::Needs(i64::from(needs))));
    // Without the ruling there is no such test: every unit obeys.
    let cut = if book.on(r::L3C_GAP_A14) { i16::from(needs) - i16::from(sum) } else { i16::MIN };
    (sum, Throw::d6(1).cuts([cut]))
}

/// The result of the test: a unit that fails pursues if it can, otherwise it loses a degree of formation and rallies;
/// the taker of buildings loses none.
#[must_use]
pub fn held(book: &Book, hold: &Hold, controlled: bool) -> Held {
    if controlled {
        Held { controlled, must: Must::Nothing, state: hold.state }
    } else if hold.fleeing_enemy && hold.state != Cohesion::Disordered {
        Held { controlled, must: Must::Pursue, state: hold.state }
    } else if hold.took_buildings {
        Held { controlled, must: Must::Nothing, state: hold.state }
    } else {
        Held { controlled, must: Must::Rally, state: state::degrade(book, hold.state, 1) }
    }
}
