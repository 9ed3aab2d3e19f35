//! Checks that the odds shown to players are those of the battle itself: the battle's own steps run from the same state
//! against every class of dice, and whole distributions are compared as exact ratios.
//!
//! A ruleset gives the trials of a state ([`Trial`]): the odds as it shows them, the state from which its own steps
//! lead to an end, and how the end is read from their events. Questions on the way are answered by their defaults, as
//! the odds assume, except those that the trial decides: where another player has the choice, there is a trial for each
//! reply, with the odds of that reply.
//!
//! Besides, the odds shown with an answer to an open question in a battle are compared with the results of that answer
//! in this battle ([`of_answer`]), so that no test is shown without a comparison;
//! and the chances that the computer's generals are given are compared with the odds shown to players of the same
//! attack ([`Told`]).

mod shown;

pub use shown::{Check, ShownTest, of_answer};

use crate::battery::seed;
use crate::{
    Battle, By, Chance, Deed, Event, Facts, Field, Given, Key, Need, Odds, Play, Ref, Reply, Rules, Script, Shape,
    Side, Slot, Term, Thrown, Toss,
};
use dice::{Ratio, Roller, Seed, Throw, distribution};
use std::collections::BTreeMap;

/// A full state: the battery may look at it, because it plays no side. Only [`compare`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a, S>(&'a S);

impl<'a, S> Whole<'a, S> {
    #[must_use]
    pub const fn state(&self) -> &'a S {
        self.0
    }
}

/// A situation whose odds are shown.
pub struct Trial<S> {
    /// Its kind: a charge, a fire, a test.
    pub what: Term,
    /// The odds as they are shown.
    pub shown: Odds<Facts>,
    /// The state from which the steps of the battle lead to its end.
    pub state: S,
    /// The events before the first wait.
    pub told: Vec<Event>,
    /// Reads the end from the events, once they determine it.
    pub read: Read,
    /// Answers on the way in place of a default.
    pub decided: Vec<Decided>,
    /// The dice that vary.
    pub dice: WhoseDice,
}

/// The dice that a trial runs in every class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhoseDice {
    Everybodys,
    /// Enumerate the dice of these parties and of no unit; other units' dice are thrown once from this seed: the test
    /// shown does not depend on them.
    Of(Vec<Ref>, u64),
}

/// The end of a trial, as its events tell it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Came {
    /// Not decided yet.
    Open,
    /// The situation did not arise, or not as the odds assume: they do not cover this.
    Otherwise,
    As(Facts),
}

/// A decision of a trial: whenever a question of this kind offers the reply, it is given.
#[derive(Clone, PartialEq, Debug)]
pub struct Decided {
    /// The kind of question.
    pub kind: Term,
    /// The reply to the field that offers it.
    pub reply: Reply,
}

impl Decided {
    /// Whether this is the reply to a field of a question of this kind.
    fn answers(&self, kind: &Term, field: &Field) -> bool {
        let offered = |key: &Key| match &field.shape {
            Shape::Pick { from, .. } => from.iter().any(|choice| choice.key == *key),
            _ => false,
        };
        self.kind == *kind && self.reply.key().is_some_and(offered)
    }
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
        let read = Box::new(move |events: &[Event], need: &Need| read(events, need).into());
        Self { what: Term::of(what), shown, state, told, read, decided: Vec::new(), dice: WhoseDice::Everybodys }
    }
}

impl<W: Clone, S: Clone + std::fmt::Debug> Trial<Play<W, S>> {
    /// A trial of steps that make a test that is shown; the dice of all parties but the test's own are thrown once, by
    /// luck.
    pub fn of_check(
        what: &'static str,
        check: Check,
        script: &impl Script<World = W, Step = S>,
        mut state: Play<W, S>,
        (parties, luck): (Vec<Ref>, u64),
    ) -> Self {
        let told = state.go(script, None);
        let Check { odds, read, with } = check;
        let dice = WhoseDice::Of(parties.into_iter().chain(with).collect(), luck);
        Self { what: Term::of(what), shown: odds, state, told, read, decided: Vec::new(), dice }
    }
}

impl<S> Trial<S> {
    /// The same with this reply to questions of this kind, instead of their default.
    #[must_use]
    pub fn deciding(mut self, question: &Slot, reply: Reply) -> Self {
        self.decided.push(Decided { kind: question.kind.clone(), reply });
        self
    }

    /// The terms of the replies that it decides.
    fn replies(&self) -> impl Iterator<Item = Term> {
        self.decided.iter().filter_map(|decided| decided.reply.key()).map(|key| key.does.clone())
    }

    fn difference(&self, end: &Facts, shown: impl Into<String>, fought: impl Into<String>) -> Difference {
        let replies = self.replies().collect();
        Difference { what: self.what.clone(), replies, end: end.clone(), shown: shown.into(), fought: fought.into() }
    }
}

/// Reads an end from the events of a trial and its present need.
pub type Read = Box<dyn Fn(&[Event], &Need) -> Came>;

/// A chance given to the computer's generals, and the odds of the same attack as shown to players.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// The attack: a charge, an assault.
    pub what: Term,
    /// The chance given to the general, in thousandths.
    pub chance: u16,
    /// The lowest and highest chance that agree with the odds shown. They differ where the odds shown have one end that a
    /// general values by more, such as a melee that begins.
    pub shown: [f64; 2],
    /// The chance is an estimate by design, not read from the same odds.
    pub estimate: bool,
}

impl Told {
    /// The distance of the chance from the odds shown, in thousandths.
    fn error(&self) -> u64 {
        let chance = f64::from(self.chance);
        let [least, most] = self.shown.map(|p| p * THOUSAND);
        (least - chance).max(chance - most).max(0.0).round() as u64
    }
}

/// The errors of the chances given to generals for one kind of attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ToldCount {
    pub count: u64,
    /// The sum of the errors, in thousandths.
    pub errors: u64,
}

impl ToldCount {
    /// The mean error, in thousandths.
    #[must_use]
    pub const fn mean_error(&self) -> u64 {
        match self.errors.checked_div(self.count) {
            Some(mean) => mean,
            None => 0,
        }
    }
}

const THOUSAND: f64 = 1_000.0;

/// The reason why a trial was not run to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unfinished {
    /// More than [`MOST_CLASSES`] classes of dice.
    Classes,
    /// More than [`MOST_WAITS`] waits.
    Waits,
    /// A chance that does not fit a [`Ratio`].
    Ratio,
    /// The steps are over, and no end was read from them.
    Undecided,
}

impl std::fmt::Display for Unfinished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Classes => write!(f, "more than {MOST_CLASSES} classes of dice"),
            Self::Waits => write!(f, "more than {MOST_WAITS} waits"),
            Self::Ratio => write!(f, "a chance too fine for a ratio"),
            Self::Undecided => write!(f, "over without an end"),
        }
    }
}

/// The result of comparisons.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drift {
    pub positions: u64,
    /// Trials compared, by kind; a kind that did not come up is absent.
    pub compared: BTreeMap<Term, u64>,
    /// Those of them that were compared for a player's reply, by the term of the reply.
    pub by_reply: BTreeMap<Term, u64>,
    /// Trials that never met the assumptions of the odds, by kind.
    pub otherwise: BTreeMap<Term, u64>,
    /// Tests shown that trials of another kind compare.
    pub elsewhere: BTreeMap<Term, u64>,
    /// Trials that were not run to their end and so not compared, by kind and reason: a comparison fails if [`Drift::drops_too_many`].
    pub dropped: BTreeMap<(Term, Unfinished), u64>,
    /// Chances given to generals, by kind of attack.
    pub told: BTreeMap<Term, ToldCount>,
    /// Classes of dice run.
    pub classes: u64,
    /// The most classes of one trial.
    pub most_classes: u64,
    /// Differences: the trial, the end, the chance shown and that of the battle.
    pub differs: Vec<Difference>,
}

impl Drift {
    /// How many trials of a kind were compared.
    #[must_use]
    pub fn count(&self, kind: &'static str) -> u64 {
        self.compared.get(&Term::of(kind)).copied().unwrap_or(0)
    }

    /// The number of dropped trials of all kinds.
    #[must_use]
    pub fn dropped_in_all(&self) -> u64 {
        self.dropped.values().sum()
    }

    /// Whether more than one trial in [`DROPPED_ONE_IN`] was dropped, and more than one in all.
    #[must_use]
    pub fn drops_too_many(&self) -> bool {
        self.dropped_in_all() > 1 + self.compared.values().sum::<u64>() / DROPPED_ONE_IN
    }

    /// Adds the results of other comparisons.
    pub fn add(&mut self, other: Self) {
        let counts = [
            (&mut self.compared, other.compared),
            (&mut self.by_reply, other.by_reply),
            (&mut self.otherwise, other.otherwise),
            (&mut self.elsewhere, other.elsewhere),
        ];
        for (sum, more) in counts {
            for (what, count) in more {
                *sum.entry(what).or_default() += count;
            }
        }
        for (what, count) in other.dropped {
            *self.dropped.entry(what).or_default() += count;
        }
        for (what, told) in other.told {
            let sum = self.told.entry(what).or_default();
            (sum.count, sum.errors) = (sum.count + told.count, sum.errors + told.errors);
        }
        self.positions += other.positions;
        self.classes += other.classes;
        self.most_classes = self.most_classes.max(other.most_classes);
        self.differs.extend(other.differs);
    }
}

/// Lets random players continue a battle and compares the odds after every `every` answers, in a limited number of
/// positions, and those shown with their answers; returns the results by the number of answers before them.
pub fn in_battle(battle: &mut dyn Battle, luck: u64, every: u64, most: u64, mut each: impl FnMut(u64, Drift)) {
    let mut positions = 0;
    let mut asked: BTreeMap<Term, u64> = BTreeMap::new();
    for answers in 1.. {
        let Some(ask) = Side::BOTH.iter().find_map(|side| battle.waiting(*side).into_iter().next()) else { return };
        let (side, luck) = (ask.slot.side, luck.wrapping_add(answers));
        // Rare kinds of questions are always compared.
        let times = asked.entry(ask.slot.kind.clone()).or_default();
        *times += 1;
        if times.is_power_of_two() || times.is_multiple_of(EACH_KIND_ONE_IN) {
            each(answers, battle.drift_of(side, ask.id, luck));
        }
        let Some(replies) = battle.suggest(side, ask.id, luck) else { return };
        if positions >= most || battle.answer(side, ask.id, replies, By::Staff).is_err() {
            return;
        }
        if answers.is_multiple_of(every) && battle.picture(None).turn > 0 {
            positions += 1;
            each(answers, battle.drift(luck));
        }
    }
}

/// An end whose chance is not the one shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    pub what: Term,
    /// The replies decided in it that are not defaults.
    pub replies: Vec<Term>,
    pub end: Facts,
    pub shown: String,
    /// The chance in the battle.
    pub fought: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let end: Vec<String> = self.end.iter().map(|(name, value)| format!("{name} {value}")).collect();
        write!(f, "{}", self.what)?;
        self.replies.iter().try_for_each(|reply| write!(f, " ({reply})"))?;
        if !end.is_empty() {
            write!(f, ", {}", end.join(" "))?;
        }
        write!(f, ": shown {}, fought {}", self.shown, self.fought)
    }
}

/// At most one trial in so many may be dropped.
pub const DROPPED_ONE_IN: u64 = 500;

/// More classes than this are not run, in trials and in what is shown of an answer alike.
const MOST_CLASSES: u64 = 100_000;

/// The odds shown with an answer are compared for one in this many answers of its kind of question, and more often
/// where it is rare.
const EACH_KIND_ONE_IN: u64 = 16;

/// A trial that has waited this often will not be decided.
const MOST_WAITS: usize = 120;

/// Compares the trials of a ruleset in a state.
pub fn compare<R: Rules>(rules: &R, state: &R::State, luck: u64) -> Drift {
    let mut drift = Drift { positions: 1, ..Drift::default() };
    drift.compared.extend(rules.trial_kinds().iter().map(|kind| (Term::of(kind), 0)));
    for trial in rules.trials(Whole(state), luck) {
        drift.put(rules, &trial);
    }
    for told in rules.told(Whole(state), luck) {
        drift.hear(&told);
    }
    drift
}

impl Drift {
    /// Compares a chance given to a general; the error of an estimate is only counted.
    fn hear(&mut self, told: &Told) {
        let error = told.error();
        let sum = self.told.entry(told.what.clone()).or_default();
        (sum.count, sum.errors) = (sum.count + 1, sum.errors + error);
        // Chances are given in rounded thousandths.
        if error > 1 && !told.estimate {
            let [least, most] = told.shown.map(|p| format!("{p:.4}"));
            let (what, fought) = (told.what.clone(), format!("{} of 1000 to a general", told.chance));
            let shown = if least == most { least } else { format!("{least} to {most}") };
            self.differs.push(Difference { what, replies: Vec::new(), end: Facts::new(), shown, fought });
        }
    }

    /// Runs a trial and compares its results.
    fn put<R: Rules>(&mut self, rules: &R, trial: &Trial<R::State>) {
        if !rules.trial_kinds().iter().any(|kind| trial.what == *kind) {
            self.differs.push(trial.difference(&Facts::new(), "as a trial", "of a kind that is not known"));
        }
        let asked = vec![false; trial.decided.len()];
        let (ends, otherwise) = (BTreeMap::new(), Ratio::ZERO);
        let mut run = TrialRun { rules, trial, ends, otherwise, classes: 0, asked };
        let whole = run.go(&trial.state, &mut trial.told.clone(), Ratio::ONE, 0);
        self.classes += run.classes;
        self.most_classes = self.most_classes.max(run.classes);
        let ends = match whole.and_then(|()| run.given_that_it_came_to_it().ok_or(Unfinished::Ratio)) {
            Ok(ends) => ends,
            Err(why) => {
                *self.dropped.entry((trial.what.clone(), why)).or_default() += 1;
                return;
            }
        };
        if ends.is_empty() {
            *self.otherwise.entry(trial.what.clone()).or_default() += 1;
            return;
        }
        *self.compared.entry(trial.what.clone()).or_default() += 1;
        for reply in trial.replies() {
            *self.by_reply.entry(reply).or_default() += 1;
        }
        self.differs.extend(differences(trial, &ends));
        if run.asked.contains(&false) {
            self.differs.push(trial.difference(&Facts::new(), "of a reply", "never asked"));
        }
    }
}

fn differences<S>(trial: &Trial<S>, fought: &BTreeMap<Facts, Ratio>) -> Vec<Difference> {
    let mut rows: BTreeMap<&Facts, Chance> = BTreeMap::new();
    for (end, chance) in &trial.shown.rows {
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
            differs.push(trial.difference(end, shown, fell.to_string()));
        }
    }
    differs
}

/// A trial run against all dice.
struct TrialRun<'a, R: Rules> {
    rules: &'a R,
    trial: &'a Trial<R::State>,
    ends: BTreeMap<Facts, Ratio>,
    /// The chance that the situation does not arise.
    otherwise: Ratio,
    classes: u64,
    /// Whether each of its decisions was asked for.
    asked: Vec<bool>,
}

impl<R: Rules> TrialRun<'_, R> {
    /// The ends, given that the situation arises; `None`: the numbers are too large for a ratio.
    fn given_that_it_came_to_it(&mut self) -> Option<BTreeMap<Facts, Ratio>> {
        let came = Ratio::ONE.checked_sub(self.otherwise)?;
        let ends = std::mem::take(&mut self.ends).into_iter();
        ends.map(|(end, chance)| Some((end, chance.checked_div(came)?))).collect()
    }

    fn go(&mut self, state: &R::State, events: &mut Vec<Event>, p: Ratio, waits: usize) -> Result<(), Unfinished> {
        let need = self.rules.need(state);
        let came = match (self.trial.read)(events, &need) {
            // Nothing more can happen.
            Came::Open if self.trial.dice != WhoseDice::Everybodys && matches!(need, Need::Over(_)) => Came::Otherwise,
            came => came,
        };
        if came != Came::Open {
            self.classes += 1;
            let row = match came {
                Came::As(end) => self.ends.entry(end).or_insert(Ratio::ZERO),
                Came::Open | Came::Otherwise => &mut self.otherwise,
            };
            *row = row.checked_add(p).ok_or(Unfinished::Ratio)?;
            return if self.classes > MOST_CLASSES { Err(Unfinished::Classes) } else { Ok(()) };
        }
        if waits > MOST_WAITS {
            return Err(Unfinished::Waits);
        }
        match need {
            Need::Over(_) => Err(Unfinished::Undecided),
            Need::Answers(slots) => {
                let mut replies = Vec::with_capacity(slots.len());
                for slot in &slots {
                    let seen = self.rules.redact(state, slot.side);
                    let fields = self.rules.ask(&seen, slot).fields;
                    replies.push(fields.into_iter().map(|field| self.reply(&slot.kind, field)).collect());
                }
                self.step(state, events, Given::Answers(replies), p, waits)
            }
            Need::Dice(tosses) => {
                let falls = tosses.iter().enumerate().map(|(n, toss)| self.falls(toss, waits, n));
                let falls: Vec<Vec<(Thrown, Ratio)>> = falls.collect::<Option<_>>().ok_or(Unfinished::Ratio)?;
                let mut place = vec![0; falls.len()];
                loop {
                    let mut chance = p;
                    let mut thrown = Vec::with_capacity(falls.len());
                    for (fall, at) in falls.iter().zip(&place) {
                        let (fell, part) = &fall[*at];
                        chance = chance.checked_mul(*part).ok_or(Unfinished::Ratio)?;
                        thrown.push(fell.clone());
                    }
                    self.step(state, events, Given::Dice(thrown), chance, waits)?;
                    // The next combination of throws.
                    let Some(n) = (0..place.len()).rev().find(|n| place[*n] + 1 < falls[*n].len()) else {
                        return Ok(());
                    };
                    place[n] += 1;
                    place[n + 1..].fill(0);
                }
            }
        }
    }

    /// The reply to a field: the trial's decision, or the default.
    fn reply(&mut self, kind: &Term, field: Field) -> Reply {
        match self.trial.decided.iter().position(|decided| decided.answers(kind, &field)) {
            Some(place) => {
                self.asked[place] = true;
                self.trial.decided[place].reply.clone()
            }
            None => field.default,
        }
    }

    /// The possible throws of a toss in this trial.
    fn falls(&self, toss: &Toss, waits: usize, place: usize) -> Option<Vec<(Thrown, Ratio)>> {
        let WhoseDice::Of(parties, luck) = &self.trial.dice else { return classes(&toss.throw) };
        let a_units = toss.by.iter().any(|by| matches!(by, Ref::Unit(_)));
        if !a_units || toss.by.iter().any(|by| parties.contains(by)) {
            return classes(&toss.throw);
        }
        let n = (waits as u64) << 16 | place as u64;
        Some(vec![(fallen(&toss.throw, *luck, n)?, Ratio::ONE)])
    }

    fn step(
        &mut self,
        state: &R::State,
        events: &mut Vec<Event>,
        given: Given,
        p: Ratio,
        waits: usize,
    ) -> Result<(), Unfinished> {
        let mut next = state.clone();
        let told = events.len();
        let thrown = self.trial.dice != WhoseDice::Everybodys;
        let more = self.rules.advance(&mut next, given);
        events.extend(more.into_iter().filter(|event| thrown || !matches!(event.deed, Deed::Threw(..))));
        let gone = self.go(&next, events, p, waits + 1);
        events.truncate(told);
        gone
    }
}

/// A throw by luck.
fn fallen(throw: &Throw, luck: u64, n: u64) -> Option<Thrown> {
    let faces = Roller::new(&Seed(seed(luck, n).0)).throw(&mut 0, throw);
    let class = dice::read(throw, &faces).ok()?;
    Some(Thrown { faces, class })
}

/// Every class of a throw with its chance, and faces of that class.
pub(crate) fn classes(throw: &Throw) -> Option<Vec<(Thrown, Ratio)>> {
    let all = distribution(throw).ok()?;
    let mut found = Vec::new();
    for (class, _) in all.iter() {
        let faces = faces_of(throw, class)?;
        found.push((Thrown { faces, class }, all.probability(class)));
    }
    Some(found)
}

/// Faces of a class: tried from the lowest of every die, one die after the other raised.
fn faces_of(throw: &Throw, class: i16) -> Option<Vec<u8>> {
    let dice: Vec<Vec<u8>> = throw.each().map(|(die, _)| die.faces().collect()).collect();
    let signs: Vec<bool> = throw.each().map(|(_, minus)| minus).collect();
    // From the lowest reading to the highest: minus dice go from high to low.
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

#[cfg(test)]
mod tests {
    use super::{DROPPED_ONE_IN, Drift, Told, Unfinished};
    use crate::Term;
    use std::collections::BTreeMap;

    fn heard(chance: u16, shown: [f64; 2], estimate: bool) -> Drift {
        let mut drift = Drift::default();
        drift.hear(&Told { what: Term::of("charge"), chance, shown, estimate });
        drift
    }

    #[test]
    fn a_chance_that_a_general_is_given_is_the_one_that_is_shown() {
        assert_eq!(heard(417, [5.0 / 12.0; 2], false).differs, []);
        assert_eq!(heard(500, [0.4, 0.6], false).differs, []);
        let wrong = heard(450, [5.0 / 12.0; 2], false);
        let differs: Vec<String> = wrong.differs.iter().map(ToString::to_string).collect();
        assert_eq!(differs, ["charge: shown 0.4167, fought 450 of 1000 to a general"]);
        assert_eq!(wrong.told[&Term::of("charge")].mean_error(), 33);
    }

    #[test]
    fn an_estimate_is_counted_and_does_not_differ() {
        let mut drift = heard(450, [5.0 / 12.0; 2], true);
        drift.add(heard(410, [0.4; 2], true));
        assert_eq!(drift.differs, []);
        assert_eq!((drift.told[&Term::of("charge")].count, drift.told[&Term::of("charge")].mean_error()), (2, 21));
    }

    #[test]
    fn few_trials_may_be_dropped() {
        let mut drift = Drift::default();
        drift.compared.insert(Term::of("charge"), DROPPED_ONE_IN);
        for why in [Unfinished::Classes, Unfinished::Undecided] {
            let dropped = BTreeMap::from([((Term::of("charge"), why), 1)]);
            drift.add(Drift { dropped, ..Drift::default() });
        }
        assert_eq!((drift.dropped_in_all(), drift.drops_too_many()), (2, false));
        drift.compared.insert(Term::of("charge"), DROPPED_ONE_IN - 1);
        assert!(drift.drops_too_many());
    }
}
