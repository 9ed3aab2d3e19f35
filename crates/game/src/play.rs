//! Turns written as straight procedures. A ruleset writes each step of its turn as a function that asks and throws
//! where the book does, top to bottom. The state under way is the world as it was when the step began and what has
//! been given since: when something new arrives the step is run again from its beginning with all of it. So a step
//! half done is plain data, and the code reads like the book.
//!
//! Invariant: whatever was answered within a running step is known to both sides before the step waits again;
//! what stays hidden longer is stored in the world as a [`Secret`](crate::Secret) and the step ends.

use crate::{Audience, Deed, Event, Given, Need, Outcome, Reply, Rule, Slot, Thrown, Toss};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// A step stops here until the need is met.
#[derive(Debug)]
pub struct Wait(pub Need);

/// The result of something that may have to wait.
pub type Flow<T> = Result<T, Wait>;

/// A ruleset's turn as steps.
pub trait Script {
    /// Everything on the table.
    type World: Clone;
    /// One small procedure.
    type Step: Clone;

    /// Runs a step from its beginning.
    ///
    /// # Errors
    /// `Wait`, where it needs something that has not been given yet.
    fn run(&self, step: &Self::Step, desk: &mut Desk<'_, Self::World, Self::Step>) -> Flow<()>;

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
}

/// What a running step works with.
pub struct Desk<'a, W, S> {
    /// The world; the step changes it.
    pub world: W,
    given: &'a [Given],
    used: usize,
    events: Vec<Event>,
    beat: u32,
    then: Vec<S>,
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

impl<W, S> Desk<'_, W, S> {
    /// Asks; the slots of one call are sealed together. Gives the replies slot by slot.
    ///
    /// # Errors
    /// `Wait` until all have answered.
    pub fn ask(&mut self, slots: Vec<Slot>) -> Flow<Vec<Vec<Reply>>> {
        if slots.is_empty() {
            return Ok(Vec::new());
        }
        match self.given.get(self.used) {
            Some(Given::Answers(replies)) if replies.len() == slots.len() => {
                self.used += 1;
                Ok(replies.clone())
            }
            _ => Err(Wait(Need::Answers(slots))),
        }
    }

    /// Throws dice together, and tells everybody how they fell.
    ///
    /// # Errors
    /// `Wait` until they have been thrown.
    pub fn throw(&mut self, tosses: Vec<Toss>) -> Flow<Vec<Thrown>> {
        if tosses.is_empty() {
            return Ok(Vec::new());
        }
        match self.given.get(self.used) {
            Some(Given::Dice(thrown)) if thrown.len() == tosses.len() => {
                self.used += 1;
                for (toss, thrown) in tosses.into_iter().zip(thrown) {
                    let rule = toss.rule.clone();
                    self.events.push(Event {
                        beat: self.beat,
                        deed: Deed::Threw(toss, thrown.clone()),
                        rules: vec![rule],
                        seen: Audience::All,
                    });
                }
                Ok(thrown.clone())
            }
            _ => Err(Wait(Need::Dice(tosses))),
        }
    }

    /// Tells everybody.
    pub fn tell(&mut self, deed: Deed, rules: &[Rule]) {
        self.tell_to(Audience::All, deed, rules);
    }

    /// Tells an audience.
    pub fn tell_to(&mut self, seen: Audience, deed: Deed, rules: &[Rule]) {
        self.events.push(Event { beat: self.beat, deed, rules: rules.iter().map(|r| (*r).into()).collect(), seen });
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

impl<W: Clone, S: Clone> Play<W, S> {
    /// A battle that begins with these steps, the first one first.
    pub fn new(world: W, steps: impl IntoIterator<Item = S>) -> Self {
        let mut agenda: Vec<S> = steps.into_iter().collect();
        agenda.reverse();
        Self { world, agenda, given: Vec::new(), beat: 0, live: None }
    }

    /// Goes on with what was given (nothing: from the start of the running step) until something is needed.
    pub fn go(&mut self, script: &impl Script<World = W, Step = S>, given: Option<Given>) -> Vec<Event> {
        let mut told = self.live.take().map_or(0, |live| live.told);
        self.given.extend(given);
        let mut out = Vec::new();
        loop {
            let Some(step) = self.agenda.last().cloned() else {
                let outcome = script.outcome(&self.world).unwrap_or_else(|| Outcome {
                    winner: None,
                    how: crate::Term::of("agenda_empty"),
                    facts: crate::Facts::new(),
                });
                self.live = Some(Live { world: self.world.clone(), need: Need::Over(outcome), told: 0 });
                return out;
            };
            let mut desk = Desk {
                world: self.world.clone(),
                given: &self.given,
                used: 0,
                events: Vec::new(),
                beat: self.beat,
                then: Vec::new(),
            };
            let flow = script.run(&step, &mut desk);
            let Desk { world, events, beat, then, .. } = desk;
            let count = events.len();
            out.extend(events.into_iter().skip(told));
            match flow {
                Err(Wait(need)) => {
                    self.live = Some(Live { world, need, told: count });
                    return out;
                }
                Ok(()) => {
                    self.world = world;
                    self.beat = beat + 1;
                    self.given.clear();
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

    /// What it waits for.
    pub fn need(&self) -> Option<&Need> {
        self.live.as_ref().map(|live| &live.need)
    }
}
