//! The messages between the worker and the module, as JSON.

use archive::{Kept, Record};
use game::Term;
use host::wire::{BattleCard, NationLook, Push, ScenarioCard};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    /// Milliseconds since 1970.
    pub now: u64,
    /// Thirty-two random bytes in hexadecimal, never the same twice.
    pub random: String,
    pub ask: Ask,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// A request of a page to a server.
    Call(Called),
    /// A seat subscribes; `after` is the last update it has.
    Listen {
        token: String,
        /// The last update that it has.
        #[serde(default)]
        after: Option<u64>,
    },
    /// The computer continues: once to show that it is thinking, once to answer.
    Think {
        /// The id of the battle.
        battle: String,
    },
    /// Data that the module was built without, before the first request that needs them.
    Texts {
        catalogue: String,
        /// The files of the worked examples, by name.
        examples: BTreeMap<String, String>,
    },
    /// The stored data of a battle, as requested.
    Give(Box<Battle>),
    /// The store has failed: the changes to be stored did not happen.
    Unkept { battle: Option<String>, why: Unkept },
    /// The program has crashed during a request, and was restarted.
    Broken,
}

/// Why data could not be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unkept {
    /// There is no room left.
    Full,
    /// Another page has written to the same battle.
    Changed,
    /// Another error of the store.
    Store,
}

/// A request in the form that a server would receive.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Called {
    pub method: String,
    /// The path, with its query.
    pub path: String,
    pub token: Option<String>,
    /// The signature of a seat's act.
    pub signature: Option<String>,
    pub body: String,
    /// The owner's own scenarios, by id, where they may be needed.
    pub scenarios: BTreeMap<String, String>,
}

/// The stored data of a battle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Battle {
    /// Its place in the list.
    pub record: Record,
    pub lines: Vec<String>,
    /// The umpire's state beside them.
    pub kept: Kept,
    /// The reasons of the computer's generals.
    pub thoughts: Vec<String>,
}

/// A change to store. All changes of one reply are stored together or not at all.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StoreChange {
    /// Lines of a battle from this one on, and its status; an unknown battle is new.
    Battle {
        /// Its place in the list.
        record: Box<Record>,
        /// The card for the page.
        card: Box<BattleCard>,
        /// The number of the first line.
        from: usize,
        lines: Vec<String>,
        /// The umpire's state beside them; `None`: unchanged.
        kept: Option<Kept>,
        /// An additional reason.
        thought: Option<String>,
    },
    /// A battle was deleted.
    Gone { battle: String },
    Scenario {
        text: String,
        /// The card for the page.
        card: Box<ScenarioCard>,
        nations: BTreeMap<Term, NationLook>,
    },
    /// One of the owner's scenarios was deleted.
    NoScenario { id: String },
}

/// A message for a seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatPush {
    pub token: String,
    pub push: Push,
}

/// The reply to a request.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Reply {
    /// The status that a server would send.
    pub status: u16,
    /// The content type of the body.
    pub kind: &'static str,
    pub body: String,
    /// The battle that the store has to supply first; the request is then repeated.
    pub needs: Option<String>,
    /// The changes to store before the messages are sent.
    pub keep: Vec<StoreChange>,
    /// The messages to send then.
    pub told: Vec<SeatPush>,
    /// The battle in which the computer is to continue.
    pub think: Option<String>,
}
