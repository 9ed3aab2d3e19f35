//! What a player may look at before an answer: cards, lenses, odds, and what the answer would start.

pub(crate) mod dossier;
pub(crate) mod lens;
pub(crate) mod odds;
pub(crate) mod prospects;
