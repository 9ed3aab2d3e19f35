//! Assaults and melees: whether they happen, how many figures fight, and the result.

pub mod contact;
pub mod control;
pub mod fused;
pub mod garrison;
pub mod losses;
pub mod melee;
pub mod melee_figures;
pub mod onset;
pub mod passage;
pub mod pursuit;
pub mod result;
pub mod several;
pub mod toll;
