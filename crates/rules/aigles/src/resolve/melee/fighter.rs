//! A unit in a melee, against one enemy.

use crate::{Arm, Aspect, Cover, Formation, Order};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Figures of one kind that fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Hands {
    #[schemars(range(min = 0, max = 20))]
    pub combat: i8,
    #[schemars(range(min = 0, max = 20))]
    pub bonus: i8,
    /// The number of them that fight.
    #[schemars(range(min = 0, max = 120))]
    pub figures: u16,
}

impl Default for Hands {
    fn default() -> Self {
        Self { combat: 4, bonus: 1, figures: 4 }
    }
}

/// A unit in a melee.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct Fighter {
    pub arm: Arm,
    /// Light cavalry: foragers and no lance (LA-GAP-58).
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub light: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub cuirass: bool,
    pub formation: Formation,
    pub order: Order,
    /// The kinds of figure that fight: one die for all.
    #[schemars(length(min = 1, max = 6))]
    pub hands: Vec<Hands>,
    /// It charges with its bonus (LA-CHA-15).
    pub charging: bool,
    /// Figures of each rank from the front, for a charging column.
    #[schemars(length(max = 40), inner(range(min = 1, max = 60)))]
    #[schemars(extend("x-when" = { "charging": [true] }))]
    pub ranks: Vec<u8>,
    /// The number of its round against this enemy, from 1.
    #[schemars(range(min = 1, max = 40))]
    pub round: u8,
    /// It has fought a melee before in this battle.
    pub fought_before: bool,
    /// It has lost a whole figure to fire.
    pub lost_to_fire: bool,
    /// Cover from the enemy.
    pub cover: Cover,
    /// It stands higher on a slope.
    pub higher: bool,
    /// The side on which it attacks the enemy.
    pub side: Aspect,
    /// It attacks the flank or rear of an enemy already in a melee.
    pub into_melee: bool,
    /// It enters by an undefended side of a house.
    pub undefended_side: bool,
    /// It follows an opponent that gives way.
    pub following: bool,
    /// It is in uncontrolled advance.
    pub uncontrolled: bool,
    /// Losses by the last fire before the melee.
    #[schemars(range(min = 0, max = 3600))]
    pub fire_losses: u16,
    /// Points of the general or aide in contact; `None`: neither.
    #[schemars(range(min = 10, max = 100))]
    pub officer: Option<u8>,
    /// Figures of squadrons that have gone around the corners of a square or column (LA-CHA-37).
    #[schemars(range(min = 0, max = 60))]
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub wrapped: u8,
}

impl Default for Fighter {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            light: false,
            cuirass: false,
            formation: Formation::Line,
            order: Order::Formed,
            hands: vec![Hands::default()],
            charging: false,
            ranks: Vec::new(),
            round: 1,
            fought_before: false,
            lost_to_fire: false,
            cover: Cover::None,
            higher: false,
            side: Aspect::Front,
            into_melee: false,
            undefended_side: false,
            following: false,
            uncontrolled: false,
            fire_losses: 0,
            officer: None,
            wrapped: 0,
        }
    }
}

impl Fighter {
    #[must_use]
    pub fn figures(&self) -> u16 {
        self.hands.iter().fold(0u16, |sum, hands| sum.saturating_add(hands.figures))
    }
}
