//! The log is the battle: one line of JSON for each entry, only ever appended.

use crate::chain::{Chain, unlinked};
use crate::seal::{Bytes32, Bytes64, hash};
use crate::sign::SignedAct;
use crate::{By, Event, Reply, Side, Slot, Standing, Term, Thrown};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// What a battle was set up with; enough to set it up again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Head {
    /// Version of this format.
    pub format: u32,
    /// The ruleset's id.
    pub ruleset: Term,
    /// Version of the ruleset's code.
    pub version: u32,
    /// The scenario, whole, as its file says it.
    pub scenario: String,
    /// The club's own tables, whole, if any were used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
    /// Options and rulings switched, by name.
    pub options: BTreeMap<Term, i64>,
    /// Who leads each side.
    #[serde(default)]
    pub generals: [String; 2],
    /// Hash of random bytes and the seed.
    pub seed_sealed: Bytes32,
    /// The key that the umpire signs the end with. Where there is one the dice come from the seed and the hash of this
    /// very line: with another head they would have fallen otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub umpire: Option<Bytes32>,
}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The first line.
    Head(Box<Head>),
    /// An answer that waits for the other side's: a hash of random bytes and the replies.
    Sealed {
        /// To which question.
        slot: Slot,
        seal: Bytes32,
    },
    /// A sealed answer was taken back before the other side had answered.
    Withdrawn {
        /// To which question.
        slot: Slot,
    },
    /// An answer.
    Given {
        /// To which question.
        slot: Slot,
        /// Field by field.
        replies: Vec<Reply>,
        /// Who gave it.
        by: By,
        /// The random bytes of its seal, if it was sealed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<Bytes32>,
    },
    Dice(Vec<Thrown>),
    /// What followed.
    Event(Event),
    /// A standing answer was set.
    Standing(Side, Standing),
    /// A standing answer was revoked.
    Revoked(Side, Standing),
    /// Everything after the line of this number no longer counts.
    Undone {
        /// The last line that still counts (the head is line 0).
        to: usize,
    },
    /// A side gave up.
    Resigned(Side),
    /// A side offered a draw.
    DrawOffered(Side),
    /// A side declined the offer, or took its own back.
    DrawDeclined(Side),
    /// Both sides agreed on a draw.
    DrawAgreed,
    /// A new battle goes on from here: new dice, perhaps other generals. Dice before this line came from another seed.
    Continued {
        /// Hash of random bytes and the new seed.
        seed_sealed: Bytes32,
        /// Who leads each side now.
        generals: [String; 2],
        /// The key that the umpire signs the end with. Where there is one the dice come from the new seed and the hash
        /// of all lines up to this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        umpire: Option<Bytes32>,
    },
    /// A seat signs with this key from here on.
    SeatKey {
        /// Which seat.
        side: Side,
        /// Its public key.
        key: Bytes32,
    },
    /// A seat's signature of what it does next: of an answer that is sealed, before it is opened.
    Signed {
        /// Which seat.
        side: Side,
        /// What it signs.
        act: SignedAct,
        signature: Bytes64,
    },
    /// Hash of the state here.
    Check(Bytes32),
    /// The seed and the random bytes, opened at the end.
    SeedOpened {
        seed: Bytes32,
        /// The random bytes.
        salt: Bytes32,
    },
    /// The last line: the umpire's signature of all lines before it. His secret is gone after it.
    Closed {
        signature: Bytes64,
    },
}

/// What is wrong with a log file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LogError {
    /// Nothing in it.
    #[error("the log is empty")]
    Empty,
    /// The first line is not a head.
    #[error("line 1: not the head of a battle log")]
    NoHead,
    /// The format is newer than this program.
    #[error("line 1: the log has format {0}, this program reads up to {1}")]
    Newer(u32, u32),
    /// A line cannot be read.
    #[error("line {line}: {reason}")]
    Line {
        /// Its number, from 1.
        line: usize,
        reason: LineFault,
    },
    /// A line says something else than the rules.
    #[error("line {line}: {reason}")]
    Differs {
        /// Its number, from 1.
        line: usize,
        reason: crate::LogDifference,
    },
    /// A line was changed, or lines were left out or put in before it: its link does not fit.
    #[error("line {line}: the link to the lines before does not fit")]
    Link {
        /// Its number, from 1.
        line: usize,
    },
    /// The battle is over, but the umpire has not signed it: nobody knows that it ended so.
    #[error("the umpire has not signed how the battle ended")]
    Unsigned,
    /// The seed that was kept beside the log is not the one that was sealed in it.
    #[error("the seed kept beside the log is not the one that is sealed in it")]
    UmpireState,
}

/// Why a line of a log cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFault {
    #[error("longer than {most} bytes")]
    TooLong { most: usize },
    /// From this column on it is no JSON.
    #[error("no JSON from column {column} on")]
    NoJson { column: usize },
    /// JSON, and at this column nothing that a log says.
    #[error("not what a log says, at column {column}")]
    NoEntry { column: usize },
    #[error("played with version {played} of the rules, this is {current}")]
    OtherVersion { played: u32, current: u32 },
    /// The battle in the head cannot be set up.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    SetUp(Vec<crate::Fault>),
}

impl LineFault {
    fn of(error: &serde_json::Error) -> Self {
        let column = error.column();
        if error.is_data() { Self::NoEntry { column } } else { Self::NoJson { column } }
    }
}

/// A log read from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log {
    /// Its lines.
    pub entries: Vec<Entry>,
    /// The last line was cut off in the middle and left out.
    pub cut: bool,
    /// Every line carries the link to those before it.
    pub linked: bool,
    /// The first line (from 1) whose link does not fit.
    pub broken: Option<usize>,
}

/// What the lines of a log are bound by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Every line is linked to those before it.
    pub linked: bool,
    /// The dice depend on the head.
    pub bound: bool,
    /// The umpire signed the end.
    pub closed: bool,
    /// What each seat signed (blue, red).
    pub seats: [SeatProof; 2],
}

/// What a seat signed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatProof {
    /// The keys it signed with.
    pub keys: Vec<Bytes32>,
    /// Answers that a person gave.
    pub answers: usize,
    /// Those of them that are signed.
    pub signed: usize,
}

/// The format this program writes. Since the second every line of a whole log is linked to those before it.
pub const FORMAT: u32 = 2;

/// The first format whose lines are linked.
const LINKED: u32 = 2;

/// Longest line that is read.
const LONGEST: usize = 8 * 1024 * 1024;

impl Entry {
    /// The line, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        written(self)
    }
}

/// A value of the program as JSON. Nothing in its place would be a wrong record, and a seal or a hash of nothing fits everything.
#[track_caller]
#[allow(clippy::expect_used)] // as above
pub(crate) fn written<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("what the program has made can be written")
}

impl Log {
    /// Reads a log. A last line that was cut off is left out.
    ///
    /// # Errors
    /// The first line that cannot be read, and why.
    pub fn read(text: &str) -> Result<Self, LogError> {
        let (mut entries, mut chain) = (Vec::new(), Chain::default());
        let (mut cut, mut links, mut broken) = (false, 0, None);
        let mut lines = text.lines().enumerate().peekable();
        while let Some((n, line)) = lines.next() {
            if line.trim().is_empty() {
                continue;
            }
            if line.len() > LONGEST {
                return Err(LogError::Line { line: n + 1, reason: LineFault::TooLong { most: LONGEST } });
            }
            let torn = lines.peek().is_none() && n > 0 && !text.ends_with('\n');
            let taken = chain.take(line);
            let link = taken.as_ref().map(|(_, linked)| *linked);
            let said = taken.map_or_else(|| unlinked(line), |(said, _)| said);
            match serde_json::from_str::<Entry>(&said) {
                Ok(entry) => entries.push(entry),
                Err(_) if torn => {
                    cut = true;
                    break;
                }
                Err(error) => {
                    return Err(if n == 0 {
                        LogError::NoHead
                    } else {
                        LogError::Line { line: n + 1, reason: LineFault::of(&error) }
                    });
                }
            }
            links += usize::from(link == Some(true));
            // All or none: a line without a link among others was put in. What is broken can still be shown.
            if link.is_none() || (links != 0 && links != entries.len()) {
                broken = broken.or(Some(n + 1));
            }
        }
        match entries.first() {
            None => Err(LogError::Empty),
            Some(Entry::Head(head)) if head.format > FORMAT => Err(LogError::Newer(head.format, FORMAT)),
            Some(Entry::Head(_)) => Ok(Self { entries, cut, linked: links > 0, broken }),
            Some(_) => Err(LogError::NoHead),
        }
    }

    #[must_use]
    pub fn head(&self) -> Option<&Head> {
        match self.entries.first() {
            Some(Entry::Head(head)) => Some(head),
            _ => None,
        }
    }

    /// Whether this is what one side may have of a battle: events and its own answers. The rules cannot play it again.
    #[must_use]
    pub fn of_one_side(&self) -> bool {
        let mut answered = [false; 2];
        for entry in &self.entries {
            match entry {
                // A whole log has these from the first turn on.
                Entry::Check(_) | Entry::Dice(_) => return false,
                Entry::Given { slot, .. } => answered[slot.side.index()] = true,
                _ => {}
            }
        }
        answered != [true; 2]
    }

    /// Whether everything is there that a log of its format must have, and that the umpire of a battle that is over has
    /// signed it.
    ///
    /// # Errors
    /// What is missing.
    pub fn complete(&self, over: bool) -> Result<(), LogError> {
        if let Some(line) = self.broken {
            return Err(LogError::Link { line });
        }
        let proof = self.proof();
        if !self.linked && (proof.bound || self.head().is_some_and(|head| head.format >= LINKED)) {
            return Err(LogError::Link { line: 1 });
        }
        if over && proof.bound && !proof.closed { Err(LogError::Unsigned) } else { Ok(()) }
    }

    /// What the lines of this log are bound by. It says nothing of whether they fit: `reopen` does.
    #[must_use]
    pub fn proof(&self) -> Proof {
        let mut proof = Proof { linked: self.linked, ..Proof::default() };
        let mut pending: Vec<Slot> = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Head(head) => proof.bound = head.umpire.is_some(),
                Entry::Continued { umpire, .. } => proof.bound = umpire.is_some(),
                Entry::SeatKey { side, key } if !proof.seats[side.index()].keys.contains(key) => {
                    proof.seats[side.index()].keys.push(*key);
                }
                Entry::Signed { act: SignedAct::Answer(slot), .. } => {
                    pending.retain(|other| other != slot);
                    pending.push(slot.clone());
                }
                Entry::Given { slot, by, .. } => {
                    let seat = &mut proof.seats[slot.side.index()];
                    let signed = pending.iter().position(|other| other == slot).map(|n| pending.remove(n)).is_some();
                    seat.answers += usize::from(*by == By::Person);
                    seat.signed += usize::from(*by == By::Person && signed);
                }
                Entry::Closed { .. } => proof.closed = true,
                _ => {}
            }
        }
        proof
    }

    /// The events that still count, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        standing_lines(&self.entries, 0).into_iter().filter_map(|entry| match entry {
            Entry::Event(event) => Some(event),
            _ => None,
        })
    }
}

/// The lines of a battle under way. A copy of the battle has the same lines: what is written does not change any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines(Vec<Arc<Entry>>);

impl Lines {
    pub(crate) fn push(&mut self, entry: Entry) {
        self.0.push(Arc::new(entry));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn get(&self, n: usize) -> Option<&Entry> {
        self.0.get(n).map(Arc::as_ref)
    }

    /// The lines from this number on.
    pub(crate) fn since(&self, line: usize) -> impl Iterator<Item = &Entry> {
        self.0.get(line..).unwrap_or_default().iter().map(Arc::as_ref)
    }
}

impl Entry {
    /// What of the log a side may have: the events for it and its own answers. Dice come to it by their events.
    pub(crate) fn open_to(&self, side: Side) -> bool {
        match self {
            Self::Event(event) => event.seen_by(Some(side)),
            Self::Sealed { slot, .. } | Self::Withdrawn { slot } | Self::Given { slot, .. } => slot.side == side,
            Self::Standing(s, _) | Self::Revoked(s, _) | Self::Signed { side: s, .. } => *s == side,
            Self::Dice(_) | Self::Undone { .. } | Self::Check(_) | Self::SeedOpened { .. } | Self::Closed { .. } => {
                false
            }
            Self::Head(_)
            | Self::SeatKey { .. }
            | Self::Resigned(_)
            | Self::DrawOffered(_)
            | Self::DrawDeclined(_)
            | Self::DrawAgreed
            | Self::Continued { .. } => true,
        }
    }
}

/// The entries that were not undone. They are counted from a number on: what is undone later goes by it.
pub(crate) fn standing_lines<'a>(entries: impl IntoIterator<Item = &'a Entry>, from: usize) -> Vec<&'a Entry> {
    let mut kept: Vec<(usize, &Entry)> = Vec::new();
    for (n, entry) in (from..).zip(entries) {
        if let Entry::Undone { to } = entry {
            kept.retain(|(m, _)| m <= to);
        } else {
            kept.push((n, entry));
        }
    }
    kept.into_iter().map(|(_, entry)| entry).collect()
}

/// The events among them that a side was told, or all.
pub(crate) fn told_events<'a>(entries: impl IntoIterator<Item = &'a Entry>, side: Option<Side>) -> Vec<Event> {
    let told = |entry: &Entry| match entry {
        Entry::Event(event) if event.seen_by(side) => Some(event.clone()),
        _ => None,
    };
    standing_lines(entries, 0).into_iter().filter_map(told).collect()
}

/// What a side may read of some lines, or all of them; they are counted from a number on.
pub(crate) fn open_lines<'a>(
    entries: impl IntoIterator<Item = &'a Entry>,
    from: usize,
    side: Option<Side>,
) -> Vec<&'a Entry> {
    match side {
        None => entries.into_iter().collect(),
        Some(side) => standing_lines(entries, from).into_iter().filter(|entry| entry.open_to(side)).collect(),
    }
}

/// The text of a whole log, every line linked to those before it.
#[must_use]
pub fn write(entries: &[Entry]) -> String {
    let (mut text, mut chain) = (String::new(), Chain::default());
    for entry in entries {
        let _ = writeln!(text, "{}", chain.linked(entry));
    }
    text
}

/// The seed from which the dice are thrown: in a battle with an umpire's key it depends on every line up to the one that
/// names it.
pub(crate) fn dice_seed(seed: &Bytes32, bound: Option<&Bytes32>) -> Bytes32 {
    bound.map_or(*seed, |bound| hash(&[b"dice", &seed.0, &bound.0]))
}

#[must_use]
pub fn seal_seed(seed: &Bytes32, salt: &Bytes32) -> Bytes32 {
    hash(&[b"seed", &salt.0, &seed.0])
}

#[must_use]
pub fn seal_answer(replies: &[Reply], salt: &Bytes32) -> Bytes32 {
    hash(&[b"answer", &salt.0, written(replies).as_bytes()])
}
