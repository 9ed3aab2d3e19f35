//! The world: everything that changes in a battle.

mod change;
mod layout;
mod order;
mod sense;
mod setup;
mod unit;

pub use layout::{formations, frontage};
pub use order::{Class, Code, Cut, Detail, Later, Line, Marker, MovesUnderWay, Moving, OpenedOrder, Placement, Tie};
pub(crate) use sense::{houses, place_of, side_number};
pub use setup::{GeneralSheet, GroupSheet, Objective, ScenarioSheet, Sheet, set_up};
pub use unit::{Fate, General, Life, Now, ScreenOut, Unit};

use game::{Outcome, Secret, Side, Term, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

rulebook::words! {
    /// The step of the turn.
    Phase {
        /// Before the battle.
        Deployment,
        /// Step 0: recovery of morale.
        Start,
        /// Step 0: the operational segment.
        Operational,
        /// Step 0: order markers are placed.
        Orders,
        /// Step 1: immediate fires.
        FirstFires,
        /// Step 2: markers are opened.
        Opening,
        /// Step 3: the first line moves.
        FirstLine,
        /// Step 4: the second line moves.
        SecondLine,
        /// Step 5: assaults are resolved.
        Assaults,
        /// Step 6: rallying and safeguards.
        Rallying,
        /// The turn ends.
        End,
    } default Deployment

    /// What the other side sees of a unit that it has not recognised (L3C-GEN-09, L3C-GAP-A30).
    Token {
        ArmAndFormation,
        ArmOnly,
    } default ArmOnly

    /// The reason for a test for another reason (L3C-GAP-C03).
    Reason {
        /// It has lost a tenth.
        Losses,
        /// A friend routs in its sight.
        Rout,
        /// The general with it was hit.
        General,
        /// A friend routs in sight of its skirmishers, which test by themselves (L3C-MOR-15).
        Skirmishers,
    } default Losses

    /// The cause of an opportunity (L3C-GAP-A18).
    Cause {
        /// The unit is unformed.
        Unformed,
        /// Infantry or guns advance before cavalry.
        Careless,
        /// The unit shows a flank or its rear.
        Exposed,
        /// An approaching enemy, as a target of fire.
        Coming,
        /// An arrow move has reached its tactical distance (L3C-GAP-A35).
        Arrow,
        /// Two moving units have met (L3C-GAP-A46).
        Met,
        /// During a manoeuvre, or entering or leaving houses (L3C-GAP-A18).
        Busy,
        /// Still a target for units that finished their own manoeuvre first (L3C-INT-19).
        Leaving,
        /// In flight: it may be pursued.
        Fleeing,
        /// In front of a unit that has gone through another enemy (L3C-CAC-09).
        Onward,
        /// Beside a unit that has to turn to it first (L3C-OPP-04).
        Late,
    } default Unformed
}

impl Phase {
    /// The label of the clock, which players read. Rules use the phase itself, so the label may change.
    #[must_use]
    pub fn label(self) -> Term {
        rulebook::word(&self)
    }
}

/// A test that is due (L3C-GAP-A60, L3C-GAP-A70).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Owed {
    pub unit: UnitId,
    pub reason: Reason,
    /// The unit that fired, or that routs.
    pub by: UnitId,
}

/// A fire of the current action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DeliveredFire {
    pub shooter: UnitId,
    pub target: UnitId,
    /// Ammunition of guns; `None` for small arms.
    pub shot: Option<crate::Shot>,
    /// It had effect.
    pub effective: bool,
    /// It was delivered in step 1 (L3C-FEU-20).
    pub first: bool,
}

/// Generals in the way of a delivered fire (L3C-CHEF-17, L3C-CHEF-18).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Peril {
    /// What they risk.
    pub danger: crate::resolve::people::generals::Danger,
    /// Their places in the list: one of them is hit.
    pub generals: Vec<usize>,
}

/// The state of a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct World {
    /// Number of the turn, from 1; 0 during deployment.
    pub turn: u16,
    /// What is shown of the place in the turn: nothing is decided by it.
    pub phase: Phase,
    /// Step 1, whose fires are the first ones (L3C-SIM-01).
    pub first_fires: bool,
    /// The line that moves in steps 3 and 4.
    pub line: Line,
    /// The side with the initiative (JAI).
    pub initiative: Side,
    /// Units, by id.
    pub units: Vec<Unit>,
    /// Their ids follow those of the units; each has the place of its command.
    pub generals: Vec<General>,
    /// Order markers that lie face down.
    pub markers: [Secret<BTreeMap<UnitId, Marker>>; 2],
    /// Units not yet seen by the other side (L3C-GAP-A66).
    pub hidden: [Secret<BTreeSet<UnitId>>; 2],
    /// Units that the other side sees only as markers, by side (L3C-GEN-09).
    pub tokens: [BTreeMap<UnitId, Token>; 2],
    /// The side from which this world is seen; `None`: the whole world.
    pub seen_by: Option<Side>,
    /// Opened orders, with their announcements.
    pub plans: BTreeMap<UnitId, OpenedOrder>,
    /// The moves under way.
    pub run: Option<MovesUnderWay>,
    /// Entries waiting for step 5.
    pub later: Vec<Later>,
    /// The current entry.
    pub entry: Option<Later>,
    /// Entries that attack together with it (L3C-MAC-25).
    pub fellows: Vec<Later>,
    /// Units among them that are fused (L3C-CAC-14).
    pub fused: BTreeSet<UnitId>,
    /// Halted winners of the current entry, with the unit that each has pushed and may follow (L3C-GAP-B10).
    pub follows: Vec<(UnitId, UnitId)>,
    /// Moves that were cut short (L3C-GAP-A48).
    pub cut: Vec<Cut>,
    /// The direction in which the assaults of a group are resolved, once its die is thrown; true: left to right.
    pub senses: BTreeMap<u16, bool>,
    /// Fires tied to entries (L3C-GAP-A85).
    pub ties: [Secret<BTreeMap<UnitId, Tie>>; 2],
    /// Fires of the current action.
    pub fires: Vec<DeliveredFire>,
    /// Generals whose dice are due.
    pub perils: Vec<Peril>,
    /// Tests that are due.
    pub owed: Vec<Owed>,
    /// Opportunities that have been offered (L3C-GAP-A78).
    pub offered: BTreeSet<(Cause, UnitId, UnitId)>,
    /// Groups whose units move together (L3C-OPP-03, L3C-GAP-A73).
    pub together: BTreeSet<u16>,
    /// The clock of manoeuvres (L3C-INT-11).
    pub clock: u8,
    /// All moves and assaults of the turn have been made: only opportunities that needed a turn are left (L3C-OPP-04).
    pub rested: bool,
    /// The side that holds each objective.
    pub holders: Vec<Option<Side>>,
    /// `None` while the battle goes on.
    pub outcome: Option<Outcome>,
}

rulebook::unit_ids!(World of Unit, led by General);

impl World {
    /// Units on the table and in play.
    pub fn present(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(|id| self.unit(*id).present())
    }

    /// Whether a unit is hidden, as far as the holder of this world knows.
    #[must_use]
    pub fn is_hidden(&self, id: UnitId) -> bool {
        self.hidden.iter().any(|set| set.known().is_some_and(|set| set.contains(&id)))
    }

    /// What the other side sees of a unit that it has not recognised.
    #[must_use]
    pub fn token(&self, id: UnitId) -> Option<Token> {
        self.tokens.iter().find_map(|tokens| tokens.get(&id)).copied()
    }
}

impl rulebook::Hides for World {
    /// Removes what a side may not know: the other side's markers, tied fires and hidden units.
    fn hide_from(&mut self, side: Side) {
        let other = side.other().index();
        if let Secret::Known(hidden) = std::mem::replace(&mut self.hidden[other], Secret::Unknown) {
            for id in hidden {
                self.plans.remove(&id);
                self.owed.retain(|owed| owed.unit != id);
                *self.unit_mut(id) = Unit { life: Life::Unseen, ..Unit::default() };
            }
        }
        // Losses and points of a marker are not known (L3C-GEN-09).
        for id in self.tokens[other].keys().copied().collect::<Vec<_>>() {
            let body = &mut self.unit_mut(id).body;
            (body.steps_lost, body.points_spent) = (0, 0);
        }
        self.seen_by = Some(side);
        self.markers[other] = Secret::Unknown;
        self.ties[other] = Secret::Unknown;
    }
}
