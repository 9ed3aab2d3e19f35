//! Where a charge stands, and what it is told.

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

/// Which situation a charge wants to be told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// What the charged unit may do, and its reaction test.
    Answer,
    /// Its defensive fire at this range; a battery fires without a test.
    Fire(Option<Band>),
    /// The morale of a side.
    Nerve(Who),
    /// Both sides at the impact.
    Impact,
    /// A winner of the impact who may pursue.
    Pursuit(Who),
    /// Whether a winner who went on has caught the loser.
    Caught(Who),
    /// Both sides in a round of melee.
    Melee,
}

/// What it is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(clippy::large_enum_variant, reason = "told and gone")]
pub enum Situation {
    /// What the charged unit may do, and its reaction test.
    Answer(Answer, Reaction),
    /// Fire of infantry.
    Volley(Volley),
    /// Fire of a battery.
    Cannonade(Cannonade),
    /// A morale test.
    Nerve(Nerve),
    /// Both sides at the impact.
    Impact(Impact),
    /// A winner who may pursue.
    Pursuit(Pursuit),
    /// He has caught the loser, or has not.
    Caught(bool),
    /// Both sides in melee.
    Melee(Round),
}

/// Where a charge stands: plain data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub attacker: Condition,
    pub defender: Condition,
    /// What comes next.
    pub stage: Stage,
    /// Pas of the recoil.
    pub(super) recoil: u8,
    /// What the winner did.
    pub(super) pursuit: Option<Chase>,
    /// It came to a melee.
    pub(super) melee: bool,
}

/// What a charge does next.
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

/// What must be done on the table before a charge goes on. Nobody acts where all is known beforehand: there it has
/// been done as soon as it is said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Act {
    /// The unit charged is taken off (ML-8.3a, ML-8.7e).
    Remove,
    /// The gunners leave their guns (ML-8.7d).
    Abandon,
    /// A loser bears what the impact made of it and gives way by so many pas (ML-8.3m).
    Recoil(Who, u16),
    /// A winner takes the place or goes on (ML-8.4b, ML-8.4c).
    Chase(Who, Chase),
    /// Both sides are in melee (ML-9a).
    Join,
    /// The losses of a round are taken, with all that follows from them (ML-9f).
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
    /// Itself as a number.
    pub(super) fn word(&self) -> u64 {
        let [attacker, defender] = self.nerve;
        u64::from_le_bytes([0, 0, 0, 0, self.risk[1], u8::from(attacker), u8::from(defender), self.next as u8]) >> 32
    }
}

/// What comes once that is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) enum Next {
    Contact,
    Gunners,
    Round,
}

/// What a pursuit test decides, worked out beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hunt {
    pub(super) needs: i16,
    pub(super) automatic: bool,
    pub(super) on: Chase,
}

impl State {
    /// A charge at this stage, before anything has happened in it.
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

    /// How far the loser of the impact recoiled.
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
    /// It is off the table, and its general with it.
    pub(super) const fn remove(&mut self) {
        self.elements = 0;
        self.general = false;
        self.fate = AfterTest::Eliminated;
    }

    /// Gunners leave their guns; a general among them goes with them and is not lost (ML-GAP-79).
    pub(super) const fn flee(&mut self, general_goes_along: bool) {
        let general = self.general;
        self.remove();
        self.general = general && general_goes_along;
    }

    /// What is left of it.
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
