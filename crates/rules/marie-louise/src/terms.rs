//! The vocabulary of the rules and their tables.

pub mod book;
pub(crate) mod de;
pub mod doctrine;
pub(crate) mod options;
pub(crate) mod profile;
pub(crate) mod situation_fault;
pub(crate) mod state;
pub mod tables;
