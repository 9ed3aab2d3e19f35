//! Charges from the naming of targets to the last impact (chapters 3, 8 and 9): small battles played by written answers
//! and dice. Each must also fail when a rule it claims is switched off.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod answers;
mod batteries;
mod buildings;
mod fall_back;
mod field;
mod impacts;
mod melees;
mod moves;
mod naming;
mod odds;
mod passages;
mod pursuits;
mod random;
mod reception;
