//! An army made for a game of points: commands and units without a ground.

use crate::Command;
use game::Bilingual;
use serde::{Deserialize, Serialize};

/// An army list. What it costs is for the ruleset to say.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Roster {
    pub id: String,
    pub title: Bilingual,
    /// The key of its leading nation.
    pub nation: String,
    /// The year its types are taken from.
    pub year: u16,
    /// What it may cost, if it was made for a limit.
    pub budget: Option<u32>,
    /// Its commands; units have no place.
    pub commands: Vec<Command>,
}
