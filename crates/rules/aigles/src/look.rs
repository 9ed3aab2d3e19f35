//! What a player may look at before deciding: cards, lenses, odds, and the tests that an answer would start.

pub(crate) mod dossier;
pub(crate) mod lens;
pub(crate) mod odds;
pub(crate) mod prospects;
