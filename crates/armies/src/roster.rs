//! An army made for a game of points: commands and units without a ground.

use crate::Command;
use game::Bilingual;
use serde::{Deserialize, Serialize};

/// An army list. The ruleset gives its cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Roster {
    pub id: String,
    pub title: Bilingual,
    /// The key of its leading nation.
    pub nation: String,
    /// The year of its troop types.
    pub year: u16,
    /// Its limit of cost, if it was made for one.
    pub budget: Option<u32>,
    /// Its commands; units have no place.
    pub commands: Vec<Command>,
}
