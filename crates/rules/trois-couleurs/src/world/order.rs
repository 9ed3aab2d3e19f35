//! Orders, and moves under way.

use crate::Formation;
use game::UnitId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::{Angle, Cm, Manoeuvre, Pose};

rulebook::words! {
    /// The code of an order marker (L3C-SIM-08 to L3C-SIM-17).
    Code {
        /// No order: the decoy.
        Blank,
        /// MAC.
        Assault,
        /// MAF.
        FireAdvance,
        /// SOU.
        Support,
        /// FEU.
        Fire,
        /// CHF.
        Form,
        /// CHO.
        Face,
        /// The slow arrow, ahead.
        SlowAhead,
        /// The slow arrow, backwards.
        SlowBack,
        /// The fast arrow.
        Fast,
        /// A step aside.
        Sidestep,
    } default Blank

    /// A line of battle.
    Line {
        First,
        Second,
    } default First

    /// The class of an entry (L3C-GAP-A47).
    Class {
        /// An opportunity that was taken.
        Frozen,
        /// A meeting, or a zone of control.
        Met,
        /// An assault by order.
        Ordered,
    } default Ordered

    /// How the two units of an entry have been placed.
    Placement {
        /// The attacker at two thirds of the way (L3C-MAC-28).
        TwoThirds,
        /// Both at one third (L3C-GAP-A20).
        Thirds,
        /// At the place where they met (L3C-GAP-A75).
        Met,
        /// At the place of the opportunity, the opportunist a third nearer (L3C-OPP-07).
        Frozen,
        /// In a zone of control: melee without tests (L3C-GAP-A79).
        Zone,
        /// In a pursuit that ran into another unit (L3C-GAP-A56).
        Pursuit,
    } default TwoThirds
}

impl Code {
    pub const ALL: [Self; 11] = [
        Self::Blank,
        Self::Assault,
        Self::FireAdvance,
        Self::Support,
        Self::Fire,
        Self::Form,
        Self::Face,
        Self::SlowAhead,
        Self::SlowBack,
        Self::Fast,
        Self::Sidestep,
    ];

    /// Whether it is a plain move.
    #[must_use]
    pub const fn arrow(self) -> bool {
        matches!(self, Self::SlowAhead | Self::SlowBack | Self::Fast | Self::Sidestep)
    }

    /// Whether it is an assault, to contact or to fire.
    #[must_use]
    pub const fn assaults(self) -> bool {
        matches!(self, Self::Assault | Self::FireAdvance)
    }

    #[must_use]
    pub const fn manoeuvre(self) -> bool {
        matches!(self, Self::Form | Self::Face)
    }

    /// The codes that may follow it on the same marker (L3C-GAP-A40).
    #[must_use]
    pub const fn followed_by(self) -> &'static [Self] {
        match self {
            Self::SlowAhead | Self::SlowBack | Self::Fast => &[Self::Fire, Self::Form, Self::Face],
            Self::Form | Self::Face => &[Self::Fire, Self::SlowAhead, Self::Fast, Self::Assault, Self::FireAdvance],
            Self::Sidestep => &[Self::Fire],
            _ => &[],
        }
    }
}

/// An order marker: one or two codes, and whether the unit fires first of all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marker {
    pub main: Code,
    pub second: Option<Code>,
    /// It fires in step 1 (L3C-SIM-11).
    pub at_once: bool,
}

/// The announcement of an order (L3C-GAP-A73).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// The order is not carried out.
    #[default]
    Void,
    /// A unit of the second line holds its order back (L3C-INT-02).
    Later,
    /// The target of an assault or a fire.
    On(UnitId),
    /// The unit that it goes with.
    With(UnitId),
    /// The new formation.
    Into(Formation),
    /// The houses to enter.
    Enter(u16),
    /// Out of the houses that it holds.
    Leave,
    /// The faces to occupy in the houses that it holds; empty: all alike.
    Man(Vec<u8>),
    /// The angle of the turn.
    By(Angle),
    Way(Vec<Manoeuvre>),
    /// It fires at a target chosen when the time comes.
    Fires,
}

/// An order that has been opened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct OpenedOrder {
    /// What the marker says.
    pub marker: Marker,
    /// Announcement of the first code.
    pub main: Detail,
    pub second: Detail,
    /// The first code has been carried out, or has become void.
    pub done: bool,
    /// The second code has been carried out, or has become void.
    pub second_done: bool,
    /// The unit has reacted in second line: it loses a point (L3C-SIM-04).
    pub reacted: bool,
}

impl OpenedOrder {
    /// The codes still to be carried out, with their announcements.
    pub fn open(&self) -> impl Iterator<Item = (Code, &Detail)> {
        let main = (!self.done).then_some((self.marker.main, &self.main));
        let second = self.marker.second.filter(|_| !self.second_done).map(|code| (code, &self.second));
        main.into_iter().chain(second)
    }

    /// The announcement of a code still to be carried out.
    #[must_use]
    pub fn detail(&self, wanted: impl Fn(Code) -> bool) -> Option<&Detail> {
        self.open().find(|(code, _)| wanted(*code)).map(|(_, detail)| detail)
    }

    /// Marks a code as carried out.
    pub fn finish(&mut self, wanted: impl Fn(Code) -> bool) {
        if !self.done && wanted(self.marker.main) {
            self.done = true;
        } else if !self.second_done && self.marker.second.is_some_and(wanted) {
            self.second_done = true;
        }
    }

    /// Whether its manoeuvre comes before its move or assault.
    #[must_use]
    pub fn manoeuvres_first(&self) -> bool {
        !self.done && self.marker.main.manoeuvre()
    }
}

/// A fire tied to an entry (L3C-GAP-A85).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Tie {
    pub target: UnitId,
    /// It is stopping fire, not fire before the test.
    pub stopping: bool,
    /// With round shot where canister would reach.
    pub round: bool,
}

/// An entry waiting for step 5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Later {
    pub attacker: UnitId,
    pub target: UnitId,
    pub to_fire: bool,
    pub class: Class,
    /// The instant of the moves in which it arose.
    pub instant: u32,
    /// The attacker's whole way to the target, fixed when it began.
    pub distance: Cm,
    pub placement: Placement,
    /// The target's gait when it was caught.
    pub stops_from: crate::Gait,
    /// The target was itself on its way to contact (L3C-REA-06).
    pub assaulting: bool,
}

/// A move cut short by an enemy that may be resumed (L3C-MVT-29, L3C-GAP-A48).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cut {
    /// The unit that was moving.
    pub unit: UnitId,
    /// The enemy that stopped it.
    pub by: UnitId,
    /// The rest of its way.
    pub legs: Vec<Manoeuvre>,
    pub gait: crate::Gait,
    /// The target of its assault to contact.
    pub target: Option<UnitId>,
    /// PA paid for the distance covered.
    pub paid: u8,
    /// Its alignment is broken, since a part was held in passing; PA spent before that (L3C-MVT-28).
    pub broken: Option<u8>,
}

/// A moving unit.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Moving {
    pub unit: UnitId,
    /// The rest of its way.
    pub legs: Vec<Manoeuvre>,
    /// Distance that it covers in a fraction.
    pub step: Cm,
    /// Instants that it still waits for the ground in front of it (L3C-INT-17).
    pub wait: u32,
    /// Ground still to be entered: its distance on the way in centimetres, and the instants of waiting there.
    pub ground: Vec<(Cm, u32)>,
    /// Distance covered in this run.
    pub gone: Cm,
    /// PA paid for its move: an assault that it becomes counts them (L3C-GAP-A35), but for those of a pivot made.
    pub paid: u8,
    /// PA of these for a pivot still to be made.
    pub pivot: u8,
    /// The target, and whether the advance is to fire.
    pub target: Option<(UnitId, bool)>,
    pub gait: crate::Gait,
    /// The unit that it supports and follows (L3C-SOU-01).
    pub follows: Option<UnitId>,
    /// It stops at the end of this fraction: it has met an enemy (L3C-GAP-A75).
    pub met: bool,
    pub halted: bool,
    /// A friend is in its way in this fraction (L3C-GAP-A77).
    pub blocked: bool,
    /// Its starting place.
    pub from: Pose,
}

/// The moves under way: one wave of one line.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MovesUnderWay {
    pub line: Line,
    /// The number of the wave, from 1 (L3C-GAP-A74).
    pub wave: u8,
    /// The number of fractions made.
    pub fraction: u16,
    /// Instants of the current fraction that have passed.
    pub instant: u32,
    /// The moving units.
    pub movers: Vec<Moving>,
    /// Units that moved in the first wave.
    pub moved: BTreeSet<UnitId>,
}

impl MovesUnderWay {
    #[must_use]
    pub fn mover(&self, unit: UnitId) -> Option<&Moving> {
        self.movers.iter().find(|moving| moving.unit == unit)
    }

    /// A moving unit, to change it.
    pub fn mover_mut(&mut self, unit: UnitId) -> Option<&mut Moving> {
        self.movers.iter_mut().find(|moving| moving.unit == unit)
    }
}
