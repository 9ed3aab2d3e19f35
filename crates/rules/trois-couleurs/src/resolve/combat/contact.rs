//! The last moment before contact: cavalry gives up before infantry that stands (L3C-MOR-72).

use crate::terms::state;
use crate::{Arm, Aspect, Book, Case, Cohesion, Gait, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who comes to contact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ContactUnit {
    pub arm: Arm,
    /// Its morale.
    pub case: Case,
    /// How fast it goes.
    pub gait: Gait,
    /// How well it holds together.
    pub state: Cohesion,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Waiter {
    pub arm: Arm,
    /// Its morale.
    pub case: Case,
    /// How well it holds together.
    pub state: Cohesion,
    /// Where it is taken.
    pub side: Aspect,
}

/// The last moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Meeting {
    /// Who comes.
    pub attacker: ContactUnit,
    /// Who waits.
    pub defender: Waiter,
}

/// What comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Met {
    /// They fight.
    pub contact: bool,
    /// The attacker gives up before.
    pub gives_up: bool,
    /// His formation then.
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
    // Who is in retreat or rout is pursued, not fought (L3C-MAC-20).
    let gone = defender.case <= Case::Retreat && book.on(r::L3C_MAC_20);
    Met { contact: !gives_up && !gone, gives_up, attacker_state, beaten: false }
}
