//! Bataille Empire (reference sheet V2) as a ruleset of Grognard.
//!
//! Every rule is cited by its id (`r::BE_CHO_10`) where it is applied, guarded by [`Book::on`]; figures are read from
//! [`Tables`]. The modules named after a test hold its situation, its breakdown and its dice; they know no table.

mod assistant;
pub mod book;
pub mod budget;
pub mod command;
pub mod discipline;
pub mod duel;
pub mod fire;
pub mod fire_right;
pub mod flight;
pub mod generals;
mod losses;
pub mod manoeuvre;
pub mod marker;
pub mod morale;
pub mod movement;
pub mod operational;
mod options;
pub mod passage;
pub mod duty;
pub mod orders;
pub mod victory;
pub mod turn;
pub mod world;
mod glue;
mod question;
mod ruleset;
pub mod profile;
pub mod pursuit;
pub mod rally;
pub mod reaction;
pub mod shock;
mod sum;
pub mod tables;
pub mod terrain;
pub mod volley;

pub use assistant::resolutions;
pub use book::{Book, catalogue, r};
pub use glue::{BatailleEmpireRuleset, RULESET};
pub use losses::Losses;
pub(crate) use rulebook::word;
pub use ruleset::BatailleEmpire;
pub use options::Options;
pub use profile::{
    Abilities, Ability, Arm, Band, Body, Class, Column, Cover, Formation, Going, Grade, Guns, Order, Size, Status,
    Supports, Weight,
};
pub use tables::Tables;

/// One UD on the ground (BE-SEQ-07, BE-GAP-04).
pub const UD: table::Cm = 6000;

/// A distance, typed and shown in UD; never rounded (BE-SEQ-07, BE-GAP-34).
pub type Ud = rulebook::Distance<UD>;
