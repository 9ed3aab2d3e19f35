//! Charges, shocks, reactions and forced moves on the table.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod field;
mod random;
