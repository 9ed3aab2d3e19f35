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
    /// The steps of a period, in their order (LA-GAP-08).
    Step {
        /// Before the battle.
        Setup,
        /// Both sides place their troops and write the first orders.
        #[serde(rename = "deployment")]
        Deploy,
        /// A: rallies from contact.
        Period,
        /// B: leaving units may recover.
        Recovering,
        /// C: plans are written.
        Plans,
        /// D, E: declarations, tests of chargers.
        Declarations,
        /// F: reactions of threatened units.
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
        /// 8: contact between units.
        Contact,
        /// 9: fire of the half, every other test.
        Close,
        /// G: rounds of melee.
        Melee,
        /// H: the end of the period.
        End,
    } default Setup
}

impl Step {
    /// The label of the clock, which players read. Rules use the step itself, so the label may change.
    #[must_use]
    pub fn label(self) -> Term {
        rulebook::word(&self)
    }
}

/// The state of a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct World {
    /// The period, from 1; 0 during deployment.
    pub period: u16,
    /// The current quarter, counted through the battle from 1; 0 before the first.
    pub quarter: QuarterNo,
    /// The step of the period. Logs use this name of the field.
    #[serde(rename = "phase")]
    pub step: Step,
    /// Units by id; companies and squadrons that may be detached come last (LA-GAP-78).
    pub units: Vec<Unit>,
    /// Generals and aides; their ids follow those of the units.
    pub generals: Vec<Officer>,
    /// Secret writings of each side.
    pub papers: [Secret<Papers>; 2],
    /// The contacts between enemies.
    pub contacts: Vec<Contact>,
    /// Hits by fire in this period and the half before it.
    pub hits: Vec<Hit>,
    /// For each firer and target, the quarters of this half that count (LA-GAP-06).
    #[serde(with = "pairs")]
    pub counting: BTreeMap<(UnitId, UnitId), Counting>,
    /// Firers with their possible targets at the start of the quarter, and the target's place and distance.
    #[serde(with = "pairs")]
    pub ranged: BTreeMap<(UnitId, UnitId), (Piece, Cm)>,
    /// Tests whose dice are thrown and whose signs are still to be chosen (LA-GAP-65).
    pub trials: Vec<Trial>,
    /// The losers of a round, while winners decide whether they follow (LA-GAP-67).
    pub beaten: Vec<UnitId>,
    /// The losers among them that leave, and do not only recoil.
    pub going: Vec<UnitId>,
    /// The side that holds each objective (LA-GAP-75).
    pub holders: Vec<Option<Side>>,
    /// `None` while the battle goes on.
    pub outcome: Option<Outcome>,
}

/// Maps keyed by pairs of units are written as lists: JSON keys must be strings.
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
    /// The middle of the base.
    pub at: Point,
    pub life: Life,
    /// The unit that the officer is in contact with.
    pub with: Option<UnitId>,
    /// Losses accumulated (LA-GEN-02).
    pub losses: u16,
    /// The officer is an aide riding back to the general.
    pub returning: bool,
}

/// Two units in contact in a melee. The one with the smaller id comes first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Contact {
    pub pair: [UnitId; 2],
    /// How each of them came into contact.
    pub hold: [Hold; 2],
    /// Number of melee rounds fought.
    pub rounds: u8,
    /// Rounds drawn in a row (LA-GAP-49).
    pub drawn: u8,
    /// The quarter in which they met.
    pub since: QuarterNo,
}

/// A unit's side of a contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Hold {
    /// It has attacked this enemy: an obstacle between them covers the other.
    pub came: bool,
    /// Its charge bonuses apply against this enemy (LA-CHA-15, LA-GAP-67).
    pub bonus: bool,
    /// The zone of the enemy that it came from (LA-GAP-21).
    pub aspect: Aspect,
    /// The enemy was already in a melee (LA-GAP-49).
    pub into_melee: bool,
    /// It follows an enemy that gives way (LA-COM-02).
    pub following: bool,
    /// It is in uncontrolled advance (LA-RAL-16).
    pub uncontrolled: bool,
    /// Figures that touch several enemies equally fight this one (LA-GAP-67); a garrison mans the wall at which it
    /// stands (LA-GAP-74).
    pub rest: bool,
    /// Figures of squadrons that have gone around the corners of a square or column (LA-CHA-37).
    pub wraps: u8,
}

/// A hit by fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Hit {
    pub by: UnitId,
    pub at: UnitId,
    pub losses: u16,
    /// The firer was in skirmish order or fired canister (LA-MOR-07).
    pub loose: bool,
    /// Number of the half in the battle, from 1.
    pub half: u32,
}

/// Quarters of a half that count for a firer and a target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Counting {
    /// A bit set: 1 for the first, 2 for the second, 3 for both.
    pub quarters: u8,
    /// The firer's place in the last of them.
    pub own: Piece,
    /// The target's place at the start of the last of them.
    pub from: Piece,
    /// The target's place at the end of it.
    pub to: Piece,
    /// The last quarter that counts.
    pub last: QuarterNo,
}

impl Counting {
    /// Number of its quarters whose fire is not yet used (LA-GAP-64).
    #[must_use]
    pub const fn left(&self, spent: u8) -> u8 {
        (self.quarters & !spent).count_ones() as u8
    }
}

/// A test whose die is thrown.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Trial {
    pub unit: UnitId,
    /// Points including the die, without the value that its owner adds.
    pub points: i16,
    /// The situation of the test.
    pub nerve: crate::resolve::morale::Nerve,
}

rulebook::unit_ids!(World of Unit, led by Officer);

impl World {
    /// The current half of the battle, from 1.
    #[must_use]
    pub const fn half(&self) -> u32 {
        self.quarter.div_ceil(2)
    }

    /// Whether the current quarter is the second of its half.
    #[must_use]
    pub const fn second_quarter(&self) -> bool {
        self.quarter.is_multiple_of(2)
    }

    /// The last quarter of the current period.
    #[must_use]
    pub const fn end_of_period(&self) -> QuarterNo {
        self.period as u32 * 4
    }

    /// Secret writings of a side, if the holder of this world may read them.
    #[must_use]
    pub fn papers(&self, side: Side) -> Option<&Papers> {
        self.papers[side.index()].known()
    }

    /// The same, to write in them.
    pub fn papers_mut(&mut self, side: Side) -> Option<&mut Papers> {
        match &mut self.papers[side.index()] {
            Secret::Known(papers) => Some(papers),
            Secret::Unknown => None,
        }
    }

    /// The side from which this world is seen, which knows only its own papers.
    pub(crate) fn viewer(&self) -> Option<Side> {
        let known = |side: Side| self.papers(side).is_some();
        Side::BOTH.into_iter().find(|side| known(*side) && !known(side.other()))
    }

    pub fn contacts_of(&self, id: UnitId) -> impl Iterator<Item = &Contact> {
        self.contacts.iter().filter(move |contact| contact.pair.contains(&id))
    }

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

    /// Losses of a unit by the fire of each enemy in a half, and whether some of it was loose.
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
    #[must_use]
    pub fn other(&self, id: UnitId) -> UnitId {
        if self.pair[0] == id { self.pair[1] } else { self.pair[0] }
    }

    /// The hold of one of the two units on the other.
    #[must_use]
    pub fn of(&self, id: UnitId) -> &Hold {
        &self.hold[usize::from(self.pair[0] != id)]
    }

    /// The same, to change it.
    pub fn of_mut(&mut self, id: UnitId) -> &mut Hold {
        &mut self.hold[usize::from(self.pair[0] != id)]
    }

    /// Whether its next round is the first: not if one unit follows the other out of a melee (LA-RAL-15, LA-GAP-50).
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
    /// Removes what a side may not know: the secret writings of the other side (LA-GAP-60).
    fn hide_from(&mut self, side: Side) {
        self.papers[side.other().index()] = Secret::Unknown;
    }
}
