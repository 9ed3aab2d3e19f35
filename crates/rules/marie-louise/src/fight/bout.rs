//! The charge as a state machine: it asks for what it needs and goes on with the answer.

use super::stage::{Act, Fact, Hunt, Next, Pending, Situation, Stage, State};
use super::{Answer, Charge, Condition, Contact, End, Follow, Outcome, contact};
use crate::question::{Does, Question};
use crate::resolve::fire::{self, Band};
use crate::resolve::guns;
use crate::resolve::impact::{self, Impact, Verdict, Who};
use crate::resolve::losses::{self, LossCount};
use crate::resolve::melee::{self, Round};
use crate::resolve::morale::{self, AfterTest, Moment};
use crate::resolve::officers;
use crate::resolve::pursuit::{self, Chase};
use crate::resolve::reaction::{self, Reaction};
use crate::resolve::score::Power;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Formation, Marker, Order};
use dice::Throw;
use game::{
    Bout, BoutInput, BoutRequest, Choice, Field, Line, Op, Quiet, Ref, Reply, Rule, Shape, Side, Term, Toss, Trace,
    UnitId,
};
use rulebook::ids::held;
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};

/// A charge in progress, with the book and the input form.
#[derive(Clone, Copy, Debug)]
pub struct ChargeBout<'a> {
    pub book: &'a Book,
    /// The input: what does not change.
    pub charge: &'a Charge,
    pub state: State,
    /// Only the odds are wanted: results that make no difference are merged into one.
    pub(super) unseen: bool,
    /// A turn drives it: it stops at every [`Act`].
    pub(super) on_table: bool,
}

impl PartialEq for ChargeBout<'_> {
    /// Fields that differ most often are compared first.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let (own, his) = (&self.state, &other.state);
        own.stage == his.stage
            && own.attacker.word() == his.attacker.word()
            && own.defender.word() == his.defender.word()
            && (own.recoil, own.pursuit, own.melee) == (his.recoil, his.pursuit, his.melee)
    }
}

impl Eq for ChargeBout<'_> {}

impl Hash for ChargeBout<'_> {
    /// A few words that tell nearly all states apart; hashing every field would take longer than a step.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let State { attacker, defender, stage, recoil, .. } = &self.state;
        let number = match *stage {
            Stage::Risk { who, losses, pending } | Stage::Peril { who, losses, pending } => {
                pending.word() << 16 | u64::from(losses) << 8 | who as u64
            }
            Stage::Blow { who, times, pending } => pending.word() << 16 | u64::from(times) << 8 | who as u64,
            Stage::Nerve { who, pending } => pending.word() << 16 | who as u64,
            Stage::Hold { who, cut, pending } => {
                pending.word() << 24 | u64::from(cut.cast_unsigned()) << 8 | who as u64
            }
            Stage::Clash { gap } => u64::from(gap.cast_unsigned()),
            Stage::Shoot(power) => u64::from(power.times) << 8 | u64::from(power.dice),
            _ => 0,
        };
        hasher.write_u64(attacker.word());
        hasher.write_u64(defender.word());
        std::mem::discriminant(stage).hash(hasher);
        hasher.write_u64(number << 8 | u64::from(*recoil));
    }
}

/// Passes on the lines of the other side with their sign reversed.
struct Against<'a, T>(&'a mut T);

impl<T: Trace> Trace for Against<'_, T> {
    fn line(&mut self, line: impl FnOnce() -> Line) {
        self.0.line(|| {
            let mut line = line();
            if let Op::Add(n) = line.op {
                line.op = Op::Add(-n);
            }
            line
        });
    }
}

impl<'a> ChargeBout<'a> {
    fn toss(rule: Rule, who: Who, throw: Throw) -> BoutRequest<Self> {
        BoutRequest::Dice(smallvec![Toss::new(rule, unit(who), throw)])
    }

    fn ask(who: Who, question: Question, replies: [(Does, Rule); 2]) -> BoutRequest<Self> {
        let side = if who == Who::Attacker { Side::Blue } else { Side::Red };
        let from = replies.map(|(does, rule)| Choice::of(does.key(), &[rule])).to_vec();
        let default = Reply::pick(replies[0].0.key());
        let about = unit(who);
        BoutRequest::Reply(
            question.about(side, vec![about]),
            vec![Field { about, shape: Shape::Pick { from, min: 1, max: 1, budget: None }, default }],
        )
    }

    /// Applies losses to a side; returns them and whether it lost elements.
    fn hurt(&mut self, who: Who, losses: u16) -> (u8, bool) {
        let (typed, before) = (self.charge.typed(who), *self.state.side(who));
        let toll = LossCount {
            arm: typed.arm,
            cohesion: typed.cohesion,
            elements: before.elements,
            counter: u16::from(before.counter),
            losses,
        };
        let left = losses::suffer(self.book, &toll, &mut Quiet);
        let counts = self.charge.follow == Follow::Melee;
        let side = self.state.side_mut(who);
        side.elements = left.elements;
        // The counter makes no difference if the melee is not resolved.
        side.counter = if counts { rulebook::saturated::<u8, _>(left.counter) } else { 0 };
        side.lost = side.lost.saturating_add(left.removed);
        if left.destroyed {
            side.remove();
        }
        let moment = Moment {
            status: typed.status,
            losses,
            losses_before: u16::from(before.counter) + u16::from(before.lost),
            elements_lost: left.removed,
            general_killed: false,
            friend_gone: None,
        };
        let tests = !left.destroyed && morale::must_test(self.book, &moment);
        let risk = if left.destroyed || !before.general { 0 } else { rulebook::saturated::<u8, _>(losses) };
        (risk, tests)
    }

    /// Settles what losses bring: officers first, then morale, then the next stage.
    fn settle(&mut self, mut pending: Pending) {
        for who in [Who::Attacker, Who::Defender] {
            let losses = std::mem::take(&mut pending.risk[who as usize]);
            if losses == 0 {
                continue;
            }
            if self.unseen && officers::peril(self.book, u16::from(losses)).is_some() {
                self.state.stage = Stage::Peril { who, losses, pending };
                return;
            }
            if officers::risk(self.book, u16::from(losses), &mut Quiet).is_some() {
                self.state.stage = Stage::Risk { who, losses, pending };
                return;
            }
        }
        for who in [Who::Attacker, Who::Defender] {
            if std::mem::take(&mut pending.nerve[who as usize]) {
                self.state.stage = Stage::Nerve { who, pending };
                return;
            }
        }
        self.state.stage = match pending.next {
            Next::Contact => self.arrive(),
            // The gunners fight unless the test has removed them (ML-8.7d).
            Next::Gunners if self.state.defender.fate == AfterTest::Eliminated => self.act(Act::Abandon),
            Next::Gunners => self.join(),
            Next::Round => self.round_over(),
        };
    }

    /// The stage after a round of melee, by the units that are left (ML-9g).
    fn round_over(&self) -> Stage {
        match (self.state.attacker.stands(), self.state.defender.stands()) {
            (true, true) if self.book.on(r::ML_9G) => Stage::Pause,
            (true, false) => Stage::Done(Outcome::Attacker),
            (false, true) => Stage::Done(Outcome::Defender),
            _ => Stage::Done(Outcome::Undecided),
        }
    }

    /// After the fires a charger that still stands reaches contact (ML-8.1k).
    fn arrive(&mut self) -> Stage {
        let attacker = &self.state.attacker;
        let comes = attacker.stands() && (attacker.fate != AfterTest::Shaken || !self.book.on(r::ML_8_1K));
        if comes { self.contact() } else { Stage::Done(Outcome::Broken) }
    }

    /// What happens when the charger at 2 pas meets the charged unit.
    fn meets(&self) -> Contact {
        let defender = &self.state.defender;
        contact(self.book, self.charge.defender.arm, defender.formation, defender.marker())
    }

    /// The chargers stand at 2 pas.
    fn contact(&mut self) -> Stage {
        match self.meets() {
            Contact::Removed => {
                self.state.defender.remove();
                self.act(Act::Remove)
            }
            Contact::Impact | Contact::Gunners => Stage::Contact,
        }
    }

    /// The melee begins: both sides become disorganised (ML-9a, ML-GAP-35).
    fn join(&mut self) -> Stage {
        self.state.melee = true;
        if self.book.on(r::ML_9A) && self.book.on(r::ML_GAP_35) {
            self.state.attacker.formation = Formation::Disorder;
            self.state.defender.formation = Formation::Disorder;
        }
        self.act(Act::Join)
    }

    /// On the table stops at something the turn must do; otherwise goes on at once.
    #[inline]
    fn act(&mut self, act: Act) -> Stage {
        if self.on_table { Stage::Act(act) } else { self.acted(act) }
    }

    /// The stage after that is done.
    #[inline]
    fn acted(&mut self, act: Act) -> Stage {
        match act {
            Act::Remove | Act::Abandon => Stage::Done(Outcome::Attacker),
            Act::Recoil(loser, _) => self.may_pursue(loser.other()),
            Act::Chase(winner, chase) if self.on_table => Stage::Caught { winner, chase },
            Act::Chase(winner, chase) => self.caught(winner, chase, !self.held_up(winner, chase)),
            Act::Join if self.charge.follow == Follow::Melee => Stage::Melee,
            Act::Join => Stage::Done(Outcome::Undecided),
            Act::Losses => self.round_over(),
        }
    }

    /// Updates both sides from the table before the next stage.
    pub(crate) fn look(&mut self, attacker: Condition, defender: Condition) {
        (self.state.attacker, self.state.defender) = (attacker, defender);
    }

    /// Applies a marker and the disorder that it brings.
    #[inline]
    fn mark(&mut self, who: Who, fate: AfterTest) {
        let book = self.book;
        let side = self.state.side_mut(who);
        side.fate = fate;
        side.order = book.order(side.order, side.marker());
        side.formation = book.stance(side.formation, side.marker());
        if fate == AfterTest::Eliminated {
            side.remove();
        }
    }

    /// The reaction of the charged unit.
    fn answered(&mut self, answer: Answer, reaction: &Reaction, trace: &mut impl Trace) {
        if answer.contact == Contact::Removed {
            self.state.defender.remove();
            self.state.stage = Stage::Done(Outcome::Attacker);
            return;
        }
        if answer.hesitant {
            let marker = morale::lay(self.book, self.state.defender.marker(), Marker::Hesitant);
            self.mark(Who::Defender, marker.into());
        }
        // Guns fire without a reaction test (ML-8.7b).
        if self.charge.defender.arm == Arm::Artillery || !(answer.fire || answer.square) {
            self.state.stage = Stage::Ready { fire: answer.fire, band: None };
            return;
        }
        let check = reaction::reaction(self.book, reaction, trace);
        let needs = if check.automatic { i16::MIN } else { check.needs - check.modifier };
        self.state.stage = match (answer.fire, answer.square) {
            // It may form square but need not.
            (fire, true) => Stage::Choice { needs, fire },
            (_, false) => Stage::Reaction { needs, square: false },
        };
        self.spare_automatic();
    }

    /// Skips the throw of a test that cannot fail.
    fn spare_automatic(&mut self) {
        if !self.on_table
            && let Stage::Reaction { needs: i16::MIN, square } = self.state.stage
        {
            self.reacted(square, true);
        }
    }

    /// Applies the result of the reaction test (ML-8.1i, ML-8.1j, ML-8.1o).
    fn reacted(&mut self, square: bool, passed: bool) {
        // Without ML-8.1j a failed test has no effect.
        if !square && (passed || self.book.on(r::ML_8_1J)) {
            let band = if passed { Band::Short } else { Band::Effective };
            self.state.stage = Stage::Ready { fire: true, band: Some(band) };
            return;
        }
        if passed {
            self.state.defender.formation = Formation::SolidSquare;
        } else if square {
            let marker = morale::lay(self.book, self.state.defender.marker(), Marker::Hesitant);
            self.mark(Who::Defender, marker.into());
        }
        self.state.stage = Stage::Ready { fire: false, band: None };
    }

    fn told(&mut self, situation: &Situation, trace: &mut impl Trace) {
        match (self.state.stage, situation) {
            (Stage::Begin, Situation::Answer(answer, reaction)) => self.answered(*answer, reaction, trace),
            (Stage::Fire { .. }, Situation::Volley(volley)) => {
                let shot = fire::volley(self.book, volley, trace);
                self.state.stage = Stage::Shoot(shot.power);
            }
            (Stage::Fire { .. }, Situation::Cannonade(fire)) => {
                let laid = guns::lay(self.book, fire, trace);
                let power = guns::effect(self.book, fire, laid.zone, laid.impact_dice, trace);
                self.state.stage = Stage::Shoot(power);
            }
            (Stage::Nerve { who, pending }, Situation::Nerve(nerve)) => {
                let (sum, _) = morale::test(self.book, nerve, trace);
                let needs = i16::from(self.book.tables.morale.passes_from);
                let cut = if self.book.on(r::ML_5_2T) { needs - sum } else { i16::MAX };
                self.state.stage = Stage::Hold { who, cut, pending };
            }
            (Stage::Impact, Situation::Impact(Impact { attacker, defender })) => {
                let own = impact::modifiers(self.book, attacker, defender, trace);
                let his = impact::modifiers(self.book, defender, attacker, &mut Against(trace));
                self.state.stage = Stage::Clash { gap: own - his };
            }
            (Stage::Pursuit { winner }, Situation::Pursuit(pursuit)) => {
                let (on, _) = pursuit::chase(self.book, pursuit, true);
                let stays = Hunt { needs: i16::MIN, automatic: true, on };
                let compulsory = pursuit::goes_on(self.book, pursuit, None);
                match pursuit::test(self.book, pursuit, trace) {
                    Some(check) => {
                        let chase = Hunt { needs: check.needs - check.modifier, automatic: check.automatic, on };
                        if self.book.on(r::ML_8_4D) {
                            self.state.stage = Stage::Wish { winner, chase };
                        } else {
                            self.tests(winner, chase, false);
                        }
                    }
                    None if compulsory => self.chased(winner, stays, true),
                    // Without ML-8.4a there is no test and no pursuit.
                    None => self.state.stage = Stage::Done(Outcome::of(winner)),
                }
            }
            (Stage::Caught { winner, chase }, Situation::Caught(caught)) => {
                self.state.stage = self.caught(winner, chase, *caught);
            }
            (Stage::Melee, Situation::Melee(Round { attacker, defender })) => {
                let attacker = melee::power(self.book, attacker, trace);
                let defender = melee::power(self.book, defender, trace);
                self.state.stage = Stage::Strike { attacker, defender };
            }
            _ => rulebook::ids::unfit(&self.state.stage),
        }
    }

    /// Compares the scores of an impact.
    #[inline]
    fn clashed(&mut self, difference: i16) {
        self.state.stage = match impact::compare(self.book, difference, 0) {
            Verdict::Melee => self.join(),
            Verdict::Beaten { loser, recoil } => self.recoil(loser, recoil),
        };
    }

    /// The loser is disorganised and shaken, or routs, and recoils or is removed (ML-8.3m to ML-8.3p).
    #[inline]
    fn recoil(&mut self, loser: Who, recoil: u16) -> Stage {
        let marker = self.state.side(loser).marker();
        self.mark(loser, impact::loser(self.book, marker));
        if self.book.on(r::ML_8_3M) {
            self.state.side_mut(loser).formation = Formation::Disorder;
        }
        if self.on_table {
            return Stage::Act(Act::Recoil(loser, recoil));
        }
        let room = self.charge.typed(loser).behind.room(recoil);
        let back = pursuit::recoil(self.book, recoil, room);
        self.state.recoil = rulebook::saturated::<u8, _>(back.unwrap_or(recoil));
        if back.is_none() {
            self.state.side_mut(loser).remove();
        }
        self.acted(Act::Recoil(loser, recoil))
    }

    /// A charger that won tests for pursuit; in a mutual charge either winner does (ML-8.4a, ML-GAP-29).
    #[inline]
    fn may_pursue(&self, winner: Who) -> Stage {
        let defender = &self.state.defender;
        let under_c = self.book.order(defender.order, defender.marker()) == Order::Charge;
        let mutual = under_c && !self.charge.received && self.book.on(r::ML_GAP_29);
        let charged = winner == Who::Attacker || mutual;
        if charged && self.charge.follow > Follow::Impact {
            Stage::Pursuit { winner }
        } else {
            Stage::Done(Outcome::of(winner))
        }
    }

    /// The winner tests. A test that cannot fail is skipped, but on a table it is reported like any other.
    fn tests(&mut self, winner: Who, chase: Hunt, inverted: bool) {
        if chase.automatic && !self.on_table {
            self.chased(winner, chase, pursuit::by_test(self.book, inverted, true));
        } else {
            self.state.stage = Stage::Test { winner, chase, inverted };
        }
    }

    /// The winner takes the place or goes on.
    fn chased(&mut self, winner: Who, hunt: Hunt, goes_on: bool) {
        let chase = if goes_on { hunt.on } else { Chase::TakesPlace };
        self.state.pursuit = Some(chase);
        self.state.stage = self.act(Act::Chase(winner, chase));
    }

    /// Whether ground keeps a winner from catching the loser.
    fn held_up(&self, winner: Who, chase: Chase) -> bool {
        let recoils = self.charge.held_up[usize::from(chase == Chase::Eliminates)];
        winner == Who::Attacker && recoils >> self.state.recoil.min(63) & 1 == 1
    }

    /// Whether the winner that went on has caught the loser (ML-8.4e, ML-8.4f).
    fn caught(&mut self, winner: Who, chase: Chase, caught: bool) -> Stage {
        match chase {
            Chase::Melee if caught => self.join(),
            Chase::Eliminates if caught => {
                self.state.side_mut(winner.other()).remove();
                Stage::Done(Outcome::of(winner))
            }
            _ => Stage::Done(Outcome::of(winner)),
        }
    }

    fn replied(&mut self, replies: &[Reply]) {
        let does = rulebook::ids::at(replies, 0, "reply").key().and_then(Does::of);
        match self.state.stage {
            Stage::Choice { fire: false, .. } if does != Some(Does::SolidSquare) => {
                self.state.stage = Stage::Ready { fire: false, band: None };
            }
            Stage::Choice { needs, .. } => {
                self.state.stage = Stage::Reaction { needs, square: does == Some(Does::SolidSquare) };
                self.spare_automatic();
            }
            Stage::Wish { winner, chase } => {
                self.tests(winner, chase, does == Some(Does::Inverted));
            }
            _ => rulebook::ids::unfit(&self.state.stage),
        }
    }

    fn thrown(&mut self, classes: &[i16], trace: &mut impl Trace) {
        // Neighbours may fight along and friends may be shaken: the table applies the losses, so no class is passed in.
        if self.on_table && matches!(self.state.stage, Stage::Strike { .. }) {
            self.state.stage = Stage::Act(Act::Losses);
            return;
        }
        let class = first(classes);
        match self.state.stage {
            Stage::Reaction { square, .. } => self.reacted(square, class > 0),
            Stage::Shoot(_) => {
                let losses = self.suffered(Who::Attacker, class);
                trace.line(|| Line::new(r::ML_7_2Z, Op::Read(i64::from(losses))));
                let (risk, nerve) = self.hurt(Who::Attacker, losses);
                self.settle(Pending { risk: [risk, 0], nerve: [nerve, false], next: Next::Contact });
            }
            Stage::Risk { who, losses, pending } => {
                let spared = rulebook::counted(class);
                let times = losses.saturating_sub(spared);
                match officers::blow(self.book, times, &mut Quiet) {
                    Some(_) => self.state.stage = Stage::Blow { who, times, pending },
                    None => self.settle(pending),
                }
            }
            Stage::Blow { who, mut pending, .. } | Stage::Peril { who, mut pending, .. } => {
                if class == 0 {
                    self.state.side_mut(who).general = false;
                    // The death of a general is a cause of its own (ML-5.2c).
                    pending.nerve[who as usize] |= self.book.on(r::ML_5_2C);
                }
                self.settle(pending);
            }
            Stage::Hold { who, pending, .. } => {
                let marker = self.state.side(who).marker();
                let fate = morale::after_test(self.book, marker, class > 0);
                // Gunners who fail flee and leave their guns (ML-8.7d, ML-GAP-34).
                if pending.next == Next::Gunners && who == Who::Defender && class == 0 {
                    let goes_along = self.book.on(r::ML_GAP_79);
                    self.state.side_mut(who).flee(goes_along);
                } else {
                    self.mark(who, fate);
                }
                self.settle(pending);
            }
            Stage::Test { winner, chase, inverted } => {
                self.chased(winner, chase, pursuit::by_test(self.book, inverted, class > 0));
            }
            Stage::Strike { .. } => {
                let second = *rulebook::ids::at(classes, 1, "throw");
                let (attacker, defender) = (self.suffered(Who::Attacker, second), self.suffered(Who::Defender, class));
                let (risk_a, nerve_a) = self.hurt(Who::Attacker, attacker);
                let (risk_d, nerve_d) = self.hurt(Who::Defender, defender);
                self.settle(Pending { risk: [risk_a, risk_d], nerve: [nerve_a, nerve_d], next: Next::Round });
            }
            _ => rulebook::ids::unfit(&self.state.stage),
        }
    }

    fn resumed(&mut self) {
        self.state.stage = match self.state.stage {
            Stage::Ready { fire: true, band } => Stage::Fire { band },
            Stage::Ready { .. } => self.contact(),
            Stage::Arrive => self.arrive(),
            Stage::Act(act) => self.acted(act),
            Stage::Contact if self.meets() == Contact::Gunners => Stage::Nerve {
                who: Who::Defender,
                pending: Pending { risk: [0, 0], nerve: [false, false], next: Next::Gunners },
            },
            Stage::Contact => Stage::Impact,
            Stage::Pause => Stage::Melee,
            other => rulebook::ids::unfit(&other),
        };
    }

    /// The final result.
    #[inline]
    fn ended(&self, outcome: Outcome) -> End {
        let State { attacker, defender, recoil, pursuit, melee, .. } = self.state;
        End { outcome, recoil, pursuit, melee, attacker: attacker.remains(), defender: defender.remains() }
    }

    /// The losses at which the class of a throw changes, for a side. None above those that destroy it. For odds alone,
    /// if no general can be hit and no melee follows, only the first loss (a cause of a test, ML-5.2e) and those that
    /// cost an element.
    fn telling(&self, who: Who) -> impl Iterator<Item = u16> {
        let (typed, side) = (self.charge.typed(who), self.state.side(who));
        let threshold = u16::from(self.book.tables.threshold(typed.arm, self.book.cohesion(typed.cohesion)).max(1));
        let most = u16::from(side.elements) * threshold;
        let all = !self.unseen || side.general || self.charge.follow == Follow::Melee;
        // The smallest number of losses above one that costs an element.
        let next = (1 + u16::from(side.counter)) / threshold * threshold + threshold - u16::from(side.counter);
        let (from, step) = if all { (2, 1) } else { (next, threshold) };
        (1..=most.min(1)).chain((from..=most).step_by(usize::from(step)))
    }

    /// The losses of a class: the fewest of those it stands for.
    fn suffered(&self, who: Who, class: i16) -> u16 {
        let place = usize::from(class.unsigned_abs());
        let told = std::iter::once(0).chain(self.telling(who)).nth(place);
        told.unwrap_or_else(|| *rulebook::ids::at(&[], place, "class of losses"))
    }
}

impl Bout for ChargeBout<'_> {
    type Fact = Fact;
    type Situation = Situation;
    type End = End;

    fn wants(&self) -> BoutRequest<Self> {
        match self.state.stage {
            Stage::Begin => BoutRequest::Situation(Fact::Answer),
            Stage::Choice { fire, .. } => {
                let first = if fire { (Does::Fire, r::ML_8_1G) } else { (Does::Stand, r::ML_8_1O) };
                Self::ask(Who::Defender, Question::Defence, [first, (Does::SolidSquare, r::ML_8_1O)])
            }
            Stage::Reaction { needs, square } => {
                let rule = if square { r::ML_8_1O } else { r::ML_8_1G };
                Self::toss(rule, Who::Defender, Throw::d6(1).cuts([needs]))
            }
            Stage::Ready { .. } => BoutRequest::Pause(Term::of("defensive_fire")),
            Stage::Fire { band } => BoutRequest::Situation(Fact::Fire(band)),
            Stage::Shoot(power) => {
                Self::toss(r::ML_8_1K, Who::Defender, power.throw_telling(self.telling(Who::Attacker)))
            }
            Stage::Risk { who, losses, .. } => {
                let throw = held(officers::risk(self.book, u16::from(losses), &mut Quiet), "a risk");
                Self::toss(r::ML_10A, who, throw)
            }
            Stage::Blow { who, times, .. } => {
                let throw = held(officers::blow(self.book, times, &mut Quiet), "a blow");
                Self::toss(r::ML_10B, who, throw)
            }
            Stage::Peril { who, losses, .. } => {
                let throw = held(officers::peril(self.book, u16::from(losses)), "a peril");
                Self::toss(r::ML_10A, who, throw)
            }
            Stage::Nerve { who, .. } => BoutRequest::Situation(Fact::Nerve(who)),
            Stage::Hold { who, cut, .. } => {
                let throw = morale::dice(self.book, &mut Quiet).cuts([cut]);
                Self::toss(r::ML_5_2F, who, throw)
            }
            Stage::Arrive | Stage::Contact => BoutRequest::Pause(Term::of("impact")),
            Stage::Act(act) => BoutRequest::Pause(Term::of(act.label())),
            Stage::Caught { winner, .. } => BoutRequest::Situation(Fact::Caught(winner)),
            Stage::Impact => BoutRequest::Situation(Fact::Impact),
            Stage::Clash { .. } => {
                let by = SmallVec::from_buf([unit(Who::Attacker), unit(Who::Defender)]);
                BoutRequest::Dice(smallvec![Toss { rule: r::ML_8_3B.into(), by, throw: impact::dice(self.book) }])
            }
            Stage::Pursuit { winner } => BoutRequest::Situation(Fact::Pursuit(winner)),
            Stage::Wish { winner, .. } => {
                Self::ask(winner, Question::Pursuit, [(Does::AsRolled, r::ML_8_4A), (Does::Inverted, r::ML_8_4D)])
            }
            Stage::Test { winner, chase, .. } => Self::toss(r::ML_8_4A, winner, Throw::d6(1).cuts([chase.needs])),
            Stage::Pause => BoutRequest::Pause(Term::of("melee")),
            Stage::Melee => BoutRequest::Situation(Fact::Melee),
            Stage::Strike { attacker, defender } => {
                let toss = |who: Who, power: Power| {
                    Toss::new(r::ML_9B, unit(who), power.throw_telling(self.telling(who.other())))
                };
                BoutRequest::Dice(smallvec![toss(Who::Attacker, attacker), toss(Who::Defender, defender)])
            }
            Stage::Done(outcome) => BoutRequest::Done(self.ended(outcome)),
        }
    }

    fn unseen(self) -> Self {
        Self { unseen: true, ..self }
    }

    #[inline]
    fn end(&self) -> Option<End> {
        match self.state.stage {
            Stage::Done(outcome) => Some(self.ended(outcome)),
            _ => None,
        }
    }

    #[inline]
    fn rank(end: &End) -> u64 {
        end.rank()
    }

    /// Inlined: callers know the variant, so that only its branch is left.
    #[inline(always)]
    fn feed(&mut self, fed: BoutInput<'_, Self>, trace: &mut impl Trace) {
        match fed {
            BoutInput::Thrown(classes) => match self.state.stage {
                // Listed first: the impact has more results than the stages before it.
                Stage::Clash { gap } => self.clashed(gap + first(classes)),
                _ => self.thrown(classes, trace),
            },
            BoutInput::Situation(situation) => self.told(&situation, trace),
            BoutInput::Replied(replies) => self.replied(replies),
            BoutInput::Resumed => self.resumed(),
        }
    }
}

/// The unit of a side, for its throws and decisions.
const fn unit(who: Who) -> Ref {
    Ref::Unit(UnitId(who as u16))
}

/// The class of the first throw.
fn first(classes: &[i16]) -> i16 {
    *rulebook::ids::at(classes, 0, "throw")
}
