//! Step c: charges and shocks (BE-CHA-10). The charge in progress is the top of `World::under`; each of its stages is a
//! small step.

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

/// A stage of the charge in progress, which is on top of `World::under`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeStage {
    /// The first leg (BE-CHA-05).
    Leg,
    /// Units move in support (BE-GAP-92).
    Support,
    /// Another enemy may intercept the charger (BE-GAP-89).
    Intercept,
    /// The interception has taken place, or was called off.
    Resume,
    /// The fight: reply, its test, calling off, shock, retreat, pursuit. One state machine for turn, odds and assistant
    /// (`crate::fight::Fight`).
    Fight(Entry),
    /// The target is gone: the charger goes on (BE-GAP-93).
    Onward,
    /// After the winner's advance or pursuit: whether there is a new enemy (BE-GAP-91).
    Strike(Beaten),
    Over,
}

/// Winner and loser of a shock, and what still follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Beaten {
    pub winner: UnitId,
    pub loser: UnitId,
    /// The winner had charged or counter-charged.
    pub charged: bool,
    /// Distance of the loser's retreat.
    pub retreat: Cm,
    /// Distance of the loser's flight.
    pub flight: Cm,
    /// Distance of the winner's advance.
    pub advance: Cm,
    /// Distance of a possible pursuit after that.
    pub pursuit: Cm,
    /// The place of the loser.
    pub from: table::Pose,
    /// Movement left to the pursuer.
    pub left: Cm,
}

impl BatailleEmpire {
    /// One stage of the charge in progress.
    pub(crate) fn charge_stage(&self, d: &mut D<'_>, stage: &ChargeStage) -> Flow<()> {
        let Some(charge) = top(&d.world).cloned() else { return Ok(()) };
        match stage {
            ChargeStage::Over => {
                self.come_clear(d, &charge);
                d.world.under.pop();
                return Ok(());
            }
            ChargeStage::Strike(_) => {}
            // The charger or the target may be gone by now.
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

/// The charge in progress.
pub(crate) fn top(w: &World) -> Option<&Charging> {
    match w.under.last() {
        Some(Under::Charge(charge)) => Some(charge),
        _ => None,
    }
}

/// Changes the charge in progress.
pub(crate) fn update(d: &mut D<'_>, change: impl FnOnce(&mut Charging)) {
    if let Some(Under::Charge(charge)) = d.world.under.last_mut() {
        change(charge);
    }
}

/// Continues with a stage.
pub(crate) fn next(d: &mut D<'_>, stage: ChargeStage) {
    d.then([Step::Charge(stage)]);
}
