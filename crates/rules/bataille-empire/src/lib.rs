//! Bataille Empire (reference sheet V2) as a ruleset of Grognard.
//!
//! Every rule is cited by its id (`r::BE_CHO_10`) where it is applied, guarded by [`Book::on`]; figures are read from
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
pub use edition::{BatailleEmpireRuleset, RULESET};
pub(crate) use rulebook::word;
pub use ruleset::BatailleEmpire;
pub use terms::book::{Book, catalogue, r};
pub use terms::losses::Losses;
pub use terms::options::Options;
pub use terms::profile::{
    Abilities, Ability, Arm, Band, Body, Class, Column, Cover, Formation, Going, Grade, Guns, Order, ShockRow, Size,
    Status, Supports, Weight,
};
pub use terms::tables::Tables;

/// One UD on the ground (BE-SEQ-07, BE-GAP-04).
pub const UD: table::Cm = 6000;

/// A distance, typed and shown in UD; never rounded (BE-SEQ-07, BE-GAP-34).
pub type Ud = rulebook::Distance<UD>;
