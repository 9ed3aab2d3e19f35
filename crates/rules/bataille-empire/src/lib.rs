//! Bataille Empire (reference sheet V2) as a ruleset of Grognard.
//!
//! Every rule is cited by its id (`r::BE_CHO_10`) where it is applied, guarded by [`Book::on`]; figures are read from
//! [`Tables`]. The modules named after a test hold its situation, its breakdown and its dice; they know no table.

mod assistant;
pub mod book;
pub mod flight;
mod losses;
pub mod marker;
mod options;
pub mod profile;
pub mod pursuit;
pub mod reaction;
pub mod shock;
pub mod tables;

pub use assistant::resolutions;
pub use book::{Book, catalogue, r};
pub use losses::Losses;
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
