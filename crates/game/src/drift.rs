//! Whether the odds that players are shown are those of the battle itself: the battle's own steps run from the same state
//! against every class of dice, and whole distributions compared as exact ratios.
//!
//! A ruleset says what to try in a state ([`Trial`]): the odds as it shows them, the state from which its own steps lead to
//! an end, and how the end is read from their events. Questions on the way are answered by their defaults, as the odds take
//! for granted.

use crate::{Chance, Deed, Event, Facts, Given, Need, Odds, Play, Rules, Script, Term, Thrown};
use dice::{Ratio, Throw, distribution};
use std::collections::BTreeMap;

/// Something whose odds are shown.
pub struct Trial<S> {
    /// What it is: a charge, a fire, a test.
    pub what: Term,
    /// The odds as they are shown.
    pub shown: Odds<Facts>,
    /// From here the steps of the battle lead to its end.
    pub state: S,
    /// What they told before they first waited.
    pub told: Vec<Event>,
    /// How it ended, once these events say so.
    pub read: Read,
}

impl<W: Clone, S: Clone + std::fmt::Debug> Trial<Play<W, S>> {
    /// A trial of steps, run until they first wait.
    pub fn of_steps(
        what: &'static str,
        shown: Odds<Facts>,
        script: &impl Script<World = W, Step = S>,
        mut state: Play<W, S>,
        read: impl Fn(&[Event], &Need) -> Option<Facts> + 'static,
    ) -> Self {
        let told = state.go(script, None);
        Self { what: Term::of(what), shown, state, told, read: Box::new(read) }
    }
}

/// Reads an end from the events of a trial and from what it waits for now; nothing: it is not decided yet.
pub type Read = Box<dyn Fn(&[Event], &Need) -> Option<Facts>>;

/// What was compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drift {
    /// Trials compared, by what they are.
    pub compared: BTreeMap<Term, u64>,
    /// Trials with more classes of dice than are run.
    pub too_many: u64,
    /// Classes of dice run.
    pub classes: u64,
    /// What differs: the trial, the end, the chance shown and that of the battle.
    pub differs: Vec<Difference>,
}

/// An end whose chance is not the one shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The trial.
    pub what: Term,
    /// The end.
    pub end: Facts,
    /// As shown.
    pub shown: String,
    /// As the battle has it.
    pub fought: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let end: Vec<String> = self.end.iter().map(|(name, value)| format!("{name} {value}")).collect();
        write!(f, "{}, {}: shown {}, fought {}", self.what, end.join(" "), self.shown, self.fought)
    }
}

/// More classes than this are not run.
pub const MOST_CLASSES: u64 = 100_000;

/// Compares what a ruleset tries in a state.
pub fn compare<R: Rules>(rules: &R, state: &R::State, luck: u64) -> Drift {
    let mut drift = Drift::default();
    for trial in rules.trials(state, luck) {
        let mut run = TrialRun { rules, read: &trial.read, ends: BTreeMap::new(), classes: 0 };
        let whole = run.go(&trial.state, &mut trial.told.clone(), Ratio::ONE);
        drift.classes += run.classes;
        match whole {
            Ok(()) => {
                *drift.compared.entry(trial.what.clone()).or_default() += 1;
                drift.differs.extend(differences(&trial.what, &trial.shown, &run.ends));
            }
            Err(TooMany) => drift.too_many += 1,
        }
    }
    drift
}

fn differences(what: &Term, shown: &Odds<Facts>, fought: &BTreeMap<Facts, Ratio>) -> Vec<Difference> {
    let mut rows: BTreeMap<&Facts, Chance> = BTreeMap::new();
    for (end, chance) in &shown.rows {
        let row = rows.entry(end).or_insert(Chance::NEVER);
        *row = row.or(*chance);
    }
    let ends: std::collections::BTreeSet<&Facts> = rows.keys().copied().chain(fought.keys()).collect();
    let mut differs = Vec::new();
    for end in ends {
        let shown = rows.get(end).copied().unwrap_or(Chance::NEVER);
        let fell = fought.get(end).copied().unwrap_or(Ratio::ZERO);
        let same = match shown {
            Chance::Exact(ratio) => ratio == fell,
            Chance::Near { p, error } => (p - fell.to_f64()).abs() <= error + f64::EPSILON,
        };
        if !same {
            let shown = shown.exact().map_or_else(|| shown.to_f64().to_string(), |ratio| ratio.to_string());
            differs.push(Difference { what: what.clone(), end: end.clone(), shown, fought: fell.to_string() });
        }
    }
    differs
}

struct TooMany;

/// A trial run against all dice.
struct TrialRun<'a, R: Rules> {
    rules: &'a R,
    read: &'a Read,
    ends: BTreeMap<Facts, Ratio>,
    classes: u64,
}

impl<R: Rules> TrialRun<'_, R> {
    fn go(&mut self, state: &R::State, events: &mut Vec<Event>, p: Ratio) -> Result<(), TooMany> {
        let need = self.rules.need(state);
        if let Some(end) = (self.read)(events, &need) {
            self.classes += 1;
            let row = self.ends.entry(end).or_insert(Ratio::ZERO);
            *row = row.checked_add(p).ok_or(TooMany)?;
            return if self.classes > MOST_CLASSES { Err(TooMany) } else { Ok(()) };
        }
        match need {
            Need::Over(_) => Err(TooMany),
            Need::Answers(slots) => {
                let replies = slots.iter().map(|slot| {
                    let seen = self.rules.redact(state, slot.side);
                    self.rules.ask(&seen, slot).fields.into_iter().map(|field| field.default).collect()
                });
                let given = Given::Answers(replies.collect());
                self.step(state, events, given, p)
            }
            Need::Dice(tosses) => {
                let falls: Vec<Vec<(Thrown, Ratio)>> =
                    tosses.iter().map(|toss| classes(&toss.throw)).collect::<Option<_>>().ok_or(TooMany)?;
                let mut place = vec![0; falls.len()];
                loop {
                    let mut chance = p;
                    let mut thrown = Vec::with_capacity(falls.len());
                    for (fall, at) in falls.iter().zip(&place) {
                        let (fell, part) = &fall[*at];
                        chance = chance.checked_mul(*part).ok_or(TooMany)?;
                        thrown.push(fell.clone());
                    }
                    self.step(state, events, Given::Dice(thrown), chance)?;
                    // The next of all falls together.
                    let Some(n) = (0..place.len()).rev().find(|n| place[*n] + 1 < falls[*n].len()) else {
                        return Ok(());
                    };
                    place[n] += 1;
                    place[n + 1..].fill(0);
                }
            }
        }
    }

    fn step(&mut self, state: &R::State, events: &mut Vec<Event>, given: Given, p: Ratio) -> Result<(), TooMany> {
        let mut next = state.clone();
        let told = events.len();
        let more = self.rules.advance(&mut next, given);
        events.extend(more.into_iter().filter(|event| !matches!(event.deed, Deed::Threw(..))));
        let gone = self.go(&next, events, p);
        events.truncate(told);
        gone
    }
}

/// Every class of a throw with its chance, and faces that fall so.
pub(crate) fn classes(throw: &Throw) -> Option<Vec<(Thrown, Ratio)>> {
    let all = distribution(throw).ok()?;
    let mut found = Vec::new();
    for (class, _) in all.iter() {
        let faces = faces_of(throw, class)?;
        found.push((Thrown { faces, class }, all.probability(class)));
    }
    Some(found)
}

/// Faces that are read as a class: tried from the lowest of every die, one die after the other raised.
fn faces_of(throw: &Throw, class: i16) -> Option<Vec<u8>> {
    let dice: Vec<Vec<u8>> = throw.each().map(|(die, _)| die.faces().collect()).collect();
    let signs: Vec<bool> = throw.each().map(|(_, minus)| minus).collect();
    // From the lowest reading to the highest: minus dice fall from high to low.
    let ladder: Vec<Vec<u8>> = dice
        .iter()
        .zip(&signs)
        .map(|(faces, minus)| {
            let mut faces = faces.clone();
            faces.sort_unstable();
            faces.dedup();
            if *minus {
                faces.reverse();
            }
            faces
        })
        .collect();
    let mut faces: Vec<u8> = ladder.iter().filter_map(|steps| steps.first().copied()).collect();
    let fits = |faces: &[u8]| dice::read(throw, faces).is_ok_and(|read| read == class);
    if fits(&faces) {
        return Some(faces);
    }
    for (place, steps) in ladder.iter().enumerate() {
        for face in &steps[1..] {
            faces[place] = *face;
            if fits(&faces) {
                return Some(faces);
            }
        }
    }
    None
}
