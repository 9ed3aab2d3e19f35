//! Fire: targets, range, figures that fire, and the moment.

pub mod aim;
pub mod duel;
pub mod figures;
pub mod fire;
pub mod overlap;
pub mod range;
pub mod screens;
pub mod shots;
pub mod skirmishers;
pub mod volley;
