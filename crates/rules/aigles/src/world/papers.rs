//! Secret writings of a side (LA-GAP-60).

use super::QuarterNo;
use crate::Attitude;
use game::UnitId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{FeatureId, Manoeuvre, Point};

/// The secret writings of a side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Papers {
    pub orders: BTreeMap<UnitId, Orders>,
    /// The next order of each unit, with the quarter at whose end it takes effect.
    pub coming: BTreeMap<UnitId, (Orders, QuarterNo)>,
    /// Plans of the half.
    pub plans: BTreeMap<UnitId, Plan>,
    /// The targets of chargers and of units that enter a melee.
    pub targets: BTreeMap<UnitId, UnitId>,
    /// The chosen reactions of threatened units.
    pub reactions: BTreeMap<UnitId, Reaction>,
    /// Notes, by the officer who carries them.
    pub notes: BTreeMap<UnitId, Note>,
}

/// An order: the attitude of a unit, and its object (LA-GAP-13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Orders {
    pub attitude: Attitude,
    pub object: Object,
}

/// The object of an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Object {
    /// The order has no object.
    #[default]
    None,
    /// An objective of the scenario, by its place in the list.
    Objective(u16),
    Friend(UnitId),
    Place(Point),
}

/// The plan of a unit for a half (LA-GAP-61).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// A march by these legs.
    March(Vec<Manoeuvre>),
    /// A march at one and a half times the column's allowance (LA-PIV-15).
    Forced(Vec<Manoeuvre>),
    /// It continues its present action.
    GoOn,
    /// It charges this enemy.
    Charge(UnitId),
    /// It enters a melee with this enemy (LA-GAP-20).
    Enter(UnitId),
    /// It evades (LA-ESQ-01).
    Evade,
    /// It rallies (LA-RAL-07).
    Rally,
    /// It sends its skirmish company out (LA-GAP-78).
    Detach(UnitId),
    /// The company goes back to its battalion (LA-ESQ-06).
    Rejoin(UnitId),
    /// The gunners push their guns (LA-ART-12).
    Push {
        /// Ahead; otherwise back.
        ahead: bool,
    },
    /// It enters a house (LA-GAP-74).
    Garrison(FeatureId),
    /// It leaves its house (LA-GAP-74).
    LeaveHouse,
    /// It spikes these guns (LA-GAP-55).
    Spike(UnitId),
    /// It turns these guns round (LA-GAP-55).
    TurnGuns(UnitId),
    /// The gunners man their guns again (LA-GAP-55).
    Man,
}

/// The reaction of a threatened unit instead of its plan (LA-GAP-77).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// It halts and fires from the first quarter on.
    Halt,
    /// From the second quarter on: a turn, another formation, a march of one quarter.
    March(Vec<Manoeuvre>),
    /// It turns the figures of a flank (LA-PIV-07).
    Flank(super::Wing),
    /// It counter-charges if it is the target (LA-CCH-03).
    Counter,
}

/// A written order on its way (LA-MVT-12).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Note {
    pub to: UnitId,
    pub orders: Orders,
}
