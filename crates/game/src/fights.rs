//! Fights as small machines, followed step by step or run against all dice.

pub(crate) mod bout;
pub(crate) mod chance;
pub(crate) mod follow;
pub(crate) mod oracle;
