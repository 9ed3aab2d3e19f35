//! Rules in play: examples of the text on the table, through the steps of a turn.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod assaults;
mod broken;
mod examples;
mod field;
mod generals;
mod ground;
mod houses;
mod marches;
mod secrets;
mod table;
