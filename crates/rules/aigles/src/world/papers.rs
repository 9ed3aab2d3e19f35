//! What a side has written and the other may not read (LA-GAP-60).

use super::QuarterNo;
use crate::Attitude;
use game::UnitId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{FeatureId, Manoeuvre, Point};

/// The papers of a side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Papers {
    /// The order of each unit.
    pub orders: BTreeMap<UnitId, Orders>,
    /// The order that takes effect at the end of a quarter.
    pub coming: BTreeMap<UnitId, (Orders, QuarterNo)>,
    /// Plans of the half.
    pub plans: BTreeMap<UnitId, Plan>,
    /// Whom chargers and those who enter a melee mean.
    pub targets: BTreeMap<UnitId, UnitId>,
    /// Reactions entered.
    pub reactions: BTreeMap<UnitId, Reaction>,
    /// Notes, by the officer who carries them.
    pub notes: BTreeMap<UnitId, Note>,
}

/// An order: what a unit is to do, and about what (LA-GAP-13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Orders {
    pub attitude: Attitude,
    /// What it is about.
    pub object: Object,
}

/// What an order is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Object {
    /// Nothing in particular.
    #[default]
    None,
    /// An objective of the scenario, by its place.
    Objective(u16),
    Friend(UnitId),
    Place(Point),
}

/// The plan of a unit for a half (LA-GAP-61).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// March legs.
    March(Vec<Manoeuvre>),
    /// March legs at one and a half times the column's allowance (LA-PIV-15).
    Forced(Vec<Manoeuvre>),
    /// Goes on with what it does.
    GoOn,
    /// Charges somebody.
    Charge(UnitId),
    /// Enters a melee with somebody (LA-GAP-20).
    Enter(UnitId),
    /// Evades (LA-ESQ-01).
    Evade,
    /// Rallies (LA-RAL-07).
    Rally,
    /// Sends its skirmish company out (LA-GAP-78).
    Detach(UnitId),
    /// Goes back to its battalion (LA-ESQ-06).
    Rejoin(UnitId),
    /// Pushes its guns (LA-ART-12).
    Push {
        /// Ahead; else back.
        ahead: bool,
    },
    /// Enters a house (LA-GAP-74).
    Garrison(FeatureId),
    /// Leaves its house (LA-GAP-74).
    LeaveHouse,
    /// Spikes guns (LA-GAP-55).
    Spike(UnitId),
    /// Turns guns round (LA-GAP-55).
    TurnGuns(UnitId),
    /// Mans its guns again (LA-GAP-55).
    Man,
}

/// What a threatened unit does instead (LA-GAP-77).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// Halts and fires from the first quarter on.
    Halt,
    /// From the second quarter on: a turn, another formation, a march of one quarter.
    March(Vec<Manoeuvre>),
    /// Turns the figures of a flank (LA-PIV-07).
    Flank(super::Wing),
    /// Counter-charges if it is the target (LA-CCH-03).
    Counter,
}

/// A note on its way (LA-MVT-12).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Note {
    /// To whom.
    pub to: UnitId,
    /// What it says.
    pub orders: Orders,
}
