//! What the browser and the server say to each other. The published OpenAPI and the client's types are made from these
//! files; nothing here names a ruleset. Whatever is said in words is said in both languages at once, so that a player can
//! switch at once and no language lives in a connection.

mod answer;
mod assist;
mod battles;
mod end;
mod fault;
mod house;
mod journal;
mod look;
mod sign;
mod table;

pub use answer::*;
pub use assist::*;
pub use battles::*;
pub use end::*;
pub use fault::*;
pub use house::*;
pub use journal::*;
pub use look::*;
pub use sign::*;
pub use table::*;
