//! A unit's changing state.

use crate::{Formation, Order};
use game::UnitId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use table::{Angle, FeatureId, Pose};

/// Number of a quarter, counted through the battle from 1; four to a period (LA-MVT-02).
pub type QuarterNo = u32;

/// Whether somebody is on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// On the table.
    #[default]
    Present,
    /// Comes on in this period (LA-GAP-70).
    Arrives(u16),
    /// A company or squadron with its battalion or regiment (LA-GAP-78).
    Folded,
    /// Out of the battle.
    Gone(Fate),
}

/// How somebody left the battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Has no figure left.
    Destroyed,
    /// Fled or routed off the table (LA-GAP-25).
    Fled,
    /// Left the table evading or rallying (LA-ESQ-09).
    Left,
    /// Taken prisoner (LA-GAP-25, LA-GAP-59, LA-GAP-63).
    Taken,
    /// An officer killed: he counts (LA-GEN-02, LA-GEN-07).
    Killed,
    /// An officer wounded: he does not count (LA-GEN-07).
    Wounded,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Unit {
    /// Whether it is on the table.
    pub life: Life,
    /// Middle of its front edge, and its facing.
    pub pose: Pose,
    pub formation: Formation,
    /// Order of its ranks (LA-GAP-12).
    pub order: Order,
    /// By how much its figures have turned where they stand since it took its formation (LA-PIV-06): quarters of a circle.
    pub turned: u8,
    /// Figures left of each kind, in the order of its companies.
    pub left: SmallVec<[u8; 3]>,
    /// Figures of each kind that have come off since it took or dressed its formation: the gaps in a column (LA-GAP-02).
    pub gone: SmallVec<[u8; 3]>,
    /// Figures at the start; detaching and rejoining change it (LA-GAP-53).
    pub initial: u8,
    /// Losses so far (LA-GAP-02).
    pub losses: u16,
    /// What it must do.
    pub bound: Bound,
    /// What takes it time.
    pub doing: Option<Doing>,
    /// The charge or entry that it has declared; at whom is on its side's papers.
    pub charge: Option<Charging>,
    /// The obstacle that it gets over on a way that it must go, and the quarter in which it has done so (LA-GAP-72).
    pub over: Option<(FeatureId, QuarterNo)>,
    /// The building it holds (LA-GAP-74).
    pub inside: Option<FeatureId>,
    /// Evading, it has parted in two and passes both ends of a friend (LA-ESQ-14).
    pub parted: bool,
    /// The flank whose figures have turned (LA-PIV-07): right, else left.
    pub flank: Option<Wing>,
    /// Halves of forced march in a row (LA-PIV-17).
    pub forced: u8,
    /// Its first fire is still to come (LA-GAP-07).
    pub fresh_muskets: bool,
    /// At whom it fired last (LA-GAP-64).
    pub last_target: Option<UnitId>,
    /// The half in which it last fired (LA-GAP-54).
    pub fired_in: u32,
    /// Guns without gunners (LA-GAP-55).
    pub guns: Guns,
    /// What it remembers.
    pub memory: Memory,
    /// What it has done in the quarter under way.
    pub now: Now,
}

/// A flank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wing {
    Left,
    Right,
}

/// What a unit must do, whatever its order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Nothing.
    #[default]
    Free,
    /// Arrêt: stands until the end of a period.
    Halted { period: u16 },
    /// Retraite, Déroute or Fuite (LA-GAP-25).
    Leaving(Leaving),
    /// Avance incontrôlée, until the end of a quarter (LA-GAP-66).
    Advancing {
        /// The last quarter of it.
        until: QuarterNo,
        /// At whom.
        at: Option<UnitId>,
    },
    /// An evasion (LA-ESQ).
    Evading(Run),
    /// A rally of cavalry (LA-RAL).
    Rallying(Run),
    /// Follows somebody who leaves or rallies (LA-RAL-09, LA-GAP-50).
    Following {
        whom: UnitId,
        /// In an uncontrolled advance (LA-RAL-10, LA-RAL-16).
        uncontrolled: bool,
        /// The last quarter of it (LA-RAL-11).
        until: QuarterNo,
    },
}

/// How a unit leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leave {
    /// Retraite.
    Retreat,
    /// Déroute.
    Rout,
    /// Fuite.
    Flight,
}

/// A unit that leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Leaving {
    pub how: Leave,
    /// Quarters that it has moved so.
    pub moved: u8,
    /// Turns until the end of this quarter (LA-PIV-05); it moves from the next.
    pub turning: QuarterNo,
}

/// A unit that evades or rallies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Run {
    /// From whom.
    pub from: Option<UnitId>,
    /// It reacts until the end of this quarter (LA-MVT-10).
    pub reacting: QuarterNo,
    /// It turns until the end of this quarter (LA-ESQ-03, LA-RAL-05).
    pub turning: QuarterNo,
    /// Quarters that it has moved.
    pub moved: u8,
    /// The friend whom it goes by.
    pub past: Option<Past>,
}

/// A friend whom a rallying unit goes by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Past {
    pub whom: UnitId,
    /// On this side, as it goes (LA-RAL-23); none: through the nearest lane (LA-RAL-20).
    pub side: Option<Wing>,
    /// What it has paid so far for flowing through a lane (LA-GAP-51).
    pub paid: table::Cm,
}

/// Something that takes whole quarters; the unit does not move meanwhile (LA-GAP-82).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Doing {
    pub what: What,
    /// Done at the end of this quarter.
    pub until: QuarterNo,
}

/// What takes time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Turning the figures (LA-PIV-05).
    Turn(Angle),
    /// Another formation (LA-GAP-11).
    Form(Formation),
    /// Turning the figures of a flank (LA-PIV-07).
    Flank(Wing),
    /// Sending a company out (LA-GAP-78).
    Detach(UnitId),
    /// Going back to the battalion (LA-ESQ-06).
    Rejoin(UnitId),
    /// Entering a house (LA-GAP-74).
    Garrison(FeatureId),
    /// Leaving a house (LA-GAP-74).
    LeaveHouse,
    /// Pushing the guns by hand, ahead or back (LA-ART-12).
    Push { ahead: bool },
    /// Spiking enemy guns (LA-GAP-55).
    Spike(UnitId),
    /// Turning enemy guns round (LA-GAP-55).
    TurnGuns(UnitId),
    /// Coming back to the guns (LA-GAP-55).
    Man,
    /// Crossing an obstacle (LA-GAP-72).
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
    /// Turns its front to the target in this quarter (LA-CHA-13).
    pub reorients: Option<QuarterNo>,
    /// Whole quarters of its own allowance that it has moved straight (LA-CHA-15).
    pub quarters: u8,
    /// It stops when this quarter is over (LA-CHA-33).
    pub stops: Option<QuarterNo>,
    /// The obstacle that an entry gets over, and the quarter in which it has done so (LA-GAP-72).
    pub over: Option<(FeatureId, QuarterNo)>,
    /// It lands in this quarter: the target is open to all.
    pub lands: Option<Landing>,
}

/// What sort of attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    Charge,
    /// A counter-charge (LA-CCH).
    Counter,
    /// Of an uncontrolled advance: it cannot be stopped (LA-GAP-66).
    Uncontrolled,
    /// An ordinary entry into melee (LA-GAP-20).
    Entry,
}

/// A charge that lands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Landing {
    /// On whom.
    pub on: UnitId,
    /// Centimetres that it still has for contact and closing up, the distance bonus included.
    pub way: table::Cm,
    /// Its bonuses hold (LA-CHA-15).
    pub bonus: bool,
    /// Its plain move would touch already: the target has no fire in this quarter (LA-CHA-19).
    pub plain: bool,
    /// The zone of the target that it comes from (LA-GAP-21).
    pub aspect: crate::Aspect,
}

/// A battery's guns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guns {
    #[default]
    Served,
    /// Their gunners have left them.
    Unmanned,
    /// Turned round by the enemy.
    Turned,
    Spiked,
}

/// What a unit remembers from one period to another.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    /// Melees lost in a row (LA-MOR-06).
    pub lost_in_a_row: u8,
    /// Period of the last melee won.
    pub won_in: u16,
    /// Period of the last melee fought.
    pub fought_in: u16,
    /// Has fought hand to hand (LA-COM-03).
    pub fought: bool,
    /// Has lost a figure by fire (LA-COM-03).
    pub hit: bool,
    /// How often it has routed (LA-MOR-03).
    pub routs: u8,
    /// Has been tested at two thirds, and at half (LA-GAP-24).
    pub tested_at: [bool; 2],
    /// Has been fired at (LA-GAP-24, 7).
    pub under_fire: bool,
    /// The last half for whose fire it has tested (LA-GAP-24, 6).
    pub fire_tested: u32,
    /// Enemies on its flank or rear for whom it has tested (LA-GAP-24, 8).
    pub tested_for: BTreeSet<UnitId>,
    /// The period in which a company came back into its melee, and the figures that do not count in it (LA-ESQ-07).
    pub late: (u16, u8),
}

impl Memory {
    /// What a company or squadron takes along: nothing is created or lost by leaving, but it has limits and a place of its own
    /// (LA-GAP-78).
    #[must_use]
    pub fn of_part(&self) -> Self {
        Self { tested_at: [false; 2], tested_for: BTreeSet::new(), late: (0, 0), ..self.clone() }
    }

    /// What a unit remembers once a part has come back: the worse of both (LA-GAP-78).
    pub fn add(&mut self, part: &Self) {
        self.lost_in_a_row = self.lost_in_a_row.max(part.lost_in_a_row);
        self.routs = self.routs.max(part.routs);
        self.fought_in = self.fought_in.max(part.fought_in);
        self.fought |= part.fought;
        self.hit |= part.hit;
        self.under_fire |= part.under_fire;
    }
}

/// What a unit has done in the quarter under way, and before it in the half.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Now {
    /// Has moved in this quarter, by so much.
    pub moved: table::Cm,
    /// Has turned, changed or re-formed in this quarter.
    pub busy: bool,
    /// Quarters of this half whose fire is spent: 1 for the first, 2 for the second, 3 for both.
    pub spent: u8,
    /// A friend ran through it: it tests (LA-GAP-38).
    pub run_through: bool,
    /// A friend ran through these guns: they are silent in this half (LA-GAP-17).
    pub silenced: bool,
    /// Rallying or evading friends went through it (LA-RAL-25).
    pub passed: bool,
    /// Its general fell (LA-GAP-24, 9), by his value.
    pub bereaved: u8,
    /// A general has come and wants it tested (LA-GAP-24, 12).
    pub visited: bool,
    /// Overtaken by a charge (LA-GAP-79).
    pub overtaken: bool,
    /// Fired at for the first time, whatever that has done (LA-GAP-24, 7).
    pub first_fire: bool,
    /// Charged, it will follow if it wins (LA-GAP-66).
    pub follows: bool,
    /// Evasion or rally has led it to the edge of the table (LA-ESQ-09).
    pub at_edge: bool,
    /// Caught turning to leave: from behind (LA-GAP-25).
    pub caught: bool,
    /// Its charge halts as a whole if something hampers a part of it (LA-GAP-47, 9).
    pub whole: bool,
    /// What is left of a wheel that it has not finished (LA-PIV-04).
    pub wheels: Angle,
}

impl Unit {
    /// On the table and in play.
    #[must_use]
    pub const fn present(&self) -> bool {
        matches!(self.life, Life::Present)
    }

    /// Figures left.
    #[must_use]
    pub fn figures(&self) -> u8 {
        self.left.iter().fold(0_u8, |sum, n| sum.saturating_add(*n))
    }

    /// Whether its figures stand across its formation: what was its front is its depth (LA-PIV-06).
    #[must_use]
    pub const fn across(&self) -> bool {
        self.turned % 2 == 1
    }

    /// Whether it runs: rout or flight.
    #[must_use]
    pub const fn runs(&self) -> bool {
        matches!(self.bound, Bound::Leaving(Leaving { how: Leave::Rout | Leave::Flight, .. }))
    }

    /// Whether it has routed before: the rout that it is in does not count (LA-MOR-03).
    #[must_use]
    pub fn routed_before(&self) -> bool {
        self.memory.routs > u8::from(self.runs())
    }

    /// Whether it turns its figures to go back (LA-PIV-05, LA-GAP-25).
    #[must_use]
    pub const fn turns_to_retreat(&self, quarter: QuarterNo) -> bool {
        matches!(self.bound, Bound::Leaving(Leaving { how: Leave::Retreat, turning, .. }) if quarter <= turning)
    }

    /// Whether it leaves in any way.
    #[must_use]
    pub const fn leaves(&self) -> bool {
        matches!(self.bound, Bound::Leaving(_))
    }

    /// Whether it may plan: nothing compels it and no charge is under way (LA-GAP-61). Whether it is in contact the
    /// world knows.
    #[must_use]
    pub const fn free(&self) -> bool {
        matches!(self.bound, Bound::Free | Bound::Halted { .. }) && self.charge.is_none()
    }

    /// Whether somebody is there: guns whose gunners have left them are a thing on the table (LA-GAP-55).
    #[must_use]
    pub const fn manned(&self) -> bool {
        matches!(self.guns, Guns::Served)
    }

    /// Whether its ranks are in order, if only loosely.
    #[must_use]
    pub fn formed(&self) -> bool {
        self.order <= Order::Disorganised
    }
}
