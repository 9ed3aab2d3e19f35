//! The changing state of a unit.

use crate::{Formation, Marker, Order};
use serde::{Deserialize, Serialize};
use table::{Manoeuvre, Pose};

/// One whole sequence (ML-GAP-15), in a unit that every allowance of the movement table in centimetres divides, so that
/// the share of a sequence that a move costs is always a whole number.
pub const SEQUENCE: i32 = 1_680 * 5_000;

/// Whether a unit or general is on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// On the table.
    #[default]
    Present,
    /// Comes on at the start of this turn.
    Reserve(u16),
    /// Guns without their crew (ML-8.7d, ML-GAP-34).
    Abandoned {
        /// Spiked for good (ML-8.7f).
        spiked: bool,
        /// The conditions of re-manning have held since the start of this turn (ML-8.7g).
        safe_since: Option<u16>,
    },
    /// Out of the battle.
    Gone(Fate),
}

/// How a unit or general left the battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Its last element was removed.
    Destroyed,
    /// Removed by a rule: no way to flee, recoil blocked, ridden down.
    Eliminated,
    /// Left the table.
    OffTable,
    /// General killed or gravely wounded.
    Killed,
    /// General taken prisoner.
    Captured,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Pose of its lead element, the TdC (ML-1.7c): centre and facing.
    pub pose: Pose,
    /// The building it holds (ML-1.6g).
    pub inside: Option<u16>,
    /// Whether it is on the table.
    pub life: Life,
    pub formation: Formation,
    pub marker: Marker,
    /// The order in force; `None` once a marker has cancelled it (ML-1.10d).
    pub order: Order,
    /// The order is a specific one (OS).
    pub specific: bool,
    /// The elements that are left.
    pub elements: u8,
    /// Losses on the counter (ML-7.2z).
    pub losses: u8,
    /// Elements lost in combat since the start (ML-5.2j).
    pub lost: u8,
    /// Has fired small arms in this battle (ML-7.2j).
    pub has_fired: bool,
    /// The linear obstacle in front of which it halted: the next crossing is free (ML-1.6e).
    pub obstacle: Option<u16>,
    /// What it has done this turn.
    pub now: Turn,
    /// What it did last turn.
    pub before: LastTurn,
}

/// What a unit has done this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    /// The order it executed this turn, whatever markers came later (for ML-4.3d).
    pub executed: Order,
    /// Has fired (ML-7.1a).
    pub fired: bool,
    /// Has moved, turned, changed formation or adjusted, so it is not immobile (ML-GAP-30).
    pub moved: bool,
    /// Share of the sequence used, of [`SEQUENCE`].
    pub used: i32,
    /// Adjusted its formation under T (ML-6.3a).
    pub adjusted: bool,
    /// Battery that unlimbered or turned (ML-7.3s).
    pub turned: bool,
    /// Battery crossed by friends: may not fire this turn (ML-GAP-49).
    pub crossed: bool,
    /// Made a fall-back move (ML-7.2v).
    pub fell_back: bool,
    /// Battery under R that fires before it limbers (ML-3.2d).
    pub hurried: bool,
    /// May fall back although shaken (ML-5.3c).
    pub may_fall_back: bool,
    /// Made a charge move (ML-GAP-61).
    pub charge_move: bool,
    pub melee: bool,
    /// Was hesitant at some time in the turn.
    pub hesitant: bool,
    /// Is the target of a charge.
    pub charged: bool,
    /// Has formed a solid square: may not fire (ML-8.1o).
    pub formed_square: bool,
    /// Began step M within 2 pas of an enemy (ML-GAP-68).
    pub began_near: bool,
    /// Left or entered a building.
    pub building: bool,
    /// Quarters of step M spent immobile within 2 pas of abandoned guns (ML-8.7f).
    pub still_quarters: u8,
}

/// What a unit did last turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct LastTurn {
    /// The order it executed; `None`: nothing to compare with.
    pub order: Order,
    /// Did not move at all (ML-4.2c).
    pub immobile: bool,
    /// Was hesitant (ML-4.2b).
    pub hesitant: bool,
    /// Made a charge move (ML-8.4i).
    pub charge_move: bool,
    /// Was in melee (ML-GAP-61).
    pub melee: bool,
    /// The specific order renews itself (ML-4.2d).
    pub renewed: bool,
}

/// The plan of a unit for step M.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    pub legs: Vec<Manoeuvre>,
    /// The cost of each manoeuvre, in shares of the sequence.
    pub costs: Vec<i32>,
    /// Share of the sequence carried out.
    pub done: i32,
    /// Activation number (option 11).
    pub number: u8,
}

impl Unit {
    /// On the table and in play.
    #[must_use]
    pub const fn present(&self) -> bool {
        matches!(self.life, Life::Present)
    }

    /// Has not moved, turned or changed formation this turn.
    #[must_use]
    pub const fn immobile(&self) -> bool {
        !self.now.moved
    }

    /// Shaken or routing.
    #[must_use]
    pub fn broken(&self) -> bool {
        self.marker >= Marker::Shaken
    }
}

impl Plan {
    /// Whether the plan is completely carried out.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.done >= self.costs.iter().sum::<i32>()
    }
}
