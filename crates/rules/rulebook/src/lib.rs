//! The parts of every ruleset: its book ([`book!`]), figures ([`tables!`]), options ([`options!`]) and vocabulary
//! ([`words!`]), its resolutions outside a battle ([`assistant`]), its questions ([`question`]), its proofs ([`proof`],
//! [`steps`]) and worked cases ([`cases`]), its units and generals ([`unit_ids!`]), its turn as a script
//! ([`scripted!`]) whose changes become events ([`alter`]), its caches ([`Lookup`]), and the value that opens it
//! ([`edition!`] and [`Published`]). It knows no ruleset.

pub mod assistant;
pub mod battles;
mod book;
pub mod cases;
mod change;
pub mod checks;
mod distance;
mod figures;
pub mod ids;
pub mod invariants;
mod known;
mod lookup;
pub mod odds;
mod options;
pub mod proof;
mod published;
pub mod question;
mod roster;
mod saturated;
mod scripted;
pub mod set_up;
pub mod steps;
mod sum;
mod tables;
mod words;

pub use assistant::read_toml;
pub use book::Switchable;
#[doc(hidden)]
pub use book::{bring_catalogue, read_catalogue};
pub use change::{alter, alter_by_side};
pub use distance::{Distance, longest};
#[doc(hidden)]
pub use figures::{FigureCheck, FigureFault};
pub use known::{Hides, Known};
pub use lookup::{Lookup, Notes, OfWorlds, Recent};
pub use published::{Edition, Published};
pub use roster::scenario_of_roster;
pub use saturated::{counted, saturated};
#[doc(hidden)]
pub use scripted::{Looks, shown};
pub use set_up::{DeployZone, SetUpFault};
pub use sum::{InForce, Sum};
pub use tables::Sections;
pub use words::{dice_in, named, word};
