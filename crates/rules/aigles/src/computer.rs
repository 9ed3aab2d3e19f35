//! What the computer's generals need to know of the ruleset.

pub(crate) mod appraise;
