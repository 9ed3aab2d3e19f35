//! Les Trois Couleurs as played at Tours, as a ruleset of Grognard.
//!
//! Every rule is cited by its id (`r::L3C_MOR_20`) where it is applied, guarded by [`Book::on`]; figures are read from
//! [`Tables`].
//!
//! The folders are the layers, from the ground up: `terms` (vocabulary and tables), `resolve` (each test with its
//! situation, its breakdown and its dice; they know no table), `fight` (the whole assault as one machine), `world`
//! (everything that changes), `turn` (its steps), `look` (what a player may look at), `assistant` (the tests by
//! themselves), `computer`.
//!
//! French terms of the players: UD is the unit of distance, PA a point of action, POP a point of penalty, PAP a third of
//! a figure, DDF a degree of disorder.

mod assistant;
pub mod computer;
mod edition;
pub mod field;
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
pub use edition::{RULESET, TroisCouleursRuleset};
pub use ruleset::TroisCouleurs;
pub use terms::book::{Book, catalogue, r};
pub use terms::options::Options;
pub use terms::profile::{
    Arm, Aspect, Band, Body, Case, Cohesion, Column, Cover, Formation, Gait, Ground, Height, Mover, Nation, Seen, Shot,
    Status, Troop, Weapon,
};
pub use terms::tables::{Tables, UD};

/// A distance, typed and shown in UD (see [`UD`]; the number is repeated here because the compiler does not infer the
/// types of closures over a named constant).
pub type Distance = rulebook::Distance<6000>;
