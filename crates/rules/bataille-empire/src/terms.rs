//! The vocabulary of the rules and their tables.

pub mod book;
pub(crate) mod losses;
pub mod marker;
pub(crate) mod options;
pub mod profile;
pub(crate) mod situation_fault;
pub(crate) mod sum;
pub mod tables;
pub mod terrain;
