//! Les Aigles as a ruleset of Grognard.
//!
//! Every rule is cited by its id (`r::LA_MOR_05`) where it is applied, guarded by [`Book::on`]; figures are read from
//! [`Tables`]. The folders are the layers: `troops` (vocabulary and values), `fire`, `melee`, `morale`, `command`,
//! `motion` and `charge` (each test with its situation, its lines and its dice; they know no table), `whole` (the charge
//! as one fight), `assistant` (the tests by themselves); then the battle: `world` (everything that changes), `turn` (the
//! period step by step), `playing` (what a side knows), `lens`, `dossier` and `prospects` (what a
//! player may look at), `appraise` (the computer).
//! French terms of the players: a *période* has two halves of two quarters; *sans formation* is [`Order::Unformed`], *en
//! désordre* [`Order::Disordered`], *Feu* the fire value, *avance incontrôlée* an uncontrolled advance.

mod appraise;
mod assistant;
mod bill;
pub mod book;
pub mod charge;
pub mod command;
mod dossier;
pub mod fire;
mod glue;
mod lens;
pub mod melee;
pub mod morale;
pub mod motion;
mod odds;
mod options;
mod playing;
mod prospects;
mod question;
mod ruleset;
pub mod score;
pub mod tables;
mod tally;
mod trials;
pub mod troops;
pub mod turn;
mod watched;
pub mod whole;
pub mod world;

pub use assistant::resolutions;
pub use bill::bill_by;
pub use book::{Book, catalogue, r};
pub use glue::{Aigles, RULESET};
pub use options::Options;
pub use ruleset::LesAigles;
pub use tables::Tables;
pub use troops::{
    Arm, Aspect, Attitude, Calibre, Class, Cover, Fighting, Formation, KindId, Order, Profile, Skirmishes, Status,
    Tenths, TypeTable, Weapon,
};

/// One centimetre of the table, in centimetres on the ground (LA-MVT-06).
pub const CM: table::Cm = 650;

/// A distance, typed and shown in centimetres of the table (see [`CM`]; the figure itself stands here because the compiler
/// loses its way in closures over a named one).
pub type Distance = rulebook::Distance<650>;
