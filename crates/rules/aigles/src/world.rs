//! The world: everything that changes in a battle.

mod change;
mod layout;
mod papers;
mod sense;
mod setup;
mod sight;
mod unit;

pub(crate) use change::facts;
pub(crate) use layout::{base_of, front_of, officer_piece};
pub use layout::{body, extent};
pub use papers::{Note, Object, Orders, Papers, Plan, Reaction};
pub(crate) use sense::SPREAD;
pub(crate) use setup::may_stand;
pub use setup::{CommandSheet, Objective, OfficerSheet, Role, ScenarioSheet, Sheet, set_up};
pub use sight::Scene;
pub use unit::{
    Bound, Charging, Doing, Fate, Guns, Landing, Leave, Leaving, Life, Memory, Now, Past, QuarterNo, Run, Sort, Unit,
    What, Wing,
};

use crate::Aspect;
use game::{Outcome, Secret, Side, Term, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{Cm, Piece, Point};

rulebook::words! {
    /// Where in the period a battle is (LA-GAP-08): its steps, in their order.
    Step {
        /// Before the battle.
        Setup,
        /// Both sides place their troops and write the first orders.
        #[serde(rename = "deployment")]
        Deploy,
        /// A: rallies from contact.
        Period,
        /// B: who leaves may recover.
        Recovering,
        /// C: plans are written.
        Plans,
        /// D, E: declarations, tests of chargers.
        Declarations,
        /// F: reactions.
        Reactions,
        /// 1: flights, routs, retreats.
        Compelled,
        /// 2: rallies and followers.
        Rallies,
        /// 3: charges, counter-charges, evasions.
        Charges,
        /// 4: normal moves.
        Moves,
        /// 5: officers and aides.
        Officers,
        /// 6: fire at landing charges.
        LandingFire,
        /// 7: tests of landing.
        LandingTests,
        /// 8: contact.
        Contact,
        /// 9: fire of the half, every other test.
        Close,
        /// G: melees.
        Melee,
        /// H: the end of the period.
        End,
    } default Setup
}

impl Step {
    /// What the clock calls it, which players read. Rules ask for the step itself, so that it may be called otherwise.
    #[must_use]
    pub fn label(self) -> Term {
        rulebook::word(&self)
    }
}

/// The state of a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct World {
    /// The period, from 1; 0 while deploying.
    pub period: u16,
    /// The quarter under way, counted through the battle from 1; 0 before the first.
    pub quarter: QuarterNo,
    /// Where in the period. Logs know states by this name of it.
    #[serde(rename = "phase")]
    pub step: Step,
    /// Units by id; companies and squadrons that may leave stand last (LA-GAP-78).
    pub units: Vec<Unit>,
    /// Generals and aides; their ids follow those of the units.
    pub generals: Vec<Officer>,
    /// What each side has written.
    pub papers: [Secret<Papers>; 2],
    /// Who is in contact with whom.
    pub contacts: Vec<Contact>,
    /// What has been hit by fire in this period and the half before it.
    pub hits: Vec<Hit>,
    /// For each firer and target the quarters of this half that count (LA-GAP-06).
    #[serde(with = "pairs")]
    pub counting: BTreeMap<(UnitId, UnitId), Counting>,
    /// Who could fire at whom when the quarter began, where the target stood and how far off.
    #[serde(with = "pairs")]
    pub ranged: BTreeMap<(UnitId, UnitId), (Piece, Cm)>,
    /// Tests whose dice have fallen and whose signs are still to be chosen (LA-GAP-65).
    pub trials: Vec<Trial>,
    /// Who has lost a round and how far, while winners decide whether they follow (LA-GAP-67).
    pub beaten: Vec<UnitId>,
    /// Who of them leaves, and does not only recoil.
    pub going: Vec<UnitId>,
    /// Who holds each objective (LA-GAP-75).
    pub holders: Vec<Option<Side>>,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

/// Maps by pairs of units are written as lists: JSON has words for keys only.
mod pairs {
    use game::UnitId;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    type Pairs<T> = BTreeMap<(UnitId, UnitId), T>;

    pub(super) fn serialize<T: Serialize, S: Serializer>(pairs: &Pairs<T>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(pairs)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Pairs<T>, D::Error> {
        Ok(Vec::<((UnitId, UnitId), T)>::deserialize(from)?.into_iter().collect())
    }
}

/// A general or an aide.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Officer {
    /// Middle of his base.
    pub at: Point,
    /// Whether he is there.
    pub life: Life,
    /// The unit he is in contact with.
    pub with: Option<UnitId>,
    /// Losses accumulated (LA-GEN-02).
    pub losses: u16,
    /// An aide who rides back to his general.
    pub returning: bool,
}

/// Two units hand to hand. The one with the smaller id comes first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Contact {
    pub pair: [UnitId; 2],
    /// For each of them how it came to it.
    pub hold: [Hold; 2],
    /// Rounds fought.
    pub rounds: u8,
    /// Rounds drawn in a row (LA-GAP-49).
    pub drawn: u8,
    /// The quarter in which they met.
    pub since: QuarterNo,
}

/// How a unit holds an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Hold {
    /// It has come at this enemy: what lies between them covers the other.
    pub came: bool,
    /// Its charge bonuses hold against this enemy (LA-CHA-15, LA-GAP-67).
    pub bonus: bool,
    /// The zone of the enemy that it came from (LA-GAP-21).
    pub aspect: Aspect,
    /// The enemy was in a melee already (LA-GAP-49).
    pub into_melee: bool,
    /// It follows an enemy who gives way (LA-COM-02).
    pub following: bool,
    /// In an uncontrolled advance (LA-RAL-16).
    pub uncontrolled: bool,
    /// Figures that touch nobody in particular are sent at this enemy (LA-GAP-67), a garrison to the wall where he stands
    /// (LA-GAP-74).
    pub rest: bool,
    /// Figures of squadrons that have gone round the corners of a square or column (LA-CHA-37).
    pub wraps: u8,
}

/// A fire that has hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hit {
    /// Who fired.
    pub by: UnitId,
    /// At whom.
    pub at: UnitId,
    pub losses: u16,
    /// In skirmish order, or canister (LA-MOR-07).
    pub loose: bool,
    /// The half of the battle, from 1.
    pub half: u32,
}

/// Quarters of a half that count for a firer and a target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Counting {
    /// Which: 1 for the first, 2 for the second, 3 for both.
    pub quarters: u8,
    /// Where the firer stood in the last of them.
    pub own: Piece,
    /// Where the target stood when the last of them began.
    pub from: Piece,
    /// Where when it ended.
    pub to: Piece,
    /// That quarter.
    pub last: QuarterNo,
}

impl Counting {
    /// How many of its quarters are left of those whose fire is spent (LA-GAP-64).
    #[must_use]
    pub const fn left(&self, spent: u8) -> u8 {
        (self.quarters & !spent).count_ones() as u8
    }
}

/// A test whose die has fallen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// Who tests.
    pub unit: UnitId,
    /// Points with the die, before what its owner adds.
    pub points: i16,
    /// What they rest on.
    pub nerve: crate::resolve::morale::Nerve,
}

rulebook::unit_ids!(World of Unit, led by Officer);

impl World {
    /// The half of the battle under way, from 1.
    #[must_use]
    pub const fn half(&self) -> u32 {
        self.quarter.div_ceil(2)
    }

    /// Whether the quarter under way is the second of its half.
    #[must_use]
    pub const fn second_quarter(&self) -> bool {
        self.quarter.is_multiple_of(2)
    }

    /// The last quarter of the period under way.
    #[must_use]
    pub const fn end_of_period(&self) -> QuarterNo {
        self.period as u32 * 4
    }

    /// What a side has written, as far as whoever holds this world may read it.
    #[must_use]
    pub fn papers(&self, side: Side) -> Option<&Papers> {
        self.papers[side.index()].known()
    }

    /// What a side has written, to write on.
    pub fn papers_mut(&mut self, side: Side) -> Option<&mut Papers> {
        match &mut self.papers[side.index()] {
            Secret::Known(papers) => Some(papers),
            Secret::Unknown => None,
        }
    }

    /// The side that looks at this world, where only its own papers are known.
    pub(crate) fn viewer(&self) -> Option<Side> {
        let known = |side: Side| self.papers(side).is_some();
        Side::BOTH.into_iter().find(|side| known(*side) && !known(side.other()))
    }

    /// The contacts of a unit.
    pub fn contacts_of(&self, id: UnitId) -> impl Iterator<Item = &Contact> {
        self.contacts.iter().filter(move |contact| contact.pair.contains(&id))
    }

    /// The enemies that a unit is in contact with.
    pub fn enemies_of(&self, id: UnitId) -> impl Iterator<Item = UnitId> {
        self.contacts_of(id).map(move |contact| contact.other(id))
    }

    /// Whether a unit is in contact with an enemy.
    #[must_use]
    pub fn engaged(&self, id: UnitId) -> bool {
        self.contacts_of(id).next().is_some()
    }

    /// The contact of two units.
    #[must_use]
    pub fn contact(&self, a: UnitId, b: UnitId) -> Option<&Contact> {
        self.contacts_of(a).find(|contact| contact.pair.contains(&b))
    }

    /// Losses that a unit has had from each enemy by fire in a half, and whether some of it was loose.
    #[must_use]
    pub fn hits_in(&self, id: UnitId, half: u32) -> BTreeMap<UnitId, (u16, bool)> {
        let mut all = BTreeMap::new();
        for hit in self.hits.iter().filter(|hit| hit.at == id && hit.half == half) {
            let (sum, loose): &mut (u16, bool) = all.entry(hit.by).or_default();
            *sum = sum.saturating_add(hit.losses);
            *loose |= hit.loose;
        }
        all
    }
}

impl Contact {
    /// The other of the two.
    #[must_use]
    pub fn other(&self, id: UnitId) -> UnitId {
        if self.pair[0] == id { self.pair[1] } else { self.pair[0] }
    }

    /// How a unit of it holds the other.
    #[must_use]
    pub fn of(&self, id: UnitId) -> &Hold {
        &self.hold[usize::from(self.pair[0] != id)]
    }

    /// The same, to change it.
    pub fn of_mut(&mut self, id: UnitId) -> &mut Hold {
        &mut self.hold[usize::from(self.pair[0] != id)]
    }

    /// Whether its next round is the first: not if one follows the other out of a melee (LA-RAL-15, LA-GAP-50).
    #[must_use]
    pub fn opens(&self) -> bool {
        self.rounds == 0 && !self.hold.iter().any(|hold| hold.following)
    }

    /// The number of its next round.
    #[must_use]
    pub fn round(&self) -> u8 {
        if self.opens() { 1 } else { self.rounds.max(1).saturating_add(1) }
    }
}

impl rulebook::Hides for World {
    /// Takes out what a side may not know: what the other side has written (LA-GAP-60).
    fn hide_from(&mut self, side: Side) {
        self.papers[side.other().index()] = Secret::Unknown;
    }
}
