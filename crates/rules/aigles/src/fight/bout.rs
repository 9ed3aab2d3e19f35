//! The charge as a state machine: it asks for dice, decisions and situations, and continues when it gets them.

use super::end::{End, Outcome};
use super::stage::{Answer, Fact, PauseFor, Salvo, Situation, Stage, State, Test, Who};
use crate::Distance;
use crate::question::{Does, Question};
use crate::resolve::charge;
use crate::resolve::fire::{DieKind, DieUse, die_value, throw};
use crate::resolve::morale::{
    Effect, MoraleResult, Nerve, Occasion, Reader, best_value, die_kind, effect, is_asked, points, read_as, results_of,
    values,
};
use crate::terms::book::{Book, r};
use dice::Throw;
use game::{Bout, BoutInput, BoutRequest, Choice, Field, Key, Line, Op, Ref, Reply, Rule, Shape, Term, Toss, Trace};
use rulebook::ids::held;
use smallvec::{SmallVec, smallvec};
use std::hash::{Hash, Hasher};

/// A charge under way, with its book. It asks for the situations that it needs; the table or a form supplies them.
#[derive(Clone, Debug)]
pub struct ChargeBout<'a> {
    pub book: &'a Book,
    pub state: State,
}

impl PartialEq for ChargeBout<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Eq for ChargeBout<'_> {}

impl Hash for ChargeBout<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

impl<'a> ChargeBout<'a> {
    #[must_use]
    pub fn new(book: &'a Book) -> Self {
        Self { book, state: State::begin() }
    }

    fn toss(rule: Rule, who: Who, throw: Throw) -> Toss {
        Toss::new(rule, Ref::Unit(who.unit()), throw)
    }

    fn ask(who: Who, question: Question, replies: Vec<(Key, Rule)>, default: usize) -> BoutRequest<Self> {
        let from: Vec<Choice> = replies.into_iter().map(|(key, rule)| Choice::of(key, &[rule])).collect();
        let usual = from.get(default).or(from.first());
        let default = usual.map_or(Reply::Picked(Vec::new()), |choice| Reply::pick(choice.key.clone()));
        let about = Ref::Unit(who.unit());
        let slot = question.about(who.side(), vec![about]);
        BoutRequest::Reply(
            slot,
            vec![Field { about, shape: Shape::Pick { from, min: 1, max: 1, budget: None }, default }],
        )
    }

    pub(super) fn end(&mut self, outcome: Outcome, result: Option<MoraleResult>) {
        let end = End { outcome, result, square_broken: self.state.square_broken, rounds: self.state.round };
        self.state.stage = Stage::Done(end);
    }

    fn told(&mut self, situation: Situation, trace: &mut impl Trace) {
        match (self.state.stage, situation) {
            (Stage::Begin, Situation::Onset(onset)) => {
                self.state.charger = onset.charger;
                self.state.target = onset.target;
                self.state.side = onset.side;
                self.state.onset = *onset;
                self.state.stage = Stage::Nerve(Who::Charger, Occasion::Charging);
            }
            (Stage::Nerve(who, occasion), Situation::Nerve(nerve)) => {
                self.state.test = Some(self.test(&nerve, trace));
                self.state.stage = Stage::Die(who, occasion);
            }
            (Stage::Fires, Situation::Fires(salvos)) => {
                self.state.salvos = salvos;
                if self.state.salvos.is_empty() {
                    self.unshot();
                } else {
                    self.state.stage = Stage::Shoot;
                }
            }
            (Stage::Fighters, Situation::Short) => self.end(Outcome::FallsShort, None),
            (Stage::Fighters, Situation::Fighters(melee)) => {
                self.meet(*melee);
            }
            _ => {}
        }
    }

    /// The points of a test without its die.
    fn test(&self, nerve: &Nerve, trace: &mut impl Trace) -> Test {
        let reader = Reader {
            formation: nerve.formation,
            order: nerve.order,
            against_cavalry: nerve.against_cavalry,
            bound: false,
        };
        Test {
            points: points(self.book, nerve, trace),
            status: nerve.status,
            die: die_kind(self.book, nerve),
            values: values(self.book, nerve),
            reader,
        }
    }

    fn thrown(&mut self, classes: &[i16], trace: &mut impl Trace) {
        let first = *rulebook::ids::at(classes, 0, "throw");
        match self.state.stage {
            Stage::Die(who, occasion) => {
                let Some(test) = &mut self.state.test else { return };
                let value = die_value(self.book, test.die, DieUse::Morale, first);
                trace.line(|| Line::new(r::LA_FEU_05, Op::Dice(value.into())));
                test.points += i16::from(value);
                let results = results_of(self.book, test.status, &test.values, test.points);
                if !is_asked(self.book, &results) {
                    let (chosen, result) = best_value(&results);
                    chosen.trace(trace);
                    self.tested(who, occasion, result);
                } else {
                    self.state.stage = Stage::Sign(who, occasion);
                }
            }
            Stage::Shoot => self.shot(classes, trace),
            Stage::Clash | Stage::Officers => self.clashed(classes, trace),
            _ => {}
        }
    }

    fn replied(&mut self, replies: &[Reply], trace: &mut impl Trace) {
        let key = replies.first().and_then(Reply::key);
        let choice = key.and_then(Does::of);
        match self.state.stage {
            Stage::Sign(who, occasion) => {
                let Some(test) = &self.state.test else { return };
                let results = results_of(self.book, test.status, &test.values, test.points);
                let wanted = results.iter().find(|(chosen, _)| key == Some(&value_key(chosen.sum())));
                let (chosen, result) = wanted.copied().unwrap_or_else(|| best_value(&results));
                chosen.trace(trace);
                self.tested(who, occasion, result);
            }
            Stage::React => {
                let wanted = Answer::ALL.into_iter().find(|answer| choice == Some(answer.does()));
                self.answered(wanted.unwrap_or(Answer::CarryOn));
            }
            Stage::Ready => {
                self.state.holds = choice == Some(Does::HoldFire);
                self.state.stage = Stage::Fires;
            }
            Stage::Follow(_) => self.followed(choice == Some(Does::Follow)),
            _ => {}
        }
    }

    /// Applies a test.
    fn tested(&mut self, who: Who, occasion: Occasion, result: MoraleResult) {
        let reader = held(self.state.test.take(), "test").reader;
        let result = read_as(self.book, result, &reader);
        self.state.result = result;
        let does = effect(self.book, occasion, result, &reader);
        match occasion {
            Occasion::Charging => match does {
                Effect::Charges | Effect::ChargesUnstoppable | Effect::GoesOn => {
                    self.state.charger.uncontrolled = does == Effect::ChargesUnstoppable;
                    self.state.stage = Stage::React;
                }
                _ => self.end(Outcome::NoCharge, Some(result)),
            },
            Occasion::CounterCharging => self.countered(does),
            Occasion::Charged => self.charged(does),
            Occasion::Other => self.tested_on_the_way(does, result),
            Occasion::ChargerUnderFire => match does {
                Effect::HaltsUnformed | Effect::HaltsAndLeaves => self.end(Outcome::Stopped, Some(result)),
                _ => self.contact(),
            },
            _ => self.loser_tested(who, does, result),
        }
    }
}

/// Below this value, which takes a general about four metres away, every value puts any unit to flight: such values
/// need no words of their own.
const LOWEST: i8 = -30;

/// The key of a value that an owner may choose.
#[must_use]
pub fn value_key(value: i8) -> Key {
    let size = value.max(LOWEST).unsigned_abs();
    let does = match value {
        0 => Term::of("value_0"),
        1.. => Term::written(&format_args!("plus_{size}")),
        _ => Term::written(&format_args!("minus_{size}")),
    };
    Key { does, refs: Vec::new() }
}

impl Bout for ChargeBout<'_> {
    type Fact = Fact;
    type Situation = Situation;
    type End = End;

    fn wants(&self) -> BoutRequest<Self> {
        let state = &self.state;
        match state.stage {
            Stage::Begin => BoutRequest::Situation(Fact::Onset),
            Stage::Nerve(who, occasion) => BoutRequest::Situation(Fact::Nerve(who, occasion)),
            Stage::Die(who, _) => {
                let kind = held(state.test.as_ref(), "the test under way").die;
                BoutRequest::Dice(smallvec![Self::toss(r::LA_MOR_01, who, throw(self.book, kind, DieUse::Morale))])
            }
            Stage::Sign(who, _) => {
                let test = held(state.test.as_ref(), "the test under way");
                let results = results_of(self.book, test.status, &test.values, test.points);
                let best = best_value(&results).0.sum();
                let default = held(results.iter().position(|(chosen, _)| chosen.sum() == best), "the best value");
                let keys = results.iter().map(|(chosen, _)| (value_key(chosen.sum()), r::LA_GAP_65)).collect();
                Self::ask(who, Question::Sign, keys, default)
            }
            Stage::React => {
                let rule = |answer: Answer| match answer {
                    Answer::CarryOn => r::LA_GAP_77,
                    Answer::CounterCharge => r::LA_CCH_01,
                    Answer::ChangeFormation => r::LA_MVT_10,
                    Answer::Evade => r::LA_ESQ_02,
                };
                let keys = state.onset.answers.iter().map(|answer| (answer.does().key(), rule(*answer)));
                Self::ask(Who::Target, Question::React, keys.collect(), 0)
            }
            Stage::Approach => BoutRequest::Pause(pause(PauseFor::Approach)),
            Stage::Ready => {
                let keys = vec![(Does::Fire.key(), r::LA_GAP_64), (Does::HoldFire.key(), r::LA_GAP_64)];
                Self::ask(Who::Target, Question::Fire, keys, 0)
            }
            Stage::Fires => {
                let (quarters, distance) = self.fire_time();
                BoutRequest::Situation(Fact::Fires { quarters: if state.holds { 0 } else { quarters }, distance })
            }
            Stage::Shoot => {
                let toss = |salvo: &Salvo| {
                    let kind = match salvo {
                        Salvo::Small(volley) => volley.die(self.book),
                        Salvo::Guns(_) => DieKind::Usual,
                    };
                    Self::toss(r::LA_FEU_05, Who::Target, throw(self.book, kind, DieUse::Fire))
                };
                let tosses: SmallVec<[Toss; 2]> = state.salvos.iter().map(toss).collect();
                BoutRequest::Dice(tosses)
            }
            Stage::Contact => BoutRequest::Pause(pause(PauseFor::Contact)),
            Stage::Again => BoutRequest::Pause(pause(PauseFor::NextRound)),
            Stage::Fighters => BoutRequest::Situation(Fact::Fighters),
            Stage::Clash => BoutRequest::Dice(state.melee.tosses(self.book)),
            // One after the other: most faces lead to the same result.
            Stage::Officers => BoutRequest::Dice(state.melee.tosses(self.book).into_iter().take(1).collect()),
            Stage::Follow(winner) => {
                let keys = vec![(Does::Halt.key(), r::LA_GAP_67), (Does::Follow.key(), r::LA_GAP_67)];
                Self::ask(winner, Question::FollowUp, keys, 0)
            }
            Stage::Done(end) => BoutRequest::Done(end),
        }
    }

    fn feed(&mut self, fed: BoutInput<'_, Self>, trace: &mut impl Trace) {
        match fed {
            BoutInput::Situation(situation) => self.told(situation, trace),
            BoutInput::Replied(replies) => self.replied(replies, trace),
            BoutInput::Thrown(classes) => self.thrown(classes, trace),
            BoutInput::Resumed => match self.state.stage {
                Stage::Approach => self.state.stage = self.landed(),
                Stage::Contact | Stage::Again => self.state.stage = Stage::Fighters,
                _ => {}
            },
        }
    }
}

/// The word of a pause.
pub(super) fn pause(pause: PauseFor) -> Term {
    rulebook::word(&pause)
}

/// Distance bonus of a charge, if its bonuses apply.
pub(super) fn bonus_of(book: &Book, charge: &charge::Charge) -> Distance {
    if charge.bonuses(book) { charge.bonus(book) } else { Distance::of(0) }
}
