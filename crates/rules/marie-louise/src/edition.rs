//! Marie-Louise as a ruleset of the house: the contract of `game` met.

use crate::turn::Step;
use crate::world::World;
use crate::{MarieLouise, PAS};
use game::{Play, Side};
use rulebook::Published;

pub struct MarieLouiseRuleset;

/// The one value of it.
pub static RULESET: Published<MarieLouiseRuleset> = Published(MarieLouiseRuleset);

rulebook::edition!(MarieLouiseRuleset, MarieLouise, {
    const ID: &'static str = "marie-louise";
    /// 6: nobody who rallies turns onto another; after a mutual charge the charger is frontal in the melee (ML-GAP-35).
    const VERSION: u32 = 12;
    const MEASURE: (&'static str, i32) = ("pas", PAS);
});

rulebook::scripted!(MarieLouise, World, Step, watched, trials_in);

impl MarieLouise {
    /// Takes out what a side may not know.
    fn hide(&self, state: &mut Play<World, Step>, side: Side) {
        // The step under way that opens the orders has opened them before it waits: they are nobody's secret any more.
        let orders_opened = matches!(state.agenda.last(), Some(Step::Command));
        // With the option of chapter 11 plans hold activation numbers, which are thrown openly.
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
