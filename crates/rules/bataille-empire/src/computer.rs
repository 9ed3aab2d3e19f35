//! What the computer's generals must know of the ruleset.

pub(crate) mod appraise;
