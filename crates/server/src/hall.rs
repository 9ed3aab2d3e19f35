//! The hall: all battles of the house, those in memory and those on the disk.

use crate::fault::{PLAIN, Reached, Refused};
use crate::general;
use crate::room::{self, About, Room};
use crate::token::{Tokens, hex, random};
use crate::view::why;
use crate::voice::{Voice, same};
use crate::wire::{FaultLine, Leader, Push};
use archive::{Archive, ArchiveError, Grant, Kept, Record};
use armies::{Library, Scenario};
use axum::http::StatusCode;
use game::catalogue::Bilingual;
use game::seal::{Bytes32, hash};
use game::{Battle, By, Entry, Keep, Log, LogError, Ruleset, Setup, Side, Term};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard, Semaphore};

/// So many battles stay in memory though nobody looks at them.
const IDLE: usize = 16;
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
    voices: BTreeMap<&'static str, Arc<Voice>>,
    rooms: Mutex<HashMap<String, Held>>,
    thinkers: Semaphore,
    assistants: Semaphore,
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
    random().map(Bytes32).map_err(|_| Refused::internal())
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
    ) -> Result<Self, ArchiveError> {
        let tokens = Tokens::read(&archive).await?;
        let voices = rulesets.iter().map(|ruleset| (ruleset.id(), Arc::new(Voice::of(*ruleset)))).collect();
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let (thinkers, assistants) = (Semaphore::new(cores.max(2)), Semaphore::new(cores.max(2)));
        Ok(Self {
            archive,
            rulesets,
            tokens,
            addresses,
            port,
            voices,
            rooms: Mutex::new(HashMap::new()),
            thinkers,
            assistants,
        })
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
    pub async fn begin(self: &Arc<Self>, beginning: Beginning) -> Reached<String> {
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
        let begun = blocking(move || ruleset.begin(&setup)).await?;
        let battle = begun.map_err(|faults| {
            let line = |fault: &String| FaultLine { line: None, place: String::new(), text: same(fault) };
            let listed = faults.iter().map(line).collect();
            Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "scenario").listing(listed)
        })?;
        self.put(ruleset, battle, beginning.leaders, beginning.name).await
    }

    /// Puts a new battle on the disk and into memory.
    pub async fn put(
        self: &Arc<Self>,
        ruleset: &'static dyn Ruleset,
        battle: Box<dyn Battle>,
        leaders: [Leader; 2],
        name: Option<String>,
    ) -> Reached<String> {
        let entries = battle.log_since(0);
        let Some(Entry::Head(head)) = entries.first() else { return Err(Refused::internal()) };
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
        let mut room = Room::new(about, battle, 0, first_seq());
        let lines: Vec<String> = entries.iter().map(Entry::line).collect();
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
        self.archive.begin(&record, &lines, &room.kept).await?;
        room.saved = lines.len();
        let room = Arc::new(Mutex::new(room));
        let cell = OnceCell::new_with(Some(Arc::clone(&room)));
        self.rooms.lock().await.insert(id.clone(), Arc::new(cell));
        self.think(&room);
        Ok(id)
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
        let saved = lines.len();
        let resumed = blocking(move || resume(ruleset, &lines, &kept)).await??;
        let leaders = leaders_of(&record);
        let (battle, scenario, options) = resumed;
        let about = About {
            id: id.to_owned(),
            name: record.name,
            ruleset,
            voice: self.voice(ruleset),
            scenario: Arc::new(scenario),
            options,
            leaders,
        };
        Ok(Arc::new(Mutex::new(Room::new(about, battle, saved, first_seq()))))
    }

    /// Looks at a room without changing the battle.
    pub async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        look: impl FnOnce(&mut Room) -> T + Send + 'static,
    ) -> Reached<T> {
        let mut guard = self.room(id).await?.lock_owned().await;
        blocking(move || look(&mut guard)).await
    }

    /// Thinks something over that may take its time; not more at once than the machine has room for.
    pub async fn think_over<T: Send + 'static>(&self, think: impl FnOnce() -> T + Send + 'static) -> Reached<T> {
        let _permit = self.thinkers.acquire().await.map_err(|_| Refused::internal())?;
        blocking(think).await
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
            let guard = Arc::clone(&room).lock_owned().await;
            let done = hall.changed(guard, change).await;
            hall.think(&room);
            done
        });
        task.await.unwrap_or_else(|_| Err(Refused::internal()))
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
                .append(&guard.about.id, unsaved.from, &unsaved.lines, &unsaved.kept, &unsaved.status, now())
                .await;
            if let Err(error) = saved {
                // Memory is ahead of the disk: what is not on the disk did not happen.
                self.drop_room(&guard.about.id).await;
                guard.close(&PLAIN.say("fault-archive"));
                return Err(error.into());
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
    pub async fn work_out<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Reached<T> {
        let _permit = self.assistants.acquire().await.map_err(|_| Refused::internal())?;
        blocking(work).await
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
        let side = side.map(|side| if side == Side::Blue { 0 } else { 1 });
        Ok(self.tokens.give(&self.archive, Grant::Seat { battle: battle.to_owned(), side }, now()).await?)
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
    pub async fn import(self: &Arc<Self>, text: String, leaders: Option<[Leader; 2]>) -> Reached<String> {
        let log = Log::read(&text).map_err(|error| bad_log(&error))?;
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
        LogError::Line { line, .. } | LogError::Differs { line, .. } => u32::try_from(*line).ok(),
        LogError::NoHead | LogError::Newer(..) => Some(1),
        LogError::Empty => None,
    };
    // The lines themselves are not repeated: they hold whole events.
    let what = match error {
        LogError::Empty => "log-empty-file",
        LogError::NoHead => "log-no-log",
        LogError::Newer(..) => "log-newer-format",
        LogError::Line { .. } => "log-unreadable-line",
        LogError::Differs { .. } => "log-against-rules",
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

type Resumed = (Box<dyn Battle>, Scenario, BTreeMap<Term, i64>);

fn resume(ruleset: &dyn Ruleset, lines: &[String], kept: &Kept) -> Reached<Resumed> {
    let closed = |reason: &str| Refused::plainly(StatusCode::CONFLICT, "other-version", reason);
    let entries = lines
        .iter()
        .map(|line| serde_json::from_str(line))
        .collect::<Result<Vec<Entry>, _>>()
        .map_err(|error| closed(&error.to_string()))?;
    let Some(Entry::Head(head)) = entries.first() else { return Err(closed("head")) };
    let scenario = read_scenario(&head.scenario)?;
    let keep = room::keep_of(kept).ok_or_else(|| closed("keep"))?;
    let battle = ruleset.resume(&entries, &keep).map_err(|error| closed(&error.to_string()))?;
    Ok((battle, scenario, head.options.clone()))
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

/// Forgets battles that nobody looks at, once there are many.
fn tidy(rooms: &mut HashMap<String, Held>) {
    if rooms.len() < IDLE {
        return;
    }
    rooms.retain(|_, held| {
        // One that is in use or just being opened stays.
        let Some(room) = held.get() else { return true };
        Arc::strong_count(room) > 1 || room.try_lock().map_or(true, |room| room.heard())
    });
}

/// Runs rules where they may take their time.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Reached<T> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Refused::internal())
}

/// What a listener is told when his seat is gone.
pub fn closed(id: &str) -> Push {
    Push::Closed { text: PLAIN.say(id) }
}
