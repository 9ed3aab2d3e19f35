//! Everything on the table that changes: plain data, without computed geometry and without text.

mod change;
pub(crate) mod layout;
mod positions;
mod sense;
mod setup;
mod unit;

pub use layout::{ELEMENT_DEPTH, GENERAL_RADIUS, PAS, footprint, general_piece};
pub use positions::Positions;
pub(crate) use setup::set_up;
pub use setup::{CommandSheet, GeneralSheet, Objective, ScenarioSheet, Sheet};
pub use unit::{Fate, LastTurn, Life, Plan, SEQUENCE, Turn, Unit};

use crate::Order;
use crate::terms::doctrine::Doctrine;
use game::{Outcome, Secret, Side, Term, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::Point;

rulebook::words! {
    /// The phase of a turn.
    Phase {
        /// Before anything is placed.
        Setup,
        /// Units are placed.
        Deployment,
        /// Start of a turn: reserves, generals.
        Start,
        /// Phase 1.
        Orders,
        /// Phase 2.
        Rally,
        /// Phase 3.
        Command,
        /// Phase 4: charges are named.
        Naming,
        /// The first moment of fire, for batteries under R that fire before they limber (ML-3.2d).
        #[serde(rename = "moment_0")]
        Moment0,
        /// Step R of the turn.
        FallBack,
        /// After step R.
        #[serde(rename = "moment_1")]
        Moment1,
        /// Step C: the charges move.
        Charges,
        /// Step C: the chargers stand at 2 pas.
        MomentC,
        /// Step C: impacts.
        Impacts,
        /// After step C.
        #[serde(rename = "moment_2")]
        Moment2,
        /// Step M of the turn.
        Manoeuvre,
        /// After its first quarter.
        #[serde(rename = "moment_3")]
        Moment3,
        /// After its second quarter.
        #[serde(rename = "moment_4")]
        Moment4,
        /// After its third quarter.
        #[serde(rename = "moment_5")]
        Moment5,
        /// After its last quarter.
        #[serde(rename = "moment_6")]
        Moment6,
        /// The end of step M.
        AfterMoves,
        /// Phase 5.
        LateFire,
        /// The turn ends.
        End,
    } default Setup
}

impl Phase {
    /// The term that players read. Rules use the phase itself, so the label may change.
    #[must_use]
    pub fn label(self) -> Term {
        rulebook::word(&self)
    }
}

/// The state of a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct World {
    /// Turn number, from 1; 0 while deploying.
    pub turn: u16,
    /// What is shown of the place in the turn: nothing is decided by it.
    pub phase: Phase,
    /// The orders of this turn are in force: from when they are opened (ML-2d) to the end of the turn.
    pub orders_in_force: bool,
    /// Moment 0 of phase 4, at which batteries under R fire hurriedly (ML-3.2d).
    pub hurried_moment: bool,
    /// Units, by id.
    pub units: Vec<Unit>,
    /// Generals; their ids follow those of the units.
    pub generals: Vec<General>,
    /// Commands, in the scenario's order, blue ones first.
    pub commands: Vec<Command>,
    /// Buildings that burn (ML-12b).
    pub burning: Vec<u16>,
    /// Orders laid face down (ML-2b), by side.
    pub orders: [Secret<Orders>; 2],
    /// Plans of step M still hidden (ML-GAP-30), by side.
    pub plans: [Secret<BTreeMap<UnitId, Plan>>; 2],
    /// Charges named this turn (ML-8.1c).
    pub charges: Vec<NamedCharge>,
    /// Pairs that have met in an impact this turn (ML-GAP-26).
    pub met: Vec<(UnitId, UnitId)>,
    /// The side that holds each objective (ML-GAP-45).
    pub holders: Vec<Option<Side>>,
    /// The result, once the battle has ended.
    pub outcome: Option<Outcome>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct General {
    pub at: Point,
    /// Whether the general is there.
    pub life: Life,
    /// The unit to which he is attached (ML-6.4a).
    pub attached: Option<UnitId>,
    /// Charisma (ML-1.3c).
    pub charisma: u8,
    /// Competence (ML-1.3d).
    pub competence: u8,
    /// Replaces a lost general: the name shown is that of the office.
    pub replacement: bool,
}

/// A brigade, or a higher command with only a general.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Command {
    /// The order in force last turn, after the test (ML-GAP-40); `None` before its first turn.
    pub order: Order,
    /// The turn in which its general was lost (ML-10c, ML-4.3c).
    pub general_lost: Option<u16>,
    /// The order of battle of its infantry (ML-14b).
    pub doctrine: Doctrine,
}

/// The orders that a side lays face down in phase 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Orders {
    /// By brigade (ML-3.1a).
    pub brigades: BTreeMap<u16, Order>,
    /// Specific orders and battery orders (ML-4.2a, ML-3.2a).
    pub units: BTreeMap<UnitId, Order>,
}

/// A charge named at the start of phase 4.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct NamedCharge {
    /// The unit that charges.
    pub by: UnitId,
    /// The target, or the friend that it accompanies.
    pub aim: Aim,
    /// Where the charge began.
    pub from: table::Pose,
    /// The distance then, TdC to TdC.
    pub began_at: i32,
    /// The side of the target that it comes from.
    pub aspect: crate::Aspect,
    /// The formation when the charge was named: it gives the allowance, whatever disorder came since (ML-GAP-27).
    pub formation: crate::Formation,
    /// Allowance of the move, for the worst ground touched.
    pub allowance: i32,
    /// Bonus rolled (ML-8.2a).
    pub bonus: i32,
    /// Movement used: the distance covered, and what obstacles cost (ML-GAP-14).
    pub gone: i32,
    pub stage: Progress,
    /// Positions of charger and target after all charge moves: the charge is at 2 pas as long as neither leaves its
    /// place (ML-GAP-28).
    #[serde(default)]
    pub met: Option<[Point; 2]>,
}

/// The aim of a unit under C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Charges this enemy.
    At(UnitId),
    /// Accompanies this friend on a flank (ML-8.1q).
    Beside(UnitId),
    /// Accompanies this friend from behind (ML-8.1r).
    Behind(UnitId),
}

/// The progress of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    Named,
    /// Ended short of its target, or lapsed.
    Short,
    /// Stands at 2 pas: an impact is due.
    Contact,
    /// Broken by fire (ML-8.1k).
    Broken,
    /// The impact is resolved.
    Done,
}

rulebook::unit_ids!(World of Unit, led by General);

impl World {
    /// A command, by its place in the list.
    #[must_use]
    #[track_caller]
    pub fn command(&self, place: usize) -> &Command {
        rulebook::ids::at(&self.commands, place, "command")
    }

    /// The command, mutable.
    #[track_caller]
    pub fn command_mut(&mut self, place: usize) -> &mut Command {
        rulebook::ids::at_mut(&mut self.commands, place, "command")
    }
}

impl World {
    /// The secret orders of a side.
    #[must_use]
    pub fn laid(&self, side: Side) -> Option<&Orders> {
        self.orders[side.index()].known()
    }
}

impl rulebook::Hides for World {
    /// Removes what a side may not know: the other side's orders face down and its plans.
    fn hide_from(&mut self, side: Side) {
        let other = side.other().index();
        self.orders[other] = Secret::Unknown;
        self.plans[other] = Secret::Unknown;
    }
}
