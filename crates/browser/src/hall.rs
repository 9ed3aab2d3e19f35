//! The battles in memory, and the operations on them.

use crate::call::{self, Answer};
use crate::message::{Ask, Battle, Reply, Request, SeatPush, StoreChange, Unkept};
use archive::Record;
use game::seal::{Bytes32, hash};
use game::{Ruleset, Side};
use host::battles::{self, Entered, Fresh, Luck, Made};
use host::error::{ApiError, ApiResult, closed};
use host::general;
use host::looks;
use host::room::Room;
use host::voice::Voice;
use host::wire::{BattleCard, Opened, Push, Seat};
use http::StatusCode;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most battles in memory, those used last.
const OPEN: usize = 4;
/// The name of the store in a browser.
const STORE: &str = "IndexedDB";
/// The token of the user of the page.
pub const HOUSE: &str = "local-house";

/// A battle in memory.
pub struct Held {
    pub room: Room,
    /// Its place in the list.
    pub record: Record,
    pub thoughts: Vec<String>,
}

/// The state of the module.
pub struct Hall {
    /// The rulesets, each with its words.
    pub rulesets: Vec<(&'static dyn Ruleset, Arc<Voice>)>,
    /// The most recently used are last.
    held: Vec<Held>,
    /// The request in progress.
    at: Moment,
}

/// The time of a request, and its random number.
#[derive(Default)]
struct Moment {
    now: u64,
    random: Vec<u8>,
    drawn: u8,
}

/// Why a request is not answered.
pub enum Stopped {
    Refused(ApiError),
    /// The store has to supply a battle first.
    Needs(String),
}

impl From<ApiError> for Stopped {
    fn from(refused: ApiError) -> Self {
        Self::Refused(refused)
    }
}

/// The result of a request.
pub type Gone<T> = Result<T, Stopped>;

impl Default for Hall {
    fn default() -> Self {
        let voiced = |ruleset: &'static dyn Ruleset| (ruleset, Arc::new(Voice::of(ruleset)));
        Self { rulesets: shipped::all().into_iter().map(voiced).collect(), held: Vec::new(), at: Moment::default() }
    }
}

fn token(battle: &str, side: Option<Side>) -> String {
    let seat = match side {
        Some(Side::Blue) => "blue",
        Some(Side::Red) => "red",
        None => "umpire",
    };
    format!("local-{battle}-{seat}")
}

pub fn seat(token: &str) -> ApiResult<(String, Option<Side>)> {
    let parts = token.strip_prefix("local-").and_then(|rest| rest.split_once('-'));
    let (battle, seat) = parts.ok_or_else(ApiError::stranger)?;
    let side = match seat {
        "blue" => Some(Side::Blue),
        "red" => Some(Side::Red),
        "umpire" => None,
        _ => return Err(ApiError::stranger()),
    };
    Ok((battle.to_owned(), side))
}

impl Hall {
    /// Takes the data that the module was built without.
    fn lay_out(&self, catalogue: &str, examples: &BTreeMap<String, String>) -> Result<(), Stopped> {
        for (ruleset, _) in &self.rulesets {
            rulebook::bring_catalogue(ruleset.id(), catalogue)
                .map_err(|error| Stopped::Refused(ApiError::internal(format!("catalogue: {error}"))))?;
        }
        host::assist::lay_out(examples);
        Ok(())
    }

    /// Answers a request.
    pub fn answer(&mut self, request: Request) -> Reply {
        self.at = Moment { now: request.now, random: request.random.into_bytes(), drawn: 0 };
        let mut reply = Reply { status: 200, kind: "application/json", ..Reply::default() };
        let done = match request.ask {
            Ask::Call(called) => call::answer(self, called, &mut reply).map(|answer| set(&mut reply, answer)),
            Ask::Listen { token, after } => self.listen(&token, after, &mut reply),
            Ask::Think { battle } => self.think(&battle, &mut reply),
            Ask::Texts { catalogue, examples } => self.lay_out(&catalogue, &examples),
            Ask::Give(battle) => self.give(*battle).map_err(Stopped::from),
            Ask::Unkept { battle, why } => Err(Stopped::Refused(self.unkept(battle.as_deref(), why, &mut reply))),
            Ask::Broken => Err(Stopped::Refused(ApiError::internal("the module was started again"))),
        };
        match done {
            Ok(()) => {}
            Err(Stopped::Needs(battle)) => reply = Reply { needs: Some(battle), ..Reply::default() },
            Err(Stopped::Refused(refused)) => set(&mut reply, Answer::refused(&refused)),
        }
        reply
    }

    /// The present time in seconds since 1970.
    pub fn now(&self) -> i64 {
        i64::try_from(self.at.now / 1_000).unwrap_or(i64::MAX)
    }

    pub fn random(&mut self) -> Bytes32 {
        self.at.drawn = self.at.drawn.wrapping_add(1);
        hash(&[b"browser", &self.at.random, &[self.at.drawn]])
    }

    /// The luck of a new battle.
    pub fn luck(&mut self) -> Luck {
        Luck { seed: self.random(), salt: self.random() }
    }

    /// The first update number of a room: later than those of any earlier one.
    fn seq(&self) -> u64 {
        self.at.now.saturating_mul(1_000) % (1 << 53)
    }

    /// The rulesets without their words.
    pub fn books(&self) -> Vec<&'static dyn Ruleset> {
        self.rulesets.iter().map(|(ruleset, _)| *ruleset).collect()
    }

    /// A ruleset with its words.
    pub fn ruleset(&self, id: &str) -> ApiResult<(&'static dyn Ruleset, Arc<Voice>)> {
        let found = self.rulesets.iter().find(|(ruleset, _)| ruleset.id() == id);
        found.map(|(ruleset, voice)| (*ruleset, Arc::clone(voice))).ok_or_else(ApiError::unknown)
    }

    fn card(&self, record: &Record) -> BattleCard {
        let ruleset = self.ruleset(&record.ruleset).ok();
        let voiced = ruleset.as_ref().map(|(ruleset, voice)| (*ruleset, voice.as_ref()));
        battles::card(voiced, record, [false; 2])
    }

    pub fn held(&mut self, id: &str) -> Gone<&mut Held> {
        let n = self.held.iter().position(|held| held.record.id == id);
        let n = n.ok_or_else(|| Stopped::Needs(id.to_owned()))?;
        let held = self.held.remove(n);
        self.held.push(held);
        self.held.last_mut().ok_or_else(|| Stopped::Needs(id.to_owned()))
    }

    fn hold(&mut self, held: Held) {
        self.forget(&held.record.id);
        self.held.push(held);
        let many = self.held.len().saturating_sub(OPEN);
        self.held.drain(..many);
    }

    /// Removes a battle from memory.
    pub fn forget(&mut self, id: &str) {
        self.held.retain(|held| held.record.id != id);
    }

    fn give(&mut self, battle: Battle) -> ApiResult<()> {
        let ruleset = battles::ruleset_of(&self.books(), &battle.record)?;
        let (_, voice) = self.ruleset(ruleset.id())?;
        let kept = (battle.lines.as_slice(), &battle.kept);
        let room = battles::open(ruleset, voice, battle.record.clone(), kept, self.seq())?;
        self.hold(Held { room, record: battle.record, thoughts: battle.thoughts });
        Ok(())
    }

    /// Stores a new battle.
    pub fn put(&mut self, made: Made, reply: &mut Reply) -> ApiResult<Opened> {
        let (_, voice) = self.ruleset(made.ruleset.id())?;
        let entered = Entered { id: battles::id(self.random()), now: self.now(), seq: self.seq() };
        let Fresh { room, record, lines } = battles::enter(made, voice, entered)?;
        reply.keep.push(StoreChange::Battle {
            card: Box::new(self.card(&record)),
            record: Box::new(record.clone()),
            from: 0,
            lines,
            kept: Some(room.kept.clone()),
            thought: None,
        });
        let opened = opened(&room);
        reply.think = general::to_answer(&room).map(|_| record.id.clone());
        self.hold(Held { room, record, thoughts: Vec::new() });
        Ok(opened)
    }

    /// Stores the changes of a battle, and sends them to its seats.
    pub fn changed(&mut self, id: &str, thought: Option<String>, reply: &mut Reply) -> Gone<()> {
        let now = self.now();
        let held = self.held(id)?;
        let unsaved = match held.room.unsaved() {
            Ok(unsaved) => unsaved,
            Err(refused) => {
                self.undone(id, &refused, reply);
                return Err(refused.into());
            }
        };
        let held = self.held(id)?;
        if let Some(unsaved) = unsaved {
            held.record.status = unsaved.status.clone();
            held.record.touched = now;
            held.thoughts.extend(thought.clone());
            let record = held.record.clone();
            let (from, lines, kept) = (unsaved.from, unsaved.lines.clone(), Some(unsaved.kept.clone()));
            held.room.note_saved(unsaved);
            publish(&mut held.room, reply);
            let card = Box::new(self.card(&record));
            let record = Box::new(record);
            reply.keep.push(StoreChange::Battle { record, card, from, lines, kept, thought });
        }
        let held = self.held(id)?;
        reply.think = general::to_answer(&held.room).map(|_| id.to_owned());
        Ok(())
    }

    /// Renames a battle.
    pub fn rename(&mut self, id: &str, name: String, reply: &mut Reply) -> Gone<()> {
        let held = self.held(id)?;
        held.room.about.name.clone_from(&name);
        held.record.name = name;
        let (record, from) = (held.record.clone(), held.room.saved);
        let card = Box::new(self.card(&record));
        let record = Box::new(record);
        reply.keep.push(StoreChange::Battle { record, card, from, lines: Vec::new(), kept: None, thought: None });
        Ok(())
    }

    fn listen(&mut self, token: &str, after: Option<u64>, reply: &mut Reply) -> Gone<()> {
        let (battle, side) = seat(token)?;
        let room = &mut self.held(&battle)?.room;
        looks::allowed(room, side)?;
        let missed = after.and_then(|after| room.sight(side).since(after));
        let pushes = match missed {
            Some(updates) => updates.iter().map(|update| Push::Update(Box::new(update.as_ref().clone()))).collect(),
            None => vec![Push::Table(Box::new(room.table(side)))],
        };
        reply.told = pushes.into_iter().map(|push| SeatPush { token: token.to_owned(), push }).collect();
        reply.think = general::to_answer(room).map(|_| battle);
        Ok(())
    }

    fn think(&mut self, battle: &str, reply: &mut Reply) -> Gone<()> {
        let room = &mut self.held(battle)?.room;
        // First the page is told that the computer is thinking; the page draws that, and calls again.
        if let Some((side, _)) = general::to_answer(room).filter(|_| room.thinking == [false; 2]) {
            room.thinking[side.index()] = true;
            publish(room, reply);
            reply.think = Some(battle.to_owned());
            return Ok(());
        }
        let Some(side) = Side::BOTH.into_iter().find(|side| room.thinking[side.index()]) else { return Ok(()) };
        let name = battles::general_word(&room.about.leaders[side.index()]);
        let decision = general::sit_down(room, side, &name).and_then(general::Thinking::decide);
        let decided = general::take(room, side, decision);
        self.changed(battle, decided.thought, reply)?;
        if !decided.answered {
            reply.think = None;
        }
        Ok(())
    }

    fn unkept(&mut self, battle: Option<&str>, why: Unkept, reply: &mut Reply) -> ApiError {
        let refused = match why {
            Unkept::Full => ApiError::new(StatusCode::INSUFFICIENT_STORAGE, "store-full"),
            Unkept::Changed => ApiError::new(StatusCode::CONFLICT, "store-changed"),
            Unkept::Store => ApiError::new(StatusCode::INSUFFICIENT_STORAGE, "store-shut"),
        };
        if let Some(battle) = battle {
            self.undone(battle, &refused, reply);
        }
        refused
    }

    /// Memory is ahead of the store: what is not in the store did not happen.
    fn undone(&mut self, battle: &str, refused: &ApiError, reply: &mut Reply) {
        self.forget(battle);
        let gone = host::room::SEATS
            .map(|side| SeatPush { token: token(battle, side), push: Push::Closed { text: refused.text().clone() } });
        reply.told.extend(gone);
    }

    /// Tells the seats of a battle that it was deleted.
    pub fn deleted(&mut self, battle: &str, reply: &mut Reply) {
        self.forget(battle);
        let gone =
            host::room::SEATS.map(|side| SeatPush { token: token(battle, side), push: closed("closed-deleted") });
        reply.told.extend(gone);
        reply.keep.push(StoreChange::Gone { battle: battle.to_owned() });
    }

    /// The contents of this module.
    pub fn house(&self) -> host::wire::House {
        battles::house(&self.rulesets, &[], STORE.to_owned(), Vec::new())
    }

    /// The owner's valid scenarios, among those that came with the request.
    pub fn scenario(&self, id: &str, own: &BTreeMap<String, String>) -> ApiResult<(armies::Scenario, String)> {
        if let Some(shipped) = battles::shipped(id) {
            return Ok(shipped);
        }
        let text = own.get(id).ok_or_else(ApiError::unknown)?;
        Ok((battles::read_scenario(text)?, text.clone()))
    }
}

fn publish(room: &mut Room, reply: &mut Reply) {
    let id = room.about.id.clone();
    for (side, update) in room.publish() {
        let push = Push::Update(Box::new(update.as_ref().clone()));
        reply.told.push(SeatPush { token: token(&id, side), push });
    }
}

/// The seats of a battle. No other device can reach them: there are no links.
pub fn opened(room: &Room) -> Opened {
    let id = room.about.id.clone();
    let seats = battles::seats_of(&room.about.leaders, room.allows(None));
    let seat = |side| Seat { side, token: token(&id, side), links: Vec::new(), codes: Vec::new(), connected: false };
    Opened { battle: id.clone(), seats: seats.map(seat).collect(), held: Vec::new() }
}

fn set(reply: &mut Reply, answer: Answer) {
    reply.status = answer.status;
    reply.kind = answer.kind;
    reply.body = answer.body;
}
