//! The host as the other crates hold it: with no ruleset in sight.

use super::state::Kept;
use super::{Dice, Host};
use crate::log::{open_lines, told_events, written};
use crate::seal::{Bytes32, Bytes64, hash};
use crate::sign::{self, SignedAct};
use crate::{
    Ask, Barrier, Battle, By, Dossier, Entry, Event, Head, Insight, Lens, Measuring, Outcome, Picture, Preview,
    Prospect, Refusal, Reply, Rules, Side, Standing, Thrown, Toss, UmpireState, UnitId,
};
use std::sync::Arc;

impl<R: Rules> Battle for Host<R> {
    fn waiting(&self, side: Side) -> Vec<Ask> {
        let mine = self.open.iter().filter(|open| open.ask.slot.side == side && open.answer.is_none());
        mine.map(|open| open.ask.clone()).collect()
    }

    fn asked(&self, side: Side) -> u64 {
        self.asked[side.index()]
    }

    fn table_waits(&self, side: Side) -> bool {
        self.open.iter().any(|open| open.ask.slot.side != side && open.answer.is_none())
    }

    fn suggest(&self, side: Side, ask: u64, luck: u64) -> Option<Vec<Reply>> {
        let (_, open) = self.find(side, ask)?;
        Some(self.rules.suggest(self.seen(side), &open.ask, luck))
    }

    fn preview(&self, side: Side, ask: u64, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let Some((_, open)) = self.find(side, ask) else { return Err(vec![Refusal::form(0, "question_not_open")]) };
        let preview = self.judge(side, &open.ask, replies)?;
        self.state.judged(side, ask, replies);
        Ok(preview)
    }

    fn prospects(&self, side: Side, ask: u64, replies: &[Reply]) -> Vec<Prospect> {
        let Some((_, open)) = self.find(side, ask) else { return Vec::new() };
        if open.ask.measuring != Measuring::Free || self.judge(side, &open.ask, replies).is_err() {
            return Vec::new();
        }
        self.rules.prospects(self.seen(side), &open.ask, replies)
    }

    fn lens(&self, side: Side, unit: UnitId, lens: Lens) -> Insight {
        let seen = self.seen(side);
        if self.measures(side, seen) { self.rules.lens(seen, unit, lens) } else { Insight::default() }
    }

    fn may_measure(&self, side: Side) -> bool {
        self.measures(side, self.seen(side))
    }

    fn may_tape(&self, side: Side, ends: [Option<UnitId>; 2]) -> bool {
        let seen = self.seen(side);
        self.measures(side, seen) && self.rules.tape(seen, ends)
    }

    fn dossier(&self, side: Side, unit: UnitId) -> Option<Dossier> {
        let seen = self.seen(side);
        let mut dossier = self.rules.dossier(seen, unit)?;
        if !self.measures(side, seen) {
            for act in dossier.may.iter_mut().chain(&mut dossier.may_not) {
                act.measure = None;
            }
        }
        Some(dossier)
    }

    fn answer(&mut self, side: Side, ask: u64, replies: Vec<Reply>, by: By) -> Result<(), Vec<Refusal>> {
        self.answer_with(side, ask, replies, by, None)
    }

    fn answer_signed(
        &mut self,
        side: Side,
        ask: u64,
        replies: Vec<Reply>,
        signature: Bytes64,
    ) -> Result<(), Vec<Refusal>> {
        self.answer_with(side, ask, replies, By::Person, Some(signature))
    }

    fn seat_key(&self, side: Side) -> Option<Bytes32> {
        self.keys[side.index()]
    }

    fn set_seat_key(&mut self, side: Side, key: Bytes32) -> bool {
        if self.ended.is_some() || !sign::is_key(&key) {
            return false;
        }
        if self.keys[side.index()] != Some(key) {
            self.keys[side.index()] = Some(key);
            self.log.push(Entry::SeatKey { side, key });
        }
        true
    }

    fn note_signature(&mut self, side: Side, act: SignedAct, signature: Bytes64) -> bool {
        let message = self.message(side, &act, &[]);
        let good = self.ended.is_none()
            && self.keys[side.index()].is_some_and(|key| sign::verifies(&key, message.as_bytes(), &signature));
        if good {
            self.log.push(Entry::Signed { side, act, signature });
        }
        good
    }

    fn identity(&self) -> Bytes32 {
        self.battle_hash()
    }

    fn sealing(&self) -> bool {
        self.open.len() > 1
    }

    fn sealed(&self, side: Side) -> Vec<u64> {
        let mine = self.open.iter().filter(|open| open.ask.slot.side == side && open.answer.is_some());
        mine.map(|open| open.ask.id).collect()
    }

    fn sealed_answers(&self, side: Side) -> Vec<(Ask, Vec<Reply>)> {
        let mine = self.open.iter().filter(|open| open.ask.slot.side == side);
        let given = |open: &super::OpenSlot| Some((open.ask.clone(), open.answer.as_ref()?.0.clone()));
        mine.filter_map(given).collect()
    }

    fn withdraw(&mut self, side: Side, ask: u64) -> bool {
        let Some(n) = self.find(side, ask).map(|(n, _)| n) else { return false };
        let Some(open) = self.open.get_mut(n) else { return false };
        if open.answer.take().is_none() {
            return false;
        }
        let slot = open.ask.slot.clone();
        self.log.push(Entry::Withdrawn { slot });
        true
    }

    fn undo(&mut self, side: Side) -> Result<(), Barrier> {
        self.step_back(side)?;
        self.settle();
        Ok(())
    }

    fn undo_possible(&self, side: Side) -> Result<(), Barrier> {
        match self.back.last() {
            Some(back) if back.side == side => Ok(()),
            Some(_) => Err(Barrier::Asked),
            None => Err(self.barrier),
        }
    }

    fn stand(&mut self, side: Side, standing: Standing) {
        if !self.standing[side.index()].contains(&standing) {
            self.log.push(Entry::Standing(side, standing.clone()));
            self.standing[side.index()].push(standing);
            self.settle();
        }
    }

    fn revoke(&mut self, side: Side, standing: &Standing) -> bool {
        let mine = &mut self.standing[side.index()];
        let Some(n) = mine.iter().position(|s| s == standing) else { return false };
        let gone = mine.remove(n);
        self.log.push(Entry::Revoked(side, gone));
        true
    }

    fn standing(&self, side: Side) -> &[Standing] {
        &self.standing[side.index()]
    }

    fn resign(&mut self, side: Side) {
        if self.ended.is_none() {
            self.log.push(Entry::Resigned(side));
            self.finish(Some(side.other()), "resigned");
        }
    }

    fn offer_draw(&mut self, side: Side) {
        if self.ended.is_some() || self.draw_offered[side.index()] {
            return;
        }
        self.draw_offered[side.index()] = true;
        self.log.push(Entry::DrawOffered(side));
        if self.draw_offered == [true; 2] {
            self.agree();
        }
    }

    fn decline_draw(&mut self, side: Side) -> bool {
        let offered = self.ended.is_none() && self.draw_offered != [false; 2];
        if offered {
            self.draw_offered = [false; 2];
            self.log.push(Entry::DrawDeclined(side));
        }
        offered
    }

    fn draw_offered(&self) -> [bool; 2] {
        self.draw_offered
    }

    fn dice_wanted(&self) -> Vec<Toss> {
        match self.dice {
            Dice::Typed if self.ended.is_none() => self.wants_dice().unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    fn type_dice(&mut self, faces: &[Vec<u8>]) -> Result<(), dice::DiceError> {
        let wanted = self.dice_wanted();
        if wanted.len() != faces.len() {
            let throws: Vec<String> = wanted.iter().map(|toss| toss.throw.to_string()).collect();
            return Err(dice::DiceError::Count {
                throw: throws.join(" + "),
                wanted: wanted.iter().map(|toss| toss.throw.dice_count()).sum(),
                got: faces.iter().map(Vec::len).sum(),
            });
        }
        let thrown = wanted
            .iter()
            .zip(faces)
            .map(|(toss, faces)| Ok(Thrown { faces: faces.clone(), class: dice::read(&toss.throw, faces)? }))
            .collect::<Result<Vec<_>, dice::DiceError>>()?;
        if !thrown.is_empty() {
            self.take_dice(thrown);
            self.settle();
        }
        Ok(())
    }

    fn picture(&self, side: Option<Side>) -> Picture {
        let mut picture = match side {
            Some(side) => self.rules.picture(&self.seen(side).state),
            None => self.rules.picture(&self.state),
        };
        picture.outcome = picture.outcome.or_else(|| self.ended.clone());
        picture
    }

    fn events(&self, side: Option<Side>) -> Vec<Event> {
        told_events(self.log.since(0), side)
    }

    fn lines(&self) -> usize {
        self.log.len()
    }

    fn lines_since(&self, line: usize, side: Option<Side>) -> Vec<&Entry> {
        open_lines(self.log.since(line), line, side)
    }

    fn keep(&self) -> UmpireState {
        // Once the end is signed there is no key left to sign it or to throw another.
        if self.ended.is_some() && self.witnessed {
            return UmpireState::default();
        }
        let seed = match self.dice {
            Dice::Seeded { seed, .. } => Some(seed),
            Dice::Typed => None,
        };
        let sealed = self.open.iter().filter_map(|open| {
            let (replies, by, _) = open.answer.as_ref()?;
            Some((open.ask.slot.clone(), replies.clone(), *by))
        });
        UmpireState { seed, salt: self.salt.0, sealed: sealed.collect() }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.clone()
    }

    fn fingerprint(&self) -> Bytes32 {
        hash(&[b"state", written::<R::State>(&self.state).as_bytes()])
    }

    fn knowledge_since(&self, line: usize, side: Side) -> Bytes32 {
        let (view, asks) = (written(&self.seen(side).state), written(&self.waiting(side)));
        let (log, picture) = (written(&self.lines_since(line, Some(side))), written(&self.picture(Some(side))));
        hash(&[b"knowledge", view.as_bytes(), asks.as_bytes(), log.as_bytes(), picture.as_bytes()])
    }

    fn survives_saving(&self) -> bool {
        let Ok(text) = serde_json::to_string::<R::State>(&self.state) else { return false };
        let Ok(mut state) = serde_json::from_str::<R::State>(&text) else { return false };
        self.rules.wake(&mut state);
        state == *self.state
            && self.rules.need(&state) == self.rules.need(&self.state)
            && self.rules.picture(&state) == self.rules.picture(&self.state)
    }

    fn fork(&self) -> Box<dyn Battle> {
        Box::new(Self {
            rules: Arc::clone(&self.rules),
            state: Kept::new(R::State::clone(&self.state)),
            log: self.log.clone(),
            open: self.open.clone(),
            asked: self.asked,
            turn: self.turn,
            dice: self.dice,
            thrown: self.thrown,
            replaying: self.replaying,
            written: self.written.clone(),
            salt: self.salt,
            standing: self.standing.clone(),
            draw_offered: self.draw_offered,
            ended: self.ended.clone(),
            back: self.back.clone(),
            barrier: self.barrier,
            witnessed: self.witnessed,
            keys: self.keys,
            sketch: self.sketch,
            hunch: self.hunch,
        })
    }

    fn again(&self, generals: [String; 2], seed: Option<Bytes32>, salt: Bytes32) -> Box<dyn Battle> {
        // The head is the first line of every log; only an imagined battle has none, and no scenario.
        let head = match self.log.get(0) {
            Some(Entry::Head(head)) => Head { generals, ..head.as_ref().clone() },
            _ => Head { generals, ..Head::default() },
        };
        Box::new(Self::begin(Arc::clone(&self.rules), head, seed, salt))
    }

    fn witnessed(&self, seed: Option<Bytes32>, salt: Bytes32) -> Box<dyn Battle> {
        let head = match self.log.get(0) {
            Some(Entry::Head(head)) => head.as_ref().clone(),
            _ => Head::default(),
        };
        Box::new(Self::begin_witnessed(Arc::clone(&self.rules), head, seed, salt))
    }

    fn appraise(&self, side: Side) -> Arc<crate::Appraisal> {
        self.state.valued(side, || self.rules.appraise(self.seen(side)))
    }

    fn gists(&self, side: Side, ask: u64) -> Vec<Vec<crate::Gist>> {
        let Some((_, open)) = self.find(side, ask) else { return Vec::new() };
        self.state.gists(side, ask, || self.rules.gists(self.seen(side), &open.ask))
    }

    fn clashes(&self, side: Side, pairs: &[(UnitId, UnitId)]) -> Vec<crate::Clash> {
        let seen = self.seen(side);
        let clash = |pair: &(UnitId, UnitId)| self.state.clash(side, *pair, || self.rules.clash(seen, pair.0, pair.1));
        pairs.iter().map(clash).collect()
    }

    fn led(&self, side: Side, leader: UnitId, from: &[table::Point]) -> Vec<i64> {
        self.rules.led(self.seen(side), leader, from)
    }

    fn hindsight(&self, line: usize) -> Option<crate::Hindsight> {
        crate::hindsight::hindsight(&self.rules, &self.log_since(0), self.salt.0, line)
    }

    fn drift(&self, luck: u64) -> crate::drift::Drift {
        crate::drift::compare(self.rules.as_ref(), &self.state, luck)
    }

    fn drift_of(&self, side: Side, ask: u64, luck: u64) -> crate::drift::Drift {
        let open = self.find(side, ask).map(|(_, open)| &open.ask);
        open.map(|ask| crate::drift::of_answer(self.rules.as_ref(), &self.state, ask, luck)).unwrap_or_default()
    }

    fn invariants(&self) -> crate::battery::invariants::Invariants {
        self.rules.invariants()
    }

    fn imagine(&self, side: Side, luck: u64) -> Box<dyn Battle> {
        let state = self.rules.imagine(self.seen(side), luck);
        let seed = hash(&[b"imagined", &luck.to_le_bytes()]);
        let mut copy = Self::blank(Arc::clone(&self.rules), state, Some(seed), seed);
        copy.sketch = true;
        copy.hunch = self.hunch;
        copy.ended.clone_from(&self.ended);
        // The side's questions keep their numbers; its sealed answers and its standing answers stay as they are.
        let own = || self.open.iter().filter(|open| open.ask.slot.side == side);
        copy.asked[side.index()] = self.asked[side.index()].saturating_sub(own().count() as u64);
        copy.standing[side.index()].clone_from(&self.standing[side.index()]);
        copy.settle();
        for open in own() {
            let Some((replies, by, _)) = &open.answer else { continue };
            if let Some(n) = copy.open.iter().position(|o| o.ask.slot == open.ask.slot && o.answer.is_none()) {
                copy.fill(n, replies.clone(), *by);
            }
        }
        if !copy.open.is_empty() && copy.open.iter().all(|open| open.answer.is_some()) {
            copy.take_answers();
            copy.settle();
        }
        Box::new(copy)
    }
}
