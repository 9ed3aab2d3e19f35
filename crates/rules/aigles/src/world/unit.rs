//! A unit's changing state.

use crate::{Formation, Order};
use game::UnitId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use table::{Angle, FeatureId, Pose};

/// The number of a quarter, counted through the battle from 1; four in each period (LA-MVT-02).
pub type QuarterNo = u32;

/// Whether a unit or general is on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// On the table.
    #[default]
    Present,
    /// Arrives in this period (LA-GAP-70).
    Arrives(u16),
    /// A company or squadrons not detached from their battalion or regiment (LA-GAP-78).
    Folded,
    /// Out of the battle.
    Gone(Fate),
}

/// How a unit or general left the battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It has no figure left.
    Destroyed,
    /// It fled or routed off the table (LA-GAP-25).
    Fled,
    /// It left the table while evading or rallying (LA-ESQ-09).
    Left,
    /// Taken prisoner (LA-GAP-25, LA-GAP-59, LA-GAP-63).
    Taken,
    /// The officer was killed, and counts in the score (LA-GEN-02, LA-GEN-07).
    Killed,
    /// The officer was wounded, and does not count (LA-GEN-07).
    Wounded,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Unit {
    pub life: Life,
    /// Middle of its front edge, and its facing.
    pub pose: Pose,
    pub formation: Formation,
    /// Order of its ranks (LA-GAP-12).
    pub order: Order,
    /// Quarter turns that its figures have made in place since it took its formation (LA-PIV-06).
    pub turned: u8,
    /// Figures left of each kind, in the order of its companies.
    pub left: SmallVec<[u8; 3]>,
    /// Figures of each kind removed since it took or dressed its formation: the gaps in a column (LA-GAP-02).
    pub gone: SmallVec<[u8; 3]>,
    /// Figures at the start; detaching and rejoining change it (LA-GAP-53).
    pub initial: u8,
    /// Total losses in the battle (LA-GAP-02).
    pub losses: u16,
    pub bound: Bound,
    /// Its action that takes time.
    pub doing: Option<Doing>,
    /// The charge or entry that it has declared; the target is on its side's papers.
    pub charge: Option<Charging>,
    /// The obstacle that it crosses on a compelled way, and the quarter in which it will be across (LA-GAP-72).
    pub over: Option<(FeatureId, QuarterNo)>,
    /// The building that it holds (LA-GAP-74).
    pub inside: Option<FeatureId>,
    /// While evading it has split in two and passes both ends of a friend (LA-ESQ-14).
    pub parted: bool,
    /// The flank whose figures have turned (LA-PIV-07).
    pub flank: Option<Wing>,
    /// Consecutive halves of forced march (LA-PIV-17).
    pub forced: u8,
    /// It has not yet had its first fire (LA-GAP-07).
    pub fresh_muskets: bool,
    /// The target of its last fire (LA-GAP-64).
    pub last_target: Option<UnitId>,
    /// The half in which it last fired (LA-GAP-54).
    pub fired_in: u32,
    /// Guns without gunners (LA-GAP-55).
    pub guns: Guns,
    pub memory: Memory,
    /// Its actions in the current quarter.
    pub now: Now,
}

/// Left or right side of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wing {
    Left,
    Right,
}

/// What a unit is compelled to do, whatever its order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The unit acts freely.
    #[default]
    Free,
    /// Arrêt: it stands until the end of a period.
    Halted { period: u16 },
    /// Retraite, Déroute or Fuite (LA-GAP-25).
    Leaving(Leaving),
    /// Avance incontrôlée, until the end of a quarter (LA-GAP-66).
    Advancing {
        /// The last quarter of the advance.
        until: QuarterNo,
        /// The target of the charge, if there is one.
        at: Option<UnitId>,
    },
    /// An evasion (LA-ESQ).
    Evading(Run),
    /// A rally of cavalry (LA-RAL).
    Rallying(Run),
    /// It follows an enemy that leaves or rallies (LA-RAL-09, LA-GAP-50).
    Following {
        whom: UnitId,
        /// It is in uncontrolled advance (LA-RAL-10, LA-RAL-16).
        uncontrolled: bool,
        /// The last quarter of the pursuit (LA-RAL-11).
        until: QuarterNo,
    },
}

/// How a unit leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leave {
    /// *Retraite*.
    Retreat,
    /// *Déroute*.
    Rout,
    /// *Fuite*.
    Flight,
}

/// A unit that leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Leaving {
    pub how: Leave,
    /// Quarters that it has moved while leaving.
    pub moved: u8,
    /// It turns until the end of this quarter (LA-PIV-05) and moves from the next.
    pub turning: QuarterNo,
}

/// A unit that evades or rallies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The enemy that it runs from.
    pub from: Option<UnitId>,
    /// It reacts until the end of this quarter (LA-MVT-10).
    pub reacting: QuarterNo,
    /// It turns until the end of this quarter (LA-ESQ-03, LA-RAL-05).
    pub turning: QuarterNo,
    /// Quarters that it has moved.
    pub moved: u8,
    /// The friend that it is passing.
    pub past: Option<Past>,
}

/// A friend that a rallying unit is passing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Past {
    pub whom: UnitId,
    /// The side on which it passes, in its direction (LA-RAL-23); `None`: through the nearest lane (LA-RAL-20).
    pub side: Option<Wing>,
    /// Distance that it has paid so far for flowing through a lane (LA-GAP-51).
    pub paid: table::Cm,
}

/// An action that takes whole quarters; the unit does not move meanwhile (LA-GAP-82).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Doing {
    pub what: What,
    /// The quarter at whose end it is done.
    pub until: QuarterNo,
}

/// Actions that take time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// To turn the figures (LA-PIV-05).
    Turn(Angle),
    /// To take another formation, or re-form (LA-GAP-11).
    Form(Formation),
    /// To turn the figures of a flank (LA-PIV-07).
    Flank(Wing),
    /// To send a company out (LA-GAP-78).
    Detach(UnitId),
    /// To go back to the battalion (LA-ESQ-06).
    Rejoin(UnitId),
    /// To enter a house (LA-GAP-74).
    Garrison(FeatureId),
    /// To leave a house (LA-GAP-74).
    LeaveHouse,
    /// To push the guns by hand, ahead or back (LA-ART-12).
    Push { ahead: bool },
    /// To spike enemy guns (LA-GAP-55).
    Spike(UnitId),
    /// To turn enemy guns round (LA-GAP-55).
    TurnGuns(UnitId),
    /// To come back to the guns (LA-GAP-55).
    Man,
    /// To cross an obstacle (LA-GAP-72).
    Cross(FeatureId),
}

/// A charge, counter-charge or ordinary entry under way. The target is on the papers of its side until it lands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Charging {
    pub sort: Sort,
    /// The quarter in which it began.
    pub since: QuarterNo,
    /// The last quarter in which it can land (LA-CHA-26).
    pub until: QuarterNo,
    /// It turns its front to the target in this quarter (LA-CHA-13).
    pub reorients: Option<QuarterNo>,
    /// Whole quarters of its own allowance covered in a straight line (LA-CHA-15).
    pub quarters: u8,
    /// It stops at the end of this quarter (LA-CHA-33).
    pub stops: Option<QuarterNo>,
    /// The obstacle that an entry crosses, and the quarter in which it will be across (LA-GAP-72).
    pub over: Option<(FeatureId, QuarterNo)>,
    /// Its landing in this quarter: the target is known to all.
    pub lands: Option<Landing>,
}

/// Kinds of attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    Charge,
    /// A counter-charge (LA-CCH).
    Counter,
    /// A charge in uncontrolled advance, which cannot be stopped (LA-GAP-66).
    Uncontrolled,
    /// An ordinary entry into melee (LA-GAP-20).
    Entry,
}

/// A charge that lands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Landing {
    pub on: UnitId,
    /// Centimetres left for contact and closing up, including the distance bonus.
    pub way: table::Cm,
    /// Its bonuses apply (LA-CHA-15).
    pub bonus: bool,
    /// Its plain move already touches: the target has no fire in this quarter (LA-CHA-19).
    pub plain: bool,
    /// The zone of the target that it comes from (LA-GAP-21).
    pub aspect: crate::Aspect,
}

/// The guns of a battery.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guns {
    #[default]
    Served,
    /// The gunners have left them.
    Unmanned,
    /// Turned round by the enemy.
    Turned,
    Spiked,
}

/// The memory of a unit from one period to the next.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Melees lost in a row (LA-MOR-06).
    pub lost_in_a_row: u8,
    /// Period of the last melee won.
    pub won_in: u16,
    /// Period of the last melee fought.
    pub fought_in: u16,
    /// It has fought a melee (LA-COM-03).
    pub fought: bool,
    /// It has lost a figure to fire (LA-COM-03).
    pub hit: bool,
    /// Number of its routs (LA-MOR-03).
    pub routs: u8,
    /// It has been tested at two thirds, and at half (LA-GAP-24).
    pub tested_at: [bool; 2],
    /// It has been fired at (LA-GAP-24, 7).
    pub under_fire: bool,
    /// The last half whose fire it has tested for (LA-GAP-24, 6).
    pub fire_tested: u32,
    /// Enemies on its flank or rear that it has tested for (LA-GAP-24, 8).
    pub tested_for: BTreeSet<UnitId>,
    /// The period in which a company returned into its melee, and the figures that do not count in it (LA-ESQ-07).
    pub late: (u16, u8),
}

impl Memory {
    /// The memory that a company or squadron takes along: leaving creates or loses nothing, but it has limits and a
    /// place of its own (LA-GAP-78).
    #[must_use]
    pub fn of_part(&self) -> Self {
        Self { tested_at: [false; 2], tested_for: BTreeSet::new(), late: (0, 0), ..self.clone() }
    }

    /// The memory of a unit after a part has returned: the worse of both (LA-GAP-78).
    pub fn add(&mut self, part: &Self) {
        self.lost_in_a_row = self.lost_in_a_row.max(part.lost_in_a_row);
        self.routs = self.routs.max(part.routs);
        self.fought_in = self.fought_in.max(part.fought_in);
        self.fought |= part.fought;
        self.hit |= part.hit;
        self.under_fire |= part.under_fire;
    }
}

/// Actions and events of a unit in the current quarter, and earlier in the half.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Now {
    /// Distance that it has moved in this quarter.
    pub moved: table::Cm,
    /// It has turned, changed or re-formed in this quarter.
    pub busy: bool,
    /// Quarters of this half whose fire is used: 1 for the first, 2 for the second, 3 for both.
    pub spent: u8,
    /// A friend ran through it: it tests (LA-GAP-38).
    pub run_through: bool,
    /// A friend ran through these guns: they are silent in this half (LA-GAP-17).
    pub silenced: bool,
    /// Rallying or evading friends went through it (LA-RAL-25).
    pub passed: bool,
    /// Value of its general who fell (LA-GAP-24, 9).
    pub bereaved: u8,
    /// A general has arrived and wants it to test (LA-GAP-24, 12).
    pub visited: bool,
    /// A charge has run over it (LA-GAP-79).
    pub overtaken: bool,
    /// It was fired at for the first time, with or without losses (LA-GAP-24, 7).
    pub first_fire: bool,
    /// It was charged and will follow if it wins (LA-GAP-66).
    pub follows: bool,
    /// An evasion or rally has led it to the edge of the table (LA-ESQ-09).
    pub at_edge: bool,
    /// It was caught turning to leave: from behind (LA-GAP-25).
    pub caught: bool,
    /// Its charge halts as a whole if a part of it is hampered (LA-GAP-47, 9).
    pub whole: bool,
    /// The rest of a wheel that it has not finished (LA-PIV-04).
    pub wheels: Angle,
}

impl Unit {
    /// Whether it is on the table and in play.
    #[must_use]
    pub const fn present(&self) -> bool {
        matches!(self.life, Life::Present)
    }

    #[must_use]
    pub fn figures(&self) -> u8 {
        self.left.iter().fold(0_u8, |sum, n| sum.saturating_add(*n))
    }

    /// Whether its figures stand across its formation: its former front is its depth (LA-PIV-06).
    #[must_use]
    pub const fn across(&self) -> bool {
        self.turned % 2 == 1
    }

    /// Whether it runs: in rout or flight.
    #[must_use]
    pub const fn runs(&self) -> bool {
        matches!(self.bound, Bound::Leaving(Leaving { how: Leave::Rout | Leave::Flight, .. }))
    }

    /// Whether it has routed before: a rout under way does not count (LA-MOR-03).
    #[must_use]
    pub fn routed_before(&self) -> bool {
        self.memory.routs > u8::from(self.runs())
    }

    /// Whether it turns its figures to go back (LA-PIV-05, LA-GAP-25).
    #[must_use]
    pub const fn turns_to_retreat(&self, quarter: QuarterNo) -> bool {
        matches!(self.bound, Bound::Leaving(Leaving { how: Leave::Retreat, turning, .. }) if quarter <= turning)
    }

    /// Whether it leaves in retreat, rout or flight.
    #[must_use]
    pub const fn leaves(&self) -> bool {
        matches!(self.bound, Bound::Leaving(_))
    }

    /// Whether it may plan: nothing compels it and no charge is under way (LA-GAP-61). Contact is known only to the
    /// world.
    #[must_use]
    pub const fn free(&self) -> bool {
        matches!(self.bound, Bound::Free | Bound::Halted { .. }) && self.charge.is_none()
    }

    /// Whether it is manned: guns without gunners are mere objects on the table (LA-GAP-55).
    #[must_use]
    pub const fn manned(&self) -> bool {
        matches!(self.guns, Guns::Served)
    }

    /// Whether its ranks are in order, at least loosely.
    #[must_use]
    pub fn formed(&self) -> bool {
        self.order <= Order::Disorganised
    }
}
