//! What a side may look at before it decides, and the possible results of a test in the log.

pub(crate) mod appraisal;
pub(crate) mod dossier;
pub(crate) mod hindsight;
pub(crate) mod lens;
pub(crate) mod prospect;
