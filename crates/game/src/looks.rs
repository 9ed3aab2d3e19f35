//! What a side may look at before it decides, and what a test of the log could have come to.

pub(crate) mod appraisal;
pub(crate) mod dossier;
pub(crate) mod hindsight;
pub(crate) mod lens;
pub(crate) mod prospect;
