//! Figures by status, arm, gait and other keys.

use crate::{Arm, Band, Case, Cover, Gait, Mover, Status};
use serde::Deserialize;

macro_rules! by {
    ($(#[$doc:meta])* $name:ident of $word:ty { $($field:ident: $variant:pat),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name<T> { $(pub $field: T),+ }

        impl<T: Copy> $name<T> {
            #[must_use]
            pub const fn of(&self, word: $word) -> T {
                match word { $($variant => self.$field),+ }
            }
        }
    };
}

by! {
    /// A figure for each status.
    ByStatus of Status {
        irregular: Status::Irregular, militia: Status::Militia, conscript: Status::Conscript, line: Status::Line,
        elite: Status::Elite, guard: Status::Guard,
    }
}

by! {
    /// A figure for each gait.
    ByGait of Gait {
        halted: Gait::Halted, ordinary: Gait::Ordinary, quick: Gait::Quick, charge: Gait::Charge,
    }
}

by! {
    /// A figure for each case.
    ByCase of Case {
        charge: Case::Charge, attack: Case::Attack, advance: Case::Advance, stand: Case::Stand, halt: Case::Halt,
        fall_back: Case::FallBack, retreat: Case::Retreat, rout: Case::Rout,
    }
}

by! {
    /// A figure for each band of range.
    ByBand of Band {
        p1: Band::P1, p1_bis: Band::P1Bis, p2: Band::P2, p2_bis: Band::P2Bis, p3: Band::P3,
    }
}

by! {
    /// A figure for units on foot and one for mounted units.
    ByFoot of bool { foot: false, mounted: true }
}

/// A figure for each arm; a missing arm has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByArm<T> {
    pub infantry: Option<T>,
    pub cavalry: Option<T>,
    pub artillery: Option<T>,
}

impl<T: Copy + Default> ByArm<T> {
    /// The figure of an arm; the default value for a missing one.
    #[must_use]
    pub fn of(&self, arm: Arm) -> T {
        match arm {
            Arm::Infantry => self.infantry,
            Arm::Cavalry => self.cavalry,
            Arm::Artillery => self.artillery,
        }
        .unwrap_or_default()
    }
}

/// A figure for each mover; a missing one may not enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByMover<T> {
    pub infantry: Option<T>,
    pub cavalry: Option<T>,
    pub foot_artillery: Option<T>,
    pub horse_artillery: Option<T>,
}

impl<T: Copy> ByMover<T> {
    #[must_use]
    pub const fn of(&self, mover: Mover) -> Option<T> {
        match mover {
            Mover::Infantry => self.infantry,
            Mover::Cavalry => self.cavalry,
            Mover::FootArtillery => self.foot_artillery,
            Mover::HorseArtillery => self.horse_artillery,
        }
    }
}

/// A figure for each cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByCover {
    pub light: i8,
    pub medium: i8,
    pub hard: i8,
}

impl ByCover {
    /// The figure of a cover; 0 without cover.
    #[must_use]
    pub const fn of(&self, cover: Cover) -> i8 {
        match cover {
            Cover::None => 0,
            Cover::Light => self.light,
            Cover::Medium => self.medium,
            Cover::Hard => self.hard,
        }
    }
}
