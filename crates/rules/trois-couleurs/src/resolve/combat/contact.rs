//! The last moment before contact: cavalry breaks off before infantry that stands (L3C-MOR-72).

use crate::terms::state;
use crate::{Arm, Aspect, Book, Case, Cohesion, Gait, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The unit coming to contact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ContactUnit {
    pub arm: Arm,
    pub case: Case,
    pub gait: Gait,
    pub state: Cohesion,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Waiter {
    pub arm: Arm,
    pub case: Case,
    pub state: Cohesion,
    /// The side on which it is attacked.
    pub side: Aspect,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Meeting {
    pub attacker: ContactUnit,
    pub defender: Waiter,
}

/// The result of the last moment before contact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Met {
    pub contact: bool,
    /// The attacker breaks off before contact.
    pub gives_up: bool,
    /// The attacker's state afterwards.
    pub attacker_state: Cohesion,
    pub beaten: bool,
}

/// Whether an attacker comes to contact.
#[must_use]
pub fn contact(book: &Book, meeting: &Meeting) -> Met {
    let Meeting { attacker, defender } = meeting;
    let stands = defender.arm == Arm::Infantry
        && defender.state == Cohesion::Formed
        && defender.side == Aspect::Front
        && defender.case.positive();
    let gives_up = attacker.arm == Arm::Cavalry && stands && book.on(r::L3C_MOR_72);
    let attacker_state = state::degrade(book, attacker.state, u8::from(gives_up));
    // A unit in retreat or rout is pursued, not fought (L3C-MAC-20).
    let gone = defender.case <= Case::Retreat && book.on(r::L3C_MAC_20);
    Met { contact: !gives_up && !gone, gives_up, attacker_state, beaten: false }
}
