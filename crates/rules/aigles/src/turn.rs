//! The period, step by step (LA-MVT-01, LA-GAP-08). Each step is a straight procedure; it asks its context for the
//! answers and dice that it needs.

mod charge_steps;
mod close;
mod compelled;
mod contact_steps;
mod declare;
mod deploy;
mod end_steps;
mod fire_steps;
mod march;
mod melee_steps;
mod moves;
mod nerves;
mod officer_steps;
mod period;
mod plan;
mod rally_steps;
mod react;
mod split;
mod ways;

/// Every kind of question, by the step that asks it.
pub(crate) mod questions {
    pub(crate) use super::charge_steps::STOP_CHARGE;
    pub(crate) use super::deploy::DEPLOY;
    pub(crate) use super::fire_steps::{FIRE, LANDING_FIRE};
    pub(crate) use super::melee_steps::{FOLLOW_UP, SHARE};
    pub(crate) use super::nerves::SIGN;
    pub(crate) use super::officer_steps::OFFICERS;
    pub(crate) use super::period::{ENGAGED_RALLY, FOLLOW_RALLY};
    pub(crate) use super::plan::PLAN;
    pub(crate) use super::rally_steps::WAY_ROUND;
    pub(crate) use super::react::REACT;
    pub(crate) use super::split::SPLIT;
}

pub(crate) use deploy::FORMATIONS;
pub(crate) use fire_steps::{FireKind, Shooting};
pub(crate) use march::{Barred, Marcher};
pub(crate) use nerves::Due;
pub(crate) use plan::Draft;

use crate::world::World;
use crate::{LesAigles, r};
use game::{Flow, Script, StepContext};

pub type D<'a> = StepContext<'a, World, Step>;

pub use crate::world::Step;

/// Whether players may measure now: for the fires at a landing charge and those of the half (LA-GAP-60), and after the
/// battle.
pub(crate) fn may_measure(w: &World) -> bool {
    let fires = match w.step {
        Step::LandingFire => true,
        Step::Close => w.second_quarter(),
        _ => false,
    };
    fires || w.outcome.is_some()
}

impl LesAigles {
    /// The steps of a period (LA-GAP-08): two halves, each of two quarters, the smallest time played (LA-MVT-02).
    #[must_use]
    pub fn steps_of_a_turn(&self) -> Vec<Step> {
        let mut steps = vec![Step::Period, Step::Recovering];
        for _ in 0..2 {
            steps.extend(self.steps_of_a_half());
        }
        steps.extend([Step::Melee, Step::End]);
        steps
    }

    #[must_use]
    pub fn steps_of_a_half(&self) -> Vec<Step> {
        let quarters = if self.on(r::LA_MVT_02) { 2 } else { 1 };
        let mut steps = vec![Step::Plans, Step::Declarations, Step::Reactions];
        for _ in 0..quarters {
            steps.extend(self.movers());
            steps.extend([Step::LandingFire, Step::LandingTests, Step::Contact, Step::Close]);
        }
        steps
    }

    /// The order of moves in a quarter (LA-MVT-01): units compelled by a test, rallies, charges with counter-charges
    /// and evasions, normal moves, officers. A charge comes before every normal move (LA-CHA-01). The first of these
    /// steps begins the quarter.
    fn movers(&self) -> [Step; 5] {
        let mut order = [Step::Compelled, Step::Rallies, Step::Charges, Step::Moves, Step::Officers];
        if !self.on(r::LA_MVT_01) {
            order[1..].reverse();
        }
        if !self.on(r::LA_CHA_01) {
            order.swap(2, 3);
        }
        order
    }
}

impl Script for LesAigles {
    type World = World;
    type Step = Step;

    fn run(&self, step: &Step, d: &mut D<'_>) -> Flow<()> {
        match step {
            Step::Setup => Ok(()),
            Step::Deploy => self.deploy(d),
            Step::Period => self.period(d),
            Step::Recovering => self.recover(d),
            Step::Plans => self.plan(d),
            Step::Declarations => self.declare(d),
            Step::Reactions => self.react(d),
            Step::Compelled => self.compelled_moves(d),
            Step::Rallies => self.rallies(d),
            Step::Charges => self.charges(d),
            Step::Moves => self.moves(d),
            Step::Officers => self.officers_ride(d),
            Step::LandingFire => self.landing_fire(d),
            Step::LandingTests => self.landing_tests(d),
            Step::Contact => self.contacts(d),
            Step::Close => self.close_quarter(d),
            Step::Melee => self.melees(d),
            Step::End => self.end_period(d),
        }
    }

    fn outcome(&self, world: &World) -> Option<game::Outcome> {
        world.outcome.clone()
    }
}
