//! The stored data of a battle, for every kind of store.

use serde::{Deserialize, Serialize};

/// A battle in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub id: String,
    pub name: String,
    /// Id of its ruleset.
    pub ruleset: String,
    /// Version of the ruleset's code.
    pub version: u32,
    /// Id of its scenario.
    pub scenario: String,
    /// Title of its scenario, French and English.
    pub title: [String; 2],
    /// The leaders of both sides, as text made by the server.
    pub leaders: String,
    /// Whether players throw their own dice.
    pub real_dice: bool,
    /// Start of the battle, in seconds since 1970.
    pub begun: i64,
    /// Last change, in seconds since 1970.
    pub touched: i64,
    /// The progress of the battle.
    pub status: Status,
}

/// The progress of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Status {
    pub turn: u16,
    /// The phase of the turn, as a term of the ruleset.
    pub phase: String,
    /// The outcome, as text made by the server.
    pub outcome: Option<String>,
}

/// The umpire's state beside the log: seed and random bytes, and the answers that wait, sealed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Kept {
    /// Seed and random bytes.
    pub keep: String,
    /// Answers that wait.
    pub sealed: Vec<String>,
}

/// The rights of a token.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Grant {
    /// Everything of the house: start, list, delete battles.
    House,
    /// No seat, but the rights of every guest: the assistant and the rules.
    Guest,
    /// A seat at a battle; no side: the umpire's chair.
    Seat {
        /// Id of the battle.
        battle: String,
        /// The side (0 or 1).
        side: Option<u8>,
    },
}

/// A token to be stored by its hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewToken {
    /// The hash of the token.
    pub hash: Vec<u8>,
    pub grant: Grant,
}
