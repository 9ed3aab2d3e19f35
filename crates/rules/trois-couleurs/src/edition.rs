//! Implements the contract of `game` for Les Trois Couleurs.

use crate::turn::Step;
use crate::world::World;
use crate::{TroisCouleurs, UD};
use game::{Play, Side};
use rulebook::{Hides as _, Known, Published};

pub struct TroisCouleursRuleset;

pub static RULESET: Published<TroisCouleursRuleset> = Published(TroisCouleursRuleset);

rulebook::edition!(TroisCouleursRuleset, TroisCouleurs, {
    const ID: &'static str = "trois-couleurs";
    const VERSION: u32 = 16;
    const MEASURE: (&'static str, i32) = ("ud", UD);
    const STRENGTH: &'static str = "figures";
});

rulebook::scripted!(TroisCouleurs, World, Step, watched, trials_in);

impl TroisCouleurs {
    /// Removes what a side may not know.
    fn hide(&self, state: &mut Play<World, Step>, side: Side) {
        state.worlds_mut().for_each(|world| world.hide_from(side));
    }

    /// Units hidden from a side take no part in the battles that it plays ahead.
    fn make_up(&self, _: &mut Play<World, Step>, _: &Known<'_, World>, _: Side, _: u64) {}
}
