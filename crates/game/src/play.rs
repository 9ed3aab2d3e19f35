//! Turns written as straight procedures. A ruleset writes each step of its turn as a function that asks and throws
//! where the book does, top to bottom. The state under way is the world at the start of the step and the input since:
//! when new input arrives the step runs again from its beginning with all of it. So a step half done is plain data, and
//! the code reads like the book.
//!
//! Running again is cheap where it matters: dice that the host can throw itself are thrown without stopping (a
//! [`Thrower`]), and sheets are made once and stored beside the state ([`StepContext::sheet`]).
//!
//! Invariant: a step runs the same way each time. A deviation is detected where the step asks for something else than
//! it waited for, or for less: the battle is over then, and its end names the step ([`DIVERGED`]).
//!
//! Invariant: both sides know the answers within a running step before the step waits again; what stays hidden longer
//! is stored in the world as a [`Secret`](crate::Secret) and the step ends.

use crate::{Ask, Audience, Deed, Event, Given, Need, Outcome, Reply, Rule, Side, Slot, Thrown, Toss};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The end of a battle whose step deviated when it ran again; its end names the step ([`Outcome::step`]).
pub const DIVERGED: &str = "step_diverged";

/// The end of a battle without further steps and without a decision: its ruleset has forgotten what comes next.
pub const RAN_DRY: &str = "agenda_empty";

/// A step stops here until the need is met.
#[derive(Debug)]
pub struct Wait(pub Need);

/// The result of a function that may have to wait.
pub type Flow<T> = Result<T, Wait>;

/// A ruleset's turn as steps.
pub trait Script {
    /// Everything on the table.
    type World: Clone;
    /// One small procedure; its name is reported if it deviates when it runs again.
    type Step: Clone + std::fmt::Debug;

    /// Runs a step from its beginning.
    ///
    /// # Errors
    /// `Wait`, where it needs input that has not been given yet.
    fn run(&self, step: &Self::Step, desk: &mut StepContext<'_, Self::World, Self::Step>) -> Flow<()>;

    /// The outcome, once the battle is over.
    fn outcome(&self, world: &Self::World) -> Option<Outcome>;
}

/// A battle under way: the world at the start of the running step, the next steps, the input since.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Play<W, S> {
    /// The world at the start of the running step.
    pub world: W,
    /// The steps to run; the last is under way.
    pub agenda: Vec<S>,
    /// The input since the running step began.
    pub given: Vec<Given>,
    /// Number of instants so far.
    pub beat: u32,
    /// The world now and its need: derived from the rest.
    #[serde(skip, default = "asleep")]
    pub live: Option<Live<W>>,
}

const fn asleep<W>() -> Option<Live<W>> {
    None
}

/// What is derived from a [`Play`]: the world now and its need.
#[derive(Clone, Debug)]
pub struct Live<W> {
    /// The world now.
    pub world: W,
    /// What it waits for.
    pub need: Need,
    told: usize,
    /// Every sheet that the step has made so far, in order.
    made: Vec<Arc<Ask>>,
    /// The sheets of the present questions, as far as the step has made them.
    asked: Vec<Arc<Ask>>,
    /// Whether nothing was removed or made up: its step must wait for the same when it runs again.
    whole: bool,
}

/// An output of a step, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    Event(Event),
    /// Dice were thrown without stopping.
    Dice(Vec<Thrown>),
}

/// Throws dice for a running step, so that it need not stop and run again for them.
pub struct Thrower<'a> {
    /// The present turn. When another one begins, the step stops at its dice once more: the sealed hash of the state at
    /// the start of a turn is of the state before any of its dice.
    pub turn: u16,
    /// Throws dice together; `None`: the step has to stop for them.
    pub throw: &'a mut dyn FnMut(&[Toss]) -> Option<Vec<Thrown>>,
    /// In a playout no events are made, and a new turn does not stop the step.
    pub unheard: bool,
}

/// The context of a running step.
pub struct StepContext<'a, W, S> {
    /// The world; the step changes it.
    pub world: W,
    given: Vec<Given>,
    used: usize,
    events: Vec<Event>,
    /// Dice thrown without stopping, each with the number of events before it.
    fallen: Vec<(usize, Vec<Thrown>)>,
    thrower: Option<Thrower<'a>>,
    made: Vec<Arc<Ask>>,
    sheets: usize,
    asked: Vec<Arc<Ask>>,
    beat: u32,
    then: Vec<S>,
    /// The need of the last run, and the place of the input for it.
    waited: Option<(usize, Need)>,
    /// Whether it asks for something else than before.
    diverged: bool,
    /// Whether events are discarded.
    unheard: bool,
}

impl<W: PartialEq, S: PartialEq> PartialEq for Play<W, S> {
    fn eq(&self, other: &Self) -> bool {
        self.world == other.world && self.agenda == other.agenda && self.given == other.given && self.beat == other.beat
    }
}

impl<W: Eq, S: Eq> Eq for Play<W, S> {}

impl<W: Hash, S: Hash> Hash for Play<W, S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.world.hash(hasher);
        self.agenda.hash(hasher);
        self.given.hash(hasher);
        self.beat.hash(hasher);
    }
}

impl<W, S> StepContext<'_, W, S> {
    /// Asks; the slots of one call are sealed together. Returns the replies slot by slot.
    ///
    /// # Errors
    /// `Wait` until all have answered.
    pub fn ask(&mut self, slots: Vec<Slot>) -> Flow<Vec<Vec<Reply>>> {
        if slots.is_empty() {
            return Ok(Vec::new());
        }
        let same = self.waits_as_before(|need| matches!(need, Need::Answers(waited) if *waited == slots));
        match self.given.get(self.used) {
            Some(Given::Answers(replies)) if same && replies.len() == slots.len() => {
                self.used += 1;
                Ok(replies.clone())
            }
            other => {
                self.diverged |= other.is_some();
                Err(Wait(Need::Answers(slots)))
            }
        }
    }

    /// Asks a side one question, and returns its replies, field by field.
    ///
    /// # Errors
    /// `Wait` until they are in.
    #[allow(clippy::expect_used)] // `ask` gives as many as it asks
    pub fn ask_one(&mut self, slot: Slot) -> Flow<Vec<Reply>> {
        Ok(self.ask(vec![slot])?.pop().expect("one answer comes for one slot"))
    }

    /// The sheet of a slot at this place of the step: made once, however often the step runs. It must be made only from
    /// what the asked side knows.
    pub fn sheet(&mut self, slot: &Slot, make: impl FnOnce(&W) -> Ask) -> Arc<Ask> {
        let place = self.sheets;
        self.sheets += 1;
        if let Some(sheet) = self.made.get(place).filter(|sheet| sheet.slot == *slot) {
            return Arc::clone(sheet);
        }
        let sheet = Arc::new(make(&self.world));
        self.made.truncate(place);
        self.made.push(Arc::clone(&sheet));
        sheet
    }

    /// Asks with sheets that were made just now; the world may not have changed since.
    ///
    /// # Errors
    /// `Wait` until all have answered.
    pub fn ask_sheets(&mut self, sheets: &[Arc<Ask>]) -> Flow<Vec<Vec<Reply>>> {
        let answers = self.ask(sheets.iter().map(|sheet| sheet.slot.clone()).collect());
        if answers.is_err() {
            self.asked = sheets.to_vec();
        }
        answers
    }

    /// The same with one sheet that was made already.
    ///
    /// # Errors
    /// `Wait` until they are in.
    #[allow(clippy::expect_used)] // as above
    pub fn ask_sheet(&mut self, sheet: &Arc<Ask>) -> Flow<Vec<Reply>> {
        Ok(self.ask_sheets(std::slice::from_ref(sheet))?.pop().expect("one answer comes for one sheet"))
    }

    /// Throws once, and tells both sides the result.
    ///
    /// # Errors
    /// `Wait` until they have been thrown.
    #[allow(clippy::expect_used)] // `throw` gives as many as it is asked for
    pub fn throw_one(&mut self, toss: Toss) -> Flow<Thrown> {
        Ok(self.throw(vec![toss])?.pop().expect("one throw falls for one toss"))
    }

    /// Throws dice together, and tells both sides the results.
    ///
    /// # Errors
    /// `Wait` until they have been thrown.
    pub fn throw(&mut self, tosses: Vec<Toss>) -> Flow<Vec<Thrown>> {
        if tosses.is_empty() {
            return Ok(Vec::new());
        }
        let same = self.waits_as_before(|need| matches!(need, Need::Dice(waited) if *waited == tosses));
        let thrown = match (self.given.get(self.used), &mut self.thrower) {
            (Some(Given::Dice(thrown)), _) if same && thrown.len() == tosses.len() => thrown.clone(),
            (None, Some(thrower)) => {
                let Some(thrown) = (thrower.throw)(&tosses) else { return Err(Wait(Need::Dice(tosses))) };
                self.given.push(Given::Dice(thrown.clone()));
                if !self.unheard {
                    self.fallen.push((self.events.len(), thrown.clone()));
                }
                thrown
            }
            (other, _) => {
                self.diverged |= other.is_some();
                return Err(Wait(Need::Dice(tosses)));
            }
        };
        self.used += 1;
        if self.unheard {
            return Ok(thrown);
        }
        for (toss, thrown) in tosses.into_iter().zip(&thrown) {
            let rule = toss.rule.clone();
            self.events.push(Event {
                beat: self.beat,
                deed: Deed::Threw(toss, thrown.clone()),
                rules: vec![rule],
                seen: Audience::All,
            });
        }
        Ok(thrown)
    }

    /// Whether it has the same need as at the end of its last run; earlier needs were compared then.
    fn waits_as_before(&self, same: impl FnOnce(&Need) -> bool) -> bool {
        self.waited.as_ref().is_none_or(|(place, need)| *place != self.used || same(need))
    }

    /// Tells both sides.
    pub fn tell(&mut self, deed: Deed, rules: &[Rule]) {
        self.tell_to(Audience::All, deed, rules);
    }

    /// Tells an audience.
    pub fn tell_to(&mut self, seen: Audience, deed: Deed, rules: &[Rule]) {
        if self.unheard {
            return;
        }
        if let Deed::Clock { turn, .. } = deed {
            self.thrower.take_if(|thrower| thrower.turn != turn);
        }
        self.events.push(Event { beat: self.beat, deed, rules: rules.iter().map(|r| (*r).into()).collect(), seen });
    }

    /// Whether events are discarded: what is only made to be told may be left out.
    #[must_use]
    pub const fn is_unheard(&self) -> bool {
        self.unheard
    }

    /// A new instant begins.
    pub const fn beat(&mut self) {
        self.beat += 1;
    }

    /// Adds steps to run after this one, the first of these first, before the rest of the agenda.
    pub fn then(&mut self, steps: impl IntoIterator<Item = S>) {
        self.then.extend(steps);
    }
}

/// The end of a battle whose step deviates when it runs again.
fn went_astray(step: &impl std::fmt::Debug) -> Outcome {
    let whole = format!("{step:?}");
    let name = whole.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    Outcome { step: Some(crate::Term::from(name)), ..Outcome::of(None, DIVERGED, crate::Facts::new()) }
}

impl<W: Clone, S: Clone + std::fmt::Debug> Play<W, S> {
    /// A battle that begins with these steps, the first one first.
    pub fn new(world: W, steps: impl IntoIterator<Item = S>) -> Self {
        let mut agenda: Vec<S> = steps.into_iter().collect();
        agenda.reverse();
        Self { world, agenda, given: Vec::new(), beat: 0, live: None }
    }

    /// Continues with the input (`None`: from the start of the running step) until something is needed.
    pub fn go(&mut self, script: &impl Script<World = W, Step = S>, given: Option<Given>) -> Vec<Event> {
        let told = self.go_throwing(script, given, None).into_iter();
        told.filter_map(|told| if let Output::Event(event) = told { Some(event) } else { None }).collect()
    }

    /// The same, with dice thrown on the way where there is a thrower.
    pub fn go_throwing(
        &mut self,
        script: &impl Script<World = W, Step = S>,
        given: Option<Given>,
        mut thrower: Option<Thrower<'_>>,
    ) -> Vec<Output> {
        let place = self.given.len();
        let (mut told, mut known, mut waited) = match self.live.take() {
            Some(live) => (live.told, live.made, live.whole.then_some((place, live.need)).filter(|_| given.is_some())),
            None => Default::default(),
        };
        self.given.extend(given);
        let unheard = thrower.as_ref().is_some_and(|thrower| thrower.unheard);
        let mut out = Vec::new();
        loop {
            let Some(step) = self.agenda.last().cloned() else {
                let outcome =
                    script.outcome(&self.world).unwrap_or_else(|| Outcome::of(None, RAN_DRY, crate::Facts::new()));
                let (made, asked) = (Vec::new(), Vec::new());
                self.live = Some(Live {
                    world: self.world.clone(),
                    need: Need::Over(outcome),
                    told: 0,
                    made,
                    asked,
                    whole: true,
                });
                return out;
            };
            let mut desk = StepContext {
                world: self.world.clone(),
                given: std::mem::take(&mut self.given),
                used: 0,
                events: Vec::new(),
                fallen: Vec::new(),
                thrower,
                made: std::mem::take(&mut known),
                sheets: 0,
                asked: Vec::new(),
                beat: self.beat,
                then: Vec::new(),
                waited: waited.take(),
                diverged: false,
                unheard,
            };
            let flow = script.run(&step, &mut desk);
            let diverged = desk.diverged || desk.used < desk.given.len();
            let StepContext { world, given, events, fallen, made, asked, beat, then, .. } = desk;
            thrower = desk.thrower;
            let count = events.len();
            let mut fallen = fallen.into_iter().peekable();
            for (n, event) in events.into_iter().enumerate().skip(told) {
                while let Some((_, thrown)) = fallen.next_if(|(before, _)| *before <= n) {
                    out.push(Output::Dice(thrown));
                }
                out.push(Output::Event(event));
            }
            out.extend(fallen.map(|(_, thrown)| Output::Dice(thrown)));
            let flow = if diverged { Err(Wait(Need::Over(went_astray(&step)))) } else { flow };
            match flow {
                Err(Wait(need)) => {
                    self.given = given;
                    self.live = Some(Live { world, need, told: count, made, asked, whole: true });
                    return out;
                }
                Ok(()) => {
                    self.world = world;
                    self.beat = beat + 1;
                    self.agenda.pop();
                    self.agenda.extend(then.into_iter().rev());
                    told = 0;
                }
            }
        }
    }

    /// Runs the present step again after the state was read from a file.
    pub fn wake(&mut self, script: &impl Script<World = W, Step = S>) {
        if self.live.is_none() {
            self.go(script, None);
        }
    }

    /// The world now.
    pub fn now(&self) -> &W {
        self.live.as_ref().map_or(&self.world, |live| &live.world)
    }

    /// Every world in it: the one when the running step began, and the one now.
    pub fn worlds_mut(&mut self) -> impl Iterator<Item = &mut W> {
        std::iter::once(&mut self.world).chain(self.live.as_mut().map(|live| &mut live.world))
    }

    /// What it waits for.
    pub fn need(&self) -> Option<&Need> {
        self.live.as_ref().map(|live| &live.need)
    }

    /// The sheet of a slot that is asked now, if the step has made it.
    pub fn asked(&self, slot: &Slot) -> Option<&Ask> {
        let asked = &self.live.as_ref()?.asked;
        asked.iter().find(|sheet| sheet.slot == *slot).map(Arc::as_ref)
    }

    /// Forgets every sheet except those that a side is asked now: part of removing what it may not know.
    pub fn keep_sheets_of(&mut self, side: Side) {
        if let Some(live) = &mut self.live {
            live.whole = false;
            live.made.clear();
            live.asked.retain(|sheet| sheet.slot.side == side);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DIVERGED, Flow, Play, Script, StepContext, Thrower};
    use crate::{Deed, Given, Need, Outcome, Side, Slot, Term, Thrown, Toss};
    use std::cell::Cell;

    /// Asks one question in its first run, and another in its second.
    struct Fickle {
        runs: Cell<u8>,
        /// The questions of its second run.
        then: Vec<Slot>,
    }

    #[derive(Clone, Debug)]
    enum Step {
        Waver,
    }

    impl Script for Fickle {
        type World = ();
        type Step = Step;

        fn run(&self, _: &Step, desk: &mut StepContext<'_, (), Step>) -> Flow<()> {
            self.runs.set(self.runs.get() + 1);
            desk.ask(if self.runs.get() == 1 { vec![Slot::new(Side::Blue, "which")] } else { self.then.clone() })?;
            Ok(())
        }

        fn outcome(&self, (): &()) -> Option<Outcome> {
            None
        }
    }

    #[test]
    fn a_step_that_runs_differently_is_named() {
        let both = Side::BOTH.map(|side| Slot::new(side, "which")).to_vec();
        for then in [both, vec![Slot::new(Side::Blue, "whither")], vec![Slot::new(Side::Red, "which")], Vec::new()] {
            let (rules, mut play) = (Fickle { runs: Cell::new(0), then }, Play::new((), [Step::Waver]));
            play.go(&rules, None);
            assert!(matches!(play.need(), Some(Need::Answers(slots)) if slots.len() == 1));
            play.go(&rules, Some(Given::Answers(vec![Vec::new()])));
            let named = |end: &Outcome| end.how == *DIVERGED && end.step.as_ref().is_some_and(|step| *step == *"Waver");
            assert!(matches!(play.need(), Some(Need::Over(end)) if named(end)));
        }
    }

    /// Throws, begins a turn, and throws again.
    struct Teller;

    impl Script for Teller {
        type World = i64;
        type Step = Step;

        fn run(&self, _: &Step, desk: &mut StepContext<'_, i64, Step>) -> Flow<()> {
            for _ in 0..2 {
                let toss = Toss { rule: "X-1".into(), by: std::iter::empty().collect(), throw: dice::Throw::lot(6) };
                for thrown in desk.throw(vec![toss])? {
                    desk.world = 10 * desk.world + i64::from(thrown.class);
                }
                desk.tell(Deed::Clock { turn: 2, phase: Term::of("start") }, &[]);
            }
            Ok(())
        }

        fn outcome(&self, _: &i64) -> Option<Outcome> {
            None
        }
    }

    fn played(unheard: bool) -> (Play<i64, Step>, usize) {
        let mut play = Play::new(0, [Step::Waver]);
        let mut next = 0;
        let mut throw = |_: &[Toss]| {
            next += 1;
            Some(vec![Thrown { faces: vec![next], class: i16::from(next) }])
        };
        let thrower = Thrower { turn: 1, throw: &mut throw, unheard };
        let told = play.go_throwing(&Teller, None, Some(thrower)).len();
        (play, told)
    }

    #[test]
    fn where_nobody_listens_nothing_is_told_and_no_turn_stops_the_step() {
        let (mut heard, told) = played(false);
        assert!(told > 0 && matches!(heard.need(), Some(Need::Dice(_))));
        heard.go(&Teller, Some(Given::Dice(vec![Thrown { faces: vec![2], class: 2 }])));
        let (unheard, told) = played(true);
        assert_eq!((told, *unheard.now()), (0, 12));
        assert_eq!(heard.now(), unheard.now());
    }
}
