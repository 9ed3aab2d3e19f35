//! A battle as evidence: its log, the chain through its lines, seals, signatures, and the replay that verifies it.

pub mod chain;
pub(crate) mod difference;
pub mod log;
pub(crate) mod replay;
pub mod seal;
pub mod sign;
