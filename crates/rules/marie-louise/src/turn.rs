//! The turn, step by step (ML-2a, ML-GAP-67). Each step is a plain procedure that asks its context for answers and
//! dice.

mod charge;
mod command;
mod deploy;
mod end;
mod fallback;
mod fire_steps;
mod impact_steps;
mod loss_steps;
mod manoeuvre_steps;
mod moving;
mod naming;
mod orders;
mod rally;
mod start;
mod tests;

pub(crate) use charge::{Landing, bonus_throw};
pub use fire_steps::{Instant, Shoot};
pub(crate) use impact_steps::ComingUp;
pub(crate) use manoeuvre_steps::FORMATIONS;
pub(crate) use orders::{order_of, orders_in};

/// Every kind of question, by the step that asks it.
pub(crate) mod questions {
    pub(crate) use super::charge::{BONUS, NEW_TARGET, RECEIVE};
    pub(crate) use super::command::HALT;
    pub(crate) use super::deploy::DEPLOY;
    pub(crate) use super::fallback::FALL_BACK;
    pub(crate) use super::fire_steps::{FIRE, LATE_FIRE};
    pub(crate) use super::impact_steps::{JOIN_MELEE, NEXT_IMPACT, PURSUE};
    pub(crate) use super::manoeuvre_steps::{ACTIVATE, COUNTER, ESCAPE, GENERALS, PLAN};
    pub(crate) use super::naming::{ANSWER_CHARGE, NAME_CHARGES, REDEPLOY};
    pub(crate) use super::orders::ORDERS;
    pub(crate) use super::rally::REFACE;
    pub(crate) use super::start::{ATTACH, SUCCESSOR};
}

use crate::MarieLouise;
use crate::world::World;
use game::{Flow, Reply, Script, StepContext, UnitId};
use serde::{Deserialize, Serialize};

/// The context of a step.
pub type D<'a> = StepContext<'a, World, Step>;

/// One step of a turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Units are placed in their zones, in secret.
    Deploy,
    /// Start of a turn: reserves, replacements, generals attach.
    Start,
    /// Phase 1: orders are laid face down.
    LayOrders,
    /// Phase 2: rally tests and rout moves.
    Rally,
    /// Phase 2: owners re-face these units, which rallied from rout.
    Reface(Vec<UnitId>),
    /// Phase 2: units that still rout move.
    Flight,
    /// Phase 3: orders are revealed and tested.
    Command,
    /// Phase 4: charges are named.
    Naming,
    /// A moment at which units that stand may fire (ML-GAP-30).
    Moment(Instant),
    /// The declared fires of one instant, resolved together.
    Volleys(Vec<Shoot>),
    /// Step R of the turn.
    FallBack,
    /// Step R: the answers of its units are carried out.
    Retire(Vec<(UnitId, Reply)>),
    /// Step C: new targets, bonus, charge moves.
    Charges,
    /// Step C: the chargers stand at 2 pas; reactions, defensive fire.
    Reception,
    /// Step C: the side with the initiative resolves its next impact.
    Impacts,
    /// Step M: plans.
    Plan,
    /// Step M: one quarter.
    Quarter(u8),
    /// Step M with option 11: the next unit is activated.
    Activate,
    /// End of step M: units that have not acted, generals, burning buildings.
    AfterMoves,
    /// Phase 5: fire of units that moved.
    LateFire,
    /// End of the turn.
    End,
}

impl Step {
    /// The steps of a turn, in order.
    #[must_use]
    pub fn of_a_turn() -> Vec<Self> {
        vec![
            Self::Start,
            Self::LayOrders,
            Self::Rally,
            Self::Command,
            Self::Naming,
            Self::Moment(Instant::Zero),
            Self::FallBack,
            Self::Moment(Instant::One),
            Self::Charges,
            Self::Impacts,
            Self::Moment(Instant::Two),
            Self::Plan,
            Self::AfterMoves,
            Self::LateFire,
            Self::End,
        ]
    }
}

impl MarieLouise {
    /// The steps of a turn that rules define: the phases (ML-2a), the steps of phase 4 (ML-2e).
    pub(crate) fn steps_of_a_turn(&self) -> Vec<Step> {
        let acts = |step: &Step| {
            use Step::{AfterMoves, Charges, FallBack, Impacts, Naming, Plan};
            matches!(step, Naming | FallBack | Charges | Impacts | Plan | AfterMoves)
        };
        let given = |step: &Step| self.on(crate::r::ML_2A) && (self.on(crate::r::ML_2E) || !acts(step));
        Step::of_a_turn().into_iter().filter(given).collect()
    }
}

impl Script for MarieLouise {
    type World = World;
    type Step = Step;

    fn run(&self, step: &Step, d: &mut D<'_>) -> Flow<()> {
        match step {
            Step::Deploy => self.deploy(d),
            Step::Start => self.start_turn(d),
            Step::LayOrders => self.lay_orders(d),
            Step::Rally => self.rally(d),
            Step::Reface(units) => self.reface(d, units),
            Step::Flight => self.flight(d),
            Step::Command => self.command(d),
            Step::Naming => self.naming(d),
            Step::Moment(instant) => self.moment(d, *instant),
            Step::Volleys(shoots) => self.resolve_fires(d, shoots),
            Step::FallBack => self.fall_back(d),
            Step::Retire(replies) => self.retire(d, replies),
            Step::Charges => self.charges(d),
            Step::Reception => self.meet_charges(d),
            Step::Impacts => self.impacts(d),
            Step::Plan => self.plan(d),
            Step::Quarter(n) => self.quarter(d, *n),
            Step::Activate => self.activate(d),
            Step::AfterMoves => self.after_moves(d),
            Step::LateFire => self.late_fire(d),
            Step::End => self.end_turn(d),
        }
    }

    fn outcome(&self, world: &World) -> Option<game::Outcome> {
        world.outcome.clone()
    }
}
