//! What one seat has been told so far: the picture folded from its events, its journal, and the updates that a
//! reconnecting client may still need.

use crate::view::{journal, unit};
use crate::voice::{Naming, Voice};
use crate::wire::{JournalEntry, Moment, UnitView, Update};
use game::{Card, Deed, Entry, Event, Picture, Side, UnitId};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use table::Cm;

/// The most entries between dice and the test that follows them.
const NEAR: usize = 24;
/// Updates kept for a reconnecting client.
const KEPT: usize = 128;
/// Entries of the journal in the first update.
const LATEST: usize = 300;

/// An event that the seat may know, the line of the log it stands in, and its entry of the journal.
struct SeenEvent {
    line: usize,
    event: Event,
    entry: Option<u32>,
}

/// One seat's view.
pub struct Sight {
    side: Option<Side>,
    first_names: Naming,
    names: Naming,
    told: Vec<SeenEvent>,
    journal: Vec<JournalEntry>,
    picture: Picture,
    begun: bool,
    /// Number of the log's lines that were read.
    lines: usize,
    /// How each unit was last sent.
    sent: BTreeMap<UnitId, UnitView>,
    sent_journal: usize,
    /// The command radius of each general.
    radii: BTreeMap<UnitId, Option<Cm>>,
    seq: u64,
    kept: VecDeque<Arc<Update>>,
}

impl Sight {
    /// A seat that has seen nothing yet. `seq` is the number of its first update: different after each start of the
    /// program, so that an old number is not taken for a new one.
    pub fn new(side: Option<Side>, names: Naming, seq: u64) -> Self {
        Self {
            side,
            first_names: names.clone(),
            names,
            told: Vec::new(),
            journal: Vec::new(),
            picture: Picture::default(),
            begun: false,
            lines: 0,
            sent: BTreeMap::new(),
            sent_journal: 0,
            radii: BTreeMap::new(),
            seq,
            kept: VecDeque::new(),
        }
    }

    /// The names that this seat knows so far.
    pub const fn names(&self) -> &Naming {
        &self.names
    }

    /// The table as this seat sees it.
    pub const fn picture(&self) -> &Picture {
        &self.picture
    }

    pub fn journal(&self) -> &[JournalEntry] {
        &self.journal
    }

    /// The events that this seat may know.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.told.iter().map(|told| &told.event)
    }

    /// The same, each with its entry of the journal.
    pub fn entries(&self) -> impl Iterator<Item = (&Event, Option<u32>)> {
        self.told.iter().map(|told| (&told.event, told.entry))
    }

    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// The generals on the table without a known command radius, and the side that may ask for it.
    pub fn strangers(&self) -> Vec<(UnitId, Side)> {
        let generals = self.picture.units.iter().filter(|(_, card)| card.arm == "general");
        let unknown = generals.filter(|(id, _)| !self.radii.contains_key(id));
        unknown.map(|(id, card)| (*id, self.side.unwrap_or(card.side))).collect()
    }

    /// Sets a general's command radius, if the ruleset has one.
    pub fn meet(&mut self, general: UnitId, radius: Option<Cm>) {
        self.radii.insert(general, radius);
        self.sent.remove(&general);
    }

    /// Reads the new lines of the log.
    pub fn read(&mut self, voice: &Voice, entries: &[Entry]) {
        for entry in entries {
            let line = self.lines;
            self.lines += 1;
            match entry {
                Entry::Event(event) if event.seen_by(self.side) => self.take(voice, line, event.clone()),
                Entry::Undone { to } => self.cut(voice, *to),
                _ => {}
            }
        }
    }

    fn take(&mut self, voice: &Voice, line: usize, event: Event) {
        self.names.learn(&event.deed);
        self.picture.apply(&event.deed);
        self.begun |= matches!(event.deed, Deed::Clock { turn, .. } if turn > 0);
        // The units at the start are on the table: they need no entry.
        let quiet = !self.begun && matches!(event.deed, Deed::Shown { .. });
        let n = u32::try_from(self.journal.len()).unwrap_or(u32::MAX);
        let entry = if quiet { None } else { journal::entry(voice, &self.names, &event, n, self.picture.turn) };
        let place = entry.and_then(|entry| self.enter(entry));
        self.told.push(SeenEvent { line, event, entry: place });
    }

    /// Adds an entry to the journal. A test replaces the dice thrown for it just before: they are one entry, also where
    /// several throw together and each is shown with its effect on another.
    fn enter(&mut self, mut entry: JournalEntry) -> Option<u32> {
        let of = entry.units.first().copied();
        let dice = self
            .journal
            .iter_mut()
            .rev()
            .take(NEAR)
            .take_while(|near| near.what == "dice" || near.what == "note" || near.breakdown.is_some())
            .find(|near| near.what == "dice" && of.is_some() && near.units.first().copied() == of)
            .filter(|_| entry.breakdown.is_some());
        let Some(thrown) = dice else {
            let n = entry.n;
            self.journal.push(entry);
            return Some(n);
        };
        entry.n = thrown.n;
        entry.dice = std::mem::take(&mut thrown.dice);
        let n = entry.n;
        *thrown = entry;
        self.sent_journal = self.sent_journal.min(usize::try_from(n).unwrap_or(usize::MAX));
        Some(n)
    }

    /// An answer was taken back: what followed it never happened.
    fn cut(&mut self, voice: &Voice, to: usize) {
        let kept: Vec<(usize, Event)> =
            self.told.drain(..).filter(|told| told.line <= to).map(|told| (told.line, told.event)).collect();
        self.names = self.first_names.clone();
        self.picture = Picture::default();
        self.begun = false;
        self.journal.clear();
        for (line, event) in kept {
            self.take(voice, line, event);
        }
        self.sent_journal = self.sent_journal.min(self.journal.len());
    }

    pub fn line_of(&self, n: u32) -> Option<usize> {
        self.told.iter().find(|told| told.entry == Some(n)).map(|told| told.line)
    }

    /// The line of the log with the test of an entry.
    pub fn test_line(&self, n: u32) -> Option<usize> {
        let test = |told: &&SeenEvent| told.entry == Some(n) && matches!(told.event.deed, Deed::Tested { .. });
        self.told.iter().find(test).map(|told| told.line)
    }

    /// The table after an entry of the journal.
    pub fn moment(&self, voice: &Voice, n: u32) -> Option<Moment> {
        let entry = self.journal.get(usize::try_from(n).ok()?)?.clone();
        let place = self.told.iter().position(|told| told.entry == Some(n))?;
        // Events without an entry of their own belong to the same moment.
        let end = self.told[place + 1..]
            .iter()
            .position(|told| told.entry.is_some_and(|other| other != n))
            .map_or(self.told.len(), |more| place + 1 + more);
        let mut picture = Picture::default();
        self.told[..end].iter().for_each(|told| picture.apply(&told.event.deed));
        let units = picture.units.iter().map(|(id, card)| (*id, self.unit(voice, *id, card))).collect();
        let clock = voice.both(|words| words.clock(picture.turn, picture.phase.as_str()));
        Some(Moment { entry, units, marks: picture.sites, clock })
    }

    fn unit(&self, voice: &Voice, id: UnitId, card: &Card) -> UnitView {
        let mut view = unit::unit(voice, &self.names, card);
        view.radius = view.radius.or_else(|| self.radii.get(&id).copied().flatten());
        view
    }

    /// Fills in what changed since the last update; `update` holds the rest.
    pub fn changes(&mut self, voice: &Voice, mut update: Update) -> Arc<Update> {
        let mut gone: Vec<UnitId> = Vec::new();
        self.sent.retain(|id, _| {
            let stays = self.picture.units.contains_key(id);
            if !stays {
                gone.push(*id);
            }
            stays
        });
        for (id, card) in &self.picture.units {
            if self.sent.get(id).is_none_or(|view| &view.card != card) {
                let view = self.unit(voice, *id, card);
                update.units.insert(*id, view.clone());
                self.sent.insert(*id, view);
            }
        }
        update.gone = gone;
        let from = self.sent_journal.min(self.journal.len());
        update.journal_from = u32::try_from(from).unwrap_or(u32::MAX);
        update.journal = self.journal[from..].to_vec();
        self.sent_journal = self.journal.len();
        self.seq += 1;
        update.seq = self.seq;
        let update = Arc::new(update);
        self.kept.push_back(Arc::clone(&update));
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
        update
    }

    /// Everything at once.
    pub fn whole(&mut self, voice: &Voice, mut update: Update) -> Update {
        update.seq = self.seq;
        update.whole = true;
        for (id, card) in &self.picture.units {
            let view = match self.sent.get(id) {
                Some(view) if &view.card == card => view.clone(),
                _ => self.unit(voice, *id, card),
            };
            update.units.insert(*id, view);
        }
        let from = self.journal.len().saturating_sub(LATEST);
        update.journal_from = u32::try_from(from).unwrap_or(u32::MAX);
        update.journal = self.journal[from..].to_vec();
        update
    }

    /// The updates after this one, if all are still there.
    pub fn since(&self, after: u64) -> Option<Vec<Arc<Update>>> {
        if after == self.seq {
            return Some(Vec::new());
        }
        let first = self.kept.front()?.seq;
        (after.saturating_add(1) >= first && after < self.seq)
            .then(|| self.kept.iter().filter(|update| update.seq > after).cloned().collect())
    }

    /// The number of the next update.
    pub const fn next_seq(&self) -> u64 {
        self.seq + 1
    }
}
