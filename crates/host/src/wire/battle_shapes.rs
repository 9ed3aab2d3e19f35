//! Battles begun and kept, and the seats of the persons in them.

use game::Bilingual;
use game::{Side, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who leads a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leader {
    /// Somebody at a screen.
    Person,
    /// A general of the computer.
    Staff(String),
}

/// `POST /api/battles`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBattle {
    /// Id of a scenario.
    pub scenario: String,
    /// Id of a ruleset.
    pub ruleset: String,
    /// Options and rulings switched.
    #[serde(default)]
    pub options: BTreeMap<Term, i64>,
    /// Who leads blue and red.
    pub leaders: [Leader; 2],
    /// Players throw real dice and type them in.
    #[serde(default)]
    pub real_dice: bool,
    /// Its name in the list; nothing: the scenario's title.
    #[serde(default)]
    pub name: Option<String>,
}

/// A battle that was begun, imported or continued.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Opened {
    /// Its id.
    pub battle: String,
    /// The seats of the persons in it.
    pub seats: Vec<Seat>,
    /// The seats that somebody holds on a device of his own: there are no links to them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<Side>,
}

/// A person's seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Seat {
    /// Which side; nobody: the umpire's chair of a battle that is over (replay).
    pub side: Option<Side>,
    /// The token that every request carries.
    pub token: String,
    /// Links with the token in the fragment: those for other devices first, the one for this machine last.
    pub links: Vec<String>,
    /// The links for other devices as QR codes, each a whole SVG document.
    pub codes: Vec<String>,
    /// Whether somebody sits there now.
    pub connected: bool,
}

/// A battle kept. `GET /api/battles`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BattleCard {
    pub id: String,
    pub name: String,
    /// Title of the scenario.
    pub scenario: Bilingual,
    /// What the sides are called, blue and red.
    pub sides: [Bilingual; 2],
    /// Id of the ruleset.
    pub ruleset: String,
    /// Begun, in seconds since 1970.
    pub begun: i64,
    /// Last touched, in seconds since 1970.
    pub touched: i64,
    /// Turn number.
    pub turn: u16,
    /// Where in the turn.
    pub phase: Bilingual,
    /// Who leads each side; nothing if what is kept of it cannot be read: `closed` says so.
    pub leaders: Option<[Leader; 2]>,
    /// Whether players throw their own dice.
    pub real_dice: bool,
    /// Whether somebody sits there now, for blue and red.
    pub seated: [bool; 2],
    /// How it ended, in words.
    pub outcome: Option<Bilingual>,
    /// Why it cannot be opened by this version (it can still be exported), if so.
    pub closed: Option<Bilingual>,
}

/// `PATCH /api/battles/{id}`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The new name.
    pub name: String,
}

/// `POST /api/battles/{id}/continue`: a new battle from a moment of this one, with new dice.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Continue {
    /// The journal entry after which it goes on.
    pub after: u32,
    /// Who leads each side.
    pub leaders: [Leader; 2],
    #[serde(default)]
    pub name: Option<String>,
}
