//! Les Trois Couleurs as played at Tours, as a ruleset of Grognard.
//!
//! Every rule is cited by its id (`r::L3C_MOR_20`) where it is applied, guarded by [`Book::on`]; figures are read from
//! [`Tables`]. The modules named after a test hold its situation, its breakdown and its dice; they know no table.
//! French terms of the players: UD is the unit of distance, PA a point of action, POP a point of penalty, PAP a third of
//! a figure, DDF a degree of disorder.

pub mod aim;
mod appraise;
pub mod assault;
mod assistant;
mod bill;
pub mod book;
pub mod budget;
pub mod changing;
pub mod composite;
pub mod contact;
pub mod control;
pub mod detaching;
mod dossier;
pub mod duel;
pub mod encounter;
pub mod field;
pub mod figures;
pub mod fire;
pub mod flight;
pub mod fused;
pub mod gait;
pub mod garrison;
pub mod generals;
mod glue;
pub mod ground;
mod lens;
pub mod losses;
pub mod melee;
pub mod melee_figures;
pub mod morale;
pub mod movement;
pub mod onset;
pub mod operational;
pub mod opportunity;
mod options;
pub mod overlap;
pub mod passage;
pub mod points;
pub mod profile;
mod prospects;
pub mod pursuit;
mod question;
pub mod raising;
pub mod rally;
pub mod range;
pub mod reading;
pub mod result;
mod ruleset;
pub mod screens;
pub mod several;
pub mod shots;
pub mod skirmishers;
pub mod state;
pub mod tables;
mod tally;
pub mod toll;
mod trials;
pub mod turn;
pub mod turning;
pub mod type_table;
pub mod volley;
mod watched;
pub mod world;
pub mod zone;

pub use assistant::resolutions;
pub use book::{Book, catalogue, r};
pub use glue::{RULESET, TroisCouleursRuleset};
pub use options::Options;
pub use profile::{
    Arm, Aspect, Band, Body, Case, Column, Cover, Formation, Gait, Ground, Height, Mover, Nation, Seen, Shot, State,
    Status, Troop, Weapon,
};
pub use ruleset::TroisCouleurs;
pub use tables::{Tables, UD};

/// A distance, typed and shown in UD (see [`UD`]; the figure itself stands here because the compiler loses its way in
/// closures over a named one).
pub type Distance = rulebook::Distance<6000>;
