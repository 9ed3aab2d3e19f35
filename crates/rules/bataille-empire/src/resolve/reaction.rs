//! Reactions (BE-REA): the lines of the table open to a unit, against a movement or against a charge.

mod lines;
mod right;
mod target;

pub use lines::{Line, Reaction, Stimulus, marker_bars, meets_charge, reactions, standing};
pub use right::{ChargeRight, Opportunity, Prey, charge_right, charges, opportunity_charge};
pub use target::{Candidate, Targets, nearest_first, targets};
