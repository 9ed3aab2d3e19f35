//! A battle that is over, known from its events alone: for stored battles that the present rules would play
//! differently.

use crate::chain::Chain;
use crate::log::{open_lines, standing_lines, told_events};
use crate::seal::{Bytes32, Bytes64, hash};
use crate::sign::SignedAct;
use crate::{
    Appraisal, Ask, Barrier, Battle, By, Clash, Dossier, Entry, Event, Facts, Gist, Hindsight, Insight, Lens, LogError,
    Outcome, Picture, Preview, Prospect, Refusal, Reply, Side, Standing, Toss, UmpireState, UnitId,
};
use std::sync::Arc;

/// A battle that can only be looked at. What needs its rules (odds, cards, values) is unknown.
#[derive(Clone)]
pub struct FinishedBattle {
    entries: Arc<Vec<Entry>>,
    ended: Outcome,
}

impl FinishedBattle {
    /// A battle from its lines; `None` if they have no end.
    ///
    /// # Errors
    /// If they are not the lines of a battle.
    pub fn open(entries: Vec<Entry>) -> Result<Option<Self>, LogError> {
        let Some(Entry::Head(_)) = entries.first() else { return Err(LogError::NoHead) };
        let ended = end_of(&entries);
        Ok(ended.map(|ended| Self { entries: Arc::new(entries), ended }))
    }
}

/// The end of a battle, from its lines.
fn end_of(entries: &[Entry]) -> Option<Outcome> {
    let plain = |winner, how| Outcome::of(winner, how, Facts::new());
    standing_lines(entries, 0).into_iter().rev().find_map(|entry| match entry {
        Entry::Event(event) => match &event.deed {
            crate::Deed::Ended(outcome) => Some(outcome.clone()),
            _ => None,
        },
        Entry::Resigned(side) => Some(plain(Some(side.other()), "resigned")),
        Entry::DrawAgreed => Some(plain(None, "agreed")),
        _ => None,
    })
}

fn over<T>() -> Result<T, Vec<Refusal>> {
    Err(vec![Refusal::form(0, "question_not_open")])
}

impl Battle for FinishedBattle {
    fn waiting(&self, _: Side) -> Vec<Ask> {
        Vec::new()
    }

    fn asked(&self, _: Side) -> u64 {
        0
    }

    fn table_waits(&self, _: Side) -> bool {
        false
    }

    fn suggest(&self, _: Side, _: u64, _: u64) -> Option<Vec<Reply>> {
        None
    }

    fn preview(&self, _: Side, _: u64, _: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        over()
    }

    fn prospects(&self, _: Side, _: u64, _: &[Reply]) -> Vec<Prospect> {
        Vec::new()
    }

    fn lens(&self, _: Side, _: UnitId, _: Lens) -> Insight {
        Insight::default()
    }

    fn may_measure(&self, _: Side) -> bool {
        true
    }

    fn may_tape(&self, _: Side, _: [Option<UnitId>; 2]) -> bool {
        true
    }

    fn dossier(&self, _: Side, _: UnitId) -> Option<Dossier> {
        None
    }

    fn answer(&mut self, _: Side, _: u64, _: Vec<Reply>, _: By) -> Result<(), Vec<Refusal>> {
        over()
    }

    fn answer_signed(&mut self, _: Side, _: u64, _: Vec<Reply>, _: Bytes64) -> Result<(), Vec<Refusal>> {
        over()
    }

    fn seat_key(&self, side: Side) -> Option<Bytes32> {
        self.entries.iter().rev().find_map(|entry| match entry {
            Entry::SeatKey { side: of, key } if *of == side => Some(*key),
            _ => None,
        })
    }

    fn set_seat_key(&mut self, _: Side, _: Bytes32) -> bool {
        false
    }

    fn note_signature(&mut self, _: Side, _: SignedAct, _: Bytes64) -> bool {
        false
    }

    fn identity(&self) -> Bytes32 {
        Chain::of(self.entries.first()).hash()
    }

    fn sealing(&self) -> bool {
        false
    }

    fn sealed(&self, _: Side) -> Vec<u64> {
        Vec::new()
    }

    fn sealed_answers(&self, _: Side) -> Vec<(Ask, Vec<Reply>)> {
        Vec::new()
    }

    fn withdraw(&mut self, _: Side, _: u64) -> bool {
        false
    }

    fn undo(&mut self, side: Side) -> Result<(), Barrier> {
        self.undo_possible(side)
    }

    fn undo_possible(&self, _: Side) -> Result<(), Barrier> {
        Err(Barrier::Opened)
    }

    fn stand(&mut self, _: Side, _: Standing) {}

    fn revoke(&mut self, _: Side, _: &Standing) -> bool {
        false
    }

    fn standing(&self, _: Side) -> &[Standing] {
        &[]
    }

    fn resign(&mut self, _: Side) {}

    fn offer_draw(&mut self, _: Side) {}

    fn decline_draw(&mut self, _: Side) -> bool {
        false
    }

    fn draw_offered(&self) -> [bool; 2] {
        [false; 2]
    }

    fn dice_wanted(&self) -> Vec<Toss> {
        Vec::new()
    }

    fn type_dice(&mut self, faces: &[Vec<u8>]) -> Result<(), dice::DiceError> {
        let got = faces.iter().map(Vec::len).sum();
        Err(dice::DiceError::Count { throw: String::new(), wanted: 0, got })
    }

    fn picture(&self, side: Option<Side>) -> Picture {
        let mut picture = Picture::fold(&self.events(side), side);
        picture.outcome = Some(self.ended.clone());
        picture
    }

    fn events(&self, side: Option<Side>) -> Vec<Event> {
        told_events(self.entries.iter(), side)
    }

    fn lines(&self) -> usize {
        self.entries.len()
    }

    fn lines_since(&self, line: usize, side: Option<Side>) -> Vec<&Entry> {
        open_lines(self.entries.get(line..).unwrap_or_default(), line, side)
    }

    fn keep(&self) -> UmpireState {
        UmpireState::default()
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(self.ended.clone())
    }

    fn fingerprint(&self) -> Bytes32 {
        Chain::of(self.entries.iter()).hash()
    }

    fn knowledge_since(&self, line: usize, side: Side) -> Bytes32 {
        hash(&[b"knowledge", &serde_json::to_vec(&self.lines_since(line, Some(side))).unwrap_or_default()])
    }

    fn survives_saving(&self) -> bool {
        true
    }

    fn fork(&self) -> Box<dyn Battle> {
        Box::new(self.clone())
    }

    // Its rules are gone: playing it again gives the same ended battle.
    fn again(&self, _: [String; 2], _: Option<Bytes32>, _: Bytes32) -> Box<dyn Battle> {
        self.fork()
    }

    fn witnessed(&self, _: Option<Bytes32>, _: Bytes32) -> Box<dyn Battle> {
        self.fork()
    }

    fn appraise(&self, _: Side) -> Arc<Appraisal> {
        Arc::new(Appraisal::default())
    }

    fn gists(&self, _: Side, _: u64) -> Vec<Vec<Gist>> {
        Vec::new()
    }

    fn clashes(&self, _: Side, pairs: &[(UnitId, UnitId)]) -> Vec<Clash> {
        pairs.iter().map(|_| Clash::default()).collect()
    }

    fn led(&self, _: Side, _: UnitId, _: &[table::Point]) -> Vec<i64> {
        Vec::new()
    }

    fn hindsight(&self, _: usize) -> Option<Hindsight> {
        None
    }

    fn drift(&self, _: u64) -> crate::drift::Drift {
        crate::drift::Drift::default()
    }

    fn drift_of(&self, _: Side, _: u64, _: u64) -> crate::drift::Drift {
        crate::drift::Drift::default()
    }

    fn invariants(&self) -> crate::battery::invariants::Invariants {
        crate::battery::invariants::Invariants::default()
    }

    fn imagine(&self, _: Side, _: u64) -> Box<dyn Battle> {
        self.fork()
    }
}
