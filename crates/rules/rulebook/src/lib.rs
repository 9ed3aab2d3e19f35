//! What every ruleset is made of: its book ([`book!`]), figures ([`tables!`]), options ([`options!`]) and vocabulary
//! ([`words!`]), its resolutions by themselves ([`assistant`]), its questions ([`question`]), its proofs ([`proof`]) and
//! worked cases ([`cases`]), and the one value by which it is opened ([`Published`]). It knows no ruleset.

pub mod assistant;
mod book;
pub mod cases;
mod distance;
mod options;
pub mod proof;
mod published;
pub mod question;
mod tables;
mod words;

pub use book::Switchable;
#[doc(hidden)]
pub use book::read_catalogue;
pub use distance::Distance;
pub use published::{Edition, Published};
#[doc(hidden)]
pub use tables::{Sections, fault};
pub use words::{dice_in, word};
