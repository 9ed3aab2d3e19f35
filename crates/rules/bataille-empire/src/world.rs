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
    /// Where in the turn.
    pub phase: Phase,
    /// Whose divisions are being activated (BE-GAP-10).
    pub active: Option<Side>,
    /// Who is active first this turn; before the first turn, the attacker (BE-GAP-11).
    pub first: Side,
    /// Who attacks: as the scenario says, or as was rolled (BE-GAP-80).
    pub attacker: Side,
    /// The kind of battle, where it was rolled (BE-GAP-80).
    pub battle: Option<Battle>,
    /// Units, by id; the second halves of battalions that may detach stand last.
    pub units: Vec<Unit>,
    /// Generals; their ids follow those of the units. Each has the place of his command.
    pub generals: Vec<General>,
    /// Divisions, in the order of the scenario's commands, blue ones first.
    pub divisions: Vec<Division>,
    /// The commanders-in-chief, by their place among the generals.
    pub chief: [usize; 2],
    /// Command points they have left (BE-GAP-12).
    pub chief_points: [u8; 2],
    /// The division under way.
    pub activation: Option<Activation>,
    /// Activations so far in the battle: each has its number.
    pub activations: u16,
    /// Marches and charges under way, one inside the other.
    pub under: Vec<Under>,
    /// Morale tests that wait (BE-GAP-73).
    pub owed: Vec<Owed>,
    /// Who has tested this turn because he saw whom go (BE-GAP-112).
    pub seen_go: Vec<(UnitId, UnitId)>,
    /// Who holds each objective (BE-GAP-21).
    pub holders: Vec<Option<Side>>,
    /// Generals lost, by side (BE-GAP-84).
    pub lost: [GeneralsLost; 2],
    /// Units in hidden placement (BE-GAP-82).
    pub hidden: [Secret<BTreeSet<UnitId>>; 2],
    /// The division on a flank march (BE-GAP-83).
    pub flankers: [Secret<Option<Flankers>>; 2],
    /// Turns played beyond the limit (BE-GAP-85).
    pub extra_turns: u8,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct General {
    /// Centre of his base.
    pub at: Point,
    /// Whether he is there.
    pub life: Life,
    /// The unit to which he is attached (BE-GAP-18).
    pub attached: Option<UnitId>,
    /// His grade (BE-CMD-01).
    pub grade: Grade,
    /// Replaces a general lost (BE-GAP-77).
    pub successor: bool,
    /// Has moved this turn.
    pub moved: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Division {
    /// Its order (BE-ORD-01); none while it is a reserve.
    pub order: Order,
    /// Forced to withdraw by its losses (BE-ORD-17).
    pub forced: bool,
    /// What it has to defend (BE-GAP-21).
    pub zone: Option<Zone>,
    /// Held in reserve (BE-GAP-23).
    pub reserve: bool,
    /// Units at the start (BE-GAP-99).
    pub started: u8,
    /// Has been activated this turn (BE-SEQ-03).
    pub activated: bool,
    /// The free rally of a withdrawal has been used (BE-ORD-04).
    pub free_rally: bool,
    /// Command points it has left (BE-PC-01).
    pub points: u8,
    /// Points given to it by the commander-in-chief this turn (BE-PC-05).
    pub given: u8,
    /// Its general was lost this turn (BE-GAP-17).
    pub general_lost: bool,
}

/// What a division has to defend: what lies near a point or near where its units stood (BE-GAP-21).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Zone {
    /// The point named.
    pub point: Point,
    /// The division when it was named.
    pub around: Vec<Piece>,
}

/// The division that is active.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Activation {
    pub division: u16,
    /// The units that count for its duty, fixed when it was activated (BE-GAP-94).
    pub counted: Vec<UnitId>,
    /// Those of them who bore a marker then: it excuses nobody (BE-GAP-94).
    pub marked: Vec<UnitId>,
    /// Those of them who were in Disorder then: it excuses nobody (BE-GAP-105).
    pub disordered: Vec<UnitId>,
    /// Its number in the battle.
    pub number: u16,
    /// The group whose charges one activation has paid for (BE-GAP-16).
    pub paid: Vec<UnitId>,
    /// The step that has begun.
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
    /// Where in the turn.
    Phase {
        Setup,
        Deployment,
        /// Phase 1: the commanders-in-chief.
        Strategic,
        /// Phase 2: divisions are activated in turn.
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

/// Generals that a side has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct GeneralsLost {
    /// Divisional generals.
    pub divisional: u8,
    /// Commanders-in-chief.
    pub chiefs: u8,
}

/// A division that marches round the enemy's flank (BE-GAP-83).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Flankers {
    pub division: u16,
    /// On the short edge to the right of its own edge, seen from there; otherwise to the left.
    pub right: bool,
    /// It has been rolled for and comes in with the next activation.
    pub arriving: bool,
}

rulebook::unit_ids!(World of Unit, led by General);

impl World {
    /// A step of the activation begins; false if it has begun already.
    pub(crate) fn enters(&mut self, part: Part) -> bool {
        let begins =
            self.activation.as_mut().is_some_and(|activation| std::mem::replace(&mut activation.part, part) != part);
        if begins {
            // Each unit supports once in a step (BE-GAP-56), and tests once in it for what it sees (BE-GAP-73).
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

    /// A division, to change it.
    #[track_caller]
    pub fn division_mut(&mut self, place: u16) -> &mut Division {
        rulebook::ids::at_mut(&mut self.divisions, usize::from(place), "division")
    }

    /// Whether a unit is in hidden placement, as far as whoever holds this world knows.
    #[must_use]
    pub fn is_hidden(&self, id: UnitId) -> bool {
        self.hidden.iter().any(|set| set.known().is_some_and(|set| set.contains(&id)))
    }
}

impl rulebook::Hides for World {
    /// Takes out what a side may not know: where the other side's hidden units stand, and who marches on the flank.
    fn hide_from(&mut self, side: Side) {
        let other = side.other().index();
        if let Secret::Known(hidden) = std::mem::replace(&mut self.hidden[other], Secret::Unknown) {
            // What they have named against a march under way is theirs to know until it comes about (BE-GAP-88).
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
