//! Dice that are added up, modified and divided into losses, for fire and melee (ML-GAP-01).

use crate::terms::book::{Book, r};
use dice::Throw;
use game::{Exact, Line, Op, Rule, Trace};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A throw of dice and the value of its sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Power {
    /// The number of dice thrown.
    pub dice: u8,
    /// Added to each die.
    pub per_die: i8,
    /// Numerator of the factor...
    pub times: u16,
    /// ...and its denominator.
    pub over: u16,
    /// Points for one loss; 0: no losses.
    points: u8,
    /// The total may be negative.
    unfloored: bool,
    /// Rounded before it is modified, the order that ML-GAP-01 rejects.
    rounded_first: bool,
}

impl Power {
    /// The modified total of a sum of dice, exact.
    #[must_use]
    pub fn total(&self, sum: i64) -> Exact {
        let (num, den) = self.share(sum);
        reduced(num, den)
    }

    /// A sum of dice with the additions to each die, before doubling and halving.
    #[must_use]
    pub fn after_per_die(&self, sum: i64) -> i64 {
        let after = sum + i64::from(self.per_die) * i64::from(self.dice);
        if self.unfloored { after } else { after.max(0) }
    }

    /// Numerator and denominator, not in lowest terms.
    #[inline]
    fn share(&self, sum: i64) -> (i64, i64) {
        let (times, over) = (i64::from(self.times.max(1)), i64::from(self.over.max(1)));
        let dice = i64::from(self.per_die) * i64::from(self.dice);
        let floor = |n: i64| if self.unfloored { n } else { n.max(0) };
        if self.rounded_first {
            return (floor(sum.div_euclid(over) * times + dice), 1);
        }
        (floor(sum + dice) * times, over)
    }

    /// The losses of a sum of dice: the only rounding, downwards.
    #[must_use]
    pub fn losses(&self, sum: i64) -> u16 {
        if self.points == 0 {
            return 0;
        }
        let (num, den) = self.share(sum);
        rulebook::saturated::<u16, _>(num.max(0) / (den * i64::from(self.points)))
    }

    /// The throw, whose class is the number of losses.
    #[must_use]
    pub fn throw(&self) -> Throw {
        self.throw_up_to(u16::MAX)
    }

    /// The throw, whose class is the number of losses, at most `most`.
    #[must_use]
    pub fn throw_up_to(&self, most: u16) -> Throw {
        self.throw_telling(1..=most)
    }

    /// The throw, whose class counts how many of these losses, in ascending order, it reaches.
    #[must_use]
    pub fn throw_telling(&self, losses: impl Iterator<Item = u16>) -> Throw {
        let mut throw = Throw::d6(self.dice);
        if self.points > 0 {
            let mut losses = losses.map(|n| i64::from(n) * i64::from(self.points)).peekable();
            for sum in i16::from(self.dice)..=6 * i16::from(self.dice) {
                let (num, den) = self.share(i64::from(sum));
                while losses.next_if(|points| num >= points * den).is_some() {
                    throw.cuts.push(sum);
                }
            }
        }
        if throw.cuts.is_empty() {
            // Without cuts the class would be the total itself; this cut is never reached.
            throw.cuts.push(i16::MAX);
        }
        throw
    }
}

fn reduced(num: i64, den: i64) -> Exact {
    let (mut a, mut b) = (num.unsigned_abs(), den.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let common = rulebook::saturated::<i64, _>(a.max(1));
    Exact { num: num / common, den: den / common }
}

#[derive(Clone, Copy)]
enum Effect {
    Die(i8),
    Twice,
    Half,
    Factor(Exact),
}

/// How often a line counts: once, even if several of its conditions hold (ML-GAP-02).
fn lines(book: &Book, conditions: &[bool]) -> usize {
    let holding = conditions.iter().filter(|holds| **holds).count();
    if book.on(r::ML_GAP_02) { holding.min(1) } else { holding }
}

/// Collects the modifiers of a score, in the order of the rules.
#[derive(Default)]
pub(crate) struct Modifiers {
    found: SmallVec<[(Rule, Effect); 16]>,
}

impl Modifiers {
    /// Adds to each die.
    #[track_caller]
    pub(crate) fn die(&mut self, book: &Book, rule: Rule, when: bool, amount: i8) {
        if when && book.on(rule) {
            self.found.push((rule, Effect::Die(amount)));
        }
    }

    /// Doubles once, even if several conditions of the line hold (ML-GAP-02).
    #[track_caller]
    pub(crate) fn twice(&mut self, book: &Book, rule: Rule, conditions: &[bool]) {
        self.each(book, rule, conditions, Effect::Twice);
    }

    /// Halves once, even if several conditions of the line hold (ML-GAP-02).
    #[track_caller]
    pub(crate) fn half(&mut self, book: &Book, rule: Rule, conditions: &[bool]) {
        self.each(book, rule, conditions, Effect::Half);
    }

    #[track_caller]
    pub(crate) fn factor(&mut self, book: &Book, rule: Rule, by: Exact) {
        if book.on(rule) {
            self.found.push((rule, Effect::Factor(by)));
        }
    }

    #[track_caller]
    fn each(&mut self, book: &Book, rule: Rule, conditions: &[bool], effect: Effect) {
        if book.on(rule) {
            self.found.extend(std::iter::repeat_n((rule, effect), lines(book, conditions)));
        }
    }

    /// Keeps only the first of each sort: for when modifiers do not accumulate (ML-7.2x).
    pub(crate) fn first_only(&mut self) {
        let mut seen = [false; 3];
        self.found.retain(|(_, effect)| {
            let sort = match effect {
                Effect::Die(_) => 0,
                Effect::Twice | Effect::Factor(_) => 1,
                Effect::Half => 2,
            };
            !std::mem::replace(&mut seen[sort], true)
        });
    }

    /// The power of a number of dice. `losses` is the rule that turns points into losses.
    pub(crate) fn power(self, book: &Book, (rule, dice): (Rule, u8), losses: Rule, trace: &mut impl Trace) -> Power {
        let (rounded_first, counted) = (!book.on(r::ML_GAP_01), book.on(losses));
        let mut power = Power {
            dice,
            per_die: 0,
            times: 1,
            over: 1,
            points: if counted { book.tables.fire.points_per_loss } else { 0 },
            unfloored: !book.on(r::ML_GAP_03),
            rounded_first,
        };
        trace.line(|| Line::new(rule, Op::Throw(i64::from(dice))));
        if !rounded_first {
            self.dice(&mut power, trace);
        }
        // Halvings first where the order of ML-GAP-01 is not in force, the only case in which the order matters.
        let passes: &[fn(&Effect) -> bool] = if rounded_first {
            &[|e| matches!(e, Effect::Half), |e| matches!(e, Effect::Twice | Effect::Factor(_))]
        } else {
            &[|e| !matches!(e, Effect::Die(_))]
        };
        let mut doublings = 0_i64;
        for pass in passes {
            for &(rule, effect) in self.found.iter().filter(|(_, effect)| pass(effect)) {
                let by = match effect {
                    Effect::Twice if book.options.additive_doublings => {
                        doublings += 1;
                        Exact { num: doublings + 1, den: doublings }
                    }
                    Effect::Twice => Exact::TWICE,
                    Effect::Half => Exact::HALF,
                    Effect::Factor(by) => by,
                    Effect::Die(_) => continue,
                };
                let factor = reduced(i64::from(power.times) * by.num, i64::from(power.over) * by.den);
                power.times = rulebook::saturated::<u16, _>(factor.num);
                power.over = rulebook::saturated::<u16, _>(factor.den);
                let op = if rounded_first && by.num < by.den { Op::DivideDown(by.den) } else { Op::Times(by) };
                trace.line(|| Line::new(rule, op));
            }
        }
        if rounded_first {
            self.dice(&mut power, trace);
        }
        if counted {
            trace.line(|| Line::new(losses, Op::Read(i64::from(book.tables.fire.points_per_loss))));
        }
        power
    }

    /// Applies the modifiers of each die, and the floor of the total (ML-GAP-03).
    fn dice(&self, power: &mut Power, trace: &mut impl Trace) {
        for &(rule, effect) in &self.found {
            if let Effect::Die(amount) = effect {
                power.per_die = power.per_die.saturating_add(amount);
                trace.line(|| Line::new(rule, Op::PerDie(i64::from(amount))));
            }
        }
        if power.per_die < 0 && !power.unfloored {
            trace.line(|| Line::new(r::ML_GAP_03, Op::Clamp(0, i64::from(u16::MAX))));
        }
    }
}
