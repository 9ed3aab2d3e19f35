//! Figures by status, arm, class and other keys.

use crate::{Arm, Class, Formation, Status, Weapon};
use serde::Deserialize;

rulebook::by! {
    /// A figure for each status.
    ByStatus of Status {
        guard: Guard, elite: Elite, regular: Regular, semi_regular: SemiRegular, militia: Militia, irregular: Irregular,
    }
}

/// A figure for each of the two arms that charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByArm<T> {
    pub infantry: T,
    pub cavalry: T,
}

impl<T: Copy> ByArm<T> {
    /// The figure of an arm; guns have none.
    #[must_use]
    pub const fn of(&self, arm: Arm) -> Option<T> {
        match arm {
            Arm::Infantry => Some(self.infantry),
            Arm::Cavalry => Some(self.cavalry),
            Arm::Artillery => None,
        }
    }
}

/// A figure for each small arm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySmallArm<T> {
    pub carbine: T,
    pub musket: T,
    pub rifle: T,
}

impl<T: Copy> BySmallArm<T> {
    /// The figure of a weapon; `None` if it is not a small arm.
    #[must_use]
    pub const fn of(&self, weapon: Weapon) -> Option<T> {
        match weapon {
            Weapon::Carbine => Some(self.carbine),
            Weapon::Musket => Some(self.musket),
            Weapon::Rifle => Some(self.rifle),
            Weapon::None | Weapon::Guns => None,
        }
    }
}

/// Quarters by manoeuvre class, best first; a missing class cannot.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(transparent)]
pub struct ByClass(pub Vec<u8>);

impl ByClass {
    #[must_use]
    pub fn of(&self, class: Class) -> Option<u8> {
        let place = match class {
            Class::A => 0,
            Class::B => 1,
            Class::C => 2,
            Class::D => 3,
        };
        self.0.get(place).copied()
    }
}

/// The movement class of a unit on ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// Infantry in close order.
    Foot,
    /// Infantry in skirmish order.
    Skirmish,
    /// Cavalry in any formation.
    Horse,
    /// Guns on their limbers.
    Guns,
}

impl Mover {
    /// The movement class of an arm in a formation.
    #[must_use]
    pub const fn of(arm: Arm, formation: Formation) -> Self {
        match (arm, formation) {
            (Arm::Infantry, Formation::Skirmish) => Self::Skirmish,
            (Arm::Infantry, _) => Self::Foot,
            (Arm::Cavalry, _) => Self::Horse,
            (Arm::Artillery, _) => Self::Guns,
        }
    }
}

/// A figure for each mover; a missing one may not enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByMover<T> {
    pub foot: Option<T>,
    pub skirmish: Option<T>,
    pub horse: Option<T>,
    pub guns: Option<T>,
}

impl<T: Copy> ByMover<T> {
    #[must_use]
    pub const fn of(&self, mover: Mover) -> Option<T> {
        match mover {
            Mover::Foot => self.foot,
            Mover::Skirmish => self.skirmish,
            Mover::Horse => self.horse,
            Mover::Guns => self.guns,
        }
    }
}
