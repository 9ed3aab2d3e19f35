//! Rules common to all fire (LA-FEU-01, LA-FEU-02).

use crate::terms::book::{Book, r};
use crate::terms::tally::Tally;
use crate::{Arm, Cover, Distance, Formation, Status};
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The target of a fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct Target {
    pub arm: Arm,
    /// Formation of its bases.
    pub formation: Formation,
    #[schemars(range(min = 1, max = 40))]
    pub ranks: u8,
    /// Irregulars are harder to hit.
    pub status: Status,
    pub cover: Cover,
    /// It is cavalry that charges the firing unit.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub charging: bool,
    /// It stands higher on a slope than the firer.
    pub higher: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub cuirass: bool,
    /// It is an isolated figure: a general or an aide.
    pub officer: bool,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            formation: Formation::Line,
            ranks: 1,
            status: Status::Regular,
            cover: Cover::None,
            charging: false,
            higher: false,
            cuirass: false,
            officer: false,
        }
    }
}

impl Target {
    /// Whether it is more than one rank deep, or in square (LA-FEU-03, LA-FEU-04, LA-GAP-07); never a single figure,
    /// nor a garrison, which has no formation (LA-GAP-74).
    #[must_use]
    pub const fn deep(&self) -> bool {
        let ranks = self.ranks > 1 && !matches!(self.formation, Formation::Skirmish | Formation::Garrison);
        !self.officer && (ranks || self.formation.square())
    }

    /// Whether it is in line (LA-FEU-04): never a square (LA-GAP-07) nor a single figure.
    #[must_use]
    pub fn in_line(&self) -> bool {
        self.formation == Formation::Line && !self.deep() && !self.officer
    }

    /// Whether it may be fired at from this distance: an officer only beyond 5 cm from any enemy unit, including the
    /// firer (LA-GEN-01).
    #[must_use]
    pub fn open(&self, book: &Book, distance: Distance) -> bool {
        !self.officer || distance > book.tables.officers.target_beyond || !book.on(r::LA_GEN_01)
    }

    /// Whether it is a battery in position.
    #[must_use]
    pub const fn gunners(&self) -> bool {
        matches!(self.formation, Formation::InPosition)
    }
}

/// Result of a fire.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fired {
    /// The fire is allowed.
    pub allowed: bool,
    /// Factor of the first kind of figure, with the die.
    pub factor: i16,
    /// Cells read, one for each kind of figure.
    pub cells: Vec<u32>,
    /// Losses that it inflicts.
    pub losses: u16,
}

/// Adds the factors of the target that apply to small arms and guns alike (LA-FEU-02).
pub(super) fn common<T: Trace>(tally: &mut Tally<'_, T>, target: &Target) {
    let table = tally.book.tables.fire.clone();
    tally.when(target.status == Status::Irregular && !target.officer, r::LA_FEU_02, "irregular", table.irregular);
    tally.when(target.formation == Formation::Skirmish, r::LA_FEU_02, "skirmish", table.skirmish);
    tally.when(target.cover == Cover::Light, r::LA_FEU_02, "light_cover", table.light_cover);
    let hard = matches!(target.cover, Cover::Hard | Cover::House);
    tally.when(hard, r::LA_FEU_02, "hard_cover", table.hard_cover);
    let charging = target.charging && target.arm == Arm::Cavalry;
    tally.when(charging, r::LA_FEU_02, "charging", table.cavalry_charging_firer);
    tally.when(target.higher, r::LA_FEU_02, "higher", table.higher);
}
