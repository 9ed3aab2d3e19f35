//! Turns written as straight procedures. A ruleset writes each step of its turn as a function that asks and throws
//! where the book does, top to bottom. The state under way is the world as it was when the step began and what has
//! been given since: when something new arrives the step is run again from its beginning with all of it. So a step
//! half done is plain data, and the code reads like the book.
//!
//! Running again is cheap where it matters: dice that the host can throw by itself are thrown without stopping (a
//! [`Thrower`]), and sheets are made once and kept beside the state ([`StepContext::sheet`]).
//!
//! Invariant: a step runs the same way whenever it is run again. One that does not is noticed where it asks for something
//! else than what it waited for, or for less: the battle is over then, and its end names the step ([`DIVERGED`]).
//!
//! Invariant: whatever was answered within a running step is known to both sides before the step waits again;
//! what stays hidden longer is stored in the world as a [`Secret`](crate::Secret) and the step ends.

use crate::{Ask, Audience, Deed, Event, Given, Need, Outcome, Reply, Rule, Side, Slot, Thrown, Toss};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// How a battle ends whose step has run differently when it was run again; its end names the step ([`Outcome::step`]).
pub const DIVERGED: &str = "step_diverged";

/// How a battle ends that has nothing more to do and has not been decided: its ruleset has forgotten what comes next.
pub const RAN_DRY: &str = "agenda_empty";

/// A step stops here until the need is met.
#[derive(Debug)]
pub struct Wait(pub Need);

/// The result of something that may have to wait.
pub type Flow<T> = Result<T, Wait>;

/// A ruleset's turn as steps.
pub trait Script {
    /// Everything on the table.
    type World: Clone;
    /// One small procedure; its name is said where it runs differently when it is run again.
    type Step: Clone + std::fmt::Debug;

    /// Runs a step from its beginning.
    ///
    /// # Errors
    /// `Wait`, where it needs something that has not been given yet.
    fn run(&self, step: &Self::Step, desk: &mut StepContext<'_, Self::World, Self::Step>) -> Flow<()>;

    /// How the battle ended, once it has.
    fn outcome(&self, world: &Self::World) -> Option<Outcome>;
}

/// A battle under way: the world when the running step began, what comes next, what was given since.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Play<W, S> {
    /// The world when the running step began.
    pub world: W,
    /// What is to be done; the last is under way.
    pub agenda: Vec<S>,
    /// What was given since the running step began.
    pub given: Vec<Given>,
    /// Number of instants so far.
    pub beat: u32,
    /// The world now and what it waits for: follows from the rest.
    #[serde(skip, default = "asleep")]
    pub live: Option<Live<W>>,
}

const fn asleep<W>() -> Option<Live<W>> {
    None
}

/// What follows from a [`Play`]: the world now and what it waits for.
#[derive(Clone, Debug)]
pub struct Live<W> {
    /// The world now.
    pub world: W,
    /// What it waits for.
    pub need: Need,
    told: usize,
    /// Every sheet that the step has made so far, in the order in which it did.
    made: Vec<Arc<Ask>>,
    /// The sheets of what is asked, as far as the step has made them.
    asked: Vec<Arc<Ask>>,
    /// Nothing was taken out of it or made up: its step must wait for the same when it is run again.
    whole: bool,
}

/// What a step told, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Something happened.
    Event(Event),
    /// Dice were thrown without stopping.
    Dice(Vec<Thrown>),
}

/// Throws dice for a step that is under way, so that it need not stop and be run again for them.
pub struct Thrower<'a> {
    /// The turn under way. When another one begins, the step stops at its dice once more: what is sealed of the state at
    /// the start of a turn is the state before any of its dice fell.
    pub turn: u16,
    /// Throws dice together; nothing: the step has to stop for them.
    pub throw: &'a mut dyn FnMut(&[Toss]) -> Option<Vec<Thrown>>,
    /// A battle in the mind: nobody listens, so that nothing is told and no turn that begins stops the step.
    pub unheard: bool,
}

/// What a running step works with.
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
    /// What it waited for when it was run last, and the place of what it was given for that.
    waited: Option<(usize, Need)>,
    /// It asks for something else than it did before.
    diverged: bool,
    /// Nobody listens to what it tells.
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
    /// Asks; the slots of one call are sealed together. Gives the replies slot by slot.
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

    /// Asks a side for one thing, and goes on with its replies, field by field.
    ///
    /// # Errors
    /// `Wait` until they are in.
    #[allow(clippy::expect_used)] // `ask` gives as many as it asks
    pub fn ask_one(&mut self, slot: Slot) -> Flow<Vec<Reply>> {
        Ok(self.ask(vec![slot])?.pop().expect("one answer comes for one slot"))
    }

    /// The sheet of a slot at this place of the step: made once, however often the step is run again. It must be made
    /// from nothing but what the asked side knows.
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

    /// Asks with sheets that were made just now; nothing may have changed since.
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

    /// The same of one sheet that has been made already.
    ///
    /// # Errors
    /// `Wait` until they are in.
    #[allow(clippy::expect_used)] // as above
    pub fn ask_sheet(&mut self, sheet: &Arc<Ask>) -> Flow<Vec<Reply>> {
        Ok(self.ask_sheets(std::slice::from_ref(sheet))?.pop().expect("one answer comes for one sheet"))
    }

    /// Throws once, and tells everybody how the dice fell.
    ///
    /// # Errors
    /// `Wait` until they have been thrown.
    #[allow(clippy::expect_used)] // `throw` gives as many as it is asked for
    pub fn throw_one(&mut self, toss: Toss) -> Flow<Thrown> {
        Ok(self.throw(vec![toss])?.pop().expect("one throw falls for one toss"))
    }

    /// Throws dice together, and tells everybody how they fell.
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

    /// Whether it is here for what it waited for when it was run last; what came before that was looked at then.
    fn waits_as_before(&self, same: impl FnOnce(&Need) -> bool) -> bool {
        self.waited.as_ref().is_none_or(|(place, need)| *place != self.used || same(need))
    }

    /// Tells everybody.
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

    /// Whether nobody listens: what only makes something to tell may be left out.
    #[must_use]
    pub const fn is_unheard(&self) -> bool {
        self.unheard
    }

    /// A new instant begins.
    pub const fn beat(&mut self) {
        self.beat += 1;
    }

    /// What is to be done after this step, the first of these first, before whatever was on the agenda.
    pub fn then(&mut self, steps: impl IntoIterator<Item = S>) {
        self.then.extend(steps);
    }
}

/// The end of a battle whose step runs differently when it is run again.
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

    /// Goes on with what was given (nothing: from the start of the running step) until something is needed.
    pub fn go(&mut self, script: &impl Script<World = W, Step = S>, given: Option<Given>) -> Vec<Event> {
        let told = self.go_throwing(script, given, None).into_iter();
        told.filter_map(|told| if let Output::Event(event) = told { Some(event) } else { None }).collect()
    }

    /// The same, with dice thrown on the way where there is somebody to throw them.
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

    /// Runs the step under way again after the state was read from a file.
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

    /// Forgets every sheet but those that a side is asked now: part of taking out what it may not know.
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

    /// Asks when it is run, and asks something else when it is run again.
    struct Fickle {
        runs: Cell<u8>,
        /// What it asks in its second run.
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

    /// Throws, tells that a turn begins, and throws again.
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
