//! The hall: all battles of the house, in memory and on the disk.

use crate::Options;
use crate::error::{ApiError, ApiResult, PLAIN};
use crate::http::{Count, Shares};
use crate::lane::{SlowLane, quick, timed};
use crate::place::Place;
use crate::token::{self, Hash, Tokens, random};
use crate::turns::Turns;
use archive::{Archive, ArchiveError, Grant};
use armies::Scenario;
use game::seal::{Bytes32, hash};
use game::{Ruleset, Side};
use host::battles::{self, Beginning, Entered, Fresh, Luck, Made, seats_of};
use host::general;
use host::room::Room;
use host::voice::Voice;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::{Mutex, OnceCell, OwnedMutexGuard};

/// Idle battles kept in memory, the most recently used first.
const IDLE: usize = 16;
/// Finished battles among them: their views are large, and they are rarely used again.
const OVER: usize = 2;
/// A battle that was not used for this time is not kept in memory at all.
const FORGOTTEN: Duration = Duration::from_secs(600);
/// A held seat that was not used for this many seconds can be given again: its device is lost.
const LOST: i64 = 72 * 3_600;

type Held = Arc<OnceCell<Arc<Mutex<Place>>>>;

/// The state of the server.
pub struct Hall {
    pub archive: Archive,
    pub rulesets: Vec<&'static dyn Ruleset>,
    /// The rights of each token.
    pub tokens: Tokens,
    /// Addresses at which other devices reach this table.
    pub addresses: Vec<String>,
    /// The port on which it listens.
    pub port: u16,
    /// Scheme and host under which a proxy publishes this table.
    pub public: Option<(String, String)>,
    /// Requests in progress of each client.
    pub shares: Shares,
    /// Open WebSockets, by token.
    pub sockets: Count<Hash>,
    voices: BTreeMap<&'static str, Arc<Voice>>,
    rooms: Mutex<HashMap<String, Held>>,
    thinkers: Turns,
    generals: Turns,
    assistants: Turns,
    slow: SlowLane,
    chance: Chance,
}

/// The present time in seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// The first update number of a room: later than those of any earlier run of the program, and an exact integer in a
/// browser.
fn first_seq() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default().saturating_mul(1_000) % (1 << 53)
}

fn bytes() -> ApiResult<Bytes32> {
    random().map(Bytes32).map_err(ApiError::internal)
}

/// The source of the dice of new battles.
enum Chance {
    System,
    /// A known number, and the number of battles started with it.
    Known(u64, AtomicU64),
}

impl Chance {
    fn luck(&self) -> ApiResult<Luck> {
        match self {
            Self::System => Ok(Luck { seed: bytes()?, salt: bytes()? }),
            Self::Known(seed, begun) => {
                let n = begun.fetch_add(1, Ordering::Relaxed);
                let of = |what: &[u8]| hash(&[what, &seed.to_le_bytes(), &n.to_le_bytes()]);
                Ok(Luck { seed: of(b"grognard table seed"), salt: of(b"grognard table salt") })
            }
        }
    }
}

impl Hall {
    /// Opens a hall over an archive.
    ///
    /// # Errors
    /// If the archive cannot be read.
    pub async fn open(
        archive: Archive,
        rulesets: Vec<&'static dyn Ruleset>,
        addresses: Vec<String>,
        port: u16,
        options: Options,
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
            public: options.public,
            shares: Shares::default(),
            sockets: Count::default(),
            voices,
            rooms: Mutex::new(HashMap::new()),
            thinkers: places(),
            generals: places(),
            assistants: places(),
            slow: SlowLane::new(),
            chance: options.seed.map_or(Chance::System, |seed| Chance::Known(seed, AtomicU64::new(0))),
        })
    }

    /// The rights of a token. Its use is recorded now and then, so that it stays valid.
    pub fn grant(self: &Arc<Self>, token: &Hash) -> Option<Grant> {
        let (grant, tell) = self.tokens.find(token, now())?;
        if tell {
            let (hall, token) = (Arc::clone(self), *token);
            tokio::spawn(async move {
                if hall.archive.token_used(&token, now()).await.is_err() {
                    hall.tokens.tell_again(&token);
                }
            });
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

    /// A scenario by its id: an embedded one, or one of the owner's.
    pub async fn scenario(&self, id: &str) -> ApiResult<(Scenario, String)> {
        if let Some(shipped) = battles::shipped(id) {
            return Ok(shipped);
        }
        let own = self.archive.scenarios().await?.into_iter().find(|(own, _)| own == id);
        let (_, text) = own.ok_or_else(ApiError::unknown)?;
        Ok((battles::read_scenario(&text)?, text))
    }

    /// The luck of a new battle.
    pub fn luck(&self) -> ApiResult<Luck> {
        self.chance.luck()
    }

    /// Starts a battle and stores it.
    pub async fn begin(self: &Arc<Self>, beginning: Beginning) -> ApiResult<NewSeats> {
        let luck = self.luck()?;
        let made = quick(move || battles::begin(beginning, luck)).await??;
        self.put(made).await
    }

    /// Stores a new battle on the disk, with the tokens of its seats, and puts it into memory.
    pub async fn put(self: &Arc<Self>, made: Made) -> ApiResult<NewSeats> {
        let voice = self.voice(made.ruleset);
        let id = battles::id(bytes()?);
        let entered = Entered { id: id.clone(), now: now(), seq: first_seq() };
        let Fresh { room, record, lines } = battles::enter(made, voice, entered)?;
        let (mut tokens, mut kept) = (Vec::new(), Vec::new());
        for side in seats_of(&room.about.leaders, room.allows(None)) {
            let (token, to_keep) = token::new(seat(&id, side)).map_err(ApiError::internal)?;
            tokens.push((side, token));
            kept.push(to_keep);
        }
        self.archive.begin(record, lines, room.kept.clone(), kept.clone()).await?;
        kept.into_iter().for_each(|token| self.tokens.learn(token));
        let room = Arc::new(Mutex::new(Place::new(room)));
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
    pub async fn room(self: &Arc<Self>, id: &str) -> ApiResult<Arc<Mutex<Place>>> {
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

    async fn read(&self, id: &str) -> ApiResult<Arc<Mutex<Place>>> {
        let record = self.archive.battle(id).await?;
        let (lines, kept) = self.archive.lines(id).await?;
        let ruleset = battles::ruleset_of(&self.rulesets, &record)?;
        let voice = self.voice(ruleset);
        let open = move || battles::open(ruleset, voice, record, (&lines, &kept), first_seq());
        Ok(Arc::new(Mutex::new(Place::new(quick(open).await??))))
    }

    /// Reads a place: the room and its listeners.
    pub async fn visit<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        visit: impl FnOnce(&mut Place) -> T + Send + 'static,
    ) -> ApiResult<T> {
        let guard = self.room(id).await?.lock_owned().await;
        self.with(guard, visit).await.map(|(_, seen)| seen)
    }

    /// Uses a place; a battle that has had more than its share goes behind the others.
    async fn with<T: Send + 'static>(
        &self,
        mut guard: OwnedMutexGuard<Place>,
        work: impl FnOnce(&mut Place) -> T + Send + 'static,
    ) -> ApiResult<(OwnedMutexGuard<Place>, T)> {
        guard.touched = Instant::now();
        let heavy = guard.debt.heavy(guard.touched);
        let work = move || {
            let (done, spent) = timed(|| work(&mut guard));
            guard.debt.add(spent, Instant::now());
            (guard, done)
        };
        if heavy { self.slow.run(work).await } else { quick(work).await }
    }

    /// Reads a room without changing the battle.
    pub async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        look: impl FnOnce(&mut Room) -> T + Send + 'static,
    ) -> ApiResult<T> {
        self.visit(id, move |place| look(&mut place.room)).await
    }

    /// Runs a long computation for a battle; not more at once than the machine has room for, and one at a time for each
    /// battle.
    pub async fn think_over<T: Send + 'static>(
        &self,
        battle: &str,
        think: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<T> {
        let place = self.thinkers.enter(battle).await?;
        // The place is taken until the computation ends, even if the client disconnects meanwhile.
        self.slow.run(move || (think(), place)).await.map(|(thought, _)| thought)
    }

    /// Changes a battle: the result is on the disk before any client is told. A client that disconnects meanwhile does
    /// not affect this.
    pub async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        change: impl FnOnce(&mut Room) -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        let room = self.room(id).await?;
        let hall = Arc::clone(self);
        let task = tokio::spawn(async move {
            let guard = Arc::clone(&room).lock_owned().await;
            let done = hall.changed(guard, change).await;
            hall.think(&room);
            done
        });
        task.await.unwrap_or_else(|error| Err(ApiError::internal(error)))
    }

    async fn changed<T: Send + 'static>(
        self: &Arc<Self>,
        guard: OwnedMutexGuard<Place>,
        change: impl FnOnce(&mut Room) -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        let id = guard.room.about.id.clone();
        let made = self.with(guard, move |place| (change(&mut place.room), place.room.unsaved())).await;
        if made.is_err() {
            // The rules failed in the middle: the disk has the last whole state.
            self.drop_room(&id).await;
        }
        let (mut guard, (done, unsaved)) = made?;
        let unsaved = match unsaved {
            Ok(unsaved) => unsaved,
            Err(refused) => return Err(self.undone(guard, refused).await),
        };
        if let Some(unsaved) = unsaved {
            let saved = self
                .archive
                .append(
                    &guard.room.about.id,
                    unsaved.from,
                    unsaved.lines.clone(),
                    unsaved.kept.clone(),
                    unsaved.status.clone(),
                    now(),
                )
                .await;
            if let Err(error) = saved {
                return Err(self.undone(guard, ApiError::from(error)).await);
            }
            guard.room.note_saved(unsaved);
            self.with(guard, Place::publish).await?;
        }
        done
    }

    /// Undoes what memory has and the disk has not: an unsaved change did not happen.
    async fn undone(&self, guard: OwnedMutexGuard<Place>, refused: ApiError) -> ApiError {
        self.drop_room(&guard.room.about.id).await;
        guard.close(refused.text());
        refused
    }

    /// Removes a battle from memory; the next request reads it from the disk.
    pub async fn drop_room(&self, id: &str) {
        self.rooms.lock().await.remove(id);
    }

    /// Lets the computer answer for the sides it leads, one answer after the other.
    fn think(self: &Arc<Self>, room: &Arc<Mutex<Place>>) {
        let (hall, room) = (Arc::clone(self), Arc::clone(room));
        tokio::spawn(async move { while hall.answer_one(&room).await {} });
    }

    /// Answers one question of the computer's; false: there is none, or another task is answering it.
    async fn answer_one(self: &Arc<Self>, room: &Arc<Mutex<Place>>) -> bool {
        let mut guard = Arc::clone(room).lock_owned().await;
        let Some((side, name)) = general::to_answer(&guard.room) else { return false };
        guard.room.thinking[side.index()] = true;
        let id = guard.room.about.id.clone();
        drop(guard);
        let place = self.generals.wait(&id).await;
        let guard = Arc::clone(room).lock_owned().await;
        let sit_down = move |at: &mut Place| {
            at.publish();
            general::sit_down(&mut at.room, side, &name)
        };
        let desk = self.with(guard, sit_down).await.ok().and_then(|(_, desk)| desk);
        let decision = self.slow.run(move || desk?.decide()).await;
        let guard = Arc::clone(room).lock_owned().await;
        drop(place);
        let decided = self.changed(guard, move |room| Ok(general::take(room, side, decision.ok().flatten()))).await;
        let decided = decided.unwrap_or_default();
        if let Some(thought) = decided.thought {
            // A battle is complete without its reasons: if the disk refuses them, it goes on.
            if let Err(error) = self.archive.note_thought(&id, &thought).await {
                tracing::warn!(battle = %id, %error, "the reasons of a general are not kept");
            }
        }
        decided.answered
    }

    /// Runs a computation for the assistant; the computer's generals, which take long, do not delay it.
    pub async fn work_out<T: Send + 'static>(
        &self,
        asker: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<T> {
        let place = self.assistants.enter(asker).await?;
        self.slow.run(move || (work(), place)).await.map(|(worked, _)| worked)
    }

    /// Whether each side of a battle has a client connected; none for a battle that is not in memory.
    pub async fn seated(&self, id: &str) -> [bool; 2] {
        let held = self.rooms.lock().await.get(id).cloned();
        let Some(room) = held.as_ref().and_then(|held| held.get()) else { return [false; 2] };
        let room = room.lock().await;
        Side::BOTH.map(|side| room.taken(Some(side)))
    }

    /// A new token for a seat.
    pub async fn seat_token(&self, battle: &str, side: Option<Side>) -> ApiResult<String> {
        Ok(self.tokens.give(&self.archive, seat(battle, side), now()).await?)
    }

    /// The seats of a battle under way that are held on a device of their own.
    pub async fn held(&self, battle: &str) -> ApiResult<Vec<Side>> {
        let used = self.archive.held(battle).await?;
        let held = |side: &Side| used[side.index()].is_some_and(|used| now() - used < LOST);
        Ok(Side::BOTH.into_iter().filter(held).collect())
    }

    /// Removes battles from memory that were not used for a while.
    pub async fn forget_idle(&self) {
        let mut rooms = self.rooms.lock().await;
        rooms.retain(|_, held| idle(held).is_none_or(|idle| idle.since < FORGOTTEN));
    }

    pub async fn delete(&self, id: &str) -> ApiResult<()> {
        self.archive.delete(id).await?;
        self.tokens.forget(id);
        let held = self.rooms.lock().await.remove(id);
        if let Some(room) = held.as_ref().and_then(|held| held.get()) {
            room.lock().await.close(&PLAIN.say("closed-deleted"));
        }
        Ok(())
    }

    /// Imports a log: a battle that is over as it is, one under way with new dice.
    pub async fn import(self: &Arc<Self>, text: String) -> ApiResult<NewSeats> {
        let (rulesets, luck) = (self.rulesets.clone(), self.luck()?);
        let made = quick(move || battles::import(&rulesets, &text, luck)).await??;
        self.put(made).await
    }
}

/// A stored battle, and the tokens of its seats.
pub struct NewSeats {
    pub battle: String,
    /// A token for each seat that may be taken.
    pub tokens: Vec<(Option<Side>, String)>,
}

fn seat(battle: &str, side: Option<Side>) -> Grant {
    Grant::Seat { battle: battle.to_owned(), side: side.map(|side| if side == Side::Blue { 0 } else { 1 }) }
}

/// A battle not in use.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Idle {
    /// The time since its last use.
    since: Duration,
    over: bool,
}

/// `None`: it is in use, or just being opened.
fn idle(held: &Held) -> Option<Idle> {
    let room = held.get()?;
    if Arc::strong_count(held) > 1 || Arc::strong_count(room) > 1 {
        return None;
    }
    let place = room.try_lock().ok()?;
    (!place.heard()).then(|| Idle { since: place.touched.elapsed(), over: place.room.battle.outcome().is_some() })
}

/// Removes unwatched battles from memory, except the most recently used.
fn tidy(rooms: &mut HashMap<String, Held>) {
    let mut all: Vec<(Idle, String)> = rooms.iter().filter_map(|(id, held)| Some((idle(held)?, id.clone()))).collect();
    all.sort_unstable();
    let (mut over, mut under_way) = (0, 0);
    for (idle, id) in all {
        let (kept, most) = if idle.over { (&mut over, OVER) } else { (&mut under_way, IDLE) };
        *kept += 1;
        if *kept > most {
            rooms.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Beginning, Hall, IDLE, OVER};
    use crate::Options;
    use archive::Archive;
    use game::Side;
    use host::wire::Leader;
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
        let hall = Hall::open(archive, vec![&marie_louise::RULESET], Vec::new(), 1, Options::default()).await.unwrap();
        let hall = Arc::new(hall);
        let first = hall.begin(beginning()).await.unwrap().battle;
        // The first has a listener: it stays in any case.
        let listener = hall.visit(&first, |place| place.listen(None)).await.unwrap();
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
        for _ in 0..OVER + 4 {
            let ended = hall.begin(beginning()).await.unwrap().battle;
            hall.change(&ended, |room| host::deeds::resign(room, Side::Blue, None)).await.unwrap();
        }
        hall.begin(beginning()).await.unwrap();
        let kept =
            hall.rooms.lock().await.values().filter(|held| super::idle(held).is_some_and(|idle| idle.over)).count();
        assert_eq!(kept, OVER, "battles that are over leave first");
        assert_eq!(hall.archive.battles().await.unwrap().len(), 1 + 5 * IDLE + OVER + 5, "nothing is lost");
    }
}
