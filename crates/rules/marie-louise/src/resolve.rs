//! Pure resolutions: from a situation to a breakdown and dice. They know no positions and no turn.

pub mod activation;
pub(crate) mod bill;
pub mod budget;
pub mod building;
pub mod fire;
pub mod guns;
pub mod impact;
pub mod losses;
pub mod manoeuvre;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod officers;
pub mod pursuit;
pub mod reach;
pub mod reaction;
pub mod score;
pub mod strength;
