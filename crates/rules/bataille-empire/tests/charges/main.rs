//! Charges, shocks, reactions and forced moves on the table.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod buildings;
mod field;
mod friends;
mod giving_way;
mod naming;
mod odds;
mod order_of_things;
mod pursuits;
mod random;
mod reacting;
mod readings;
mod slopes;
