//! Bataille Empire as a ruleset of the program: implements the interface of `game`.

use crate::turn::Step;
use crate::world::World;
use crate::{BatailleEmpire, UD};
use game::{MadeGeneral, Play, Side};
use rulebook::{Hides as _, Known, Published};

pub struct BatailleEmpireRuleset;

pub static RULESET: Published<BatailleEmpireRuleset> = Published(BatailleEmpireRuleset);

rulebook::edition!(BatailleEmpireRuleset, BatailleEmpire, {
    const ID: &'static str = "bataille-empire";
    const VERSION: u32 = 12;
    const MEASURE: (&'static str, i32) = ("UD", UD);
    const STRENGTH: &'static str = "strength";
    const MADE_GENERALS: &'static [(MadeGeneral, &'static str)] =
        &[(MadeGeneral::Chief, "grade = \"competent\""), (MadeGeneral::Alone, "grade = \"competent\"")];
    const MADE_TURNS: Option<fn(u16) -> u16> = Some(|units| 8 + units / 10);
});

rulebook::scripted!(BatailleEmpire, World, Step, watched, trials_in);

impl BatailleEmpire {
    /// Removes what a side may not know.
    fn hide(&self, state: &mut Play<World, Step>, side: Side) {
        state.worlds_mut().for_each(|world| world.hide_from(side));
    }

    /// What is hidden from a side is left out of the battles that it imagines.
    fn make_up(&self, _: &mut Play<World, Step>, _: &Known<'_, World>, _: Side, _: u64) {}
}
