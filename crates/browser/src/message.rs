//! What passes between the worker and the module, as JSON.

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
    /// What a page asks of a server.
    Call(Called),
    /// A seat listens from now on; `after` is the last update it has.
    Listen {
        /// The seat.
        token: String,
        /// The last update.
        #[serde(default)]
        after: Option<u64>,
    },
    /// The computer goes on: once to show that it is thinking, once to answer.
    Think {
        /// Where.
        battle: String,
    },
    /// What lies beside the module, before the first request that shows any of it.
    Texts {
        /// The whole rule catalogue.
        catalogue: String,
        /// The files of the worked examples, by name.
        examples: BTreeMap<String, String>,
    },
    /// What the store has of a battle, because it was needed.
    Give(Box<Battle>),
    /// The store has refused: what was to be kept did not happen.
    Unkept { battle: Option<String>, why: Unkept },
    /// The program has given up in the middle of a request, and was started again.
    Broken,
}

/// Why something could not be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unkept {
    /// There is no room left.
    Full,
    /// Another page has written to the same battle.
    Changed,
    /// The store does not say.
    Store,
}

/// A request as a server would be sent it.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Called {
    pub method: String,
    /// The path, with its query.
    pub path: String,
    pub token: Option<String>,
    /// The signature of what a seat does.
    pub signature: Option<String>,
    pub body: String,
    /// The owner's own scenarios, by id, where they may be wanted.
    pub scenarios: BTreeMap<String, String>,
}

/// What the store has of a battle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Battle {
    /// Its place in the list.
    pub record: Record,
    pub lines: Vec<String>,
    /// What is kept beside them.
    pub kept: Kept,
    /// The reasons of the computer's generals.
    pub thoughts: Vec<String>,
}

/// What is to be kept. All of one reply is kept together or not at all.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StoreChange {
    /// Lines of a battle from this one on, and how it stands; a battle that is not there is new.
    Battle {
        /// Its place in the list.
        record: Box<Record>,
        /// The same as the page shows it.
        card: Box<BattleCard>,
        /// The number of the first line.
        from: usize,
        lines: Vec<String>,
        /// What is kept beside them; nothing: as it was.
        kept: Option<Kept>,
        /// A further reason.
        thought: Option<String>,
    },
    /// A battle is deleted.
    Gone { battle: String },
    /// A scenario of the owner's own.
    Scenario {
        text: String,
        /// As the page shows it.
        card: Box<ScenarioCard>,
        nations: BTreeMap<Term, NationLook>,
    },
    /// It is deleted.
    NoScenario { id: String },
}

/// What a seat is told.
#[derive(Clone, Debug, Serialize)]
pub struct SeatPush {
    /// The seat.
    pub token: String,
    pub push: Push,
}

/// What comes of a request.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Reply {
    /// As a server would say it.
    pub status: u16,
    /// The kind of what follows.
    pub kind: &'static str,
    /// The answer.
    pub body: String,
    /// The battle that the store has to give first; the request is then made again.
    pub needs: Option<String>,
    /// What is to be kept before anybody is told.
    pub keep: Vec<StoreChange>,
    /// What is then told.
    pub told: Vec<SeatPush>,
    /// The battle in which the computer is to go on.
    pub think: Option<String>,
}
