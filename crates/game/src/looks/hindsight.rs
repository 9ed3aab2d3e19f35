//! The odds of past tests: for a test in the log, every possible result with its chance, found by running the battle's
//! own rules from just before its dice against every class of them. So a test has the same numbers before and after it,
//! and a ruleset need not provide anything for it.

use crate::drift::classes;
use crate::replay::Replay;
use crate::seal::Bytes32;
use crate::{Chance, Deed, Entry, Event, Exact, Given, Need, Ref, Rules, Term, Thrown, Toss};
use dice::Ratio;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A possible result of a test.
#[derive(Clone, PartialEq, Debug)]
pub struct Past {
    pub result: Term,
    /// The total of the lines.
    pub total: Exact,
    pub chance: Chance,
}

/// All possible results of a test.
#[derive(Clone, PartialEq, Debug)]
pub struct Hindsight {
    /// The owner of the test.
    pub of: Option<Ref>,
    pub came: Term,
    pub total: Exact,
    /// Every result with its chance.
    pub rows: Vec<Past>,
}

/// The most combinations of dice that are run.
const MOST: u64 = 600;
/// The most questions and throws between the dice and their test.
const DEEPEST: u8 = 6;

/// The wanted test of the log: the `nth` of its name and owner since the dice.
struct WantedTest<'a> {
    test: &'a Term,
    of: Option<Ref>,
    nth: usize,
}

impl WantedTest<'_> {
    fn found<'e>(&self, events: impl Iterator<Item = &'e Event>) -> Option<(&'e Term, Exact)> {
        events
            .filter_map(|event| match &event.deed {
                Deed::Tested { breakdown, result } if self.is(&breakdown.test, breakdown.of) => {
                    Some((result, breakdown.total()))
                }
                _ => None,
            })
            .nth(self.nth)
    }

    fn is(&self, test: &Term, of: Option<Ref>) -> bool {
        test == self.test && of == self.of
    }
}

/// The possible results of the test in a line of the log; `None` where it had no dice, or too many.
pub(crate) fn hindsight<R: Rules>(rules: &Arc<R>, log: &[Entry], salt: Bytes32, line: usize) -> Option<Hindsight> {
    let Entry::Event(Event { deed: Deed::Tested { breakdown, result }, .. }) = log.get(line)? else { return None };
    let dice = log[..line].iter().rposition(|entry| matches!(entry, Entry::Dice(_)))?;
    let Entry::Dice(fell) = &log[dice] else { return None };
    let since = |entry: &&Entry| matches!(entry, Entry::Event(Event { deed: Deed::Tested { breakdown: b, .. }, .. }) if b.test == breakdown.test && b.of == breakdown.of);
    let nth = log[dice..line].iter().filter(since).count();
    let host = Replay::new(Arc::clone(rules), &log[..dice], None, salt).run().ok()?;
    let state = host.state_now();
    let Need::Dice(tosses) = rules.need(state) else { return None };
    let wanted = WantedTest { test: &breakdown.test, of: breakdown.of, nth };
    let mut run = Rerun { rules: rules.as_ref(), wanted, ends: BTreeMap::new(), ways: 0 };
    let own = |toss: &Toss| breakdown.of.is_some_and(|of| toss.by.contains(&of));
    // All dice of this throw, or where these are too many those of the test's owner.
    let falls = falls(&tosses, fell, &|_| true).or_else(|| falls(&tosses, fell, &own))?;
    run.throw(state, &mut Vec::new(), &falls, Ratio::ONE, 0)?;
    let rows = run.ends.into_iter().map(|((result, total), chance)| Past {
        result,
        total: Exact { num: total.0, den: total.1 },
        chance: Chance::Exact(chance),
    });
    let rows: Vec<Past> = rows.collect();
    let hindsight = Hindsight { of: breakdown.of, came: result.clone(), total: breakdown.total(), rows };
    // The actual result must be among the possible ones, or the questions on the way were not answered by default.
    hindsight.rows.iter().any(|row| row.result == *result).then_some(hindsight)
}

/// One throw: the classes that are run, each with its chance.
type Fall = Vec<(Thrown, Ratio)>;

/// The possible throws: dice that do not vary keep their faces.
fn falls(tosses: &[Toss], fell: &[Thrown], varies: &dyn Fn(&Toss) -> bool) -> Option<Vec<Fall>> {
    let one = |(toss, fell): (&Toss, &Thrown)| {
        if varies(toss) { classes(&toss.throw) } else { Some(vec![(fell.clone(), Ratio::ONE)]) }
    };
    let all: Vec<Fall> = tosses.iter().zip(fell).map(one).collect::<Option<_>>()?;
    let ways = all.iter().try_fold(1_u64, |ways, fall| ways.checked_mul(fall.len() as u64))?;
    (ways > 1 && ways <= MOST).then_some(all)
}

struct Rerun<'a, R: Rules> {
    rules: &'a R,
    wanted: WantedTest<'a>,
    ends: BTreeMap<(Term, (i64, i64)), Ratio>,
    ways: u64,
}

impl<R: Rules> Rerun<'_, R> {
    /// Runs every combination of a throw.
    fn throw(&mut self, state: &R::State, told: &mut Vec<Event>, falls: &[Fall], p: Ratio, deep: u8) -> Option<()> {
        let mut place = vec![0; falls.len()];
        loop {
            let mut chance = p;
            let mut thrown = Vec::with_capacity(falls.len());
            for (fall, at) in falls.iter().zip(&place) {
                let (fell, part) = &fall[*at];
                chance = chance.checked_mul(*part)?;
                thrown.push(fell.clone());
            }
            self.go(state, told, Given::Dice(thrown), chance, deep)?;
            let Some(n) = (0..place.len()).rev().find(|n| place[*n] + 1 < falls[*n].len()) else { return Some(()) };
            place[n] += 1;
            place[n + 1..].fill(0);
        }
    }

    fn go(&mut self, state: &R::State, told: &mut Vec<Event>, given: Given, p: Ratio, deep: u8) -> Option<()> {
        self.ways += 1;
        if self.ways > MOST || deep > DEEPEST {
            return None;
        }
        let before = told.len();
        let mut next = state.clone();
        told.extend(self.rules.advance(&mut next, given));
        let found = self.wanted.found(told.iter()).map(|(result, total)| (result.clone(), (total.num, total.den)));
        let gone = match found {
            Some(end) => {
                let row = self.ends.entry(end).or_insert(Ratio::ZERO);
                row.checked_add(p).map(|sum| *row = sum)
            }
            None => match self.rules.need(&next) {
                Need::Over(_) => None,
                Need::Answers(slots) => {
                    let replies = slots.iter().map(|slot| {
                        let seen = self.rules.redact(&next, slot.side);
                        self.rules.ask(&seen, slot).fields.into_iter().map(|field| field.default).collect()
                    });
                    let given = Given::Answers(replies.collect());
                    self.go(&next, told, given, p, deep + 1)
                }
                Need::Dice(tosses) => {
                    let falls: Option<Vec<Fall>> = tosses.iter().map(|toss| classes(&toss.throw)).collect();
                    falls.and_then(|falls| self.throw(&next, told, &falls, p, deep + 1))
                }
            },
        };
        told.truncate(before);
        gone
    }
}
