//! Whether the odds that players are shown are those of the battle itself: the battle's own steps run from the same state
//! against every class of dice, and whole distributions compared as exact ratios.
//!
//! A ruleset says what to try in a state ([`Trial`]): the odds as it shows them, the state from which its own steps lead to
//! an end, and how the end is read from their events. Questions on the way are answered by their defaults, as the odds take
//! for granted, but for those that the trial decides: where another player has the choice, there is a trial for each of his
//! replies, with the odds of that reply.
//!
//! Besides, whatever is shown of an answer to a question that is open in a battle is compared with what comes of that answer in this
//! battle ([`of_answer`]), so that no test is shown that is not compared; and the chances that the computer's generals are given are
//! compared with the odds of the same act as players are shown them ([`Told`]).

mod shown;

pub use shown::{Check, ShownTest, of_answer};

use crate::battery::seed;
use crate::{
    Battle, By, Chance, Deed, Event, Facts, Field, Given, Key, Need, Odds, Play, Ref, Reply, Rules, Script, Shape,
    Side, Slot, Term, Thrown, Toss,
};
use dice::{Ratio, Roller, Seed, Throw, distribution};
use std::collections::BTreeMap;

/// A state with everything in it: what the battery may look at, which plays no side. Only [`compare`] makes one.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a, S>(&'a S);

impl<'a, S> Whole<'a, S> {
    #[must_use]
    pub const fn state(&self) -> &'a S {
        self.0
    }
}

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
    /// What is answered on the way in place of a default.
    pub decided: Vec<Decided>,
    /// Whose dice are run.
    pub dice: WhoseDice,
}

/// Whose dice a trial runs in every class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhoseDice {
    Everybodys,
    /// Those of these and those of no unit, while the dice of other units fall once, by a luck: what is shown of a test does not
    /// depend on them.
    Of(Vec<Ref>, u64),
}

/// What the events of a trial say of its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Came {
    /// Nothing yet.
    Open,
    /// It did not come to it, or not as the odds take for granted: they say nothing of this.
    Otherwise,
    As(Facts),
}

/// A decision that a trial takes: whenever a question of this kind offers the reply, it is given.
#[derive(Clone, PartialEq, Debug)]
pub struct Decided {
    /// The kind of question.
    pub kind: Term,
    /// The reply to whichever of its fields offers it.
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
    /// A trial of steps in which a test that is shown is made; the dice of all others than its parties fall once, by luck.
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
    /// The same where questions of the kind of this one are answered so, and not by their default.
    #[must_use]
    pub fn deciding(mut self, question: &Slot, reply: Reply) -> Self {
        self.decided.push(Decided { kind: question.kind.clone(), reply });
        self
    }

    /// What the replies that it decides do.
    fn replies(&self) -> impl Iterator<Item = Term> {
        self.decided.iter().filter_map(|decided| decided.reply.key()).map(|key| key.does.clone())
    }

    fn difference(&self, end: &Facts, shown: impl Into<String>, fought: impl Into<String>) -> Difference {
        let replies = self.replies().collect();
        Difference { what: self.what.clone(), replies, end: end.clone(), shown: shown.into(), fought: fought.into() }
    }
}

/// Reads an end from the events of a trial and from what it waits for now.
pub type Read = Box<dyn Fn(&[Event], &Need) -> Came>;

/// A chance that the computer's generals are given, and the odds of the same act as players are shown them.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// What it is the chance of: a charge, an assault.
    pub what: Term,
    /// As a general is told it, in thousandths.
    pub chance: u16,
    /// As players are shown it: the least and the most that it may be, which differ where a general values an end that players are
    /// shown as one, as a melee that begins.
    pub shown: [f64; 2],
    /// It is no reading of the same odds but an estimate.
    pub estimate: bool,
}

impl Told {
    /// By how many thousandths it lies outside what is shown.
    fn error(&self) -> u64 {
        let chance = f64::from(self.chance);
        let [least, most] = self.shown.map(|p| p * THOUSAND);
        (least - chance).max(chance - most).max(0.0).round() as u64
    }
}

/// How far the chances of a kind that generals are given lay from what is shown.
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
        if self.count == 0 { 0 } else { self.errors / self.count }
    }
}

const THOUSAND: f64 = 1_000.0;

/// Why a trial was not run to its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unfinished {
    /// It has more than [`MOST_CLASSES`] classes of dice.
    Classes,
    /// It has waited more than [`MOST_WAITS`] times.
    Waits,
    /// Its chances are no ratio that can be counted with.
    Ratio,
}

impl std::fmt::Display for Unfinished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Classes => write!(f, "more than {MOST_CLASSES} classes of dice"),
            Self::Waits => write!(f, "waits more than {MOST_WAITS} times"),
            Self::Ratio => write!(f, "chances too fine for a ratio"),
        }
    }
}

/// What was compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drift {
    /// Positions looked at.
    pub positions: u64,
    /// Trials compared, by what they are; of a kind that did not come up, none.
    pub compared: BTreeMap<Term, u64>,
    /// Those of them that were compared for a reply of a player, by what that does.
    pub by_reply: BTreeMap<Term, u64>,
    /// Trials that never came to what the odds take for granted, by what they are.
    pub otherwise: BTreeMap<Term, u64>,
    /// What was shown and is compared by trials of another kind.
    pub elsewhere: BTreeMap<Term, u64>,
    /// Trials that were not run to their end and so are not compared, by what they are and why. [`Drift::faults`] lets none pass.
    pub dropped: BTreeMap<(Term, Unfinished), u64>,
    /// Chances that generals are given, by what they are.
    pub told: BTreeMap<Term, ToldCount>,
    /// Classes of dice run.
    pub classes: u64,
    /// The most classes of one trial.
    pub most_classes: u64,
    /// What differs: the trial, the end, the chance shown and that of the battle.
    pub differs: Vec<Difference>,
}

impl Drift {
    /// How many trials of a kind were compared.
    #[must_use]
    pub fn count(&self, kind: &'static str) -> u64 {
        self.compared.get(&Term::of(kind)).copied().unwrap_or(0)
    }

    /// How many trials were dropped.
    #[must_use]
    pub fn dropped_in_all(&self) -> u64 {
        self.dropped.values().sum()
    }

    /// What may not be: odds that differ, and trials that were dropped, none of which is let pass.
    pub fn faults(&self) -> impl Iterator<Item = String> + '_ {
        let dropped = self.dropped.iter().map(|((what, why), count)| format!("{what}: {count} not compared, {why}"));
        self.differs.iter().map(ToString::to_string).chain(dropped)
    }

    /// Adds what was compared elsewhere.
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

/// Lets random players go on with a battle and compares the odds at every so many answers, in so many positions at most, and what
/// is shown of their answers; gives what it has compared by the number of answers before it.
pub fn in_battle(battle: &mut dyn Battle, luck: u64, every: u64, most: u64, mut each: impl FnMut(u64, Drift)) {
    let mut positions = 0;
    let mut asked: BTreeMap<Term, u64> = BTreeMap::new();
    for answers in 1.. {
        let Some(ask) = Side::BOTH.iter().find_map(|side| battle.waiting(*side).into_iter().next()) else { return };
        let (side, luck) = (ask.slot.side, luck.wrapping_add(answers));
        // Seldom asked, always compared.
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
    /// The trial.
    pub what: Term,
    /// What was decided in it, where that is not a default.
    pub replies: Vec<Term>,
    pub end: Facts,
    pub shown: String,
    /// As the battle has it.
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

/// More classes than this are not run, in trials and in what is shown of an answer alike.
const MOST_CLASSES: u64 = 100_000;

/// What is shown of an answer is compared one time in so many of its kind of question, and oftener where it is rare.
const EACH_KIND_ONE_IN: u64 = 16;

/// A trial that has waited so often is not going to be decided.
const MOST_WAITS: usize = 120;

/// Compares what a ruleset tries in a state.
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
    /// Compares a chance that a general is given; an estimate is only counted.
    fn hear(&mut self, told: &Told) {
        let error = told.error();
        let sum = self.told.entry(told.what.clone()).or_default();
        (sum.count, sum.errors) = (sum.count + 1, sum.errors + error);
        // What is told is rounded.
        if error > 1 && !told.estimate {
            let [least, most] = told.shown.map(|p| format!("{p:.4}"));
            let (what, fought) = (told.what.clone(), format!("{} of 1000 to a general", told.chance));
            let shown = if least == most { least } else { format!("{least} to {most}") };
            self.differs.push(Difference { what, replies: Vec::new(), end: Facts::new(), shown, fought });
        }
    }

    /// Runs a trial and compares what comes of it.
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
        let ends =
            match whole.and_then(|()| run.given_that_it_came_to_it().ok_or(Stopped::Unfinished(Unfinished::Ratio))) {
                Ok(ends) => ends,
                Err(Stopped::Unfinished(why)) => {
                    *self.dropped.entry((trial.what.clone(), why)).or_default() += 1;
                    return;
                }
                Err(Stopped::Undecided) => {
                    self.differs.push(trial.difference(&Facts::new(), "with an end", "over without one"));
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

/// Why a trial ended before it was run whole.
enum Stopped {
    Unfinished(Unfinished),
    /// The battle has nothing more to do, and nothing says how the trial came out.
    Undecided,
}

impl From<Unfinished> for Stopped {
    fn from(why: Unfinished) -> Self {
        Self::Unfinished(why)
    }
}

/// A trial run against all dice.
struct TrialRun<'a, R: Rules> {
    rules: &'a R,
    trial: &'a Trial<R::State>,
    ends: BTreeMap<Facts, Ratio>,
    /// How likely it is that it does not come to it.
    otherwise: Ratio,
    classes: u64,
    /// Which of its decisions were asked for.
    asked: Vec<bool>,
}

impl<R: Rules> TrialRun<'_, R> {
    /// The ends among those in which it came to it; nothing: too many for a ratio.
    fn given_that_it_came_to_it(&mut self) -> Option<BTreeMap<Facts, Ratio>> {
        let came = Ratio::ONE.checked_sub(self.otherwise)?;
        let ends = std::mem::take(&mut self.ends).into_iter();
        ends.map(|(end, chance)| Some((end, chance.checked_div(came)?))).collect()
    }

    fn go(&mut self, state: &R::State, events: &mut Vec<Event>, p: Ratio, waits: usize) -> Result<(), Stopped> {
        let need = self.rules.need(state);
        let came = match (self.trial.read)(events, &need) {
            // Nothing comes of it any more.
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
            return if self.classes > MOST_CLASSES { Err(Unfinished::Classes.into()) } else { Ok(()) };
        }
        if waits > MOST_WAITS {
            return Err(Unfinished::Waits.into());
        }
        match need {
            Need::Over(_) => Err(Stopped::Undecided),
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

    /// The reply to a field: what the trial decides, or the default.
    fn reply(&mut self, kind: &Term, field: Field) -> Reply {
        match self.trial.decided.iter().position(|decided| decided.answers(kind, &field)) {
            Some(place) => {
                self.asked[place] = true;
                self.trial.decided[place].reply.clone()
            }
            None => field.default,
        }
    }

    /// How a throw may fall in this trial.
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
    ) -> Result<(), Stopped> {
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

/// How a throw falls by a luck.
fn fallen(throw: &Throw, luck: u64, n: u64) -> Option<Thrown> {
    let faces = Roller::new(&Seed(seed(luck, n).0)).throw(&mut 0, throw);
    let class = dice::read(throw, &faces).ok()?;
    Some(Thrown { faces, class })
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

#[cfg(test)]
mod tests {
    use super::{Drift, Told, Unfinished};
    use crate::Term;

    fn heard(chance: u16, shown: [f64; 2], estimate: bool) -> Drift {
        let mut drift = Drift::default();
        drift.hear(&Told { what: Term::of("charge"), chance, shown, estimate });
        drift
    }

    #[test]
    fn a_chance_that_a_general_is_given_is_the_one_that_is_shown() {
        assert_eq!(heard(417, [5.0 / 12.0; 2], false).faults().count(), 0);
        assert_eq!(heard(500, [0.4, 0.6], false).faults().count(), 0);
        let wrong = heard(450, [5.0 / 12.0; 2], false);
        assert_eq!(wrong.faults().collect::<Vec<_>>(), ["charge: shown 0.4167, fought 450 of 1000 to a general"]);
        assert_eq!(wrong.told[&Term::of("charge")].mean_error(), 33);
    }

    #[test]
    fn an_estimate_is_counted_and_does_not_differ() {
        let mut drift = heard(450, [5.0 / 12.0; 2], true);
        drift.add(heard(410, [0.4; 2], true));
        assert_eq!(drift.faults().count(), 0);
        assert_eq!((drift.told[&Term::of("charge")].count, drift.told[&Term::of("charge")].mean_error()), (2, 21));
    }

    #[test]
    fn a_trial_that_is_not_run_to_its_end_is_a_fault() {
        let mut drift = Drift::default();
        drift.dropped.insert((Term::of("charge"), Unfinished::Classes), 1);
        let mut sum = Drift::default();
        sum.add(drift);
        assert_eq!(sum.dropped_in_all(), 1);
        assert_eq!(sum.faults().collect::<Vec<_>>(), ["charge: 1 not compared, more than 100000 classes of dice"]);
    }
}
