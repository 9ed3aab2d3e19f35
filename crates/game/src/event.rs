//! Events: what happened, as data, each with an audience. A side's picture is the fold of its events.

use crate::{Breakdown, Facts, Key, Outcome, Ref, RuleId, Side, Term, Thrown, Toss, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{Piece, Pose};

/// The audience of an event. Fixed when it is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Both sides and the umpire.
    All,
    /// One side and the umpire.
    Only(Side),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A unit comes into view with its whole card.
    Shown { unit: UnitId, card: Card },
    /// A unit passes out of view.
    Hidden(UnitId),
    /// A unit moved, or its pieces were laid out again.
    Moved {
        unit: UnitId,
        /// The way its lead piece took; one pose if it only changed its layout.
        path: Vec<Pose>,
        /// Where its pieces stand now.
        pieces: Vec<Piece>,
    },
    /// A mark of a unit changed; an empty value removes it.
    Marked {
        unit: UnitId,
        mark: Term,
        /// The new value; empty removes the mark.
        value: Term,
    },
    /// A figure of a unit changed.
    Counted { unit: UnitId, what: Term, from: i64, to: i64 },
    /// A unit left the battle.
    Gone { unit: UnitId, why: Term },
    /// A site changed (burns, is spiked, is held).
    Site {
        site: u16,
        mark: Term,
        /// The new value; empty removes the mark.
        value: Term,
    },
    /// A unit, command or side declared a deed.
    Declared { by: Ref, key: Key },
    /// Something hidden was opened.
    Opened { of: Ref, key: Key },
    /// Dice were thrown.
    Threw(Toss, Thrown),
    /// A test, line by line, and its result.
    Tested {
        /// The lines of the test.
        breakdown: Breakdown,
        result: Term,
    },
    /// A message that fits no other deed: refused at the last moment, blocked, lapsed.
    Note {
        /// The unit or party concerned.
        of: Ref,
        what: Term,
        /// The figures of the note.
        facts: Facts,
    },
    /// The clock: turn, phase, step.
    Clock {
        /// Turn number, from 1.
        turn: u16,
        /// The phase of the turn.
        phase: Term,
    },
    /// The battle ended.
    Ended(Outcome),
}

/// One event. Events of one beat are one instant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    pub beat: u32,
    pub deed: Deed,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
    pub seen: Audience,
}

/// A part of what its name says.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UnitPart {
    /// What sort of part: a text `unit-part-…`.
    pub what: Term,
    /// Which one, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u8>,
}

impl UnitPart {
    /// The only part of its sort.
    #[must_use]
    pub fn of(what: &'static str) -> Self {
        Self { what: Term::of(what), n: None }
    }

    /// One of several.
    #[must_use]
    pub fn nth(what: &'static str, n: u8) -> Self {
        Self { what: Term::of(what), n: Some(n) }
    }
}

/// A unit or general as a screen shows it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    pub side: Side,
    /// Name as the scenario writes it.
    pub name: String,
    /// Which part of it, where several go by this name: texts say it (`unit-part-…`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<UnitPart>,
    /// Nation (key of the armies).
    pub nation: Term,
    /// Arm: infantry, cavalry, artillery, general.
    pub arm: Term,
    pub command: Option<u16>,
    /// The positions of its pieces.
    pub pieces: Vec<Piece>,
    /// Formation, marker, order...: words.
    pub marks: BTreeMap<Term, Term>,
    /// Elements, losses...: figures.
    pub counts: BTreeMap<Term, i64>,
}

/// The visible state of the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Picture {
    /// The number of the turn.
    pub turn: u16,
    /// The phase of the turn.
    pub phase: Term,
    pub units: BTreeMap<UnitId, Card>,
    /// Marks of sites.
    pub sites: BTreeMap<u16, BTreeMap<Term, Term>>,
    /// The outcome, once the battle is over.
    pub outcome: Option<Outcome>,
}

impl Event {
    /// Whether a side may know of it; `None`: the umpire, who may know all.
    #[must_use]
    pub fn seen_by(&self, side: Option<Side>) -> bool {
        match (self.seen, side) {
            (Audience::All, _) | (_, None) => true,
            (Audience::Only(s), Some(side)) => s == side,
        }
    }
}

impl Picture {
    /// Applies one event.
    pub fn apply(&mut self, deed: &Deed) {
        match deed {
            Deed::Shown { unit, card } => {
                self.units.insert(*unit, card.clone());
            }
            Deed::Hidden(unit) | Deed::Gone { unit, .. } => {
                self.units.remove(unit);
            }
            Deed::Moved { unit, pieces, .. } => {
                if let Some(card) = self.units.get_mut(unit) {
                    card.pieces.clone_from(pieces);
                }
            }
            Deed::Marked { unit, mark, value } => {
                if let Some(card) = self.units.get_mut(unit) {
                    set(&mut card.marks, mark, value);
                }
            }
            Deed::Counted { unit, what, to, .. } => {
                if let Some(card) = self.units.get_mut(unit) {
                    card.counts.insert(what.clone(), *to);
                }
            }
            Deed::Site { site, mark, value } => {
                let marks = self.sites.entry(*site).or_default();
                set(marks, mark, value);
                if marks.is_empty() {
                    self.sites.remove(site);
                }
            }
            Deed::Clock { turn, phase } => {
                self.turn = *turn;
                self.phase.clone_from(phase);
            }
            Deed::Ended(outcome) => self.outcome = Some(outcome.clone()),
            Deed::Declared { .. } | Deed::Opened { .. } | Deed::Threw(..) | Deed::Tested { .. } | Deed::Note { .. } => {
            }
        }
    }

    /// The picture that these events leave for a side (`None`: the umpire).
    pub fn fold<'a>(events: impl IntoIterator<Item = &'a Event>, side: Option<Side>) -> Self {
        let mut picture = Self::default();
        for event in events {
            if event.seen_by(side) {
                picture.apply(&event.deed);
            }
        }
        picture
    }
}

fn set(marks: &mut BTreeMap<Term, Term>, mark: &Term, value: &Term) {
    if value.as_str().is_empty() {
        marks.remove(mark);
    } else {
        marks.insert(mark.clone(), value.clone());
    }
}
