//! Marie-Louise V4 by Pierre Laporte, as a ruleset of Grognard.
//!
//! Every rule is cited by its id (`r::ML_7_2J`) where it is applied, guarded by [`Book::on`]; figures are read from
//! [`Tables`].
//!
//! The folders are the layers, from the ground up: `terms` (vocabulary and tables), `resolve` (each test with its
//! situation, breakdown and dice; no positions), `fight` (the whole charge as one state machine), `world` (everything
//! that changes), `turn` (its steps), `look` (what a player may look at), `assistant` (the tests outside a battle),
//! `computer`.

mod assistant;
pub mod computer;
mod edition;
pub mod fight;
pub mod look;
mod question;
pub mod resolve;
mod ruleset;
pub mod terms;
mod trials;
pub mod turn;
mod watched;
pub mod world;

pub use assistant::resolutions;
pub use edition::{MarieLouiseRuleset, RULESET};
pub(crate) use rulebook::word;
pub use ruleset::MarieLouise;
pub use terms::book::{Book, catalogue, r};
pub use terms::options::Options;
pub use terms::profile::{
    Arm, Aspect, Class, Formation, Going, Level, Marker, Order, Profile, Rank, Shelter, Status, Weapon,
};
pub use terms::tables::{PAS, Tables};

/// A distance, typed and shown in pas, not rounded to whole pas (ML-1.1a).
pub type Distance = rulebook::Distance<PAS>;
