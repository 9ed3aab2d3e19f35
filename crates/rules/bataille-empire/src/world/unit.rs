//! A unit's changing state.

use crate::{Formation, Losses};
use game::UnitId;
use serde::{Deserialize, Serialize};
use table::Pose;

/// Whether somebody is on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// On the table.
    #[default]
    Present,
    /// Comes on at the start of this turn; turn 0: waits off the table until it is called (BE-GAP-23, BE-GAP-83).
    OffTable(u16),
    /// A battery whose gunners have taken refuge in a square (BE-GAP-43).
    Silent { square: UnitId },
    /// The second half of a battalion that is not detached (BE-GAP-37).
    Folded,
    /// Hidden from whoever holds this world (BE-GAP-82).
    Unseen,
    /// Out of the battle.
    Gone(Fate),
}

/// How somebody left the battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Has taken all the losses it can (BE-GAP-02).
    Destroyed,
    /// Removed by a rule: shock, caught, no way out.
    Eliminated,
    /// Fled off the table (BE-GAP-38).
    OffTable,
    /// A general killed (BE-GEN-01).
    Killed,
    /// Never was on the table, or re-formed with its other half.
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

/// What a unit has done this turn; emptied at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Now {
    /// Moves made, a charge among them.
    pub moves: u8,
    /// Has moved, limbered or unlimbered since the start of the turn (BE-GAP-95).
    pub moved: bool,
    /// A battery that turned on the spot (BE-GAP-32).
    pub turned: bool,
    /// Has charged, also without a shock.
    pub charged: bool,
    /// The formation it had before it last changed.
    pub was: Option<Formation>,
    /// Has fought a shock.
    pub fought: bool,
    /// Has opened fire.
    pub fired: bool,
    /// Has supported a fire or shock of this step (BE-GAP-56).
    pub supported: bool,
    /// Fired saying that it would limber (BE-GAP-95).
    pub limbering: bool,
    /// Unlimbered in step d (BE-GAP-95).
    pub unlimbered: bool,
    /// Took the bonus of a stationary battery (BE-GAP-95).
    pub stationary_taken: bool,
    /// Has rallied.
    pub rallied: bool,
    /// Has fled (BE-GAP-35).
    pub fled: bool,
    /// The activation to whose movements it has reacted (BE-GAP-39).
    pub reacted_to: Option<u16>,
    /// Left a building this turn (BE-GAP-24).
    pub left_building: bool,
    /// Has done its duty under its order (BE-GAP-94).
    pub complied: bool,
    /// Its move was cut short by a reaction (BE-GAP-94).
    pub cut: bool,
    /// Bears the marker of something that it did itself (BE-GAP-105).
    pub marked_itself: bool,
    /// Made an operational movement (BE-GAP-33).
    pub operational: bool,
    /// Moved in support of a charge (BE-GAP-92).
    pub came_in_support: bool,
    /// A fire has been aimed at it in this step: it may owe a test of morale.
    pub under_fire: bool,
    /// Has tested its morale in this step because it saw a friend go (BE-GAP-73).
    pub witnessed: bool,
}

impl Unit {
    /// On the table and in play.
    #[must_use]
    pub const fn present(&self) -> bool {
        matches!(self.life, Life::Present)
    }

    /// In order: not in Disorder.
    #[must_use]
    pub const fn in_order(&self) -> bool {
        !self.disorder
    }
}
