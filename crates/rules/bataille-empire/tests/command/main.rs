//! Command, orders, marches, deployment and the end of a turn: small battles, each of which must also fail when a rule it
//! claims is switched off.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod captains;
mod ending;
#[path = "../turn/field.rs"]
mod field;
mod marches;
mod meeting;
mod orders;
mod profiles;
mod sequence;
mod setting_up;
