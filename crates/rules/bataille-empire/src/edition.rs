//! Bataille Empire as a ruleset of the house: the contract of `game` met.

use crate::turn::Step;
use crate::world::World;
use crate::{BatailleEmpire, UD};
use game::{MadeGeneral, Play, Side};
use rulebook::{Hides as _, Known, Published};

pub struct BatailleEmpireRuleset;

/// The one value of it.
pub static RULESET: Published<BatailleEmpireRuleset> = Published(BatailleEmpireRuleset);

rulebook::edition!(BatailleEmpireRuleset, BatailleEmpire, {
    const ID: &'static str = "bataille-empire";
    const VERSION: u32 = 11;
    const MEASURE: (&'static str, i32) = ("UD", UD);
    const STRENGTH: &'static str = "strength";
    const MADE_GENERALS: &'static [(MadeGeneral, &'static str)] =
        &[(MadeGeneral::Chief, "grade = \"competent\""), (MadeGeneral::Alone, "grade = \"competent\"")];
    const MADE_TURNS: Option<fn(u16) -> u16> = Some(|units| 8 + units / 10);
});

rulebook::scripted!(BatailleEmpire, World, Step, watched, trials_in);

impl BatailleEmpire {
    /// Takes out what a side may not know.
    fn hide(&self, state: &mut Play<World, Step>, side: Side) {
        state.worlds_mut().for_each(|world| world.hide_from(side));
    }

    /// Whatever is hidden from a side stays out of a battle that it fights in the mind.
    fn make_up(&self, _: &mut Play<World, Step>, _: &Known<'_, World>, _: Side, _: u64) {}
}
