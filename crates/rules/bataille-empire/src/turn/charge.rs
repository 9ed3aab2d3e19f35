//! Step c: charges and shocks (BE-CHA-10). A charge is the top of `World::under`; each stage of it is a small step.

mod after;
mod call_off;
mod charge_trials;
mod charge_way;
mod contact;
mod declare;
mod fight_steps;
mod intercept;
mod leg;
mod reply;
mod rest;
mod second;
mod support;

pub(crate) use call_off::CALL_OFF;
pub(crate) use contact::{SUPPORTS, picked_units};
pub(crate) use declare::{CHARGE, Offer};
pub use fight_steps::Entry;
pub(crate) use intercept::INTERCEPT;
pub(crate) use reply::{REPLY, WHICH_FIGHTS};
pub(crate) use support::SUPPORT;

use super::{D, Step};
use crate::BatailleEmpire;
use crate::world::{Charging, Under, World};
use game::{Flow, UnitId};
use serde::{Deserialize, Serialize};
use table::Cm;

/// A stage of the charge under way: the one on top of `World::under`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeStage {
    /// The first leg (BE-CHA-05).
    Leg,
    /// Units move in support (BE-GAP-92).
    Support,
    /// Another enemy may fall on the charger (BE-GAP-89).
    Intercept,
    /// He has done so, or was called off.
    Resume,
    /// The two fight it out: reply, its test, calling off, shock, retreat, pursuit. One machine for turn, odds and
    /// assistant (`crate::fight::Fight`).
    Fight(Entry),
    /// The target is gone: the charger goes on (BE-GAP-93).
    Onward,
    /// The winner has advanced or pursued: is there a new enemy (BE-GAP-91)?
    Strike(Beaten),
    Over,
}

/// Winner and loser of a shock, and what is still to come of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Beaten {
    /// Who won.
    pub winner: UnitId,
    /// Who lost.
    pub loser: UnitId,
    /// The winner had charged or counter-charged.
    pub charged: bool,
    /// The loser retreats so far.
    pub retreat: Cm,
    /// The loser flees so far.
    pub flight: Cm,
    /// The winner advances so far.
    pub advance: Cm,
    /// And may pursue so far.
    pub pursuit: Cm,
    /// Where the loser stood.
    pub from: table::Pose,
    /// What the pursuer has left.
    pub left: Cm,
}

impl BatailleEmpire {
    /// One stage of the charge under way.
    pub(crate) fn charge_stage(&self, d: &mut D<'_>, stage: &ChargeStage) -> Flow<()> {
        let Some(charge) = top(&d.world).cloned() else { return Ok(()) };
        match stage {
            ChargeStage::Over => {
                self.come_clear(d, &charge);
                d.world.under.pop();
                return Ok(());
            }
            ChargeStage::Strike(_) => {}
            // Whoever charges or is charged may be gone by now.
            _ if !d.world.unit(charge.by).present() => {
                next(d, ChargeStage::Over);
                return Ok(());
            }
            _ => {}
        }
        match stage {
            ChargeStage::Leg => self.first_leg(d, &charge),
            ChargeStage::Support => self.support_charge(d, &charge),
            ChargeStage::Intercept => self.intercept(d, &charge),
            ChargeStage::Resume => {
                next(d, if charge.over { ChargeStage::Over } else { ChargeStage::Fight(Entry::Reply) });
                Ok(())
            }
            ChargeStage::Fight(entry) => self.fight(d, &charge, *entry),
            ChargeStage::Onward => self.onward(d, &charge),
            ChargeStage::Strike(beaten) => self.pursuer_strikes(d, *beaten),
            ChargeStage::Over => Ok(()),
        }
    }
}

/// The charge under way.
pub(crate) fn top(w: &World) -> Option<&Charging> {
    match w.under.last() {
        Some(Under::Charge(charge)) => Some(charge),
        _ => None,
    }
}

/// Changes the charge under way.
pub(crate) fn update(d: &mut D<'_>, change: impl FnOnce(&mut Charging)) {
    if let Some(Under::Charge(charge)) = d.world.under.last_mut() {
        change(charge);
    }
}

/// Goes on with a stage.
pub(crate) fn next(d: &mut D<'_>, stage: ChargeStage) {
    d.then([Step::Charge(stage)]);
}
