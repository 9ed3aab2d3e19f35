//! Marie-Louise V4 by Pierre Laporte, as a ruleset of Grognard.
//!
//! Every rule is cited by its id (`r::ML_7_2J`) where it is applied, guarded by [`Book::on`]; figures are read from
//! [`Tables`]. The modules named after a test hold its situation, its breakdown and its dice; they know no table.

pub mod activation;
mod appraise;
mod assistant;
mod bill;
pub mod book;
pub mod budget;
pub mod building;
pub mod charge;
pub mod doctrine;
mod dossier;
pub mod fire;
mod glue;
pub mod guns;
mod imagine;
pub mod impact;
mod lens;
pub mod losses;
pub mod manoeuvre;
pub mod melee;
pub mod morale;
pub mod movement;
mod odds;
pub mod officers;
mod options;
mod profile;
mod prospects;
pub mod pursuit;
mod question;
pub mod reach;
pub mod reaction;
mod ruleset;
pub mod score;
mod state;
pub mod strength;
pub mod tables;
mod trials;
pub mod turn;
mod typed;
mod watched;
pub mod world;

pub use assistant::resolutions;
pub use book::{Book, catalogue, r};
pub use glue::{MarieLouiseRuleset, RULESET};
pub use options::Options;
pub use profile::{Arm, Aspect, Class, Formation, Going, Level, Marker, Order, Profile, Rank, Shelter, Status, Weapon};
pub(crate) use rulebook::word;
pub use ruleset::MarieLouise;
pub use tables::{PAS, Tables};

/// A distance, typed and shown in pas (ML-1.1a: not rounded to whole pas).
pub type Distance = rulebook::Distance<PAS>;
