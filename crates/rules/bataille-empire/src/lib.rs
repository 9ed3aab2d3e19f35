//! Bataille Empire (reference sheet V2) as a ruleset of Grognard.
//!
//! Every rule is cited by its id (`r::BE_CHO_10`) where it is applied, guarded by [`Book::on`]; figures are read from
//! [`Tables`]. The modules named after a test hold its situation, its breakdown and its dice; they know no table.

mod appraise;
mod assistant;
pub mod authority;
mod bill;
pub mod book;
pub mod budget;
pub mod charge;
pub mod command;
pub mod discipline;
mod dossier;
pub mod duel;
pub mod duty;
pub mod fire;
pub mod fire_right;
pub mod flight;
pub mod generals;
pub mod give_way;
mod glue;
mod lens;
mod losses;
pub mod manoeuvre;
pub mod marker;
pub mod morale;
pub mod movement;
mod odds;
pub mod operational;
mod options;
pub mod orders;
pub mod passage;
pub mod price;
pub mod profile;
mod prospects;
pub mod pursuit;
mod question;
pub mod rally;
pub mod reaction;
mod ruleset;
pub mod set_up;
pub mod shock;
mod sum;
pub mod tables;
pub mod terrain;
mod trials;
pub mod turn;
pub mod victory;
pub mod volley;
mod watched;
pub mod world;

pub use assistant::resolutions;
pub use book::{Book, catalogue, r};
pub use glue::{BatailleEmpireRuleset, RULESET};
pub use losses::Losses;
pub use options::Options;
pub use profile::{
    Abilities, Ability, Arm, Band, Body, Class, Column, Cover, Formation, Going, Grade, Guns, Order, ShockRow, Size,
    Status, Supports, Weight,
};
pub(crate) use rulebook::word;
pub use ruleset::BatailleEmpire;
pub use tables::Tables;

/// One UD on the ground (BE-SEQ-07, BE-GAP-04).
pub const UD: table::Cm = 6000;

/// A distance, typed and shown in UD; never rounded (BE-SEQ-07, BE-GAP-34).
pub type Ud = rulebook::Distance<UD>;
