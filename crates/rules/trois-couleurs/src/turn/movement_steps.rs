//! Steps 3 and 4: who moves, what it costs and where it leads; what comes before it, and what the enemy makes of it.

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
