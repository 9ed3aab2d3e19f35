//! The gait of a unit: limits by room and by ground.

use crate::resolve::moving::movement::Way;
use crate::{Arm, Book, Distance, Gait, Ground, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Cm;

/// A change of gait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pace {
    pub arm: Arm,
    pub from: Gait,
    pub to: Gait,
    /// Room available for the change.
    pub room: Distance,
    /// The unit has just crossed an obstacle.
    pub after_obstacle: bool,
}

/// The result of a change of gait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Paced {
    pub needed: u8,
    /// The gait that it reaches.
    pub gait: Gait,
    /// Degrees of disorder.
    pub degrade: u8,
}

/// A change of gait (L3C-MVT-34, L3C-MVT-35): a unit that accelerates becomes only as fast as the room allows, also
/// after an obstacle (L3C-MAC-24); a unit that stops in less room becomes disordered.
#[must_use]
pub fn change(book: &Book, s: &Pace) -> Paced {
    let table = &book.tables.movement.gait_change;
    let (from, to) = (s.from.rank(), s.to.rank());
    let mounted = s.arm == Arm::Cavalry;
    let needed = if !book.on(r::L3C_MVT_34) || from == to {
        0
    } else if mounted {
        table.mounted_per_step * from.abs_diff(to)
    } else if from.max(to) == Gait::Charge.rank() {
        table.foot_to_charge
    } else {
        0
    };
    // Thirds of a distance are rounded to centimetres: a difference of a few centimetres does not cost a whole UD.
    const SLACK: Cm = 5;
    let room = rulebook::saturated::<u8, _>(Distance::from_cm(s.room.cm().saturating_add(SLACK)).whole());
    let free = s.after_obstacle && !book.on(r::L3C_MAC_24);
    if room >= needed || free {
        return Paced { needed, gait: s.to, degrade: 0 };
    }
    if to > from {
        let gained =
            if mounted { room / table.mounted_per_step.max(1) } else { Gait::Quick.rank().saturating_sub(from) };
        return Paced { needed, gait: Gait::of_rank(from + gained), degrade: 0 };
    }
    let degrade = if book.on(r::L3C_MVT_35) { needed - room } else { 0 };
    Paced { needed, gait: s.to, degrade }
}

/// The ground a unit moves over.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Footing {
    pub arm: Arm,
    #[schemars(with = "Vec<Ground>")]
    pub terrain: Way,
    /// Cavalry jumps those obstacles that can be jumped.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub jumps: bool,
}

/// The fastest gait that the ground allows (L3C-MAC-17, L3C-MAC-23).
#[must_use]
pub fn limit(book: &Book, s: &Footing) -> Gait {
    let over = |ground: &Ground| {
        let terrain = book.tables.terrain.of(*ground);
        let rule = if terrain.linear { r::L3C_MAC_23 } else { r::L3C_MAC_17 };
        if !book.on(rule) {
            return Gait::Charge;
        }
        match terrain.jumped_gait {
            Some(jumped) if s.jumps && s.arm == Arm::Cavalry => jumped,
            _ => terrain.fastest(s.arm),
        }
    };
    s.terrain.iter().map(over).min().unwrap_or(Gait::Charge)
}
