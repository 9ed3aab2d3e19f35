//! Fire: losses, duration, the figures that bear, and the effect of losses on a unit.

mod bearing;
mod common;
mod die;
mod guns;
mod losses;
mod small_arms;
mod time;
mod toll;

pub use bearing::{Facing, bearing};
pub use common::{Fired, Target};
pub use die::{DieKind, DieUse, cuts, read as die_value, throw};
pub use guns::{Cannonade, Shot};
pub use losses::{cell, spanned};
pub use small_arms::{Group, Volley};
pub use time::{Did, FireTime, Quarter, counts};
pub use toll::{Left, Toll, left, loss_malus, steps_of, strength_malus};
