//! Les Trois Couleurs as a ruleset of the house: the contract of `game` met.

use crate::turn::Step;
use crate::world::World;
use crate::{TroisCouleurs, UD};
use game::{Play, Side};
use rulebook::{Hides as _, Known, Published};

pub struct TroisCouleursRuleset;

/// The one value of it.
pub static RULESET: Published<TroisCouleursRuleset> = Published(TroisCouleursRuleset);

rulebook::edition!(TroisCouleursRuleset, TroisCouleurs, {
    const ID: &'static str = "trois-couleurs";
    const VERSION: u32 = 16;
    const MEASURE: (&'static str, i32) = ("ud", UD);
    const STRENGTH: &'static str = "figures";
});

rulebook::scripted!(TroisCouleurs, World, Step, watched, trials_in);

impl TroisCouleurs {
    /// Takes out what a side may not know.
    fn hide(&self, state: &mut Play<World, Step>, side: Side) {
        state.worlds_mut().for_each(|world| world.hide_from(side));
    }

    /// Whatever is hidden from a side stays out of a battle that it fights in the mind.
    fn make_up(&self, _: &mut Play<World, Step>, _: &Known<'_, World>, _: Side, _: u64) {}
}
