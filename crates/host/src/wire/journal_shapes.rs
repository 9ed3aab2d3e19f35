//! The journal and the breakdowns in it, and the table at a moment of the past.

use super::UnitView;
use game::Bilingual;
use game::{Op, RuleId, Term, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use table::Pose;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JournalEntry {
    /// The number of the entry, from 0.
    pub n: u32,
    pub turn: u16,
    /// clock, move, fire, test, dice, order, loss, gone, note, end...: for the sign beside it and the filter.
    pub what: Term,
    /// The sentence in words.
    pub text: Bilingual,
    /// The units concerned: for the filter and the table.
    pub units: Vec<UnitId>,
    pub rules: Vec<RuleId>,
    /// The dice thrown, if any.
    pub dice: Vec<u8>,
    /// The breakdown, if it is a test.
    pub breakdown: Option<BreakdownView>,
    /// Ways taken, to be shown as movement.
    pub paths: Vec<(UnitId, Vec<Pose>)>,
}

/// A breakdown in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BreakdownView {
    /// The name of the test.
    pub title: Bilingual,
    /// The unit that makes it.
    pub of: Option<Bilingual>,
    pub lines: Vec<LineView>,
    /// The total, if it is known.
    pub total: Option<Bilingual>,
    /// The result, if it is known.
    pub result: Option<Bilingual>,
}

/// One line of a breakdown.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LineView {
    pub rule: RuleId,
    /// The reason of the line.
    pub reason: Bilingual,
    pub amount: Bilingual,
    /// The operation, for programs.
    pub op: Op,
}

/// The table at a moment of the past. `GET /api/seat/moments/{n}`: after journal entry n.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Moment {
    pub entry: JournalEntry,
    /// Every unit at that moment.
    pub units: BTreeMap<UnitId, UnitView>,
    /// Marks of sites at that moment.
    pub marks: BTreeMap<u16, BTreeMap<Term, Term>>,
    /// Turn and phase.
    pub clock: Bilingual,
}
