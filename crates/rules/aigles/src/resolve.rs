//! Pure resolutions: a situation in, a breakdown and dice out. They depend on no table and no turn.

pub(crate) mod bill;
pub mod charge;
pub mod command;
pub mod fire;
pub mod melee;
pub mod morale;
pub mod motion;
