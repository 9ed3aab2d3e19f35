//! Pursuit: which units keep contact with those that leave, and how they fight (LA-RAL-09 to LA-RAL-16, LA-GAP-40,
//! LA-GAP-50).

use crate::terms::book::{Book, r};
use crate::{Arm, Order};
use game::Exact;
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// How a unit leaves.
    Departure {
        /// It breaks off to rally.
        Rally,
        Retreat,
        Rout,
        Flight,
    } default Rally
}

/// A unit that leaves, and one that follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Chase {
    pub leaving: Departure,
    /// Column allowance of the leaving unit.
    #[schemars(range(min = 1, max = 60))]
    pub column: u8,
    pub follower_arm: Arm,
    /// Allowance of the follower, in its formation.
    #[schemars(range(min = 1, max = 60))]
    pub follower: u8,
    /// The follower is in uncontrolled advance.
    pub uncontrolled: bool,
}

impl Default for Chase {
    fn default() -> Self {
        Self { leaving: Departure::Rally, column: 36, follower_arm: Arm::Cavalry, follower: 34, uncontrolled: false }
    }
}

/// Whether contact is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kept {
    pub may_follow: bool,
    /// Speed of the leaving unit.
    pub speed: Exact,
    /// Contact is kept for the period.
    pub contact: bool,
}

/// How the two fight if contact is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Together {
    /// Order of the leaving unit's ranks.
    pub leaver: Order,
    /// Order of the follower's ranks.
    pub follower: Order,
    /// All figures of both fight, and the follower has the bonus for it.
    pub followed: bool,
    /// The follower has the malus of its order.
    pub follower_feels_it: bool,
    /// All charge bonuses of the follower apply.
    pub charge_bonuses: bool,
}

/// Whether contact is kept: allowances are compared (LA-RAL-09, LA-RAL-10, LA-GAP-40, LA-GAP-50).
#[must_use]
pub fn kept(book: &Book, chase: &Chase) -> Kept {
    let routs = matches!(chase.leaving, Departure::Rout | Departure::Flight);
    let by = if routs && book.on(r::LA_GAP_50) { book.tables.movement.rout } else { Exact::whole(1) };
    let speed = Exact { num: i64::from(chase.column) * by.num, den: by.den }.reduced();
    // Infantry does not follow cavalry that rallies (LA-RAL-13).
    let foot = chase.leaving == Departure::Rally && chase.follower_arm != Arm::Cavalry;
    let may_follow = (!foot || !book.on(r::LA_RAL_13)) && book.on(r::LA_RAL_09);
    let carried = chase.uncontrolled && book.on(r::LA_RAL_10);
    let rule = if chase.leaving == Departure::Rally { r::LA_GAP_40 } else { r::LA_GAP_50 };
    let faster = i64::from(chase.follower) * speed.den >= speed.num;
    Kept { may_follow, speed, contact: may_follow && (carried || faster && book.on(rule)) }
}

/// The fight at the end of the period (LA-RAL-15, LA-RAL-16, LA-GAP-50).
#[must_use]
pub fn together(book: &Book, chase: &Chase) -> Together {
    let runs = matches!(chase.leaving, Departure::Rout | Departure::Flight);
    // A beaten unit is pursued like one that rallies (LA-GAP-50).
    let beaten = chase.leaving != Departure::Rally && book.on(r::LA_GAP_50);
    let followed = book.on(r::LA_RAL_15) && (chase.leaving == Departure::Rally || beaten);
    let leaver = match runs {
        true => Order::Disordered,
        false if book.on(r::LA_RAL_15) => Order::Unformed,
        false => Order::Formed,
    };
    let carried = chase.uncontrolled && book.on(r::LA_RAL_16);
    Together {
        leaver,
        follower: if book.on(r::LA_RAL_12) { Order::Disorganised } else { Order::Formed },
        followed,
        follower_feels_it: !carried,
        charge_bonuses: carried,
    }
}
