//! The changing state of a unit.

use crate::{Formation, Losses};
use game::UnitId;
use serde::{Deserialize, Serialize};
use table::Pose;

/// Whether a unit or general is on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// On the table.
    #[default]
    Present,
    /// Enters at the start of this turn; turn 0: waits off the table until called (BE-GAP-23, BE-GAP-83).
    OffTable(u16),
    /// A battery whose gunners have taken refuge in a square (BE-GAP-43).
    Silent { square: UnitId },
    /// The second half of a battalion that is not detached (BE-GAP-37).
    Folded,
    /// Hidden from the holder of this world (BE-GAP-82).
    Unseen,
    /// Out of the battle.
    Gone(Fate),
}

/// How a unit or general left the battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Has all the losses it can take (BE-GAP-02).
    Destroyed,
    /// Removed by a rule: shock, caught, no path.
    Eliminated,
    /// Fled off the table (BE-GAP-38).
    OffTable,
    /// General killed (BE-GEN-01).
    Killed,
    /// Was never on the table, or has re-formed with its other half.
    Merged,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Unit {
    /// Middle of its front edge, and its facing.
    pub pose: Pose,
    /// Whether it is on the table.
    pub life: Life,
    pub formation: Formation,
    /// The building it holds (BE-GAP-24).
    pub inside: Option<u16>,
    /// Losses so far (BE-GAP-03).
    pub losses: Losses,
    pub disorder: bool,
    /// Has an action marker (BE-MA-01).
    pub marker: bool,
    /// Its battalion guns are still with it (BE-GAP-06).
    pub battalion_guns: bool,
    /// One of the two skirmisher units of a detached battalion (BE-GAP-37).
    pub detached: bool,
    /// What it has done this turn.
    pub now: Now,
}

/// What a unit has done this turn; cleared at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Now {
    /// Number of moves, charges included.
    pub moves: u8,
    /// Has moved, limbered or unlimbered since the start of the turn (BE-GAP-95).
    pub moved: bool,
    /// Battery that turned in place (BE-GAP-32).
    pub turned: bool,
    /// Has charged, with or without a shock.
    pub charged: bool,
    /// Its formation before the last change.
    pub was: Option<Formation>,
    /// Has fought a shock.
    pub fought: bool,
    /// Has opened fire.
    pub fired: bool,
    /// Has supported a fire or shock of this step (BE-GAP-56).
    pub supported: bool,
    /// Announced before firing that it would limber (BE-GAP-95).
    pub limbering: bool,
    /// Unlimbered in step d (BE-GAP-95).
    pub unlimbered: bool,
    /// Used the bonus of a stationary battery (BE-GAP-95).
    pub stationary_taken: bool,
    pub rallied: bool,
    /// Has fled (BE-GAP-35).
    pub fled: bool,
    /// The activation to which it has reacted (BE-GAP-39).
    pub reacted_to: Option<u16>,
    /// Left a building this turn (BE-GAP-24).
    pub left_building: bool,
    /// Has fulfilled its duty (BE-GAP-94).
    pub complied: bool,
    /// Its move was cut short by a reaction (BE-GAP-94).
    pub cut: bool,
    /// Has the marker of an act of its own (BE-GAP-105).
    pub marked_itself: bool,
    /// Made an operational movement (BE-GAP-33).
    pub operational: bool,
    /// Moved in support of a charge (BE-GAP-92).
    pub came_in_support: bool,
    /// Was the target of a fire in this step, and may owe a morale test.
    pub under_fire: bool,
    /// Has tested its morale in this step after seeing a friend eliminated or flee (BE-GAP-73).
    pub witnessed: bool,
}

impl Unit {
    /// On the table and in play.
    #[must_use]
    pub const fn present(&self) -> bool {
        matches!(self.life, Life::Present)
    }

    /// Not in Disorder.
    #[must_use]
    pub const fn in_order(&self) -> bool {
        !self.disorder
    }
}
