//! The turn on a small field, step by step.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod chances;
mod field;
mod marches;
