//! The host of a battle: puts the questions, keeps the answers until all are in, throws the dice, writes the log.

use crate::log::{seal_answer, seal_seed, standing_lines};
use crate::seal::{Bytes32, Salt, hash};
use crate::{
    Ask, Barrier, Battle, By, Deed, Dossier, Entry, Event, Facts, Given, Head, Insight, Keep, Lens, LogError,
    Measuring, Need, Odds, Outcome, Picture, Preview, Prospect, Refusal, Reply, Rules, Seen, Side, Slot, Standing,
    Term, Thrower, Thrown, Told, Toss, UnitId, form, standing,
};
use dice::{Roller, Seed};
use std::sync::Arc;

/// A battle under one ruleset.
pub struct Host<R: Rules> {
    rules: Arc<R>,
    state: R::State,
    log: Vec<Entry>,
    open: Vec<Open>,
    asked: [u64; 2],
    turn: u16,
    dice: Dice,
    thrown: u64,
    /// A log is being replayed: every throw is the log's.
    replaying: bool,
    salt: Salt,
    standing: [Vec<Standing>; 2],
    draw_offered: [bool; 2],
    ended: Option<Outcome>,
    back: Vec<Back<R::State>>,
    barrier: Barrier,
    /// Fought in the mind only: nothing is written down, nothing can be taken back.
    sketch: bool,
}

#[derive(Clone, Copy)]
enum Dice {
    Seeded(Bytes32),
    Typed,
}

/// A slot of the open need.
#[derive(Clone)]
struct Open {
    ask: Ask,
    answer: Option<(Vec<Reply>, By, Option<Bytes32>)>,
}

/// Where an undo goes back to.
#[derive(Clone)]
struct Back<S> {
    side: Side,
    state: S,
    line: usize,
}

impl<R: Rules> Host<R> {
    /// Begins a battle; the head's seal is set here.
    pub fn begin(rules: Arc<R>, mut head: Head, seed: Option<Bytes32>, salt: Bytes32) -> Self {
        let (state, events) = rules.begin();
        let salt = Salt(salt);
        let dice = seed.map_or(Dice::Typed, Dice::Seeded);
        head.seed_sealed = seal_seed(&seed.unwrap_or_default(), &salt.nth(0));
        let mut host = Self::empty(rules, state, dice, salt);
        host.log.push(Entry::Head(Box::new(head)));
        events.into_iter().for_each(|event| host.record(event));
        host.settle();
        host
    }

    fn empty(rules: Arc<R>, state: R::State, dice: Dice, salt: Salt) -> Self {
        Self {
            rules,
            state,
            log: Vec::new(),
            open: Vec::new(),
            asked: [0; 2],
            turn: 0,
            dice,
            thrown: 0,
            replaying: false,
            salt,
            standing: [Vec::new(), Vec::new()],
            draw_offered: [false; 2],
            ended: None,
            back: Vec::new(),
            barrier: Barrier::Nothing,
            sketch: false,
        }
    }

    /// Opens a battle from its log. Every line is verified: the same answers and dice must give the same events.
    ///
    /// # Errors
    /// The first line that differs, and how.
    pub fn reopen(rules: Arc<R>, entries: &[Entry], seed: Option<Bytes32>, salt: Bytes32) -> Result<Self, LogError> {
        crate::replay::Replay::new(rules, entries, seed, salt).run()
    }

    /// Opens a battle from its log and what was kept beside it; it goes on as if it had never been closed.
    ///
    /// # Errors
    /// The first line that differs, and how.
    pub fn resume(rules: Arc<R>, entries: &[Entry], keep: &Keep) -> Result<Self, LogError> {
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

    /// From here on the dice are new, and nobody is bound by what he said before.
    pub(crate) fn begin_anew(&mut self, seed_sealed: Bytes32, generals: [String; 2]) {
        self.thrown = 0;
        self.draw_offered = [false; 2];
        self.standing = [Vec::new(), Vec::new()];
        self.open.clear();
        self.bar(Barrier::Nothing);
        self.log.push(Entry::Continued { seed_sealed, generals });
    }

    pub(crate) fn seal_of_seed(&self) -> Bytes32 {
        let seed = match self.dice {
            Dice::Seeded(seed) => seed,
            Dice::Typed => Bytes32::default(),
        };
        seal_seed(&seed, &self.salt.nth(0))
    }

    /// Puts the open questions, if they were not put yet.
    pub(crate) fn put_open(&mut self) {
        if self.open.is_empty()
            && let Need::Answers(slots) = self.rules.need(&self.state)
        {
            self.put(&slots);
        }
    }

    /// Lays down again an answer that waited, sealed; its line is in the log already.
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

    pub(crate) fn agree(&mut self) {
        if self.ended.is_none() {
            self.log.push(Entry::DrawAgreed);
            self.finish(None, "agreed");
        }
    }

    pub(crate) fn blank(rules: Arc<R>, state: R::State, seed: Option<Bytes32>, salt: Bytes32) -> Self {
        Self::empty(rules, state, seed.map_or(Dice::Typed, Dice::Seeded), Salt(salt))
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        self.log.push(entry);
    }

    pub(crate) fn lines(&self) -> usize {
        self.log.len()
    }

    pub(crate) fn line(&self, n: usize) -> Option<&Entry> {
        self.log.get(n)
    }

    fn record(&mut self, event: Event) {
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

    fn record_dice(&mut self, thrown: Vec<Thrown>) {
        self.bar(Barrier::Dice);
        if !self.sketch {
            self.log.push(Entry::Dice(thrown));
        }
    }

    /// Goes on with what was given; dice that follow are thrown on the way.
    fn go_on(&mut self, given: Given) {
        let told = match self.dice {
            Dice::Seeded(seed) if !self.replaying => {
                let (roller, thrown) = (Roller::new(&Seed(seed.0)), &mut self.thrown);
                let mut throw = |tosses: &[Toss]| throw_all(&roller, thrown, tosses);
                let thrower = Thrower { turn: self.turn, throw: &mut throw };
                self.rules.advance_throwing(&mut self.state, given, thrower)
            }
            _ => self.rules.advance(&mut self.state, given).into_iter().map(Told::Event).collect(),
        };
        for told in told {
            match told {
                Told::Event(event) => self.record(event),
                Told::Dice(thrown) => self.record_dice(thrown),
            }
        }
    }

    fn bar(&mut self, barrier: Barrier) {
        self.back.clear();
        self.barrier = barrier;
    }

    /// Goes on as far as nobody has to be asked.
    pub(crate) fn settle(&mut self) {
        while self.ended.is_none() {
            match self.rules.need(&self.state) {
                Need::Dice(tosses) => {
                    let Dice::Seeded(seed) = self.dice else { return };
                    let thrown = throw_all(&Roller::new(&Seed(seed.0)), &mut self.thrown, &tosses);
                    self.take_dice(thrown);
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

    fn put(&mut self, slots: &[Slot]) {
        if let Some(back) = self.back.last()
            && slots.iter().any(|slot| slot.side != back.side)
        {
            self.bar(Barrier::Asked);
        }
        for slot in slots {
            let seen = self.rules.redact(&self.state, slot.side);
            let mut ask = self.rules.ask(&seen, slot);
            let asked = &mut self.asked[slot.side.index()];
            *asked += 1;
            ask.id = *asked;
            self.open.push(Open { ask, answer: None });
        }
    }

    fn answer_by_standing(&mut self) {
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

    fn fill(&mut self, n: usize, replies: Vec<Reply>, by: By) {
        let sealed = self.open.len() > 1 && !self.sketch;
        let Some(open) = self.open.get_mut(n) else { return };
        // The salt depends on the question alone: not on who answered first.
        let salt = sealed.then(|| self.salt.nth(2 * open.ask.id + open.ask.slot.side.index() as u64));
        if let Some(salt) = &salt {
            self.log.push(Entry::Sealed { slot: open.ask.slot.clone(), seal: seal_answer(&replies, salt) });
        }
        open.answer = Some((replies, by, salt));
    }

    pub(crate) fn take_dice(&mut self, thrown: Vec<Thrown>) {
        self.record_dice(thrown.clone());
        self.go_on(Given::Dice(thrown));
    }

    fn take_answers(&mut self) {
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
        for Open { ask, answer } in open {
            let Some((replies, by, salt)) = answer else { continue };
            answers.push(replies.clone());
            self.log.push(Entry::Given { slot: ask.slot, replies, by, salt });
        }
        match alone {
            Some(side) => self.back.push(Back { side, state: self.state.clone(), line }),
            None => self.bar(Barrier::Opened),
        }
        self.go_on(Given::Answers(answers));
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
        if let Dice::Seeded(seed) = self.dice {
            self.log.push(Entry::SeedOpened { seed, salt: self.salt.nth(0) });
        }
    }

    fn judge(&self, side: Side, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let faults = form::faults(ask, replies);
        if faults.is_empty() { self.rules.check(&self.seen(side), ask, replies) } else { Err(faults) }
    }

    fn seen(&self, side: Side) -> Seen<R::State> {
        self.rules.redact(&self.state, side)
    }

    /// Whether a side may measure now: every question still open to it must allow it.
    fn measures(&self, side: Side, seen: &Seen<R::State>) -> bool {
        let mut open = self.open.iter().filter(|o| o.ask.slot.side == side && o.answer.is_none()).peekable();
        if open.peek().is_none() {
            return self.rules.measuring(seen) == Measuring::Free;
        }
        open.all(|o| o.ask.measuring == Measuring::Free)
    }

    fn find(&self, side: Side, id: u64) -> Option<(usize, &Open)> {
        self.open.iter().enumerate().find(|(_, open)| open.ask.id == id && open.ask.slot.side == side)
    }

    /// What of the log a side may have: the events for it and its own answers. Dice come to it by their events.
    fn visible(entry: &Entry, side: Side) -> bool {
        match entry {
            Entry::Event(event) => event.seen_by(Some(side)),
            Entry::Sealed { slot, .. } | Entry::Withdrawn { slot } | Entry::Given { slot, .. } => slot.side == side,
            Entry::Standing(s, _) | Entry::Revoked(s, _) => *s == side,
            Entry::Dice(_) | Entry::Undone { .. } | Entry::Check(_) | Entry::SeedOpened { .. } => false,
            Entry::Head(_)
            | Entry::Resigned(_)
            | Entry::DrawOffered(_)
            | Entry::DrawDeclined(_)
            | Entry::DrawAgreed
            | Entry::Continued { .. } => true,
        }
    }

    /// Takes a step back, as far as `undo` allows it.
    pub(crate) fn step_back(&mut self, side: Side) -> Result<usize, Barrier> {
        match self.back.pop_if(|back| back.side == side) {
            Some(back) => {
                self.state = back.state;
                self.open.clear();
                self.log.push(Entry::Undone { to: back.line });
                Ok(back.line)
            }
            None if self.back.is_empty() => Err(self.barrier),
            None => Err(Barrier::Asked),
        }
    }

    pub(crate) fn restore_answer(
        &mut self,
        slot: &Slot,
        replies: &[Reply],
        by: By,
        salt: Option<Bytes32>,
    ) -> Result<(), String> {
        if self.open.is_empty() {
            let Need::Answers(slots) = self.rules.need(&self.state) else {
                return Err("an answer where none is asked".to_owned());
            };
            self.put(&slots);
        }
        let Some(n) = self.open.iter().position(|open| &open.ask.slot == slot && open.answer.is_none()) else {
            return Err(format!("an answer to a question that is not open: {}", slot.kind));
        };
        if let Err(refusals) = self.judge(slot.side, &self.open[n].ask, replies) {
            let why = refusals.first().map(|r| format!("{} {}", r.rule, r.reason)).unwrap_or_default();
            return Err(format!("the answer is refused: {why}"));
        }
        self.open[n].answer = Some((replies.to_vec(), by, salt));
        if self.open.iter().all(|open| open.answer.is_some()) {
            self.take_answers();
        }
        Ok(())
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

    /// Begins a replay.
    pub(crate) fn start(&mut self, head: Head) {
        self.replaying = true;
        let (state, events) = self.rules.begin();
        self.state = state;
        self.log.push(Entry::Head(Box::new(head)));
        events.into_iter().for_each(|event| self.record(event));
    }

    pub(crate) fn count_dice(&mut self, n: u64) {
        self.thrown += n;
    }

    /// After a replay: goes on if the host has the seed, otherwise waits for dice to be typed in.
    pub(crate) fn settle_after_replay(&mut self) {
        self.replaying = false;
        if self.ended.is_none() {
            self.settle();
        }
    }

    pub(crate) fn standing_mut(&mut self, side: Side) -> &mut Vec<Standing> {
        &mut self.standing[side.index()]
    }

    fn finish(&mut self, winner: Option<Side>, how: &'static str) {
        let outcome = Outcome { winner, how: Term::of(how), facts: Facts::new() };
        self.end(outcome);
    }
}

/// Throws dice together; `thrown` counts those of the battle.
fn throw_all(roller: &Roller, thrown: &mut u64, tosses: &[Toss]) -> Vec<Thrown> {
    let one = |toss: &Toss| {
        let faces = roller.throw(thrown, &toss.throw);
        let class = dice::read(&toss.throw, &faces).unwrap_or_default();
        Thrown { faces, class }
    };
    tosses.iter().map(one).collect()
}

impl<R: Rules> Battle for Host<R> {
    fn waiting(&self, side: Side) -> Vec<Ask> {
        let mine = self.open.iter().filter(|open| open.ask.slot.side == side && open.answer.is_none());
        mine.map(|open| open.ask.clone()).collect()
    }

    fn table_waits(&self, side: Side) -> bool {
        self.open.iter().any(|open| open.ask.slot.side != side && open.answer.is_none())
    }

    fn suggest(&self, side: Side, ask: u64, luck: u64) -> Option<Vec<Reply>> {
        let (_, open) = self.find(side, ask)?;
        Some(self.rules.suggest(&self.seen(side), &open.ask, luck))
    }

    fn preview(&self, side: Side, ask: u64, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let Some((_, open)) = self.find(side, ask) else { return Err(vec![Refusal::form(0, "question_not_open")]) };
        self.judge(side, &open.ask, replies)
    }

    fn odds(&self, side: Side, ask: u64, replies: &[Reply]) -> Option<Odds<Facts>> {
        let (_, open) = self.find(side, ask)?;
        self.judge(side, &open.ask, replies).ok()?;
        self.rules.odds(&self.seen(side), &open.ask, replies)
    }

    fn prospects(&self, side: Side, ask: u64, replies: &[Reply]) -> Vec<Prospect> {
        let Some((_, open)) = self.find(side, ask) else { return Vec::new() };
        if open.ask.measuring != Measuring::Free || self.judge(side, &open.ask, replies).is_err() {
            return Vec::new();
        }
        self.rules.prospects(&self.seen(side), &open.ask, replies)
    }

    fn lens(&self, side: Side, unit: UnitId, lens: Lens) -> Insight {
        let seen = self.seen(side);
        if self.measures(side, &seen) { self.rules.lens(&seen, unit, lens) } else { Insight::default() }
    }

    fn may_measure(&self, side: Side) -> bool {
        self.measures(side, &self.seen(side))
    }

    fn dossier(&self, side: Side, unit: UnitId) -> Option<Dossier> {
        let seen = self.seen(side);
        let mut dossier = self.rules.dossier(&seen, unit)?;
        if !self.measures(side, &seen) {
            for act in dossier.may.iter_mut().chain(&mut dossier.may_not) {
                act.measure = None;
            }
        }
        Some(dossier)
    }

    fn answer(&mut self, side: Side, ask: u64, replies: Vec<Reply>, by: By) -> Result<(), Vec<Refusal>> {
        let Some((n, open)) = self.find(side, ask) else { return Err(vec![Refusal::form(0, "question_not_open")]) };
        if open.answer.is_some() {
            return Err(vec![Refusal::form(0, "already_answered")]);
        }
        if self.sketch {
            // Whoever plays in the mind asks for a preview where there is something to judge.
            let faults = form::faults(&open.ask, &replies);
            if !faults.is_empty() {
                return Err(faults);
            }
        } else {
            self.judge(side, &open.ask, &replies)?;
        }
        self.fill(n, replies, by);
        if self.open.iter().all(|open| open.answer.is_some()) {
            self.take_answers();
            self.settle();
        }
        Ok(())
    }

    fn sealing(&self) -> bool {
        self.open.len() > 1
    }

    fn sealed(&self, side: Side) -> Vec<u64> {
        let mine = self.open.iter().filter(|open| open.ask.slot.side == side && open.answer.is_some());
        mine.map(|open| open.ask.id).collect()
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
            return Err(dice::DiceError::Count {
                throw: String::from("throws"),
                wanted: wanted.len(),
                got: faces.len(),
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
        standing_lines(&self.log)
            .into_iter()
            .filter_map(|entry| match entry {
                Entry::Event(event) if event.seen_by(side) => Some(event.clone()),
                _ => None,
            })
            .collect()
    }

    fn log(&self, side: Option<Side>) -> Vec<Entry> {
        match side {
            None => self.log.clone(),
            Some(side) => {
                standing_lines(&self.log).into_iter().filter(|entry| Self::visible(entry, side)).cloned().collect()
            }
        }
    }

    fn log_since(&self, line: usize) -> Vec<Entry> {
        self.log.get(line..).unwrap_or_default().to_vec()
    }

    fn keep(&self) -> Keep {
        let seed = match self.dice {
            Dice::Seeded(seed) => Some(seed),
            Dice::Typed => None,
        };
        let sealed = self.open.iter().filter_map(|open| {
            let (replies, by, _) = open.answer.as_ref()?;
            Some((open.ask.slot.clone(), replies.clone(), *by))
        });
        Keep { seed, salt: self.salt.0, sealed: sealed.collect() }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.clone()
    }

    fn fingerprint(&self) -> Bytes32 {
        hash(&[b"state", &serde_json::to_vec(&self.state).unwrap_or_default()])
    }

    fn knowledge(&self, side: Side) -> Bytes32 {
        let view = serde_json::to_vec(&self.seen(side).state).unwrap_or_default();
        let asks = serde_json::to_vec(&self.waiting(side)).unwrap_or_default();
        let log = serde_json::to_vec(&self.log(Some(side))).unwrap_or_default();
        let picture = serde_json::to_vec(&self.picture(Some(side))).unwrap_or_default();
        hash(&[b"knowledge", &view, &asks, &log, &picture])
    }

    fn survives_saving(&self) -> bool {
        let Ok(text) = serde_json::to_string(&self.state) else { return false };
        let Ok(mut state) = serde_json::from_str::<R::State>(&text) else { return false };
        self.rules.wake(&mut state);
        state == self.state
            && self.rules.need(&state) == self.rules.need(&self.state)
            && self.rules.picture(&state) == self.rules.picture(&self.state)
    }

    fn fork(&self) -> Box<dyn Battle> {
        Box::new(Self {
            rules: Arc::clone(&self.rules),
            state: self.state.clone(),
            log: self.log.clone(),
            open: self.open.clone(),
            asked: self.asked,
            turn: self.turn,
            dice: self.dice,
            thrown: self.thrown,
            replaying: self.replaying,
            salt: self.salt,
            standing: self.standing.clone(),
            draw_offered: self.draw_offered,
            ended: self.ended.clone(),
            back: self.back.clone(),
            barrier: self.barrier,
            sketch: self.sketch,
        })
    }

    fn again(&self, generals: [String; 2], seed: Option<Bytes32>, salt: Bytes32) -> Box<dyn Battle> {
        // The head is the first line of every log; only an imagined battle has none, and no scenario to tell of.
        let head = match self.log.first() {
            Some(Entry::Head(head)) => Head { generals, ..head.as_ref().clone() },
            _ => Head { generals, ..Head::default() },
        };
        Box::new(Self::begin(Arc::clone(&self.rules), head, seed, salt))
    }

    fn appraise(&self, side: Side) -> crate::Appraisal {
        self.rules.appraise(&self.seen(side))
    }

    fn gists(&self, side: Side, ask: u64) -> Vec<Vec<crate::Gist>> {
        self.find(side, ask).map_or_else(Vec::new, |(_, open)| self.rules.gists(&self.seen(side), &open.ask))
    }

    fn clashes(&self, side: Side, pairs: &[(UnitId, UnitId)]) -> Vec<crate::Clash> {
        let seen = self.seen(side);
        pairs.iter().map(|(by, at)| self.rules.clash(&seen, *by, *at)).collect()
    }

    fn led(&self, side: Side, leader: UnitId, from: &[table::Point]) -> Vec<i64> {
        self.rules.led(&self.seen(side), leader, from)
    }

    fn imagine(&self, side: Side, luck: u64) -> Box<dyn Battle> {
        let state = self.rules.imagine(&self.seen(side), luck);
        let seed = hash(&[b"imagined", &luck.to_le_bytes()]);
        let mut copy = Self::blank(Arc::clone(&self.rules), state, Some(seed), seed);
        copy.sketch = true;
        copy.ended.clone_from(&self.ended);
        // The side's questions keep their numbers, its answers already sealed and its standing answers stay as they are.
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
