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
    /// Where in a turn the battle stands.
    Phase {
        /// Before the battle.
        Deployment,
        /// Step 0: recovery of morale.
        Start,
        /// Step 0: the operational segment.
        Operational,
        /// Step 0: order markers are laid.
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

    /// What the other side makes out of a unit that it has not recognised (L3C-GEN-09, L3C-GAP-A30).
    Token {
        ArmAndFormation,
        ArmOnly,
    } default ArmOnly

    /// Why a unit owes a test for another reason (L3C-GAP-C03).
    Reason {
        /// It has lost a tenth.
        Losses,
        /// A friend routs before its eyes.
        Rout,
        /// The general with it was hit.
        General,
        /// A friend routs before its skirmishers, who test by themselves (L3C-MOR-15).
        Skirmishers,
    } default Losses

    /// What offers an opportunity (L3C-GAP-A18).
    Cause {
        /// Without formation.
        Unformed,
        /// Infantry or guns on their way before cavalry.
        Careless,
        /// A flank or the rear shown.
        Exposed,
        /// An enemy that comes on, as a target of fire.
        Coming,
        /// An arrow move that has come to its tactical distance (L3C-GAP-A35).
        Arrow,
        /// Two that have met under way (L3C-GAP-A46).
        Met,
        /// At a manoeuvre, or going in or out of houses (L3C-GAP-A18).
        Busy,
        /// Still to be fired at by who has made his own manoeuvre first (L3C-INT-19).
        Leaving,
        /// In flight: it may be pursued.
        Fleeing,
        /// Before one that has gone through another enemy (L3C-CAC-09).
        Onward,
        /// Beside one who has to turn to it first (L3C-OPP-04).
        Late,
    } default Unformed
}

impl Phase {
    /// What the clock calls it, which players read. Rules ask for the phase itself, so that it may be called otherwise.
    #[must_use]
    pub fn label(self) -> Term {
        rulebook::word(&self)
    }
}

/// A test that is owed (L3C-GAP-A60, L3C-GAP-A70).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Owed {
    /// Who tests.
    pub unit: UnitId,
    /// Why.
    pub reason: Reason,
    /// Who fired, or who routs.
    pub by: UnitId,
}

/// A fire of the action in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DeliveredFire {
    /// Who fired.
    pub shooter: UnitId,
    /// At whom.
    pub target: UnitId,
    /// What guns fired; none: small arms.
    pub shot: Option<crate::Shot>,
    /// It took effect.
    pub effective: bool,
    /// It was delivered in step 1 (L3C-FEU-20).
    pub first: bool,
}

/// Generals who are in the way of a fire that has fallen (L3C-CHEF-17, L3C-CHEF-18).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Peril {
    /// What they risk.
    pub danger: crate::resolve::people::generals::Danger,
    /// Their places: one of them is hit.
    pub generals: Vec<usize>,
}

/// The state of a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct World {
    /// Turn number, from 1; 0 while deploying.
    pub turn: u16,
    /// Where in the turn: what is shown of it.
    pub phase: Phase,
    /// Step 1, whose fires are the first ones (L3C-SIM-01).
    pub first_fires: bool,
    /// The line that moves in steps 3 and 4.
    pub line: Line,
    /// Who has the initiative (JAI).
    pub initiative: Side,
    /// Units, by id.
    pub units: Vec<Unit>,
    /// Generals; their ids follow those of the units. Each has the place of his command.
    pub generals: Vec<General>,
    /// Order markers that lie face down.
    pub markers: [Secret<BTreeMap<UnitId, Marker>>; 2],
    /// Units that the other side has not seen yet (L3C-GAP-A66).
    pub hidden: [Secret<BTreeSet<UnitId>>; 2],
    /// Units that are but markers to the other side, by side (L3C-GEN-09).
    pub tokens: [BTreeMap<UnitId, Token>; 2],
    /// Whose eyes this world is seen with; nobody: it is whole.
    pub seen_by: Option<Side>,
    /// Orders that have been opened, with what was announced of them.
    pub plans: BTreeMap<UnitId, OpenedOrder>,
    /// The moves under way.
    pub run: Option<MovesUnderWay>,
    /// Entries that wait for step 5.
    pub later: Vec<Later>,
    /// The entry in hand.
    pub entry: Option<Later>,
    /// Those who attack together with it (L3C-MAC-25).
    pub fellows: Vec<Later>,
    /// Those of them who attack as one unit (L3C-CAC-14).
    pub fused: BTreeSet<UnitId>,
    /// Who has won the entry in hand standing, and whom it has pushed: it may follow (L3C-GAP-B10).
    pub follows: Vec<(UnitId, UnitId)>,
    /// Moves that were cut short (L3C-GAP-A48).
    pub cut: Vec<Cut>,
    /// The sense in which the assaults of a group are resolved, once its die has fallen: left to right.
    pub senses: BTreeMap<u16, bool>,
    /// Fires tied to entries (L3C-GAP-A85).
    pub ties: [Secret<BTreeMap<UnitId, Tie>>; 2],
    /// Fires of the action in hand.
    pub fires: Vec<DeliveredFire>,
    /// Generals whose dice wait.
    pub perils: Vec<Peril>,
    /// Tests that wait.
    pub owed: Vec<Owed>,
    /// Chances that have been offered (L3C-GAP-A78).
    pub offered: BTreeSet<(Cause, UnitId, UnitId)>,
    /// Groups whose units move together (L3C-OPP-03, L3C-GAP-A73).
    pub together: BTreeSet<u16>,
    /// The clock of manoeuvres (L3C-INT-11).
    pub clock: u8,
    /// All moves and assaults of the turn have been made: what is left are chances that needed a turn (L3C-OPP-04).
    pub rested: bool,
    /// Who holds each objective.
    pub holders: Vec<Option<Side>>,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

rulebook::unit_ids!(World of Unit, led by General);

impl World {
    /// The units of the table that are in play.
    pub fn present(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(|id| self.unit(*id).present())
    }

    /// Whether a unit is hidden, as far as whoever holds this world knows.
    #[must_use]
    pub fn is_hidden(&self, id: UnitId) -> bool {
        self.hidden.iter().any(|set| set.known().is_some_and(|set| set.contains(&id)))
    }

    /// What the other side makes out of a unit that is but a marker to it.
    #[must_use]
    pub fn token(&self, id: UnitId) -> Option<Token> {
        self.tokens.iter().find_map(|tokens| tokens.get(&id)).copied()
    }
}

impl rulebook::Hides for World {
    /// Takes out what a side may not know: the other side's markers, tied fires and hidden units.
    fn hide_from(&mut self, side: Side) {
        let other = side.other().index();
        if let Secret::Known(hidden) = std::mem::replace(&mut self.hidden[other], Secret::Unknown) {
            for id in hidden {
                self.plans.remove(&id);
                self.owed.retain(|owed| owed.unit != id);
                *self.unit_mut(id) = Unit { life: Life::Unseen, ..Unit::default() };
            }
        }
        // Of a marker it is not known what it has lost and spent (L3C-GEN-09).
        for id in self.tokens[other].keys().copied().collect::<Vec<_>>() {
            let body = &mut self.unit_mut(id).body;
            (body.steps_lost, body.points_spent) = (0, 0);
        }
        self.seen_by = Some(side);
        self.markers[other] = Secret::Unknown;
        self.ties[other] = Secret::Unknown;
    }
}
