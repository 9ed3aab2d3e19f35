//! The effect of a replay on a host: lines of a log are applied as if they happened now.

use super::state::Kept;
use super::{Dice, Fell, Host};
use crate::chain::Chain;
use crate::log::seal_seed;
use crate::seal::{Bytes32, Bytes64};
use crate::sign::{self, SignedAct, public_key, umpire_secret};
use crate::{Barrier, By, Entry, Head, LogDifference, Need, Outcome, Reply, Rules, Side, Slot, Standing, Thrown, Toss};

impl<R: Rules> Host<R> {
    /// Begins a replay.
    pub(crate) fn start(&mut self, head: Head) {
        self.replaying = true;
        let (state, events) = self.rules.begin();
        self.state = Kept::new(state);
        self.log.push(Entry::Head(Box::new(head)));
        self.bind_to_head();
        events.into_iter().for_each(|event| self.record(event));
    }

    /// The umpire's key in the head, if there is one, binds everything before.
    pub(crate) fn bind_to_head(&mut self) {
        if let Some(Entry::Head(head)) = self.log.get(0) {
            self.witnessed = head.umpire.is_some();
            self.bind();
        }
    }

    /// The dice depend on all lines up to now, if the umpire has a key.
    fn bind(&mut self) {
        if let Dice::Seeded { seed, .. } = self.dice {
            let bound = self.binding();
            self.dice = Dice::of(Some(seed), bound.as_ref());
        }
    }

    /// The hash on which dice thrown from now on depend.
    pub(crate) fn binding(&self) -> Option<Bytes32> {
        self.witnessed.then(|| Chain::of(self.log.since(0)).hash())
    }

    /// From here on the dice are new, and earlier keys no longer bind the seats.
    pub(crate) fn begin_anew(&mut self, seed_sealed: Bytes32, generals: [String; 2], umpire: Option<Bytes32>) {
        self.thrown = 0;
        self.draw_offered = [false; 2];
        self.standing = [Vec::new(), Vec::new()];
        self.keys = [None; 2];
        self.open.clear();
        self.bar(Barrier::Nothing);
        self.witnessed = umpire.is_some();
        self.log.push(Entry::Continued { seed_sealed, generals, umpire });
        self.bind();
    }

    pub(crate) fn seal_of_seed(&self) -> Bytes32 {
        let seed = match self.dice {
            Dice::Seeded { seed, .. } => seed,
            Dice::Typed => Bytes32::default(),
        };
        seal_seed(&seed, &self.salt.nth(0))
    }

    pub(crate) fn umpire_key(&self) -> Bytes32 {
        public_key(&umpire_secret(&self.salt.0))
    }

    /// Takes a key of the log.
    pub(crate) fn restore_key(&mut self, side: Side, key: Bytes32) {
        self.keys[side.index()] = Some(key);
        self.log.push(Entry::SeatKey { side, key });
    }

    /// Whether a seat has signed this.
    pub(crate) fn signed_by(&self, side: Side, act: &SignedAct, replies: &[Reply], signature: &Bytes64) -> bool {
        let message = self.message(side, act, replies);
        self.keys[side.index()].is_some_and(|key| sign::verifies(&key, message.as_bytes(), signature))
    }

    /// Puts the open questions, if they were not put yet.
    pub(crate) fn put_open(&mut self) {
        if self.open.is_empty()
            && let Need::Answers(slots) = self.rules.need(&self.state)
        {
            self.put(&slots);
        }
    }

    /// Whether an answer to this slot is awaited and would be sealed.
    pub(crate) fn awaits_sealed(&mut self, slot: &Slot) -> bool {
        self.put_open();
        self.open.len() > 1 && self.open.iter().any(|open| &open.ask.slot == slot && open.answer.is_none())
    }

    /// The state, to see what the rules would make of it.
    pub(crate) fn state_now(&self) -> &R::State {
        &self.state
    }

    pub(crate) const fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    pub(crate) fn restore_answer(
        &mut self,
        slot: &Slot,
        replies: &[Reply],
        by: By,
        salt: Option<Bytes32>,
    ) -> Result<(), LogDifference> {
        if self.open.is_empty() {
            let Need::Answers(slots) = self.rules.need(&self.state) else {
                return Err(LogDifference::NotAsked);
            };
            self.put(&slots);
        }
        let Some(n) = self.open.iter().position(|open| &open.ask.slot == slot && open.answer.is_none()) else {
            return Err(LogDifference::NotOpen(slot.kind.clone()));
        };
        // Answers that wait for one another are sealed: without a seal an answer could have been changed.
        if salt.is_none() && self.open.len() > 1 {
            return Err(LogDifference::NoSeal);
        }
        if let Err(refusals) = self.judge(slot.side, &self.open[n].ask, replies) {
            let why = refusals.first().map(|r| format!("{} {}", r.rule, r.reason)).unwrap_or_default();
            return Err(LogDifference::Refused(why));
        }
        self.open[n].answer = Some((replies.to_vec(), by, salt));
        if self.open.iter().all(|open| open.answer.is_some()) {
            self.take_answers();
        }
        Ok(())
    }

    /// Restores an answer that waited, sealed; its line is in the log already.
    pub(crate) fn restore_sealed(&mut self, slot: &Slot, replies: &[Reply], by: By) -> bool {
        let Some(n) = self.open.iter().position(|open| &open.ask.slot == slot && open.answer.is_none()) else {
            return false;
        };
        if self.judge(slot.side, &self.open[n].ask, replies).is_err() {
            return false;
        }
        let salt = self.salt.nth(2 * self.open[n].ask.id + slot.side.index() as u64);
        self.open[n].answer = Some((replies.to_vec(), by, Some(salt)));
        true
    }

    /// Takes a step back, as far as `undo` allows it.
    pub(crate) fn step_back(&mut self, side: Side) -> Result<usize, Barrier> {
        match self.back.pop_if(|back| back.side == side) {
            Some(back) => {
                self.state = Kept::new(back.state);
                self.open.clear();
                self.log.push(Entry::Undone { to: back.line });
                Ok(back.line)
            }
            None if self.back.is_empty() => Err(self.barrier),
            None => Err(Barrier::Asked),
        }
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        self.log.push(entry);
    }

    /// Whether the umpire has signed all lines up to now with this key.
    pub(crate) fn closed_by(&self, key: &Bytes32, signature: &Bytes64) -> bool {
        sign::verifies(key, &sign::end_message(&Chain::of(self.log.since(0)).hash()), signature)
    }

    pub(crate) fn line(&self, n: usize) -> Option<&Entry> {
        self.log.get(n)
    }

    pub(crate) fn wants_dice(&self) -> Option<Vec<Toss>> {
        match self.rules.need(&self.state) {
            Need::Dice(tosses) => Some(tosses),
            _ => None,
        }
    }

    pub(crate) fn over_by_rules(&self) -> Option<Outcome> {
        match self.rules.need(&self.state) {
            Need::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The dice of the next lines of the log.
    pub(crate) fn expect_dice(&mut self, next: impl Iterator<Item = (usize, Vec<Thrown>)>) {
        self.written.next = next.collect();
    }

    /// The dice of the log used since the last call.
    pub(crate) fn fell(&mut self) -> Vec<Fell> {
        std::mem::take(&mut self.written.fell)
    }

    pub(crate) fn count_dice(&mut self, n: u64) {
        self.thrown += n;
    }

    pub(crate) fn standing_mut(&mut self, side: Side) -> &mut Vec<Standing> {
        &mut self.standing[side.index()]
    }

    /// After a replay: continues if the host has the seed, otherwise waits for dice to be typed in.
    pub(crate) fn settle_after_replay(&mut self) {
        self.replaying = false;
        self.written.next.clear();
        if self.ended.is_none() {
            self.settle();
        }
    }
}
