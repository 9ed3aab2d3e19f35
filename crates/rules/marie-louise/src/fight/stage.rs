//! The stages of a charge, and the facts that it asks for.

use super::{Answer, Condition, Outcome, Remains};
use crate::Distance;
use crate::resolve::fire::{Band, Volley};
use crate::resolve::guns::Cannonade;
use crate::resolve::impact::{Impact, Who};
use crate::resolve::melee::Round;
use crate::resolve::morale::{AfterTest, Nerve};
use crate::resolve::pursuit::{Chase, Pursuit};
use crate::resolve::reaction::Reaction;
use crate::resolve::score::Power;
use crate::terms::profile::Formation;
use serde::{Deserialize, Serialize};

/// A fact that a charge asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// The possible reactions of the charged unit, and its reaction test.
    Answer,
    /// Its defensive fire at this range; a battery fires without a test.
    Fire(Option<Band>),
    /// The morale of a side.
    Nerve(Who),
    Impact,
    /// A winner of the impact that may pursue.
    Pursuit(Who),
    /// Whether a winner that went on has caught the loser.
    Caught(Who),
    Melee,
}

/// The situation of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::large_enum_variant, reason = "told and gone")]
pub enum Situation {
    /// The possible reactions of the charged unit, and its reaction test.
    Answer(Answer, Reaction),
    /// Fire of infantry.
    Volley(Volley),
    /// Fire of a battery.
    Cannonade(Cannonade),
    Nerve(Nerve),
    Impact(Impact),
    /// A winner that may pursue.
    Pursuit(Pursuit),
    /// Whether the loser is caught.
    Caught(bool),
    Melee(Round),
}

/// The state of a charge: plain data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub attacker: Condition,
    pub defender: Condition,
    /// The next stage.
    pub stage: Stage,
    /// Pas of the recoil.
    pub(super) recoil: u8,
    /// What the winner did.
    pub(super) pursuit: Option<Chase>,
    /// A melee took place.
    pub(super) melee: bool,
}

/// The next stage of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Stage {
    Begin,
    Choice { needs: i16, fire: bool },
    Reaction { needs: i16, square: bool },
    Ready { fire: bool, band: Option<Band> },
    Fire { band: Option<Band> },
    Shoot(Power),
    Risk { who: Who, losses: u8, pending: Pending },
    Blow { who: Who, times: u8, pending: Pending },
    Peril { who: Who, losses: u8, pending: Pending },
    Nerve { who: Who, pending: Pending },
    Hold { who: Who, cut: i16, pending: Pending },
    Arrive,
    Contact,
    Impact,
    Clash { gap: i16 },
    Act(Act),
    Pursuit { winner: Who },
    Wish { winner: Who, chase: Hunt },
    Test { winner: Who, chase: Hunt, inverted: bool },
    Caught { winner: Who, chase: Chase },
    Pause,
    Melee,
    Strike { attacker: Power, defender: Power },
    Done(Outcome),
}

/// An action on the table that a charge waits for. Where all facts are known beforehand it counts as done at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Act {
    /// The charged unit is removed (ML-8.3a, ML-8.7e).
    Remove,
    /// The gunners leave their guns (ML-8.7d).
    Abandon,
    /// A loser takes the effects of the impact and recoils this many pas (ML-8.3m).
    Recoil(Who, u16),
    /// A winner takes the place or goes on (ML-8.4b, ML-8.4c).
    Chase(Who, Chase),
    /// Both sides are in melee (ML-9a).
    Join,
    /// The losses of a round are applied, with all that follows (ML-9f).
    Losses,
}

/// What is still to be settled after losses: officers first, then morale (ML-GAP-05).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pending {
    pub(super) risk: [u8; 2],
    pub(super) nerve: [bool; 2],
    pub(super) next: Next,
}

impl Pending {
    /// All fields as a number.
    pub(super) fn word(&self) -> u64 {
        let [attacker, defender] = self.nerve;
        u64::from_le_bytes([0, 0, 0, 0, self.risk[1], u8::from(attacker), u8::from(defender), self.next as u8]) >> 32
    }
}

/// What follows once losses are settled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) enum Next {
    Contact,
    Gunners,
    Round,
}

/// The results of a pursuit test, computed beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hunt {
    pub(super) needs: i16,
    pub(super) automatic: bool,
    pub(super) on: Chase,
}

impl State {
    /// A charge at this stage, before any change.
    #[must_use]
    pub const fn at(stage: Stage, attacker: Condition, defender: Condition) -> Self {
        let melee = matches!(stage, Stage::Melee);
        Self { attacker, defender, stage, recoil: 0, pursuit: None, melee }
    }

    #[must_use]
    pub const fn side(&self, who: Who) -> &Condition {
        match who {
            Who::Attacker => &self.attacker,
            Who::Defender => &self.defender,
        }
    }

    /// The recoil of the loser of the impact.
    #[must_use]
    pub fn recoil(&self) -> Distance {
        Distance::of(u16::from(self.recoil))
    }

    pub(super) const fn side_mut(&mut self, who: Who) -> &mut Condition {
        match who {
            Who::Attacker => &mut self.attacker,
            Who::Defender => &mut self.defender,
        }
    }
}

impl Condition {
    /// Removes it, with its general.
    pub(super) const fn remove(&mut self) {
        self.elements = 0;
        self.general = false;
        self.fate = AfterTest::Eliminated;
    }

    /// The gunners leave their guns; an attached general goes with them and is not lost (ML-GAP-79).
    pub(super) const fn flee(&mut self, general_goes_along: bool) {
        let general = self.general;
        self.remove();
        self.general = general && general_goes_along;
    }

    #[inline]
    pub(super) fn remains(&self) -> Remains {
        Remains {
            fate: self.fate,
            elements: self.elements,
            disorganised: self.elements > 0 && self.formation == Formation::Disorder,
            general_lost: self.led && !self.general,
        }
    }
}
