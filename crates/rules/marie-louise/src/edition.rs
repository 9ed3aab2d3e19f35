//! Marie-Louise as a ruleset of the program: implements the interface of `game`.

use crate::turn::Step;
use crate::world::World;
use crate::{MarieLouise, PAS};
use game::{MadeGeneral, Play, Side};
use rulebook::{Hides as _, Published};

pub struct MarieLouiseRuleset;

pub static RULESET: Published<MarieLouiseRuleset> = Published(MarieLouiseRuleset);

rulebook::edition!(MarieLouiseRuleset, MarieLouise, {
    const ID: &'static str = "marie-louise";
    const VERSION: u32 = 13;
    const MEASURE: (&'static str, i32) = ("pas", PAS);
    const STRENGTH: &'static str = "elements";
    const MADE_GENERALS: &'static [(MadeGeneral, &'static str)] = &[
        (MadeGeneral::Chief, "charisma = 1"),
        (MadeGeneral::Brigadier, "competence = 2, charisma = 1"),
        (MadeGeneral::Alone, "competence = 2, charisma = 1"),
    ];
});

rulebook::scripted!(MarieLouise, World, Step, watched, trials_in);

impl MarieLouise {
    /// Removes what a side may not know.
    fn hide(&self, state: &mut Play<World, Step>, side: Side) {
        // The step that opens the orders has opened them before it waits, so they are no longer secret.
        let orders_opened = matches!(state.agenda.last(), Some(Step::Command));
        // With the option of chapter 11 plans hold activation numbers, which are rolled openly.
        let plans_open = self.alternate();
        let other = side.other().index();
        for world in state.worlds_mut() {
            let orders = orders_opened.then(|| world.orders[other].clone());
            let plans = plans_open.then(|| world.plans[other].clone());
            world.hide_from(side);
            if let Some(orders) = orders {
                world.orders[other] = orders;
            }
            if let Some(plans) = plans {
                world.plans[other] = plans;
            }
        }
    }
}
