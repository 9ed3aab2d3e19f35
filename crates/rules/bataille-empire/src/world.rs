//! The world: everything that changes in a battle.

mod change;
mod layout;
mod sense;
mod setup;
mod under;
mod unit;

pub use sense::Threats;
pub use setup::{DivisionSheet, GeneralSheet, Objective, ScenarioSheet, Sheet, set_up};
pub use under::{Aspect, ChargeKind, Charging, Course, Marching, Named, OnTheSpot, Owed, Under};
pub use unit::{Fate, Life, Now, Unit};

use crate::resolve::set_up::Battle;
use crate::{Grade, Order};
use game::{Outcome, Secret, Side, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::{Piece, Point};

/// The state of a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct World {
    /// Turn number, from 1; 0 while deploying.
    pub turn: u16,
    pub phase: Phase,
    /// The side whose divisions are being activated (BE-GAP-10).
    pub active: Option<Side>,
    /// The side that plays first this turn; before the first turn, the attacker (BE-GAP-11).
    pub first: Side,
    /// The attacker: given by the scenario, or rolled (BE-GAP-80).
    pub attacker: Side,
    /// The kind of battle, where it was rolled (BE-GAP-80).
    pub battle: Option<Battle>,
    /// Units, by id; the second halves of battalions that may detach stand last.
    pub units: Vec<Unit>,
    /// Generals; their ids follow those of the units. Each has the same place as his command.
    pub generals: Vec<General>,
    /// Divisions, in the order of the scenario's commands, blue ones first.
    pub divisions: Vec<Division>,
    /// The commanders-in-chief, by their place among the generals.
    pub chief: [usize; 2],
    /// Command points they have left (BE-GAP-12).
    pub chief_points: [u8; 2],
    /// The division being activated.
    pub activation: Option<Activation>,
    /// Number of activations so far in the battle.
    pub activations: u16,
    /// Marches and charges in progress, nested.
    pub under: Vec<Under>,
    /// Pending morale tests (BE-GAP-73).
    pub owed: Vec<Owed>,
    /// Units that tested this turn, each with the friend that it saw eliminated or flee (BE-GAP-112).
    pub seen_go: Vec<(UnitId, UnitId)>,
    /// The side that holds each objective (BE-GAP-21).
    pub holders: Vec<Option<Side>>,
    /// Generals lost, by side (BE-GAP-84).
    pub lost: [GeneralsLost; 2],
    /// Units in hidden placement (BE-GAP-82).
    pub hidden: [Secret<BTreeSet<UnitId>>; 2],
    /// The division on a flank march (BE-GAP-83).
    pub flankers: [Secret<Option<Flankers>>; 2],
    /// Turns played beyond the limit (BE-GAP-85).
    pub extra_turns: u8,
    /// The result, once the battle has ended.
    pub outcome: Option<Outcome>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct General {
    pub at: Point,
    /// Whether the general is there.
    pub life: Life,
    /// The unit to which he is attached (BE-GAP-18).
    pub attached: Option<UnitId>,
    /// Grade (BE-CMD-01).
    pub grade: Grade,
    /// Replaces a lost general (BE-GAP-77).
    pub successor: bool,
    /// Has moved this turn.
    pub moved: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Division {
    /// Its order (BE-ORD-01); `None` while it is a reserve.
    pub order: Order,
    /// Forced by losses to withdraw (BE-ORD-17).
    pub forced: bool,
    /// The zone it must defend (BE-GAP-21).
    pub zone: Option<Zone>,
    /// Held in reserve (BE-GAP-23).
    pub reserve: bool,
    /// Units at the start (BE-GAP-99).
    pub started: u8,
    /// Has been activated this turn (BE-SEQ-03).
    pub activated: bool,
    /// The free rally under Retraiter has been used (BE-ORD-04).
    pub free_rally: bool,
    /// Command points left (BE-PC-01).
    pub points: u8,
    /// Points given to it by the commander-in-chief this turn (BE-PC-05).
    pub given: u8,
    /// Its general was lost this turn (BE-GAP-17).
    pub general_lost: bool,
}

/// The zone that a division must defend: near a point, or near where its units stood (BE-GAP-21).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Zone {
    pub point: Point,
    /// The pieces of the division when the point was named.
    pub around: Vec<Piece>,
}

/// The activation in progress.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Activation {
    pub division: u16,
    /// The units that count for the duty, fixed when the division was activated (BE-GAP-94).
    pub counted: Vec<UnitId>,
    /// Those that had a marker then, which is no excuse (BE-GAP-94).
    pub marked: Vec<UnitId>,
    /// Those that were in Disorder then, which is no excuse (BE-GAP-105).
    pub disordered: Vec<UnitId>,
    /// Its number in the battle.
    pub number: u16,
    /// The group whose charges are paid for by one activation (BE-GAP-16).
    pub paid: Vec<UnitId>,
    /// The step in progress.
    pub part: Part,
}

/// A step of an activation (BE-SEQ-04).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Step a: tactical command.
    #[default]
    Command,
    /// Step b: preparatory fire.
    Preparatory,
    /// Step c: charges and shocks.
    Charges,
    /// Step d: moves and rallies.
    Moves,
    /// Step e: fire.
    Fire,
}

rulebook::words! {
    /// The phase of a turn.
    Phase {
        Setup,
        Deployment,
        /// Phase 1: the commanders-in-chief.
        Strategic,
        /// Phase 2: divisions are activated one after another.
        Activation,
        /// Step a of an activation: the divisional general.
        Tactical,
        /// Step b: preparatory fire.
        Preparatory,
        /// Step c: charges and shocks.
        Charges,
        /// Step d: moves and rallies.
        Moves,
        /// Step e: fire.
        Fire,
        /// Phase 3: the turn ends.
        End,
    } default Setup
}

/// Numbers of generals that a side has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct GeneralsLost {
    /// The number of divisional generals.
    pub divisional: u8,
    /// The number of commanders-in-chief.
    pub chiefs: u8,
}

/// A division on a flank march (BE-GAP-83).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Flankers {
    pub division: u16,
    /// Whether it arrives on the short edge to the right, seen from its own edge, or to the left.
    pub right: bool,
    /// Its roll has succeeded, and it enters at the next activation.
    pub arriving: bool,
}

rulebook::unit_ids!(World of Unit, led by General);

impl World {
    /// Begins a step of the activation; false if it has already begun.
    pub(crate) fn enters(&mut self, part: Part) -> bool {
        let begins =
            self.activation.as_mut().is_some_and(|activation| std::mem::replace(&mut activation.part, part) != part);
        if begins {
            // A unit supports once per step (BE-GAP-56), and tests once per step for what it sees (BE-GAP-73).
            for unit in &mut self.units {
                (unit.now.supported, unit.now.witnessed) = (false, false);
            }
        }
        begins
    }

    #[must_use]
    #[track_caller]
    pub fn division(&self, place: u16) -> &Division {
        rulebook::ids::at(&self.divisions, usize::from(place), "division")
    }

    /// A division, mutable.
    #[track_caller]
    pub fn division_mut(&mut self, place: u16) -> &mut Division {
        rulebook::ids::at_mut(&mut self.divisions, usize::from(place), "division")
    }

    /// Whether a unit is in hidden placement, as far as the holder of this world knows.
    #[must_use]
    pub fn is_hidden(&self, id: UnitId) -> bool {
        self.hidden.iter().any(|set| set.known().is_some_and(|set| set.contains(&id)))
    }
}

impl rulebook::Hides for World {
    /// Removes what a side may not know: the places of the other side's hidden units, and its flank march.
    fn hide_from(&mut self, side: Side) {
        let other = side.other().index();
        if let Secret::Known(hidden) = std::mem::replace(&mut self.hidden[other], Secret::Unknown) {
            // Reactions declared against a march stay secret until they are made (BE-GAP-88).
            for under in &mut self.under {
                if let Under::March(march) = under {
                    march.named.retain(|named| !hidden.contains(&named.by));
                }
            }
            self.seen_go.retain(|(witness, _)| !hidden.contains(witness));
            for id in hidden {
                let unit = self.unit_mut(id);
                *unit = Unit { life: Life::Unseen, ..Unit::default() };
            }
        }
        self.flankers[other] = Secret::Unknown;
    }
}
