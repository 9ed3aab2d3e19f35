//! Les Aigles as a ruleset of Grognard.
//!
//! Every rule is cited by its id (`r::LA_MOR_05`) where it is applied, guarded by [`Book::on`]; figures are read from
//! [`Tables`].
//!
//! The folders are the layers, from the ground up: `terms` (vocabulary and tables), `resolve` (each test with its
//! situation, its breakdown and its dice; they know no table), `fight` (the whole charge as one machine), `world`
//! (everything that changes), `turn` (its steps), `look` (what a player may look at), `assistant` (the tests by
//! themselves), `computer`.
//!
//! French terms of the players: a *période* has two halves of two quarters; *sans formation* is [`Order::Unformed`], *en
//! désordre* [`Order::Disordered`], *Feu* the fire value, *avance incontrôlée* an uncontrolled advance.

mod assistant;
pub mod computer;
mod edition;
pub mod fight;
pub mod look;
mod playing;
mod question;
pub mod resolve;
mod ruleset;
pub mod terms;
mod trials;
pub mod turn;
mod watched;
pub mod world;

pub use assistant::resolutions;
pub use edition::{Aigles, RULESET};
pub use resolve::bill::bill_by;
pub use ruleset::LesAigles;
pub use terms::book::{Book, catalogue, r};
pub use terms::options::Options;
pub use terms::tables::Tables;
pub use terms::troops::{
    Arm, Aspect, Attitude, Calibre, Class, Cover, Fighting, Formation, KindId, Order, Profile, Skirmishes, Status,
    Tenths, TypeTable, Weapon,
};

/// One centimetre of the table, in centimetres on the ground (LA-MVT-06).
pub const CM: table::Cm = 650;

/// A distance, typed and shown in centimetres of the table (see [`CM`]; the number is repeated here because the
/// compiler does not infer the types of closures over a named constant).
pub type Distance = rulebook::Distance<650>;
