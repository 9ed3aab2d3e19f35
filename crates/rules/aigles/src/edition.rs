//! Implements the contract of `game` for Les Aigles.

use crate::{CM, LesAigles};
use game::MadeGeneral;
use rulebook::Published;

pub struct Aigles;

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
