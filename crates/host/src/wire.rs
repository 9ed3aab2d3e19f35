//! The messages between browser and server. The published OpenAPI and the client's types are made from these files;
//! nothing here names a ruleset. Every text is sent in both languages at once, so that a player can switch at once and
//! a connection has no language.

mod answer;
mod assist_shapes;
mod battle_shapes;
mod end_shapes;
mod fault;
mod house_shapes;
mod journal_shapes;
mod look_shapes;
mod sign;
mod table;

pub use answer::*;
pub use assist_shapes::*;
pub use battle_shapes::*;
pub use end_shapes::*;
pub use fault::*;
pub use house_shapes::*;
pub use journal_shapes::*;
pub use look_shapes::*;
pub use sign::*;
pub use table::*;
