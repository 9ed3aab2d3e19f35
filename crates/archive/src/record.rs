//! What is kept of a battle, wherever it is kept.

use serde::{Deserialize, Serialize};

/// What the list shows of a battle.
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
    /// Who leads each side, as text of the server's making.
    pub leaders: String,
    /// Players throw their own dice.
    pub real_dice: bool,
    /// Begun, in seconds since 1970.
    pub begun: i64,
    /// Last touched, in seconds since 1970.
    pub touched: i64,
    /// How far it is.
    pub status: Status,
}

/// How far a battle is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Status {
    /// Turn number.
    pub turn: u16,
    /// Where in the turn, as a term of the ruleset.
    pub phase: String,
    /// How it ended, as text of the server's making.
    pub outcome: Option<String>,
}

/// What is kept beside the log: seed and random bytes, and the answers that wait, sealed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Kept {
    /// Seed and random bytes.
    pub keep: String,
    /// Answers that wait.
    pub sealed: Vec<String>,
}

/// What a token allows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Grant {
    /// Everything of the house: begin, list, delete battles.
    House,
    /// No seat, but what every guest may use: the assistant and the rules.
    Guest,
    /// A seat at a battle; no side: the umpire's chair.
    Seat {
        /// Id of the battle.
        battle: String,
        /// Which side (0 or 1).
        side: Option<u8>,
    },
}

/// A token to be kept by its hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewToken {
    /// The hash of the token.
    pub hash: Vec<u8>,
    /// What it allows.
    pub grant: Grant,
}
