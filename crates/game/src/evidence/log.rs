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

/// The settings of a battle; enough to set it up again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Head {
    /// Version of this format.
    pub format: u32,
    /// The ruleset's id.
    pub ruleset: Term,
    /// Version of the ruleset's code.
    pub version: u32,
    /// The whole text of the scenario file.
    pub scenario: String,
    /// The whole text of the club's own tables, if any were used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
    /// Values of options and rulings that differ from the defaults, by name.
    pub options: BTreeMap<Term, i64>,
    /// The leaders of blue and red.
    #[serde(default)]
    pub generals: [String; 2],
    /// Hash of random bytes and the seed.
    pub seed_sealed: Bytes32,
    /// The key with which the umpire signs the end. With a key the dice come from the seed and the hash of this very
    /// line: another head would have given other dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub umpire: Option<Bytes32>,
}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    Head(Box<Head>),
    /// An answer that waits for the other side's: a hash of random bytes and the replies.
    Sealed {
        /// The question that it answers.
        slot: Slot,
        seal: Bytes32,
    },
    /// A sealed answer was taken back before the other side had answered.
    Withdrawn {
        /// The question that it answers.
        slot: Slot,
    },
    /// An answer to a question.
    Given {
        /// The question that it answers.
        slot: Slot,
        /// The replies, in the order of the fields.
        replies: Vec<Reply>,
        by: By,
        /// The random bytes of its seal, if it was sealed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<Bytes32>,
    },
    Dice(Vec<Thrown>),
    /// An event that followed.
    Event(Event),
    /// A standing answer was set.
    Standing(Side, Standing),
    /// A standing answer was revoked.
    Revoked(Side, Standing),
    /// The entries after this line no longer count.
    Undone {
        /// The last line that still counts (the head is line 0).
        to: usize,
    },
    /// A side resigned.
    Resigned(Side),
    /// A side offered a draw.
    DrawOffered(Side),
    /// A side declined the offer, or withdrew its own.
    DrawDeclined(Side),
    /// Both sides agreed on a draw.
    DrawAgreed,
    /// A new battle continues from here: new dice, perhaps other generals. Dice before this line came from another
    /// seed.
    Continued {
        /// Hash of random bytes and the new seed.
        seed_sealed: Bytes32,
        /// The leaders of blue and red from here on.
        generals: [String; 2],
        /// The key with which the umpire signs the end. With a key the dice come from the new seed and the hash of all
        /// lines up to this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        umpire: Option<Bytes32>,
    },
    /// A seat signs with this key from here on.
    SeatKey {
        side: Side,
        key: Bytes32,
    },
    /// A seat's signature of its next act: of an answer that is sealed, before it is opened.
    Signed {
        side: Side,
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
    /// The last line: the umpire's signature of all lines before it. The umpire's secret is gone after it.
    Closed {
        signature: Bytes64,
    },
}

/// A fault of a log file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LogError {
    /// The file is empty.
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
    /// A line differs from the rules.
    #[error("line {line}: {reason}")]
    Differs {
        /// Its number, from 1.
        line: usize,
        reason: crate::LogDifference,
    },
    /// A line was changed, or lines were left out or inserted before it: its link does not fit.
    #[error("line {line}: the link to the lines before does not fit")]
    Link {
        /// Its number, from 1.
        line: usize,
    },
    /// The battle is over, but the umpire has not signed it: nothing proves this end.
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
    /// From this column on it is not JSON.
    #[error("no JSON from column {column} on")]
    NoJson { column: usize },
    /// JSON, but at this column no entry of a log.
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
    pub entries: Vec<Entry>,
    /// Whether the last line was truncated and left out.
    pub cut: bool,
    /// Whether every line carries the link to those before it.
    pub linked: bool,
    /// The first line (from 1) whose link does not fit.
    pub broken: Option<usize>,
}

/// What protects the lines of a log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Whether every line is linked to those before it.
    pub linked: bool,
    /// Whether the dice depend on the head.
    pub bound: bool,
    /// Whether the umpire signed the end.
    pub closed: bool,
    /// The signatures of each seat (blue, red).
    pub seats: [SeatProof; 2],
}

/// The signatures of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatProof {
    /// The keys it signed with.
    pub keys: Vec<Bytes32>,
    /// Answers that a person gave.
    pub answers: usize,
    /// Those of them that are signed.
    pub signed: usize,
}

/// The format this program writes. Since format 2 every line of a whole log is linked to those before it.
pub const FORMAT: u32 = 2;

/// The first format whose lines are linked.
const LINKED: u32 = 2;

/// The longest line that is read, in bytes.
const LONGEST: usize = 8 * 1024 * 1024;

impl Entry {
    /// The line, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        written(self)
    }
}

/// A value of the program as JSON. An empty text in its place would be a wrong record, and a seal or hash of it would
/// fit everything.
#[track_caller]
#[allow(clippy::expect_used)] // as above
pub(crate) fn written<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("what the program has made can be written")
}

impl Log {
    /// Reads a log. A truncated last line is left out.
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
            // All or none: a line without a link among others was inserted. A broken log can still be shown.
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

    /// Whether this is one side's part of a log: events and its own answers. The rules cannot play it again.
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

    /// Whether the log has everything that its format requires, and the umpire has signed it if the battle is over.
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

    /// What protects the lines of this log. It does not say whether they fit: `reopen` does.
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

/// The lines of a battle under way. A copy of the battle shares them: a written line never changes.
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
    /// Whether a side may have a line of the log: the events for it and its own answers. It learns of dice by their
    /// events.
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

/// The entries that were not undone. They are counted from a number on, which later undo lines refer to.
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

/// The lines that a side may read, or all of them; they are counted from a number on.
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
