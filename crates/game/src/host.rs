//! The host of a battle: puts the questions, holds the answers until all are in, throws the dice, writes the log.

pub(crate) mod flow;
mod hosted;
mod restore;
mod state;

use crate::chain::Chain;
use crate::log::{Lines, dice_seed, seal_seed};
use crate::seal::{Bytes32, Salt, hash};
use crate::sign::{self, public_key, umpire_secret};
use crate::{
    Ask, Barrier, By, Entry, Head, LogError, Measuring, Outcome, Preview, Refusal, Reply, Rules, Seen, Side, Standing,
    Thrown, Toss, UmpireState, form,
};
use state::Kept;
use std::collections::VecDeque;
use std::sync::Arc;

/// A battle under one ruleset.
pub struct Host<R: Rules> {
    rules: Arc<R>,
    state: Kept<R::State>,
    log: Lines,
    open: Vec<OpenSlot>,
    asked: [u64; 2],
    turn: u16,
    dice: Dice,
    thrown: u64,
    /// Whether a log is being replayed: every throw is the log's.
    replaying: bool,
    /// The dice of the log that is replayed.
    written: Written,
    salt: Salt,
    standing: [Vec<Standing>; 2],
    draw_offered: [bool; 2],
    ended: Option<Outcome>,
    back: Vec<Back<R::State>>,
    barrier: Barrier,
    /// Whether the umpire signs the end.
    witnessed: bool,
    keys: [Option<Bytes32>; 2],
    /// Whether it is a playout only: nothing is logged, nothing can be taken back.
    sketch: bool,
    /// The number from which both sides guess where they may not measure; the same in a playout.
    hunch: u64,
}

#[derive(Clone, Copy)]
enum Dice {
    /// The seed that is sealed, and the one from which the dice are thrown.
    Seeded {
        seed: Bytes32,
        thrown_from: Bytes32,
    },
    Typed,
}

impl Dice {
    fn of(seed: Option<Bytes32>, bound: Option<&Bytes32>) -> Self {
        seed.map_or(Self::Typed, |seed| Self::Seeded { seed, thrown_from: dice_seed(&seed, bound) })
    }

    /// A number of this battle that reveals nothing of its dice; where players throw their own, from its salt.
    fn hunch(&self, salt: &Salt) -> u64 {
        let own = match self {
            Self::Seeded { seed, .. } => seed,
            Self::Typed => &salt.0,
        };
        hash(&[b"hunch", &own.0]).0[..8].iter().fold(0, |all, byte| (all << 8) | u64::from(*byte))
    }
}

/// Dice of a log that is replayed: they are used where the rules throw them, and the step need not stop for them.
#[derive(Clone, Default)]
struct Written {
    /// The dice of the next lines, each with the line's number.
    next: VecDeque<(usize, Vec<Thrown>)>,
    /// The dice used so far: the line, the throw and its faces.
    fell: Vec<Fell>,
}

/// A throw of a log: its line, the dice and the faces.
pub(crate) type Fell = (usize, dice::Throw, Vec<u8>);

impl Written {
    /// The dice of the next line, if they are of these throws; otherwise the step stops, and the replay reports the
    /// fault.
    fn take(&mut self, tosses: &[Toss]) -> Option<Vec<Thrown>> {
        let fits = |thrown: &[Thrown]| {
            let reads = |(toss, one): (&Toss, &Thrown)| dice::read(&toss.throw, &one.faces) == Ok(one.class);
            thrown.len() == tosses.len() && tosses.iter().zip(thrown).all(reads)
        };
        let (line, thrown) = self.next.pop_front().filter(|(_, thrown)| fits(thrown))?;
        let fell = tosses.iter().zip(&thrown).map(|(toss, one)| (line, toss.throw.clone(), one.faces.clone()));
        self.fell.extend(fell);
        Some(thrown)
    }
}

#[derive(Clone)]
struct OpenSlot {
    ask: Ask,
    answer: Option<(Vec<Reply>, By, Option<Bytes32>)>,
}

/// The state to which an undo returns.
#[derive(Clone)]
struct Back<S> {
    side: Side,
    state: S,
    line: usize,
}

impl<R: Rules> Host<R> {
    /// Begins a battle; the head's seal is set here.
    pub fn begin(rules: Arc<R>, head: Head, seed: Option<Bytes32>, salt: Bytes32) -> Self {
        Self::begun(rules, Head { umpire: None, ..head }, seed, salt)
    }

    /// Begins a battle whose dice are bound to its head and whose end the umpire signs.
    pub fn begin_witnessed(rules: Arc<R>, head: Head, seed: Option<Bytes32>, salt: Bytes32) -> Self {
        Self::begun(rules, Head { umpire: Some(public_key(&umpire_secret(&salt))), ..head }, seed, salt)
    }

    fn begun(rules: Arc<R>, mut head: Head, seed: Option<Bytes32>, salt: Bytes32) -> Self {
        let (state, events) = rules.begin();
        let salt = Salt(salt);
        head.format = crate::log::FORMAT;
        head.seed_sealed = seal_seed(&seed.unwrap_or_default(), &salt.nth(0));
        let witnessed = head.umpire.is_some();
        let first = Entry::Head(Box::new(head));
        let bound = witnessed.then(|| Chain::of([&first]).hash());
        let mut host = Self::empty(rules, state, Dice::of(seed, bound.as_ref()), salt);
        host.log.push(first);
        host.witnessed = witnessed;
        events.into_iter().for_each(|event| host.record(event));
        host.settle();
        host
    }

    fn empty(rules: Arc<R>, state: R::State, dice: Dice, salt: Salt) -> Self {
        Self {
            rules,
            state: Kept::new(state),
            log: Lines::default(),
            open: Vec::new(),
            asked: [0; 2],
            turn: 0,
            dice,
            thrown: 0,
            replaying: false,
            written: Written::default(),
            salt,
            standing: [Vec::new(), Vec::new()],
            draw_offered: [false; 2],
            ended: None,
            back: Vec::new(),
            barrier: Barrier::Nothing,
            witnessed: false,
            keys: [None; 2],
            sketch: false,
            hunch: dice.hunch(&salt),
        }
    }

    pub(crate) fn blank(rules: Arc<R>, state: R::State, seed: Option<Bytes32>, salt: Bytes32) -> Self {
        Self::empty(rules, state, Dice::of(seed, None), Salt(salt))
    }

    /// Opens a battle from its log. Every line is verified: the same answers and dice must give the same events.
    ///
    /// # Errors
    /// The first line that differs, and how.
    pub fn reopen(rules: Arc<R>, entries: &[Entry], seed: Option<Bytes32>, salt: Bytes32) -> Result<Self, LogError> {
        crate::replay::Replay::new(rules, entries, seed, salt).run()
    }

    /// The same, stopping at every throw as where players type their dice in.
    ///
    /// # Errors
    /// The first line that differs, and how.
    pub fn retrace(rules: Arc<R>, entries: &[Entry], seed: Option<Bytes32>, salt: Bytes32) -> Result<Self, LogError> {
        crate::replay::Replay::new(rules, entries, seed, salt).stopping().run()
    }

    /// Opens a battle from its log and the umpire's state; it continues as if it had never been closed.
    ///
    /// # Errors
    /// The first line that differs, and how.
    pub fn resume(rules: Arc<R>, entries: &[Entry], keep: &UmpireState) -> Result<Self, LogError> {
        crate::replay::Replay::new(rules, entries, keep.seed, keep.salt).resume(&keep.sealed)
    }

    /// A new battle from where a log ends, with new dice.
    ///
    /// # Errors
    /// The first line that differs, and how.
    pub fn branch(
        rules: Arc<R>,
        entries: &[Entry],
        generals: [String; 2],
        seed: Option<Bytes32>,
        salt: Bytes32,
    ) -> Result<Self, LogError> {
        crate::replay::Replay::new(rules, entries, seed, salt).branch(generals)
    }

    fn judge(&self, side: Side, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let faults = form::faults(ask, replies);
        if faults.is_empty() { self.rules.check(self.seen(side), ask, replies) } else { Err(faults) }
    }

    /// The hash of the first line, which identifies this battle.
    fn battle_hash(&self) -> Bytes32 {
        Chain::of(self.log.get(0)).hash()
    }

    /// The message that a seat signs for this act now.
    fn message(&self, side: Side, act: &sign::SignedAct, replies: &[Reply]) -> String {
        let n = match act {
            sign::SignedAct::Answer(slot) => {
                self.open.iter().find(|open| open.ask.slot == *slot).map_or(0, |open| open.ask.id)
            }
            _ => u64::from(self.turn),
        };
        sign::message(&self.battle_hash(), side, act, n, replies)
    }

    fn seen(&self, side: Side) -> &Seen<R::State> {
        self.state.seen(self.rules.as_ref(), side, self.hunch)
    }

    /// Whether a side may measure now: every question still open to it must allow it.
    fn measures(&self, side: Side, seen: &Seen<R::State>) -> bool {
        let mut open = self.open.iter().filter(|o| o.ask.slot.side == side && o.answer.is_none()).peekable();
        if open.peek().is_none() {
            return self.rules.measuring(seen) == Measuring::Free;
        }
        open.all(|o| o.ask.measuring == Measuring::Free)
    }

    fn find(&self, side: Side, id: u64) -> Option<(usize, &OpenSlot)> {
        self.open.iter().enumerate().find(|(_, open)| open.ask.id == id && open.ask.slot.side == side)
    }
}
