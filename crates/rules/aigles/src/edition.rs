//! Les Aigles as a ruleset of the house: the contract of `game` met.

use crate::{CM, LesAigles};
use game::MadeGeneral;
use rulebook::Published;

/// The ruleset.
pub struct Aigles;

/// The one value of it.
pub static RULESET: Published<Aigles> = Published(Aigles);

rulebook::edition!(Aigles, LesAigles, {
    const ID: &'static str = "aigles";
    const VERSION: u32 = 14;
    const MEASURE: (&'static str, i32) = ("cm", CM);
    const STRENGTH: &'static str = "figures";
    const MADE_GENERALS: &'static [(MadeGeneral, &'static str)] = &[
        (MadeGeneral::Chief, "value = 40"),
        (MadeGeneral::Brigadier, "value = 40"),
        (MadeGeneral::Alone, "value = 40"),
    ];
});
