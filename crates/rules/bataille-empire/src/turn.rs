//! The turn, step by step (BE-SEQ-01 to BE-SEQ-06). Each step is a plain procedure that asks its context for answers
//! and dice. Steps b, c, d and e of an activation each do one thing and repeat.

mod activation;
mod arrive;
mod charge;
mod deploy;
mod duty_steps;
mod end;
mod fire_steps;
mod forced;
mod general_steps;
mod march;
mod meeting;
mod named;
mod nerves;
mod rally_steps;
mod react;
mod strategic;

pub use activation::Act;
pub(crate) use charge::Offer;
pub use charge::{ChargeStage, Entry};
pub(crate) use deploy::formation_named;
pub(crate) use duty_steps::Held;
pub use fire_steps::Volley;
pub(crate) use general_steps::between;
pub(crate) use march::KnownTrips;
pub use march::MarchStage;
pub(crate) use march::Sort;
pub(crate) use react::mover_of;
pub(crate) use strategic::order_named;

/// Every kind of question, by the step that asks it.
pub(crate) mod questions {
    pub(crate) use super::activation::{ATTACH, DIVISION};
    pub(crate) use super::charge::{CALL_OFF, CHARGE, INTERCEPT, REPLY, SUPPORT, SUPPORTS, WHICH_FIGHTS};
    pub(crate) use super::deploy::DEPLOY;
    pub(crate) use super::fire_steps::{FIRE, RETURN};
    pub(crate) use super::forced::{ADVANCE, GIVE_WAY, ONWARD, PURSUE, STRIKE, WITHDRAW};
    pub(crate) use super::march::{ACT, SHORTEN};
    pub(crate) use super::nerves::ORDER_OF_TESTS;
    pub(crate) use super::react::{ORDER_OF_REACTIONS, REACT};
    pub(crate) use super::strategic::{CHIEF, ENTER, FIRST, STAKE, ZONE};
}

use crate::BatailleEmpire;
use crate::world::{Named, World};
use game::{Flow, Script, Side, StepContext};
use serde::{Deserialize, Serialize};

/// The context of a step.
pub type D<'a> = StepContext<'a, World, Step>;

/// One step of a turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Units are placed and orders given, in secret (BE-GAP-81).
    Deploy,
    /// Phase 1: the clock, arrivals, command points of the commanders-in-chief (BE-GAP-12).
    Points,
    /// Phase 1: points staked on the initiative, and its roll (BE-GAP-11).
    Stake,
    /// Phase 1: orders, reserves and transfers of a commander-in-chief, one after another (BE-GAP-12).
    Chief(Side),
    /// Phase 2: the divisions of a side, one after another (BE-GAP-10).
    Half(Side),
    /// Step a: command points, generals attach, the duty is fixed.
    Open(u16),
    /// Step b, or step e when it is the last: a unit fires, then the next (BE-SEQ-04).
    Fires {
        division: u16,
        /// Step e of the activation.
        last: bool,
    },
    /// A declared fire, now resolved.
    Volley(Volley),
    /// Step c: one unit charges, then the next.
    Charges(u16),
    /// A stage of the charge in progress.
    Charge(ChargeStage),
    /// Step d: one unit or group moves or rallies, then the next.
    Moves(u16),
    /// A stage of the march in progress.
    March(MarchStage),
    /// A reaction declared against the march in progress (BE-GAP-88).
    React(Named),
    /// Pending morale tests (BE-GAP-73).
    Settle,
    /// The activation ends: automatic changes of orders, points lapse.
    Close(u16),
    /// Phase 3 (BE-GAP-25).
    End,
}

impl BatailleEmpire {
    /// The steps of a turn (BE-SEQ-01); the side that plays first is known after the roll for initiative.
    pub(crate) fn steps_of_a_turn(&self) -> Vec<Step> {
        if !self.on(crate::r::BE_SEQ_01) {
            return vec![Step::Points, Step::End];
        }
        let mut steps = vec![Step::Points];
        if self.on(crate::r::BE_SEQ_02) {
            steps.push(Step::Stake);
        } else {
            steps.extend([Step::Half(Side::Blue), Step::Half(Side::Red)]);
        }
        steps.push(Step::End);
        steps
    }

    /// The steps of a division's activation (BE-SEQ-04).
    pub(crate) fn steps_of_an_activation(&self, division: u16, reserve: bool) -> Vec<Step> {
        // A reserve may only move (BE-GAP-23).
        if reserve && self.on(crate::r::BE_GAP_23) {
            return vec![Step::Open(division), Step::Moves(division), Step::Close(division)];
        }
        let acts = [
            Step::Fires { division, last: false },
            Step::Charges(division),
            Step::Moves(division),
            Step::Fires { division, last: true },
        ];
        let mut steps = vec![Step::Open(division)];
        if self.on(crate::r::BE_SEQ_04) {
            steps.extend(acts);
        }
        steps.push(Step::Close(division));
        steps
    }
}

impl Script for BatailleEmpire {
    type World = World;
    type Step = Step;

    fn run(&self, step: &Step, d: &mut D<'_>) -> Flow<()> {
        match step {
            Step::Deploy => self.deploy(d),
            Step::Points => self.points(d),
            Step::Stake => self.stake(d),
            Step::Chief(side) => self.chief_acts(d, *side),
            Step::Half(side) => self.half(d, *side),
            Step::Open(division) => self.open(d, *division),
            Step::Fires { division, last } => self.fires(d, *division, *last),
            Step::Volley(volley) => self.volley(d, volley),
            Step::Charges(division) => self.charges(d, *division),
            Step::Charge(stage) => self.charge_stage(d, stage),
            Step::Moves(division) => self.moves(d, *division),
            Step::March(stage) => self.march_stage(d, stage),
            Step::React(named) => self.reaction(d, named),
            Step::Settle => self.settle(d),
            Step::Close(division) => self.close(d, *division),
            Step::End => self.end_turn(d),
        }
    }

    fn outcome(&self, world: &World) -> Option<game::Outcome> {
        world.outcome.clone()
    }
}
