//! Orders, and what is under way.

use crate::Formation;
use game::UnitId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::{Angle, Cm, Manoeuvre, Pose};

rulebook::words! {
    /// What an order marker says (L3C-SIM-08 to L3C-SIM-17).
    Code {
        /// Nothing: the decoy.
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
        /// A chance that was taken.
        Frozen,
        /// A meeting, or a zone of control.
        Met,
        /// An assault by order.
        Ordered,
    } default Ordered

    /// How the two of an entry have been placed.
    Placement {
        /// The attacker at two thirds of the way (L3C-MAC-28).
        TwoThirds,
        /// Both at a third (L3C-GAP-A20).
        Thirds,
        /// Where they met (L3C-GAP-A75).
        Met,
        /// Where the chance arose, the opportunist a third nearer (L3C-OPP-07).
        Frozen,
        /// In a zone of control: hand to hand without tests (L3C-GAP-A79).
        Zone,
        /// In a pursuit it has run into another (L3C-GAP-A56).
        Pursuit,
    } default TwoThirds
}

impl Code {
    /// All of them.
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

    /// Whether it is a change of formation or facing.
    #[must_use]
    pub const fn manoeuvre(self) -> bool {
        matches!(self, Self::Form | Self::Face)
    }

    /// What may follow it on the same marker (L3C-GAP-A40).
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

/// An order marker: one or two codes, and whether the unit fires before everything else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marker {
    /// What it says.
    pub main: Code,
    /// What follows.
    pub second: Option<Code>,
    /// It fires in step 1 (L3C-SIM-11).
    pub at_once: bool,
}

/// What is announced of an order (L3C-GAP-A73).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// Nothing: it does not do it.
    #[default]
    Void,
    /// A unit of the second line keeps it back (L3C-INT-02).
    Later,
    /// On whom.
    On(UnitId),
    /// With whom it goes.
    With(UnitId),
    /// Into which formation.
    Into(Formation),
    /// Into which houses.
    Enter(u16),
    /// Out of the houses that it holds.
    Leave,
    /// To which faces of the houses that it holds; none: to all alike.
    Man(Vec<u8>),
    /// By which angle.
    By(Angle),
    Way(Vec<Manoeuvre>),
    /// It fires at whom it can when the time comes.
    Fires,
}

/// An order that has been opened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct OpenedOrder {
    /// What the marker says.
    pub marker: Marker,
    /// Of the first code.
    pub main: Detail,
    pub second: Detail,
    /// The first has been done, or has fallen through.
    pub done: bool,
    /// The second has been done, or has fallen through.
    pub second_done: bool,
    /// The unit has reacted in second line: a point is lost (L3C-SIM-04).
    pub reacted: bool,
}

impl OpenedOrder {
    /// The codes with what was announced of them, those that are still to be done.
    pub fn open(&self) -> impl Iterator<Item = (Code, &Detail)> {
        let main = (!self.done).then_some((self.marker.main, &self.main));
        let second = self.marker.second.filter(|_| !self.second_done).map(|code| (code, &self.second));
        main.into_iter().chain(second)
    }

    /// What was announced of a code that is still to be done.
    #[must_use]
    pub fn detail(&self, wanted: impl Fn(Code) -> bool) -> Option<&Detail> {
        self.open().find(|(code, _)| wanted(*code)).map(|(_, detail)| detail)
    }

    /// Ticks a code off.
    pub fn finish(&mut self, wanted: impl Fn(Code) -> bool) {
        if !self.done && wanted(self.marker.main) {
            self.done = true;
        } else if !self.second_done && self.marker.second.is_some_and(wanted) {
            self.second_done = true;
        }
    }

    /// Its manoeuvre comes before its move or assault.
    #[must_use]
    pub fn manoeuvres_first(&self) -> bool {
        !self.done && self.marker.main.manoeuvre()
    }
}

/// A fire tied to an entry (L3C-GAP-A85).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Tie {
    /// At whom.
    pub target: UnitId,
    /// As stopping fire, not before the test.
    pub stopping: bool,
    /// With round shot where canister would reach.
    pub round: bool,
}

/// An entry that waits for step 5.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Later {
    pub attacker: UnitId,
    /// Whom.
    pub target: UnitId,
    pub to_fire: bool,
    pub class: Class,
    /// When it arose: the beat of the moves.
    pub instant: u32,
    /// What the attacker runs in all to reach it, frozen when it began.
    pub distance: Cm,
    /// How they have been placed.
    pub placement: Placement,
    /// The gait at which the target was under way when it was caught.
    pub stops_from: crate::Gait,
    /// The target was itself on its way to contact (L3C-REA-06).
    pub assaulting: bool,
}

/// A move that an enemy has cut short and that may be resumed (L3C-MVT-29, L3C-GAP-A48).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cut {
    /// Who was under way.
    pub unit: UnitId,
    /// Who stopped it.
    pub by: UnitId,
    /// What was left of its way.
    pub legs: Vec<Manoeuvre>,
    /// How it went.
    pub gait: crate::Gait,
    /// Whom it was going for, hand to hand.
    pub target: Option<UnitId>,
    /// PA that the way made has cost.
    pub paid: u8,
    /// Its alignment is broken: part of it was held in passing, PA spent before that (L3C-MVT-28).
    pub broken: Option<u8>,
}

/// Somebody on the move.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Moving {
    pub unit: UnitId,
    /// What is left of its way.
    pub legs: Vec<Manoeuvre>,
    /// How far it goes in a fraction.
    pub step: Cm,
    /// Instants that it still waits for the ground before it (L3C-INT-17).
    pub wait: u32,
    /// Ground still to be entered: after how many centimetres of its way, and how many instants it waits there.
    pub ground: Vec<(Cm, u32)>,
    /// How far it has gone in this run.
    pub gone: Cm,
    /// PA paid for its move: an assault that it becomes counts them (L3C-GAP-A35).
    pub paid: u8,
    /// The enemy it goes for, and to fire or not.
    pub target: Option<(UnitId, bool)>,
    /// How it goes.
    pub gait: crate::Gait,
    /// Whom it follows (L3C-SOU-01).
    pub follows: Option<UnitId>,
    /// It stops when this fraction is over: it has met somebody (L3C-GAP-A75).
    pub met: bool,
    /// It has stopped.
    pub halted: bool,
    /// A friend is in its way in this fraction (L3C-GAP-A77).
    pub blocked: bool,
    /// Where it began.
    pub from: Pose,
}

/// The moves under way: one wave of one line.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MovesUnderWay {
    pub line: Line,
    /// Which wave, from 1 (L3C-GAP-A74).
    pub wave: u8,
    /// Fractions made.
    pub fraction: u16,
    /// How much of the fraction is over, in instants.
    pub instant: u32,
    /// Who moves.
    pub movers: Vec<Moving>,
    /// Who moved in the first wave.
    pub moved: BTreeSet<UnitId>,
}

impl MovesUnderWay {
    #[must_use]
    pub fn mover(&self, unit: UnitId) -> Option<&Moving> {
        self.movers.iter().find(|moving| moving.unit == unit)
    }

    /// A mover, to change it.
    pub fn mover_mut(&mut self, unit: UnitId) -> Option<&mut Moving> {
        self.movers.iter_mut().find(|moving| moving.unit == unit)
    }
}
