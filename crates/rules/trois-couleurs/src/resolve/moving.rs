//! Marches, changes of formation, zones that stop a move, and moves that meet.

pub mod changing;
pub mod detaching;
pub mod encounter;
pub mod gait;
pub mod movement;
pub mod moving_ground;
pub mod operational;
pub mod opportunity;
pub mod points;
pub mod turning;
pub mod zone;
