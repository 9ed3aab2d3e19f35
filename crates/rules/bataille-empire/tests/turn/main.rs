//! The turn: small battles played with written answers and dice. Each must also fail when a rule it claims is switched
//! off.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cards;
mod clauses;
mod duties;
mod field;
mod fire;
mod forecasts;
mod nerves;
mod odds;
mod threats;
