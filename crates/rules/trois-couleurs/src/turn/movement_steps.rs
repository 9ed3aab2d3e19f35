//! Steps 3 and 4: moves, their cost and their end; actions before them, and reactions of the enemy.

mod back;
mod before;
mod ground_steps;
mod houses;
mod paths;
mod resume;
mod run;
mod wave;

pub(crate) use before::BEFORE;
pub(crate) use houses::manned;
pub(crate) use paths::{Barred, DoneBefore, LEAST_TURN};
