//! The charge as a machine: it says what it waits for and goes on when it gets it.

use super::stage::{Fact, Hunt, Next, Pending, Situation, Stage, State};
use super::{Answer, Contact, End, Follow, Outcome};
use crate::book::{Book, r};
use crate::fire::{self, Band};
use crate::guns;
use crate::impact::{self, Impact, Verdict, Who};
use crate::losses::{self, Toll};
use crate::melee::{self, Round};
use crate::morale::{self, Fate, Moment};
use crate::officers;
use crate::profile::{Formation, Marker, Order};
use crate::pursuit::{self, Chase, Room};
use crate::reaction::{self, Reaction};
use crate::score::Power;
use dice::Throw;
use game::{
    Bout, Choice, Fed, Field, Key, Line, Op, Quiet, Ref, Reply, Rule, Shape, Side, Slot, Term, Toss, Trace, Wants,
};
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};

/// A charge under way, with the book it is fought by.
#[derive(Clone, Debug)]
pub struct ChargeBout<'a> {
    /// The book.
    pub book: &'a Book,
    /// Where it stands.
    pub state: State,
    /// Who charges and who is charged, for the throws.
    pub who: [Ref; 2],
    /// The attacker's side, for the decisions.
    pub side: Side,
}

impl PartialEq for ChargeBout<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Eq for ChargeBout<'_> {}

impl Hash for ChargeBout<'_> {
    /// A few words that tell nearly all states apart: hashing every field takes longer than the step itself.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let State { attacker, defender, stage, recoil, .. } = &self.state;
        let number = match *stage {
            Stage::Risk { who, losses, pending } => pending.word() << 16 | u64::from(losses) << 8 | who as u64,
            Stage::Blow { who, times, pending } => pending.word() << 16 | u64::from(times) << 8 | who as u64,
            Stage::Nerve { who, pending } => pending.word() << 16 | who as u64,
            Stage::Hold { who, cut, pending } => {
                pending.word() << 24 | u64::from(cut.cast_unsigned()) << 8 | who as u64
            }
            Stage::Clash { gap } => u64::from(gap.cast_unsigned()),
            Stage::Room { loser, recoil } => u64::from(recoil) << 8 | loser as u64,
            Stage::Shoot(power) => u64::from(power.times) << 8 | u64::from(power.dice),
            _ => 0,
        };
        hasher.write_u64(attacker.word());
        hasher.write_u64(defender.word());
        std::mem::discriminant(stage).hash(hasher);
        hasher.write_u64(number << 8 | u64::from(*recoil));
    }
}

/// Passes on lines as the other side's: what helps him is taken off.
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
    /// A charge from where it stands.
    #[must_use]
    pub const fn new(book: &'a Book, state: State, who: [Ref; 2], side: Side) -> Self {
        Self { book, state, who, side }
    }

    fn toss(&self, rule: Rule, who: Who, throw: Throw) -> Wants<Self> {
        Wants::Dice(smallvec![Toss::new(rule, self.who[who as usize], throw)])
    }

    fn ask(&self, who: Who, kind: &'static str, replies: [(&'static str, Rule); 2]) -> Wants<Self> {
        let side = if who == Who::Attacker { self.side } else { self.side.other() };
        let from = replies.map(|(does, rule)| Choice::of(Key::plain(does), &[rule])).to_vec();
        let default = Reply::pick(Key::plain(replies[0].0));
        let about = self.who[who as usize];
        let slot = Slot { side, kind: Term::of(kind), about: vec![about] };
        Wants::Reply(slot, vec![Field { about, shape: Shape::Pick { from, min: 1, max: 1, budget: None }, default }])
    }

    /// Losses of a side; whether it lost elements.
    fn hurt(&mut self, who: Who, losses: u16) -> (u8, bool) {
        let before = *self.state.side(who);
        let toll = Toll {
            arm: before.arm,
            cohesion: before.cohesion,
            elements: before.elements,
            counter: u16::from(before.counter),
            losses,
        };
        let left = losses::suffer(self.book, &toll, &mut Quiet);
        let counts = self.state.follow == Follow::Melee;
        let side = self.state.side_mut(who);
        side.elements = left.elements;
        // The counter decides nothing where the melee is not followed.
        side.counter = if counts { u8::try_from(left.counter).unwrap_or(u8::MAX) } else { 0 };
        side.lost = side.lost.saturating_add(left.removed);
        if left.destroyed {
            side.fate = Fate::Eliminated;
        }
        let moment = Moment {
            status: before.status,
            losses,
            losses_before: u16::from(before.counter) + u16::from(before.lost),
            elements_lost: left.removed,
            general_killed: false,
            friend_gone: None,
        };
        let tests = !left.destroyed && !morale::triggers(self.book, &moment).is_empty();
        let risk = if left.destroyed || !before.general { 0 } else { u8::try_from(losses).unwrap_or(u8::MAX) };
        (risk, tests)
    }

    /// Officers, then morale, then on.
    fn settle(&mut self, mut pending: Pending) {
        for who in [Who::Attacker, Who::Defender] {
            let losses = std::mem::take(&mut pending.risk[who as usize]);
            if losses > 0 && officers::risk(self.book, u16::from(losses), &mut Quiet).is_some() {
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
        let (attacker, defender) = (self.state.attacker, self.state.defender);
        self.state.stage = match pending.next {
            Next::Contact if attacker.stands() && attacker.fate != Fate::Shaken => self.contact(),
            Next::Contact if !self.book.on(r::ML_8_1K) && attacker.stands() => self.contact(),
            Next::Contact => Stage::Done(Outcome::Broken),
            // The gunners fight unless their test has broken them (ML-8.7d).
            Next::Gunners if defender.fate == Fate::Eliminated => Stage::Done(Outcome::Attacker),
            Next::Gunners => self.join(),
            Next::Round => match (attacker.stands(), defender.stands()) {
                (true, true) if self.book.on(r::ML_9G) => Stage::Pause,
                (true, false) => Stage::Done(Outcome::Attacker),
                (false, true) => Stage::Done(Outcome::Defender),
                _ => Stage::Done(Outcome::Undecided),
            },
        };
    }

    /// The chargers stand at 2 pas.
    fn contact(&mut self) -> Stage {
        let defender = &self.state.defender;
        if defender.fate == Fate::Routing && self.book.on(r::ML_8_3A) {
            self.state.defender.fate = Fate::Eliminated;
            return Stage::Done(Outcome::Attacker);
        }
        Stage::Contact
    }

    /// The melee begins: both sides are disorganised (ML-9a, ML-GAP-35).
    fn join(&mut self) -> Stage {
        self.state.melee = true;
        if self.book.on(r::ML_GAP_35) {
            self.state.attacker.formation = Formation::Disorder;
            self.state.defender.formation = Formation::Disorder;
        }
        if self.state.follow == Follow::Melee { Stage::Melee } else { Stage::Done(Outcome::Undecided) }
    }

    /// A marker and the loss of order that goes with it.
    #[inline]
    fn mark(&mut self, who: Who, fate: Fate) {
        let book = self.book;
        let side = self.state.side_mut(who);
        side.fate = fate;
        side.order = book.order(side.order, side.marker());
        side.formation = book.stance(side.formation, side.marker());
    }

    /// What the charged unit does.
    fn answered(&mut self, answer: Answer, reaction: &Reaction, trace: &mut impl Trace) {
        if answer.contact == Contact::Removed {
            self.state.defender.fate = Fate::Eliminated;
            self.state.stage = Stage::Done(Outcome::Attacker);
            return;
        }
        self.state.gunners = answer.contact == Contact::Gunners;
        if answer.hesitant {
            let marker = morale::lay(self.book, self.state.defender.marker(), Marker::Hesitant);
            self.mark(Who::Defender, marker.into());
        }
        if self.state.gunners || !(answer.fire || answer.square) {
            self.state.stage = Stage::Ready { fire: answer.fire, band: None };
            return;
        }
        let check = reaction::reaction(self.book, reaction, trace);
        let needs = if check.automatic { i16::MIN } else { check.needs - check.modifier };
        self.state.stage = match (answer.fire, answer.square) {
            (true, true) => Stage::Choice { needs },
            (_, square) => Stage::Reaction { needs, square },
        };
        self.spare_automatic();
    }

    /// A test that cannot fail is not thrown.
    fn spare_automatic(&mut self) {
        if let Stage::Reaction { needs: i16::MIN, square } = self.state.stage {
            self.reacted(square, true);
        }
    }

    /// The reaction test is read (ML-8.1i, ML-8.1j, ML-8.1o).
    fn reacted(&mut self, square: bool, passed: bool) {
        if !square {
            let band = if passed { Band::Short } else { Band::Effective };
            self.state.stage = Stage::Ready { fire: true, band: Some(band) };
            return;
        }
        if passed {
            self.state.defender.formation = Formation::SolidSquare;
        } else {
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
                        self.state.stage = Stage::Wish { winner, chase };
                    }
                    None => self.chased(winner, stays, compulsory),
                }
            }
            (Stage::Melee, Situation::Melee(Round { attacker, defender })) => {
                let attacker = melee::power(self.book, attacker, trace);
                let defender = melee::power(self.book, defender, trace);
                self.state.stage = Stage::Strike { attacker, defender };
            }
            _ => {}
        }
    }

    /// The scores of an impact are compared.
    #[inline]
    fn clashed(&mut self, difference: i16) {
        self.state.stage = match impact::compare(self.book, difference, 0) {
            Verdict::Melee => self.join(),
            Verdict::Beaten { loser, recoil } => Stage::Room { loser, recoil },
        };
    }

    /// The loser gives way, or has nowhere to go (ML-8.3m to ML-8.3p).
    #[inline]
    fn recoil(&mut self, loser: Who, recoil: u16, room: Room) {
        let marker = self.state.side(loser).marker();
        self.mark(loser, impact::loser(self.book, marker));
        self.state.side_mut(loser).formation = Formation::Disorder;
        let back = pursuit::recoil(self.book, recoil, room);
        self.state.recoil = u8::try_from(back.unwrap_or(recoil)).unwrap_or(u8::MAX);
        if back.is_none() {
            self.state.side_mut(loser).fate = Fate::Eliminated;
        }
        let winner = loser.other();
        // Whoever charged and won tests for pursuit; in a mutual charge both did (ML-8.4a, ML-GAP-29).
        let charged =
            winner == Who::Attacker || self.state.defender.order == Order::Charge && self.book.on(r::ML_GAP_29);
        self.state.stage = if charged && self.state.follow > Follow::Impact {
            Stage::Pursuit { winner }
        } else {
            Stage::Done(Outcome::of(winner))
        };
    }

    /// The winner takes the place or goes on.
    fn chased(&mut self, winner: Who, hunt: Hunt, goes_on: bool) {
        let chase = if goes_on { hunt.on } else { Chase::TakesPlace };
        self.state.pursuit = Some(chase);
        self.state.stage = match chase {
            Chase::Melee => self.join(),
            Chase::Eliminates => {
                self.state.side_mut(winner.other()).fate = Fate::Eliminated;
                Stage::Done(Outcome::of(winner))
            }
            Chase::TakesPlace | Chase::RunsOn => Stage::Done(Outcome::of(winner)),
        };
    }

    fn replied(&mut self, replies: &[Reply]) {
        let does = replies.first().and_then(Reply::key).map(|key| key.does.clone()).unwrap_or_default();
        match self.state.stage {
            Stage::Choice { needs } => {
                self.state.stage = Stage::Reaction { needs, square: does == "solid_square" };
                self.spare_automatic();
            }
            Stage::Wish { winner, chase } => {
                let inverted = does == "inverted" && self.book.on(r::ML_8_4D);
                if chase.automatic {
                    self.chased(winner, chase, inverted);
                } else {
                    self.state.stage = Stage::Test { winner, chase, inverted };
                }
            }
            _ => {}
        }
    }

    fn thrown(&mut self, classes: &[i16], trace: &mut impl Trace) {
        let class = first(classes);
        match self.state.stage {
            Stage::Reaction { square, .. } => self.reacted(square, class > 0),
            Stage::Shoot(_) => {
                let losses = class.unsigned_abs();
                trace.line(|| Line::new(r::ML_7_2Z, Op::Read(i64::from(losses))));
                let (risk, nerve) = self.hurt(Who::Attacker, losses);
                self.settle(Pending { risk: [risk, 0], nerve: [nerve, false], next: Next::Contact });
            }
            Stage::Risk { who, losses, pending } => {
                let spared = u8::try_from(class).unwrap_or(0);
                let times = losses.saturating_sub(spared);
                match officers::blow(self.book, times, &mut Quiet) {
                    Some(_) => self.state.stage = Stage::Blow { who, times, pending },
                    None => self.settle(pending),
                }
            }
            Stage::Blow { who, mut pending, .. } => {
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
                let flee = pending.next == Next::Gunners && who == Who::Defender && class == 0;
                self.mark(who, if flee { Fate::Eliminated } else { fate });
                self.settle(pending);
            }
            Stage::Test { winner, chase, inverted } => self.chased(winner, chase, (class > 0) == inverted),
            Stage::Strike { .. } => {
                let second = classes.get(1).copied().unwrap_or(0);
                let (risk_a, nerve_a) = self.hurt(Who::Attacker, second.unsigned_abs());
                let (risk_d, nerve_d) = self.hurt(Who::Defender, class.unsigned_abs());
                self.settle(Pending { risk: [risk_a, risk_d], nerve: [nerve_a, nerve_d], next: Next::Round });
            }
            _ => {}
        }
    }

    fn resumed(&mut self) {
        self.state.stage = match self.state.stage {
            Stage::Ready { fire: true, band } => Stage::Fire { band },
            Stage::Ready { .. } => self.contact(),
            Stage::Contact if self.state.gunners => Stage::Nerve {
                who: Who::Defender,
                pending: Pending { risk: [0, 0], nerve: [false, false], next: Next::Gunners },
            },
            Stage::Contact => Stage::Impact,
            Stage::Pause => Stage::Melee,
            other => other,
        };
    }

    /// Losses that destroy a side: no more need to be told apart.
    fn most(&self, who: Who) -> u16 {
        let side = self.state.side(who);
        let threshold = self.book.tables.threshold(side.arm, self.book.cohesion(side.cohesion)).max(1);
        u16::from(side.elements) * u16::from(threshold)
    }
}

impl Bout for ChargeBout<'_> {
    type Fact = Fact;
    type Situation = Situation;
    type End = End;

    /// An impact has more ends than all that comes before it: what follows it is inlined wherever odds are counted.
    #[inline]
    fn wants(&self) -> Wants<Self> {
        match self.state.stage {
            Stage::Room { loser, recoil } => Wants::Told(Fact::Room(loser, recoil)),
            Stage::Done(outcome) => Wants::Done(End {
                outcome,
                recoil: self.state.recoil,
                pursuit: self.state.pursuit,
                melee: self.state.melee,
                attacker: self.state.remains(Who::Attacker),
                defender: self.state.remains(Who::Defender),
            }),
            stage => self.waits(stage),
        }
    }

    fn rank(end: &End) -> u64 {
        end.rank()
    }

    #[inline]
    fn feed(&mut self, fed: Fed<'_, Self>, trace: &mut impl Trace) {
        match (self.state.stage, fed) {
            (Stage::Clash { gap }, Fed::Thrown(classes)) => self.clashed(gap + first(classes)),
            (Stage::Room { loser, recoil }, Fed::Told(Situation::Room(room))) => self.recoil(loser, recoil, room),
            (_, Fed::Told(situation)) => self.told(&situation, trace),
            (_, Fed::Replied(replies)) => self.replied(replies),
            (_, Fed::Thrown(classes)) => self.thrown(classes, trace),
            (_, Fed::Resumed) => self.resumed(),
        }
    }
}

/// The class of the first throw.
fn first(classes: &[i16]) -> i16 {
    classes.first().copied().unwrap_or(0)
}

impl ChargeBout<'_> {
    /// What it waits for at the other stages.
    fn waits(&self, stage: Stage) -> Wants<Self> {
        match stage {
            Stage::Begin => Wants::Told(Fact::Answer),
            Stage::Choice { .. } => {
                self.ask(Who::Defender, "defence", [("fire", r::ML_8_1G), ("solid_square", r::ML_8_1O)])
            }
            Stage::Reaction { needs, square } => {
                let rule = if square { r::ML_8_1O } else { r::ML_8_1G };
                self.toss(rule, Who::Defender, Throw::d6(1).cuts([needs]))
            }
            Stage::Ready { .. } => Wants::Pause(Term::of("defensive_fire")),
            Stage::Fire { band } => Wants::Told(Fact::Fire(band)),
            Stage::Shoot(power) => self.toss(r::ML_8_1K, Who::Defender, power.throw_up_to(self.most(Who::Attacker))),
            Stage::Risk { who, losses, .. } => {
                let throw = officers::risk(self.book, u16::from(losses), &mut Quiet).unwrap_or_default();
                self.toss(r::ML_10A, who, throw)
            }
            Stage::Blow { who, times, .. } => {
                let throw = officers::blow(self.book, times, &mut Quiet).unwrap_or_default();
                self.toss(r::ML_10B, who, throw)
            }
            Stage::Nerve { who, .. } => Wants::Told(Fact::Nerve(who)),
            Stage::Hold { who, cut, .. } => {
                let throw = morale::dice(self.book, &mut Quiet).cuts([cut]);
                self.toss(r::ML_5_2F, who, throw)
            }
            Stage::Contact => Wants::Pause(Term::of("impact")),
            Stage::Impact => Wants::Told(Fact::Impact),
            Stage::Clash { .. } => {
                let mut by: SmallVec<[Ref; 2]> = SmallVec::new();
                by.extend(self.who);
                Wants::Dice(smallvec![Toss { rule: r::ML_8_3B.into(), by, throw: impact::dice(self.book) }])
            }
            Stage::Pursuit { winner } => Wants::Told(Fact::Pursuit(winner)),
            Stage::Wish { winner, .. } => {
                self.ask(winner, "pursuit", [("as_rolled", r::ML_8_4A), ("inverted", r::ML_8_4D)])
            }
            Stage::Test { winner, chase, .. } => self.toss(r::ML_8_4A, winner, Throw::d6(1).cuts([chase.needs])),
            Stage::Pause => Wants::Pause(Term::of("melee")),
            Stage::Melee => Wants::Told(Fact::Melee),
            Stage::Strike { attacker, defender } => {
                let toss = |who: Who, power: Power| {
                    Toss::new(r::ML_9B, self.who[who as usize], power.throw_up_to(self.most(who.other())))
                };
                Wants::Dice(smallvec![toss(Who::Attacker, attacker), toss(Who::Defender, defender)])
            }
            // Both answered before.
            Stage::Room { .. } | Stage::Done(_) => self.wants(),
        }
    }
}
