//! What a player may look at before he decides: cards, lenses, odds, what an answer would start.

pub(crate) mod dossier;
pub(crate) mod lens;
pub(crate) mod prospects;
