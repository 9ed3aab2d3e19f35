//! Assaults and hand to hand: whether, with how many, and what comes of it.

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
