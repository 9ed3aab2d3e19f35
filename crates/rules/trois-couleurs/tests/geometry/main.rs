//! Situations that depend on positions, built on a table and read from it. Every worked example of the text that needs
//! a table is here under its own id.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arcs;
mod command;
mod flanks;
mod friends;
mod ground;
mod sets;
mod shots;
