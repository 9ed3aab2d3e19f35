//! How a battle proceeds: questions are put, answers held until all are in, dice thrown, lines written.

use super::{Back, Dice, Host, OpenSlot};
use crate::chain::Chain;
use crate::log::seal_answer;
use crate::seal::Bytes64;
use crate::sign::{self, SignedAct, end_message, sign, umpire_secret};
use crate::{
    Barrier, Battle, By, Deed, Entry, Event, Facts, Given, Need, Outcome, Output, Refusal, Reply, Rules, Side, Slot,
    Thrower, Thrown, Toss, form, standing,
};
use dice::{DiceError, Roller, Seed};

/// The end of a battle whose rules ask for dice that cannot be read.
pub(crate) const UNREADABLE: &str = "dice_unreadable";

impl<R: Rules> Host<R> {
    /// Continues until a side has to be asked.
    pub(crate) fn settle(&mut self) {
        while self.ended.is_none() {
            match self.rules.need(&self.state) {
                Need::Dice(tosses) => {
                    let Dice::Seeded { thrown_from, .. } = self.dice else { return };
                    match throw_all(&Roller::new(&Seed(thrown_from.0)), &mut self.thrown, &tosses) {
                        Ok(thrown) => self.take_dice(thrown),
                        Err(_) => self.finish(None, UNREADABLE),
                    }
                }
                Need::Answers(slots) => {
                    if self.open.is_empty() {
                        self.put(&slots);
                    }
                    self.answer_by_standing();
                    if !self.open.iter().all(|open| open.answer.is_some()) {
                        return;
                    }
                    self.take_answers();
                }
                Need::Over(outcome) => self.end(outcome),
            }
        }
    }

    pub(super) fn answer_with(
        &mut self,
        side: Side,
        ask: u64,
        replies: Vec<Reply>,
        by: By,
        signature: Option<Bytes64>,
    ) -> Result<(), Vec<Refusal>> {
        let Some((n, open)) = self.find(side, ask) else { return Err(vec![Refusal::form(0, "question_not_open")]) };
        if open.answer.is_some() {
            return Err(vec![Refusal::form(0, "already_answered")]);
        }
        if self.sketch {
            // In a playout an answer is checked only where there is something to judge.
            let faults = form::faults(&open.ask, &replies);
            if !faults.is_empty() {
                return Err(faults);
            }
        } else if !self.state.was_judged(side, ask, &replies) {
            self.judge(side, &open.ask, &replies)?;
        }
        if let Some(signature) = signature {
            let act = SignedAct::Answer(open.ask.slot.clone());
            let message = self.message(side, &act, &replies);
            if !self.keys[side.index()].is_some_and(|key| sign::verifies(&key, message.as_bytes(), &signature)) {
                return Err(vec![Refusal::form(0, "wrong_signature")]);
            }
            self.log.push(Entry::Signed { side, act, signature });
        }
        self.fill(n, replies, by);
        if self.open.iter().all(|open| open.answer.is_some()) {
            self.take_answers();
            self.settle();
        }
        Ok(())
    }

    pub(super) fn put(&mut self, slots: &[Slot]) {
        if let Some(back) = self.back.last()
            && slots.iter().any(|slot| slot.side != back.side)
        {
            self.bar(Barrier::Asked);
        }
        for slot in slots {
            let mut ask = self.rules.ask(self.seen(slot.side), slot);
            let asked = &mut self.asked[slot.side.index()];
            *asked += 1;
            ask.id = *asked;
            self.open.push(OpenSlot { ask, answer: None });
        }
    }

    pub(super) fn answer_by_standing(&mut self) {
        for n in 0..self.open.len() {
            let open = &self.open[n];
            if open.answer.is_some() {
                continue;
            }
            let side = open.ask.slot.side;
            if let Some(replies) = standing::answer(&self.standing[side.index()], &open.ask)
                && self.judge(side, &open.ask, &replies).is_ok()
            {
                self.fill(n, replies, By::Standing);
            }
        }
    }

    pub(super) fn fill(&mut self, n: usize, replies: Vec<Reply>, by: By) {
        let sealed = self.open.len() > 1 && !self.sketch;
        let Some(open) = self.open.get_mut(n) else { return };
        // The salt depends on the question alone, not on the order of answers.
        let salt = sealed.then(|| self.salt.nth(2 * open.ask.id + open.ask.slot.side.index() as u64));
        if let Some(salt) = &salt {
            self.log.push(Entry::Sealed { slot: open.ask.slot.clone(), seal: seal_answer(&replies, salt) });
        }
        open.answer = Some((replies, by, salt));
    }

    pub(super) fn take_answers(&mut self) {
        let open = std::mem::take(&mut self.open);
        if self.sketch {
            let answers = open.into_iter().filter_map(|open| open.answer).map(|(replies, ..)| replies).collect();
            self.go_on(Given::Answers(answers));
            return;
        }
        let line = self.log.len() - 1;
        let alone = match open.as_slice() {
            [one] => Some(one.ask.slot.side),
            _ => None,
        };
        let mut answers = Vec::with_capacity(open.len());
        for OpenSlot { ask, answer } in open {
            let Some((replies, by, salt)) = answer else { continue };
            answers.push(replies.clone());
            self.log.push(Entry::Given { slot: ask.slot, replies, by, salt });
        }
        match alone {
            Some(side) => self.back.push(Back { side, state: R::State::clone(&self.state), line }),
            None => self.bar(Barrier::Opened),
        }
        self.go_on(Given::Answers(answers));
    }

    pub(crate) fn take_dice(&mut self, thrown: Vec<Thrown>) {
        self.record_dice(thrown.clone());
        self.go_on(Given::Dice(thrown));
    }

    /// Continues with the input; dice that follow are thrown on the way.
    pub(super) fn go_on(&mut self, given: Given) {
        let told = match self.dice {
            Dice::Seeded { thrown_from, .. } if !self.replaying => {
                let (roller, thrown) = (Roller::new(&Seed(thrown_from.0)), &mut self.thrown);
                // A step that gets no dice stops for them, and the battle ends there.
                let mut throw = |tosses: &[Toss]| throw_all(&roller, thrown, tosses).ok();
                let thrower = Thrower { turn: self.turn, throw: &mut throw, unheard: self.sketch };
                self.rules.advance_throwing(self.state.change(), given, thrower)
            }
            _ if self.replaying => {
                let (written, thrown) = (&mut self.written, &mut self.thrown);
                let mut throw = |tosses: &[Toss]| {
                    let fell = written.take(tosses)?;
                    *thrown += fell.iter().map(|one| one.faces.len() as u64).sum::<u64>();
                    Some(fell)
                };
                let thrower = Thrower { turn: self.turn, throw: &mut throw, unheard: false };
                self.rules.advance_throwing(self.state.change(), given, thrower)
            }
            _ => self.rules.advance(self.state.change(), given).into_iter().map(Output::Event).collect(),
        };
        for told in told {
            match told {
                Output::Event(event) => self.record(event),
                Output::Dice(thrown) => self.record_dice(thrown),
            }
        }
    }

    pub(super) fn record(&mut self, event: Event) {
        let turn_begins = matches!(event.deed, Deed::Clock { turn, .. } if turn != self.turn);
        if let Deed::Clock { turn, .. } = event.deed {
            self.turn = turn;
        }
        if self.sketch {
            return;
        }
        if matches!(event.deed, Deed::Opened { .. }) {
            self.bar(Barrier::Opened);
        }
        self.log.push(Entry::Event(event));
        if turn_begins {
            let check = self.fingerprint();
            self.log.push(Entry::Check(check));
        }
    }

    pub(super) fn record_dice(&mut self, thrown: Vec<Thrown>) {
        self.bar(Barrier::Dice);
        if !self.sketch {
            self.log.push(Entry::Dice(thrown));
        }
    }

    pub(super) fn bar(&mut self, barrier: Barrier) {
        self.back.clear();
        self.barrier = barrier;
    }

    pub(crate) fn agree(&mut self) {
        if self.ended.is_none() {
            self.log.push(Entry::DrawAgreed);
            self.finish(None, "agreed");
        }
    }

    pub(super) fn finish(&mut self, winner: Option<Side>, how: &'static str) {
        self.end(Outcome::of(winner, how, Facts::new()));
    }

    pub(crate) fn end(&mut self, outcome: Outcome) {
        if self.ended.is_some() {
            return;
        }
        self.bar(Barrier::Opened);
        self.open.clear();
        self.ended = Some(outcome);
        if self.sketch {
            return;
        }
        let check = self.fingerprint();
        self.log.push(Entry::Check(check));
        if let Dice::Seeded { seed, .. } = self.dice {
            self.log.push(Entry::SeedOpened { seed, salt: self.salt.nth(0) });
        }
        if self.witnessed && !self.replaying {
            let message = end_message(&Chain::of(self.log.since(0)).hash());
            self.log.push(Entry::Closed { signature: sign(&umpire_secret(&self.salt.0), &message) });
        }
    }
}

/// Throws dice together; `thrown` counts those of the battle.
fn throw_all(roller: &Roller, thrown: &mut u64, tosses: &[Toss]) -> Result<Vec<Thrown>, DiceError> {
    let one = |toss: &Toss| {
        let faces = roller.throw(thrown, &toss.throw);
        let class = dice::read(&toss.throw, &faces)?;
        Ok(Thrown { faces, class })
    };
    tosses.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::throw_all;
    use crate::{RuleId, Toss};
    use dice::{DiceError, Die, Roller, Seed, Throw};

    #[test]
    fn dice_that_cannot_be_read_are_an_error_and_no_figure() {
        let roller = Roller::new(&Seed([7; 32]));
        let toss = |throw| Toss { rule: RuleId::from("R-1"), by: smallvec::SmallVec::new(), throw };
        let thrown = throw_all(&roller, &mut 0, &[toss(Throw::d6(2))]).unwrap();
        assert_eq!(i32::from(thrown[0].class), thrown[0].faces.iter().map(|face| i32::from(*face)).sum::<i32>());
        let none = throw_all(&roller, &mut 0, &[toss(Throw::sum(1, Die::Lot(0)))]);
        assert!(matches!(none, Err(DiceError::Face { .. })), "a die without faces: {none:?}");
    }
}
