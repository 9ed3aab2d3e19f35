//! The hall: all battles of the house, those in memory and those on the disk.

use crate::fault::{PLAIN, Reached, Refused};
use crate::general;
use crate::http::{Count, Shares};
use crate::room::{self, About, LogChain, Room};
use crate::token::{self, Hash, Tokens, hex, random};
use crate::turns::Turns;
use crate::view::why;
use crate::voice::{Voice, same};
use crate::wire::{FaultLine, Leader, Push};
use archive::{Archive, ArchiveError, Grant, Kept, Record};
use armies::{Library, Scenario};
use axum::http::StatusCode;
use game::catalogue::Bilingual;
use game::chain::Chain;
use game::seal::{Bytes32, hash};
use game::{Battle, By, Entry, Keep, Log, LogError, Ruleset, Setup, Side, Term};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard};

/// Idle battles kept in memory, those last asked for first.
const IDLE: usize = 16;
/// A battle that nobody has asked for since is not kept at all.
const FORGOTTEN: Duration = Duration::from_secs(600);
/// A seat that is held but has not been used for so many seconds can be given again: its device is lost.
const LOST: i64 = 72 * 3_600;
/// Longest name of a battle.
pub const LONGEST_NAME: usize = 120;

type Held = Arc<OnceCell<Arc<Mutex<Room>>>>;

/// Everything that the server holds.
pub struct Hall {
    /// The disk.
    pub archive: Archive,
    /// The rulesets there are.
    pub rulesets: Vec<&'static dyn Ruleset>,
    /// Who may do what.
    pub tokens: Tokens,
    /// Addresses at which other devices reach this table.
    pub addresses: Vec<String>,
    /// The port on which it listens.
    pub port: u16,
    /// Scheme and host under which a proxy shows this table to the world.
    pub public: Option<(String, String)>,
    /// Who asks for how much at once.
    pub shares: Shares,
    /// Connections that are pushed to, by token.
    pub sockets: Count<Hash>,
    voices: BTreeMap<&'static str, Arc<Voice>>,
    rooms: Mutex<HashMap<String, Held>>,
    thinkers: Turns,
    generals: Turns,
    assistants: Turns,
}

/// What a battle is begun with.
pub struct Beginning {
    /// The scenario file.
    pub scenario: String,
    /// The ruleset.
    pub ruleset: &'static dyn Ruleset,
    /// Options switched.
    pub options: BTreeMap<Term, i64>,
    /// Who leads each side.
    pub leaders: [Leader; 2],
    /// Players throw their own dice.
    pub real_dice: bool,
    /// Its name; nothing: the scenario's title.
    pub name: Option<String>,
}

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// Where the updates of a room begin: later than those of any earlier run of the program, and whole in a browser.
fn first_seq() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default().saturating_mul(1_000) % (1 << 53)
}

fn bytes() -> Reached<Bytes32> {
    random().map(Bytes32).map_err(Refused::internal)
}

impl Hall {
    /// A hall over an archive.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn open(
        archive: Archive,
        rulesets: Vec<&'static dyn Ruleset>,
        addresses: Vec<String>,
        port: u16,
        public: Option<(String, String)>,
    ) -> Result<Self, ArchiveError> {
        let tokens = Tokens::read(&archive).await?;
        let voices = rulesets.iter().map(|ruleset| (ruleset.id(), Arc::new(Voice::of(*ruleset)))).collect();
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let places = || Turns::new(cores.max(2));
        Ok(Self {
            archive,
            rulesets,
            tokens,
            addresses,
            port,
            public,
            shares: Shares::default(),
            sockets: Count::default(),
            voices,
            rooms: Mutex::new(HashMap::new()),
            thinkers: places(),
            generals: places(),
            assistants: places(),
        })
    }

    /// What a token allows. That it is used is noted now and then, so that it stays good.
    pub fn grant(self: &Arc<Self>, token: &Hash) -> Option<Grant> {
        let (grant, tell) = self.tokens.find(token, now())?;
        if tell {
            let (hall, token) = (Arc::clone(self), *token);
            tokio::spawn(async move { hall.archive.token_used(&token, now()).await });
        }
        Some(grant)
    }

    /// A ruleset by its id.
    pub fn ruleset(&self, id: &str) -> Option<&'static dyn Ruleset> {
        self.rulesets.iter().copied().find(|ruleset| ruleset.id() == id)
    }

    /// The words of a ruleset.
    pub fn voice(&self, ruleset: &dyn Ruleset) -> Arc<Voice> {
        self.voices.get(ruleset.id()).map_or_else(|| Arc::new(Voice::plain()), Arc::clone)
    }

    /// A scenario by its id: one that ships, or one of the owner's.
    pub async fn scenario(&self, id: &str) -> Reached<(Scenario, String)> {
        let library = Library::embedded();
        let shipped = library.scenarios().iter().find(|scenario| scenario.id == id);
        if let (Some(scenario), Some(text)) = (shipped, library.text(id)) {
            return Ok((scenario.clone(), text.to_owned()));
        }
        let own = self.archive.scenarios().await?.into_iter().find(|(own, _)| own == id);
        let (_, text) = own.ok_or_else(Refused::unknown)?;
        Ok((read_scenario(&text)?, text))
    }

    /// Begins a battle and puts it down.
    pub async fn begin(self: &Arc<Self>, beginning: Beginning) -> Reached<NewSeats> {
        let (seed, salt) = (bytes()?, bytes()?);
        let setup = Setup {
            scenario: beginning.scenario.clone(),
            tables: None,
            options: beginning.options,
            generals: beginning.leaders.clone().map(|leader| general_word(&leader)),
            seed: (!beginning.real_dice).then_some(seed),
            salt,
        };
        let ruleset = beginning.ruleset;
        let begun = blocking(move || Ok(ruleset.begin(&setup)?.witnessed(setup.seed, setup.salt))).await?;
        let battle = begun.map_err(|faults: Vec<String>| {
            let line = |fault: &String| FaultLine { line: None, place: String::new(), text: same(fault) };
            let listed = faults.iter().map(line).collect();
            Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "scenario").listing(listed)
        })?;
        self.put(ruleset, battle, beginning.leaders, beginning.name).await
    }

    /// Puts a new battle on the disk, with the tokens of its seats, and into memory.
    pub async fn put(
        self: &Arc<Self>,
        ruleset: &'static dyn Ruleset,
        battle: Box<dyn Battle>,
        leaders: [Leader; 2],
        name: Option<String>,
    ) -> Reached<NewSeats> {
        let entries = battle.log_since(0);
        let Some(Entry::Head(head)) = entries.first() else { return Err(Refused::internal("a log without a head")) };
        let scenario = read_scenario(&head.scenario)?;
        let id = hex(&bytes()?.0[..8]);
        let name = name.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| scenario.title.fr.clone());
        let name: String = name.trim().chars().take(LONGEST_NAME).collect();
        let about = About {
            id: id.clone(),
            name: name.clone(),
            ruleset,
            voice: self.voice(ruleset),
            options: head.options.clone(),
            scenario: Arc::new(scenario),
            leaders: leaders.clone(),
        };
        let mut chain = LogChain::Linked(Chain::default());
        let lines = chain.lines(&entries);
        let room = Room::new(about, battle, lines.len(), chain, first_seq());
        // A battle that was taken up whole has its seed in the log.
        let opened = entries.iter().any(|entry| matches!(entry, Entry::SeedOpened { .. }));
        let record = Record {
            id: id.clone(),
            name,
            ruleset: ruleset.id().to_owned(),
            version: head.version,
            scenario: room.about.scenario.id.clone(),
            title: [room.about.scenario.title.fr.clone(), room.about.scenario.title.en.clone()],
            leaders: serde_json::to_string(&leaders).unwrap_or_default(),
            begun: now(),
            touched: now(),
            real_dice: room.battle.keep().seed.is_none() && !opened,
            status: room.status(),
        };
        let (mut tokens, mut kept) = (Vec::new(), Vec::new());
        for side in seats_of(&leaders, room.allows(None)) {
            let (token, to_keep) = token::new(seat(&id, side)).map_err(Refused::internal)?;
            tokens.push((side, token));
            kept.push(to_keep);
        }
        self.archive.begin(record, lines, room.kept.clone(), kept.clone()).await?;
        kept.into_iter().for_each(|token| self.tokens.learn(token));
        let room = Arc::new(Mutex::new(room));
        let cell = OnceCell::new_with(Some(Arc::clone(&room)));
        {
            let mut rooms = self.rooms.lock().await;
            tidy(&mut rooms);
            rooms.insert(id.clone(), Arc::new(cell));
        }
        self.think(&room);
        Ok(NewSeats { battle: id, tokens })
    }

    /// The room of a battle, opened from the disk if need be.
    pub async fn room(self: &Arc<Self>, id: &str) -> Reached<Arc<Mutex<Room>>> {
        let held = {
            let mut rooms = self.rooms.lock().await;
            if !rooms.contains_key(id) {
                // Only battles that exist get a place, so that nobody can fill the hall with names.
                self.archive.battle(id).await?;
                tidy(&mut rooms);
            }
            Arc::clone(rooms.entry(id.to_owned()).or_default())
        };
        let opened = held.get_or_try_init(|| self.read(id)).await;
        let room = Arc::clone(opened?);
        self.think(&room);
        Ok(room)
    }

    async fn read(&self, id: &str) -> Reached<Arc<Mutex<Room>>> {
        let record = self.archive.battle(id).await?;
        let (lines, kept) = self.archive.lines(id).await?;
        let ruleset = self
            .ruleset(&record.ruleset)
            .ok_or_else(|| Refused::plainly(StatusCode::CONFLICT, "other-ruleset", &record.ruleset))?;
        if record.version != ruleset.version() {
            let version = format!("v{}", record.version);
            return Err(Refused::plainly(StatusCode::CONFLICT, "other-version", &version));
        }
        let saved = lines.len();
        let resumed = blocking(move || resume(ruleset, &lines, &kept)).await??;
        let leaders = leaders_of(&record);
        let Resumed { battle, scenario, options, chain } = resumed;
        let about = About {
            id: id.to_owned(),
            name: record.name,
            ruleset,
            voice: self.voice(ruleset),
            scenario: Arc::new(scenario),
            options,
            leaders,
        };
        Ok(Arc::new(Mutex::new(Room::new(about, battle, saved, chain, first_seq()))))
    }

    /// Looks at a room without changing the battle.
    pub async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        look: impl FnOnce(&mut Room) -> T + Send + 'static,
    ) -> Reached<T> {
        let mut guard = self.room(id).await?.lock_owned().await;
        guard.touched = Instant::now();
        blocking(move || look(&mut guard)).await
    }

    /// Thinks something over for a battle that may take its time; not more at once than the machine has room for, and
    /// one at a time for each battle.
    pub async fn think_over<T: Send + 'static>(
        &self,
        battle: &str,
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Reached<T> {
        let place = self.thinkers.enter(battle).await?;
        // The place is taken until it has thought, even if the client goes away meanwhile.
        blocking(move || (think(), place)).await.map(|(thought, _)| thought)
    }

    /// Changes a battle: what came of it is on the disk before anybody is told. A client that goes away in the middle
    /// changes nothing of that.
    pub async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        change: impl FnOnce(&mut Room) -> Reached<T> + Send + 'static,
    ) -> Reached<T> {
        let room = self.room(id).await?;
        let hall = Arc::clone(self);
        let task = tokio::spawn(async move {
            let mut guard = Arc::clone(&room).lock_owned().await;
            guard.touched = Instant::now();
            let done = hall.changed(guard, change).await;
            hall.think(&room);
            done
        });
        task.await.unwrap_or_else(|error| Err(Refused::internal(error)))
    }

    async fn changed<T: Send + 'static>(
        self: &Arc<Self>,
        mut guard: OwnedMutexGuard<Room>,
        change: impl FnOnce(&mut Room) -> Reached<T> + Send + 'static,
    ) -> Reached<T> {
        let id = guard.about.id.clone();
        let made = blocking(move || {
            let done = change(&mut guard);
            let unsaved = guard.unsaved();
            (guard, done, unsaved)
        })
        .await;
        if made.is_err() {
            // The rules gave up in the middle: the disk has the last whole state.
            self.drop_room(&id).await;
        }
        let (mut guard, done, unsaved) = made?;
        if let Some(unsaved) = unsaved {
            let saved = self
                .archive
                .append(
                    &guard.about.id,
                    unsaved.from,
                    unsaved.lines.clone(),
                    unsaved.kept.clone(),
                    unsaved.status.clone(),
                    now(),
                )
                .await;
            if let Err(error) = saved {
                // Memory is ahead of the disk: what is not on the disk did not happen.
                self.drop_room(&guard.about.id).await;
                let refused = Refused::from(error);
                guard.close(refused.text());
                return Err(refused);
            }
            guard.note_saved(unsaved);
            blocking(move || guard.publish()).await?;
        }
        done
    }

    /// Takes a battle out of memory; the next who wants it gets it from the disk.
    pub async fn drop_room(&self, id: &str) {
        self.rooms.lock().await.remove(id);
    }

    /// Lets the computer answer for the sides it leads, one answer after the other.
    fn think(self: &Arc<Self>, room: &Arc<Mutex<Room>>) {
        let (hall, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move { while hall.answer_one(&room).await {} });
    }

    /// Answers one question of the computer's; false: there is none, or somebody else is at it.
    async fn answer_one(self: &Arc<Self>, room: &Arc<Mutex<Room>>) -> bool {
        let mut guard = Arc::clone(room).lock_owned().await;
        let Some((side, name)) = to_answer(&guard) else { return false };
        guard.thinking[side.index()] = true;
        let id = guard.about.id.clone();
        drop(guard);
        let place = self.generals.wait(&id).await;
        let mut guard = Arc::clone(room).lock_owned().await;
        let thought = blocking(move || {
            guard.publish();
            let fork = guard.battle.fork();
            let mut general = match guard.generals[side.index()].take() {
                Some(general) => general,
                None => staff::general(&name, luck(fork.as_ref(), side))?,
            };
            drop(guard);
            let ask = fork.waiting(side).into_iter().next()?;
            // A general is given the battle to look at, never the table of the other players.
            let answer = general::decide(general.as_mut(), fork.as_ref(), side, &ask)?;
            let thought = why::thought(fork.as_ref(), side, &ask, answer.reasons);
            Some((ask.id, answer.replies, thought, general))
        })
        .await;
        let guard = Arc::clone(room).lock_owned().await;
        let battle = guard.about.id.clone();
        drop(place);
        let answered = self
            .changed(guard, move |room| {
                room.thinking[side.index()] = false;
                let Ok(Some((ask, replies, thought, general))) = thought else { return Ok((false, None)) };
                room.generals[side.index()] = Some(general);
                // The question may be gone: somebody resigned, or took an answer back.
                if room.battle.answer(side, ask, replies, By::Staff).is_ok() {
                    return Ok((true, thought));
                }
                let Some(ask) = room.battle.waiting(side).into_iter().next() else { return Ok((true, None)) };
                let fallback = room.battle.suggest(side, ask.id, 0);
                let answered =
                    fallback.is_some_and(|replies| room.battle.answer(side, ask.id, replies, By::Staff).is_ok());
                Ok((answered, None))
            })
            .await;
        let (answered, thought) = answered.unwrap_or((false, None));
        if let Some(thought) = thought {
            // A battle is whole without its reasons: if the disk refuses them, it goes on.
            let _ = self.archive.note_thought(&battle, &thought).await;
        }
        answered
    }

    /// Works something out for the assistant; the computer's generals, who take their time, do not hold it up.
    pub async fn work_out<T: Send + 'static>(
        &self,
        asker: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Reached<T> {
        let place = self.assistants.enter(asker).await?;
        blocking(move || (work(), place)).await.map(|(worked, _)| worked)
    }

    /// Who sits at a battle now; at one that is not in memory, nobody.
    pub async fn seated(&self, id: &str) -> [bool; 2] {
        let held = self.rooms.lock().await.get(id).cloned();
        let Some(room) = held.as_ref().and_then(|held| held.get()) else { return [false; 2] };
        let room = room.lock().await;
        Side::BOTH.map(|side| room.taken(Some(side)))
    }

    /// A new token for a seat.
    pub async fn seat_token(&self, battle: &str, side: Option<Side>) -> Reached<String> {
        Ok(self.tokens.give(&self.archive, seat(battle, side), now()).await?)
    }

    /// The seats of a battle under way that somebody holds on a device of his own.
    pub async fn held(&self, battle: &str) -> Reached<Vec<Side>> {
        let used = self.archive.held(battle).await?;
        let held = |side: &Side| used[side.index()].is_some_and(|used| now() - used < LOST);
        Ok(Side::BOTH.into_iter().filter(held).collect())
    }

    /// Forgets the battles that nobody has asked for in a while.
    pub async fn forget_idle(&self) {
        let mut rooms = self.rooms.lock().await;
        rooms.retain(|_, held| idle_since(held).is_none_or(|idle| idle < FORGOTTEN));
    }

    /// Deletes a battle.
    pub async fn delete(&self, id: &str) -> Reached<()> {
        self.archive.delete(id).await?;
        self.tokens.forget(id);
        let held = self.rooms.lock().await.remove(id);
        if let Some(room) = held.as_ref().and_then(|held| held.get()) {
            room.lock().await.close(&PLAIN.say("closed-deleted"));
        }
        Ok(())
    }

    /// Takes up a log: a battle that is over as it is, one under way with new dice.
    pub async fn import(self: &Arc<Self>, text: String, leaders: Option<[Leader; 2]>) -> Reached<NewSeats> {
        let log = blocking(move || Log::read(&text)).await?.map_err(|error| bad_log(&error))?;
        let head = log.head().ok_or_else(|| bad_log(&LogError::NoHead))?;
        let ruleset = self.ruleset(head.ruleset.as_str()).ok_or_else(|| {
            Refused::plainly(StatusCode::UNPROCESSABLE_ENTITY, "other-ruleset", head.ruleset.as_str())
        })?;
        if head.version != ruleset.version() {
            let version = format!("v{}", head.version);
            return Err(Refused::plainly(StatusCode::UNPROCESSABLE_ENTITY, "other-version", &version));
        }
        let one_side = log.of_one_side();
        let known = leaders.unwrap_or_else(|| generals_of(&log.entries));
        let (leaders, keep) = (known, Keep { seed: Some(bytes()?), salt: bytes()?, sealed: Vec::new() });
        let generals = leaders.clone().map(|leader| general_word(&leader));
        let opened = blocking(move || {
            let whole = ruleset.reopen(&log.entries)?;
            log.complete(whole.outcome().is_some())?;
            if whole.outcome().is_some() {
                return Ok(whole);
            }
            ruleset.branch(&settled(&log.entries), generals, &keep)
        })
        .await?;
        let battle = opened.map_err(|error| if one_side { half_a_log() } else { bad_log(&error) })?;
        self.put(ruleset, battle, leaders, None).await
    }
}

/// The export of one side, which nobody can play again.
fn half_a_log() -> Refused {
    let text = PLAIN.with("log-of-one-side", &[]);
    Refused::because(StatusCode::UNPROCESSABLE_ENTITY, "log", &text)
}

/// What is wrong with a log, and in which line.
pub fn bad_log(error: &LogError) -> Refused {
    let line = match error {
        LogError::Line { line, .. } | LogError::Differs { line, .. } | LogError::Link { line } => {
            u32::try_from(*line).ok()
        }
        LogError::NoHead | LogError::Newer(..) => Some(1),
        LogError::Empty | LogError::Keep | LogError::Unsigned => None,
    };
    // The lines themselves are not repeated: they hold whole events.
    let what = match error {
        LogError::Empty => "log-empty-file",
        LogError::NoHead => "log-no-log",
        LogError::Newer(..) => "log-newer-format",
        LogError::Line { .. } => "log-unreadable-line",
        LogError::Differs { .. } => "log-against-rules",
        LogError::Link { .. } => "log-broken-link",
        LogError::Keep => "log-keep-seed",
        LogError::Unsigned => "log-unsigned-end",
    };
    let at = same(&line.map(|line| line.to_string()).unwrap_or_default());
    let text = PLAIN.with(what, &[("line", &at)]);
    Refused::because(StatusCode::UNPROCESSABLE_ENTITY, "log", &text).listing(vec![FaultLine {
        line,
        place: String::new(),
        text,
    }])
}

/// The lines up to the last one after which a battle can go on: not in the middle of a bracket.
pub fn settled(entries: &[Entry]) -> Vec<Entry> {
    let last = entries.iter().rposition(|entry| matches!(entry, Entry::Event(_) | Entry::Check(_) | Entry::Head(_)));
    entries[..=last.unwrap_or(0).min(entries.len().saturating_sub(1))].to_vec()
}

/// Who led a battle, from its log.
fn generals_of(entries: &[Entry]) -> [Leader; 2] {
    let named = entries.iter().rev().find_map(|entry| match entry {
        Entry::Head(head) => Some(head.generals.clone()),
        Entry::Continued { generals, .. } => Some(generals.clone()),
        _ => None,
    });
    named.unwrap_or_default().map(|name| if general::known(&name) { Leader::Staff(name) } else { Leader::Person })
}

/// A leader as the log writes him.
pub fn general_word(leader: &Leader) -> String {
    match leader {
        Leader::Person => "person".to_owned(),
        Leader::Staff(name) => name.clone(),
    }
}

/// Who leads each side, as the archive has it.
pub fn leaders_of(record: &Record) -> [Leader; 2] {
    serde_json::from_str(&record.leaders).unwrap_or([Leader::Person, Leader::Person])
}

/// Reads a scenario file; its faults in both languages.
pub fn read_scenario(text: &str) -> Reached<Scenario> {
    armies::parse(text, "scenario").map_err(|faults| {
        let both = |fault: &armies::Fault| Bilingual {
            fr: fault.reason.describe(armies::Lang::Fr),
            en: fault.reason.describe(armies::Lang::En),
        };
        let listed: Vec<FaultLine> = faults
            .iter()
            .map(|fault| FaultLine { line: Some(fault.line), place: fault.place.clone(), text: both(fault) })
            .collect();
        Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "scenario").listing(listed)
    })
}

/// A battle opened from the disk.
struct Resumed {
    battle: Box<dyn Battle>,
    scenario: Scenario,
    options: BTreeMap<Term, i64>,
    chain: LogChain,
}

/// A battle that was put down, and the tokens of its seats.
pub struct NewSeats {
    /// Its id.
    pub battle: String,
    /// A token for each seat that may be taken.
    pub tokens: Vec<(Option<Side>, String)>,
}

/// The seats of the persons in a battle; of one that is over, or has none, the umpire's chair too.
pub fn seats_of(leaders: &[Leader; 2], umpire: bool) -> impl Iterator<Item = Option<Side>> {
    let persons = Side::BOTH.into_iter().filter(|side| leaders[side.index()] == Leader::Person).map(Some);
    persons.chain(umpire.then_some(None))
}

fn seat(battle: &str, side: Option<Side>) -> Grant {
    Grant::Seat { battle: battle.to_owned(), side: side.map(|side| if side == Side::Blue { 0 } else { 1 }) }
}

fn resume(ruleset: &dyn Ruleset, lines: &[String], kept: &Kept) -> Reached<Resumed> {
    let damaged = |line: usize, cause: &dyn std::fmt::Display| {
        tracing::error!(line, %cause, "a log in the archive is damaged");
        Refused::plainly(StatusCode::CONFLICT, "damaged-line", &line.to_string())
    };
    let mut chain = Chain::default();
    let (mut entries, mut linked) = (Vec::with_capacity(lines.len()), true);
    for (n, line) in lines.iter().enumerate() {
        let (said, link) = chain.take(line).ok_or_else(|| damaged(n + 1, &LogError::Link { line: n + 1 }))?;
        linked &= link;
        entries.push(serde_json::from_str(&said).map_err(|error| damaged(n + 1, &error))?);
    }
    let Some(Entry::Head(head)) = entries.first() else { return Err(damaged(1, &LogError::NoHead)) };
    let (scenario, options) = (read_scenario(&head.scenario)?, head.options.clone());
    let other_keep = || Refused::new(StatusCode::CONFLICT, "damaged-keep");
    let keep = room::keep_of(kept).ok_or_else(other_keep)?;
    let battle = ruleset.resume(&entries, &keep).map_err(|error| match error {
        LogError::Keep => other_keep(),
        LogError::Line { line, .. } | LogError::Differs { line, .. } => damaged(line, &error),
        _ => damaged(1, &error),
    })?;
    let chain = if linked { LogChain::Linked(chain) } else { LogChain::Bare };
    Ok(Resumed { battle, scenario, options, chain })
}

/// The side of the computer that is to answer now, and its general.
fn to_answer(room: &Room) -> Option<(Side, String)> {
    Side::BOTH.into_iter().find_map(|side| match &room.about.leaders[side.index()] {
        Leader::Staff(name) if !room.thinking[side.index()] && !room.battle.waiting(side).is_empty() => {
            Some((side, name.clone()))
        }
        _ => None,
    })
}

/// The luck of a general who sits down at this question.
fn luck(battle: &dyn Battle, side: Side) -> u64 {
    let ask = battle.waiting(side).first().map_or(0, |ask| ask.id);
    let Bytes32(bytes) = hash(&[b"staff", &battle.keep().salt.0, &[side.index() as u8], &ask.to_le_bytes()]);
    let mut low = [0; 8];
    low.copy_from_slice(&bytes[..8]);
    u64::from_le_bytes(low)
}

/// How long nobody has asked for a battle; nothing: it is in use, or just being opened.
fn idle_since(held: &Held) -> Option<Duration> {
    let room = held.get()?;
    if Arc::strong_count(held) > 1 || Arc::strong_count(room) > 1 {
        return None;
    }
    let room = room.try_lock().ok()?;
    (!room.heard()).then(|| room.touched.elapsed())
}

/// Forgets the battles that nobody looks at, but for those last asked for.
fn tidy(rooms: &mut HashMap<String, Held>) {
    if rooms.len() < IDLE {
        return;
    }
    let mut idle: Vec<(Duration, String)> =
        rooms.iter().filter_map(|(id, held)| Some((idle_since(held)?, id.clone()))).collect();
    idle.sort_unstable();
    for (_, id) in idle.iter().skip(IDLE) {
        rooms.remove(id);
    }
}

/// Runs rules where they may take their time.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Reached<T> {
    tokio::task::spawn_blocking(work).await.map_err(Refused::internal)
}

/// What a listener is told when his seat is gone.
pub fn closed(id: &str) -> Push {
    Push::Closed { text: PLAIN.say(id) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Beginning, Hall, IDLE};
    use crate::wire::Leader;
    use archive::Archive;
    use std::collections::BTreeMap;
    use std::sync::Arc;

    fn beginning() -> Beginning {
        Beginning {
            scenario: armies::Library::embedded().text("premier-feu").unwrap().to_owned(),
            ruleset: &marie_louise::RULESET,
            options: BTreeMap::new(),
            leaders: [Leader::Person, Leader::Person],
            real_dice: false,
            name: None,
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_battle_that_nobody_looks_at_leaves_memory() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::open(folder.path()).await.unwrap();
        let hall = Hall::open(archive, vec![&marie_louise::RULESET], Vec::new(), 1, None).await.unwrap();
        let hall = Arc::new(hall);
        let first = hall.begin(beginning()).await.unwrap().battle;
        // Somebody listens at the first: it stays, whatever comes.
        let listener = hall.look(&first, |room| room.sight(None).listen()).await.unwrap();
        for _ in 0..3 * IDLE {
            hall.begin(beginning()).await.unwrap();
        }
        let kept = hall.rooms.lock().await.len();
        assert!(kept <= IDLE + 4, "{kept} battles are in memory");
        assert!(hall.rooms.lock().await.contains_key(&first));
        drop(listener);
        for _ in 0..2 * IDLE {
            hall.begin(beginning()).await.unwrap();
        }
        assert!(!hall.rooms.lock().await.contains_key(&first), "the one asked for longest ago goes first");
        assert_eq!(hall.archive.battles().await.unwrap().len(), 1 + 5 * IDLE, "nothing is lost");
    }
}
