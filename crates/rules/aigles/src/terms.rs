//! The vocabulary of the rules and their tables.

pub mod book;
pub(crate) mod options;
pub mod score;
pub(crate) mod situation_fault;
pub mod tables;
pub(crate) mod tally;
pub mod troops;
