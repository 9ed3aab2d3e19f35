//! A joint assault as a state machine: each test and each fire by itself, then together everything that bears on the
//! single unit.

use super::bout::{AssaultBout, unit};
use super::form::left;
use super::joint::{JoinedAssaults, JointEnd, OneOf};
use super::stage::{Fact, SideStanding, Stage, StageInput};
use super::{Answer, AssaultEnd, Form, Remains, Who, Wish};
use crate::resolve::combat::melee::melee;
use crate::resolve::nerve::morale::{self, expected_fire};
use crate::resolve::shooting::fire::fire;
use crate::{Arm, Book, Case, Distance, Seen, r};
use game::{Bout, BoutInput, BoutRequest, Field, Policy, Reply, Slot, Teller, Toss, Trace};
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};

/// A joint assault under way: an assault for each pair, and the next step.
#[derive(Clone, Debug)]
pub struct JointBout<'a> {
    pub(super) book: &'a Book,
    /// The side of the single unit.
    pub(super) lone: Who,
    /// Distance between several attackers.
    apart: Distance,
    /// The situations were read from a table: their friends already include the fellow attackers.
    read: bool,
    /// The pairs; the single unit has one state in all of them, but counts in each the losses taken there.
    pub(super) pairs: SmallVec<[AssaultBout<'a>; 3]>,
    pub(super) next: Next,
}

/// The next step of a joint assault, and its pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Next {
    Screens(u8),
    /// The steps up to the attacker's test or its die.
    Attack(u8),
    Answer(u8),
    Nerve(u8),
    Die(u8),
    Fire(u8),
    Melee(u8),
    /// A unit that lost a melee may rise.
    Raise(u8),
    /// A pair goes on by itself: pursuit and control.
    Alone(u8),
    Done,
}

impl PartialEq for JointBout<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.next == other.next && self.pairs == other.pairs
    }
}

impl Eq for JointBout<'_> {}

impl Hash for JointBout<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.next.hash(hasher);
        self.pairs.hash(hasher);
    }
}

impl<'a> JointBout<'a> {
    /// The start of a joint assault; the form must be settled.
    #[must_use]
    pub fn new(book: &'a Book, joint: &'a JoinedAssaults) -> Self {
        let pairs = joint.pairs.iter().map(|pair| AssaultBout::new(book, pair)).collect();
        Self { book, lone: joint.lone, apart: joint.apart, read: false, pairs, next: Next::Screens(0) }
    }

    /// Marks situations read from a table, which already count fellow attackers as friends.
    #[must_use]
    pub const fn read_from_the_table(mut self) -> Self {
        self.read = true;
        self
    }

    #[must_use]
    pub fn pairs(&self) -> &[AssaultBout<'a>] {
        &self.pairs
    }

    /// All pairs, to record the actions of third parties.
    pub fn pairs_mut(&mut self) -> &mut [AssaultBout<'a>] {
        &mut self.pairs
    }

    /// The current pair and its place.
    #[must_use]
    pub fn current(&self) -> Option<(usize, &AssaultBout<'a>)> {
        let at = match self.next {
            Next::Screens(at) | Next::Attack(at) | Next::Answer(at) | Next::Nerve(at) | Next::Die(at) => at,
            Next::Fire(at) | Next::Melee(at) | Next::Raise(at) | Next::Alone(at) => at,
            Next::Done => return None,
        };
        Some((usize::from(at), self.pair_at(at)))
    }

    pub(super) fn pair(&mut self, at: u8) -> &mut AssaultBout<'a> {
        rulebook::ids::at_mut(&mut self.pairs, usize::from(at), "pair")
    }

    /// A pair, read-only.
    pub(super) fn pair_at(&self, at: u8) -> &AssaultBout<'a> {
        rulebook::ids::at(&self.pairs, usize::from(at), "pair")
    }

    /// Whether a pair is still under way.
    fn active(&self, at: u8) -> bool {
        !matches!(self.pair_at(at).state.stage, Stage::Done(_))
    }

    /// The next pair under way from this place on.
    pub(super) fn from(&self, at: u8) -> Option<u8> {
        let all = rulebook::saturated::<u8, _>(self.pairs.len());
        (at..all).find(|&at| self.active(at))
    }

    /// Copies the state of the single unit from this pair to all others.
    fn share(&mut self, at: u8) {
        let from = self.pair_at(at);
        let was = *from.state.side(self.lone);
        let (announced, answer) = (from.state.announced, from.state.answer);
        let lone = self.lone;
        for pair in self.pairs.iter_mut().filter(|pair| !matches!(pair.state.stage, Stage::Done(_))) {
            let own = pair.state.side_mut(lone);
            let SideStanding { before, steps, round, aside, .. } = *own;
            *own = SideStanding { before, steps, round, aside, ..was };
            match lone {
                Who::Attacker => pair.state.announced = announced,
                // A turn to face one attacker does not face the others.
                Who::Defender => pair.state.answer = answer,
            }
        }
    }

    /// The single unit's test counts all units that it meets: as enemies (L3C-MOR-65), as targets (L3C-MOR-95), and for
    /// the fire that it must expect.
    fn widened(&self, at: usize, mut nerve: morale::MoraleSituation) -> morale::MoraleSituation {
        for (other, pair) in self.pairs.iter().enumerate() {
            if other == at || matches!(pair.state.stage, Stage::Done(_)) {
                continue;
            }
            let mut beside = pair.clone();
            beside.state.stage = Stage::Nerve(self.lone);
            let Some(StageInput::Nerve(more)) = Form.tell(&beside, &Fact::Nerve(self.lone)) else { continue };
            nerve.enemies.extend(more.enemies.first().cloned());
            nerve.targets.extend(more.targets.first().copied());
            nerve.fire.musketry |= more.fire.musketry;
            nerve.fire.musketry_of_objective |= more.fire.musketry_of_objective;
            nerve.fire.guns = nerve.fire.guns.max(more.fire.guns);
            nerve.fire.guns_of_objective |= more.fire.guns_of_objective;
        }
        nerve
    }

    /// Friends that attack together with this unit: all on their way to contact, testing at the same time
    /// (L3C-GAP-A96), and near enough (L3C-MOR-69).
    fn fellows(&self, at: usize) -> impl Iterator<Item = Seen> + '_ {
        let near = |arm: Arm| self.apart <= self.book.tables.distance.tactical.of(arm) || !self.book.on(r::L3C_MOR_69);
        let counts = self.lone == Who::Defender && !self.read && self.book.on(r::L3C_GAP_A96);
        let others = self.pairs.iter().enumerate().filter(move |(other, _)| counts && *other != at);
        others.map(|(_, pair)| &pair.assault.attacker).filter(move |fellow| near(fellow.arm)).map(|fellow| Seen {
            arm: fellow.arm,
            status: fellow.status,
            cavalry_type: fellow.cavalry_type,
            confronts: false,
            untested: true,
            ..Seen::default()
        })
    }

    /// The situation of the current pair.
    fn situation(&self, fact: &JointFact) -> Option<StageInput> {
        let pair = rulebook::ids::at(&self.pairs, fact.at, "pair");
        let told = Form.tell(pair, &fact.fact)?;
        Some(match (told, fact.fact) {
            (StageInput::Nerve(nerve), Fact::Nerve(who)) if who == self.lone => {
                StageInput::Nerve(self.widened(fact.at, nerve))
            }
            (StageInput::Nerve(mut nerve), Fact::Nerve(Who::Attacker)) => {
                nerve.friends.extend(self.fellows(fact.at));
                StageInput::Nerve(nerve)
            }
            (StageInput::Fire(mut shots), _) if self.lone == Who::Defender => {
                // The unit divides its figures among its targets (L3C-FEU-03): no figure fires twice.
                let (party, own) = (&pair.assault.defender, &pair.state.defender);
                let front = if party.arm == Arm::Artillery { left(self.book, party, own) } else { own.front };
                let before = self.pairs.iter().take(fact.at).filter(|pair| pair.state.defender.band.is_some());
                let used: u8 = before.filter_map(fired_with).fold(0, u8::saturating_add);
                if self.book.on(r::L3C_FEU_03) {
                    shots.shooter.figures = shots.shooter.figures.min(front.saturating_sub(used));
                }
                StageInput::Fire(shots)
            }
            (told, _) => told,
        })
    }

    /// Continues with the next attacker's test, or with the answers.
    fn attacked(&mut self, at: u8) {
        if self.lone == Who::Attacker {
            let done = self.pairs.first().is_some_and(|pair| matches!(pair.state.stage, Stage::Done(_)));
            let stage = if done { Stage::Done(AssaultEnd::Stopped) } else { Stage::Answer };
            let lead = self.pairs.first().map(|pair| pair.state.attacker);
            for pair in &mut self.pairs {
                if let Some(lead) = lead {
                    let SideStanding { steps, round, aside, .. } = pair.state.attacker;
                    pair.state.attacker = SideStanding { steps, round, aside, ..lead };
                    pair.state.stage = stage;
                    if done {
                        pair.state.defender.case = Case::Stand;
                    }
                }
            }
            self.next = if done { Next::Done } else { Next::Answer(0) };
            return;
        }
        self.next = match self.from(at + 1) {
            Some(next) => Next::Attack(next),
            None => self.from(0).map_or(Next::Done, Next::Answer),
        };
    }

    /// Continues with the next test of an answer, or with the fires.
    fn answered(&mut self, at: u8, trace: &mut impl Trace) {
        let more = if self.lone == Who::Defender { None } else { self.from(at + 1) };
        match more {
            Some(next) => self.next = Next::Answer(next),
            None => {
                if self.lone == Who::Defender {
                    self.share(at);
                }
                self.fires(0, trace);
            }
        }
    }

    /// Continues with the next fire of a defender; after the last, with contact.
    fn fires(&mut self, from: u8, trace: &mut impl Trace) {
        let all = rulebook::saturated::<u8, _>(self.pairs.len());
        let fires = |at: &u8| self.active(*at) && self.pair_at(*at).state.defender.band.is_some();
        match (from..all).find(fires) {
            Some(at) => self.next = Next::Fire(at),
            None => self.meet(trace),
        }
    }

    /// The end, with the state of all units.
    fn ended(&self) -> JointEnd {
        let lone = self.pairs.iter().map(|pair| pair.state.side(self.lone));
        let remains = Remains {
            case: lone.clone().map(|own| own.case).min().unwrap_or_default(),
            state: lone.clone().map(|own| own.state).max().unwrap_or_default(),
            steps: lone.clone().map(|own| own.steps).sum(),
            points: lone.map(|own| own.spent).max().unwrap_or(0),
        };
        let other = |pair: &AssaultBout<'_>| {
            let own = pair.state.side(self.lone.other());
            let outcome = match pair.state.stage {
                Stage::Done(outcome) => outcome,
                _ => AssaultEnd::Stopped,
            };
            OneOf { outcome, case: own.case, state: own.state, steps: own.steps, points: own.spent }
        };
        JointEnd { lone: remains, others: self.pairs.iter().map(other).collect() }
    }

    fn told(&mut self, situation: StageInput, trace: &mut impl Trace) {
        let book = self.book;
        match (self.next, situation) {
            (Next::Screens(at), situation) => {
                let pair = self.pair(at);
                pair.feed(BoutInput::Situation(situation), trace);
                let more = usize::from(at) + 1 < self.pairs.len();
                self.next = if more { Next::Screens(at + 1) } else { Next::Attack(0) };
            }
            (Next::Attack(at), StageInput::Nerve(nerve)) => {
                let (sum, expected) = (morale::modifiers(book, &nerve, trace), expected_fire(book, &nerve.fire));
                let pair = self.pair(at);
                (pair.state.attacker.score, pair.state.attacker.expected) = (sum, expected);
                pair.state.attacker.weighed |= morale::status_counts(book, &nerve);
                pair.state.stage = Stage::Die(Who::Attacker);
                self.spare(trace);
            }
            (Next::Nerve(at), StageInput::Nerve(nerve)) => {
                let sum = morale::modifiers(book, &nerve, trace);
                let pair = self.pair(at);
                pair.state.defender.score = sum;
                pair.state.defender.weighed |= morale::status_counts(book, &nerve);
                self.next = Next::Die(at);
                self.spare(trace);
            }
            (Next::Fire(at), StageInput::Fire(shots)) => {
                let fired = fire(book, &shots, trace);
                let pair = self.pair(at);
                pair.state.attacker.steps += fired.loss.steps;
                pair.holed(Who::Attacker, &shots, &fired);
                pair.state.hit = fired.percent.unwrap_or(0);
                self.fires(at + 1, trace);
            }
            (Next::Melee(at), StageInput::Melee(fight)) => {
                let clash = melee(book, &fight, trace, &mut game::Quiet);
                let pair = self.pair(at);
                (pair.state.dealt, pair.state.taken) = (clash.attacker.steps, clash.defender.steps);
                pair.state.attacker.steps += clash.defender.steps;
                pair.state.defender.steps += clash.attacker.steps;
                pair.state.melee = true;
                pair.state.passed_through = clash.passes_through;
                pair.state.stage = Stage::Done(AssaultEnd::Draw);
                self.next = self.melees(at + 1);
                if self.next == Next::Done {
                    self.fought();
                }
            }
            (Next::Alone(at), situation) => {
                let pair = self.pair(at);
                pair.feed(BoutInput::Situation(situation), trace);
                self.next = self.going_on(at);
            }
            _ => rulebook::ids::unfit(&self.next),
        }
    }

    /// Without L3C-MOR-124 no die is thrown.
    fn spare(&mut self, trace: &mut impl Trace) {
        if !self.book.on(r::L3C_MOR_124) {
            self.thrown(0, trace);
        }
    }

    fn thrown(&mut self, class: i16, trace: &mut impl Trace) {
        let luck = morale::luck(self.book, class);
        match self.next {
            Next::Attack(at) => {
                trace.line(|| morale::die_line(luck));
                let pair = self.pair(at);
                pair.state.attacker.score += i16::from(luck);
                pair.attack_read();
                self.attacked(at);
            }
            Next::Die(at) => {
                trace.line(|| morale::die_line(luck));
                let pair = self.pair(at);
                pair.state.defender.score += i16::from(luck);
                pair.answer_verdict();
                self.answered(at, trace);
            }
            Next::Alone(at) => {
                let pair = self.pair(at);
                pair.feed(BoutInput::Thrown(&[class]), trace);
                self.next = self.going_on(at);
            }
            _ => rulebook::ids::unfit(&self.next),
        }
    }

    fn replied(&mut self, replies: &[Reply], trace: &mut impl Trace) {
        if let Next::Raise(at) = self.next {
            return self.rises(at, replies);
        }
        let (Next::Attack(at) | Next::Answer(at) | Next::Alone(at)) = self.next else {
            rulebook::ids::unfit(&self.next)
        };
        let pair = self.pair(at);
        pair.feed(BoutInput::Replied(replies), trace);
        let names_band = pair.state.stage == Stage::Range;
        match self.next {
            // A unit that fires names the band first (L3C-MOR-06).
            Next::Answer(_) if names_band => {}
            Next::Answer(_) => {
                let flees = self.pair_at(at).state.answer == Answer::Flee;
                match (flees, self.lone) {
                    // All of them pursue the unit that flees.
                    (true, Who::Defender) => {
                        for other in (0..self.pairs.len()).filter(|&other| other != usize::from(at)) {
                            if !matches!(self.pairs[other].state.stage, Stage::Done(_)) {
                                self.pairs[other].feed(BoutInput::Replied(replies), trace);
                            }
                        }
                        self.next = self.going_on(0);
                    }
                    // One of several objectives is gone: the attacker has put it to flight.
                    (true, Who::Attacker) => {
                        let pair = self.pair(at);
                        pair.state.stage = Stage::Done(AssaultEnd::DefenderGone);
                        self.answered(at, trace);
                    }
                    (false, _) => {
                        let pair = self.pair(at);
                        pair.state.stage = Stage::Nerve(Who::Defender);
                        self.next = Next::Nerve(at);
                    }
                }
            }
            Next::Alone(_) => self.next = self.going_on(at),
            // The attacker's advance is announced; its test is next.
            Next::Attack(_) => {}
            _ => rulebook::ids::unfit(&self.next),
        }
    }
}

/// Figures with which the defender of a pair fires at its attacker.
fn fired_with(pair: &AssaultBout<'_>) -> Option<u8> {
    let band = pair.state.defender.band?;
    match Form.tell(pair, &Fact::Fire(Who::Defender, band))? {
        StageInput::Fire(shots) => Some(shots.shooter.figures),
        _ => None,
    }
}

/// The situation that a joint assault asks for, and its pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct JointFact {
    pub at: usize,
    pub fact: Fact,
}

impl<'a> Teller<JointBout<'a>> for Form {
    fn tell(&self, bout: &JointBout<'a>, fact: &JointFact) -> Option<StageInput> {
        bout.situation(fact)
    }
}

impl<'a> Policy<JointBout<'a>> for Wish {
    fn reply(&self, bout: &JointBout<'a>, slot: &Slot, fields: &[Field]) -> Vec<Reply> {
        bout.current().map(|(_, pair)| Policy::<AssaultBout<'a>>::reply(self, pair, slot, fields)).unwrap_or_default()
    }
}

impl Bout for JointBout<'_> {
    type Fact = JointFact;
    type Situation = StageInput;
    type End = JointEnd;

    fn wants(&self) -> BoutRequest<Self> {
        let Some((at, pair)) = self.current() else { return BoutRequest::Done(self.ended()) };
        let fact = |fact: Fact| BoutRequest::Situation(JointFact { at, fact });
        match (self.next, pair.state.defender.band) {
            (Next::Nerve(_), _) => fact(Fact::Nerve(Who::Defender)),
            (Next::Die(_), _) => {
                BoutRequest::Dice(smallvec![Toss::new(r::L3C_MOR_124, unit(Who::Defender), morale::throw(self.book))])
            }
            (Next::Fire(_), Some(band)) => fact(Fact::Fire(Who::Defender, band)),
            (Next::Melee(_), _) => fact(Fact::Melee),
            _ => match pair.wants() {
                BoutRequest::Situation(wanted) => fact(wanted),
                BoutRequest::Reply(slot, fields) => BoutRequest::Reply(slot, fields),
                BoutRequest::Dice(tosses) => BoutRequest::Dice(tosses),
                BoutRequest::Pause(key) => BoutRequest::Pause(key),
                BoutRequest::Done(_) => BoutRequest::Done(self.ended()),
            },
        }
    }

    fn feed(&mut self, fed: BoutInput<'_, Self>, trace: &mut impl Trace) {
        match fed {
            BoutInput::Situation(situation) => self.told(situation, trace),
            BoutInput::Replied(replies) => self.replied(replies, trace),
            BoutInput::Thrown(classes) => self.thrown(*rulebook::ids::at(classes, 0, "throw"), trace),
            BoutInput::Resumed => rulebook::ids::unfit(&self.next),
        }
    }
}
