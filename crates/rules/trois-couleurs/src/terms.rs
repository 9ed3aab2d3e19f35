//! The vocabulary of the rules and their tables.

pub mod book;
pub(crate) mod options;
pub mod profile;
pub(crate) mod situation_fault;
pub mod state;
pub mod tables;
pub(crate) mod tally;
pub mod type_table;
