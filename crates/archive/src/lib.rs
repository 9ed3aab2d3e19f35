//! Battles stored on the disk, in one SQLite file. An answer and everything that followed from it are one transaction,
//! committed before any client is told: a killed program loses nothing.
//!
//! Nothing here knows a rule or a game: lines, sealed answers and the umpire's state are text. The record of a battle
//! is the same where there is no disk (`default-features = false`): a browser has a store of its own.

#[cfg(feature = "disk")]
mod archive;
#[cfg(feature = "disk")]
mod battle;
mod error;
#[cfg(feature = "disk")]
mod folder;
#[cfg(feature = "disk")]
mod migrate;
mod record;
#[cfg(feature = "disk")]
mod scenario;
#[cfg(feature = "disk")]
mod store;
#[cfg(feature = "disk")]
mod thought;
#[cfg(feature = "disk")]
mod token;
#[cfg(feature = "disk")]
mod upkeep;

#[cfg(feature = "disk")]
pub use archive::Archive;
pub use error::ArchiveError;
#[cfg(feature = "disk")]
pub use folder::usual_folder;
pub use record::{Grant, Kept, NewToken, Record, Status};
#[cfg(feature = "disk")]
pub use upkeep::{Checked, backup, check, compact};
