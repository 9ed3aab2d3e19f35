//! Stored battles and the seats of the persons in them.

use game::Bilingual;
use game::{Side, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The leader of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leader {
    /// A person at a screen.
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
    /// Values of options and rulings that differ from the defaults.
    #[serde(default)]
    pub options: BTreeMap<Term, i64>,
    /// The leaders of blue and red.
    pub leaders: [Leader; 2],
    /// Whether players throw real dice and type them in.
    #[serde(default)]
    pub real_dice: bool,
    /// Its name in the list; nothing: the scenario's title.
    #[serde(default)]
    pub name: Option<String>,
}

/// A battle that was begun, imported or continued.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Opened {
    /// The id of the battle.
    pub battle: String,
    /// The seats of the persons in it.
    pub seats: Vec<Seat>,
    /// The seats held on a device of their own: there are no links to them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<Side>,
}

/// A person's seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Seat {
    /// The side of the seat; nothing: the umpire's chair of a battle that is over (replay).
    pub side: Option<Side>,
    /// The token that every request carries.
    pub token: String,
    /// Links with the token in the fragment: those for other devices first, the one for this machine last.
    pub links: Vec<String>,
    /// The links for other devices as QR codes, each a whole SVG document.
    pub codes: Vec<String>,
    /// Whether a client is connected to the seat.
    pub connected: bool,
}

/// A stored battle. `GET /api/battles`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BattleCard {
    pub id: String,
    pub name: String,
    /// Title of the scenario.
    pub scenario: Bilingual,
    /// The names of blue and red.
    pub sides: [Bilingual; 2],
    /// Id of the ruleset.
    pub ruleset: String,
    /// Start of the battle, in seconds since 1970.
    pub begun: i64,
    /// Last change, in seconds since 1970.
    pub touched: i64,
    /// The number of the turn.
    pub turn: u16,
    /// The phase of the turn.
    pub phase: Bilingual,
    /// The leaders of blue and red; `null` if what is kept of them cannot be read: `closed` says so.
    pub leaders: Option<[Leader; 2]>,
    /// Whether players throw their own dice.
    pub real_dice: bool,
    /// Whether a client is connected, for blue and red.
    pub seated: [bool; 2],
    /// The end of the battle, in words.
    pub outcome: Option<Bilingual>,
    /// Why this version cannot open it, if so; it can still be exported.
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
    /// The journal entry after which it continues.
    pub after: u32,
    /// The leaders of blue and red.
    pub leaders: [Leader; 2],
    #[serde(default)]
    pub name: Option<String>,
}
