//! A small ruleset: two steps by one side alone, a sealed bid, a throw, and so on until turn 3.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

use game::seal::Bytes32;
use game::{
    Ask, Audience, Battle, By, Choice, Deed, Entry, Event, Facts, Field, Flow, Given, Head, Host, Key, LogError,
    Measuring, Need, Outcome, Output, Picture, Play, Preview, Ref, Refusal, Reply, Rules, Script, Secret, Seen, Shape,
    Side, Slot, StepContext, Term, Thrower, Toss,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Default)]
pub struct Toy {
    /// Whether it stops at every throw, even with a thrower.
    pub stops: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct World {
    turn: u16,
    steps: u32,
    bids: [Secret<u32>; 2],
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Turn {
    Walk,
    Bid,
    Show,
}

const WALKS: &[&str] = &["left", "right"];
const BIDS: &[&str] = &["low", "high"];

impl Script for Toy {
    type World = World;
    type Step = Turn;

    fn run(&self, step: &Turn, d: &mut StepContext<'_, World, Turn>) -> Flow<()> {
        match step {
            Turn::Walk => {
                for _ in 0..2 {
                    let replies = d.ask(vec![Slot::new(Side::Blue, "walk")])?;
                    let key = replies[0][0].key().cloned().unwrap();
                    d.world.steps += if key.does == "left" { 1 } else { 10 };
                    d.tell(Deed::Declared { by: Ref::Side(Side::Blue), key }, &[]);
                }
                d.then([Turn::Bid]);
            }
            Turn::Bid => {
                let sheets = Side::BOTH.map(|side| {
                    let slot = Slot::new(side, "bid");
                    d.sheet(&slot, |_| sheet(&slot))
                });
                let replies = d.ask_sheets(&sheets)?;
                for side in Side::BOTH {
                    let high = replies[side.index()][0].key().is_some_and(|k| k.does == "high");
                    d.world.bids[side.index()] = Secret::Known(u32::from(high));
                    let mark = Deed::Note { of: Ref::Side(side), what: Term::of("bid"), facts: Facts::new() };
                    d.tell_to(Audience::Only(side), mark, &[]);
                }
                d.then([Turn::Show]);
            }
            Turn::Show => {
                let toss = Toss {
                    rule: "T-1".into(),
                    by: smallvec::smallvec![Ref::Side(Side::Blue)],
                    throw: dice::Throw::d6(2),
                };
                let thrown = d.throw(vec![toss])?;
                for side in Side::BOTH {
                    let key = Key::plain(if d.world.bids[side.index()] == Secret::Known(1) { "high" } else { "low" });
                    d.tell(Deed::Opened { of: Ref::Side(side), key }, &[]);
                    d.world.bids[side.index()] = Secret::Known(0);
                }
                d.world.steps += u32::from(thrown[0].class.unsigned_abs());
                d.world.turn += 1;
                let turn = d.world.turn;
                d.tell(Deed::Clock { turn, phase: Term::of("walk") }, &[]);
                if turn < 3 {
                    d.then([Turn::Walk]);
                }
            }
        }
        Ok(())
    }

    fn outcome(&self, _: &World) -> Option<Outcome> {
        Some(Outcome::of(Some(Side::Blue), "walked", Facts::new()))
    }
}

impl Rules for Toy {
    type State = Play<World, Turn>;

    fn begin(&self) -> (Self::State, Vec<Event>) {
        let mut state =
            Play::new(World { turn: 0, steps: 0, bids: [Secret::Known(0), Secret::Known(0)] }, [Turn::Walk]);
        let events = state.go(self, None);
        (state, events)
    }

    fn need(&self, state: &Self::State) -> Need {
        state.need().cloned().unwrap()
    }

    fn advance(&self, state: &mut Self::State, given: Given) -> Vec<Event> {
        state.go(self, Some(given))
    }

    fn advance_throwing(&self, state: &mut Self::State, given: Given, thrower: Thrower<'_>) -> Vec<Output> {
        state.go_throwing(self, Some(given), Some(thrower).filter(|_| !self.stops))
    }

    fn take_out(&self, state: &mut Self::State, side: Side) {
        state.world.bids[side.other().index()] = Secret::Unknown;
        if let Some(live) = &mut state.live {
            live.world.bids[side.other().index()] = Secret::Unknown;
        }
        state.keep_sheets_of(side);
    }

    fn ask(&self, seen: &Seen<Self::State>, slot: &Slot) -> Ask {
        seen.state.asked(slot).cloned().unwrap_or_else(|| sheet(slot))
    }

    fn check(&self, _: &Seen<Self::State>, _: &Ask, _: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        Ok(Preview::default())
    }

    fn suggest(&self, _: &Seen<Self::State>, ask: &Ask, _: u64) -> Vec<Reply> {
        vec![ask.fields[0].default.clone()]
    }

    fn imagine(&self, seen: &Seen<Self::State>, _: u64) -> Self::State {
        seen.state.clone()
    }

    fn picture(&self, state: &Self::State) -> Picture {
        Picture { turn: state.now().turn, ..Picture::default() }
    }

    fn wake(&self, state: &mut Self::State) {
        state.wake(self);
    }
}

fn sheet(slot: &Slot) -> Ask {
    let names = if slot.kind == "walk" { WALKS } else { BIDS };
    let from: Vec<Choice> = names
        .iter()
        .enumerate()
        .map(|(n, name)| Choice {
            facts: Facts::from([(Term::of("worth"), n as i64)]),
            ..Choice::of(Key::plain(name), &[])
        })
        .collect();
    let default = Reply::pick(from[0].key.clone());
    let field =
        Field { about: Ref::Side(slot.side), shape: Shape::Pick { from, min: 1, max: 1, budget: None }, default };
    Ask { id: 0, slot: slot.clone(), fields: vec![field], measuring: Measuring::Free, rules: Vec::new() }
}

pub fn head() -> Head {
    Head {
        format: game::log::FORMAT,
        ruleset: Term::of("toy"),
        version: 1,
        scenario: String::new(),
        tables: None,
        options: BTreeMap::new(),
        generals: Default::default(),
        seed_sealed: Bytes32::default(),
        umpire: None,
    }
}

pub fn begin(seed: Option<Bytes32>) -> Host<Toy> {
    Host::begin(Arc::new(Toy::default()), head(), seed, Bytes32([7; 32]))
}

pub fn seeded() -> Host<Toy> {
    begin(Some(Bytes32([3; 32])))
}

pub fn say(battle: &mut dyn Battle, side: Side, what: &'static str) {
    let ask = battle.waiting(side).remove(0);
    battle.answer(side, ask.id, vec![Reply::pick(Key::plain(what))], By::Person).unwrap();
}

pub fn play_to_the_end(battle: &mut dyn Battle) {
    while battle.outcome().is_none() {
        for side in Side::BOTH {
            while let Some(ask) = battle.waiting(side).pop() {
                let replies = battle.suggest(side, ask.id, 0).unwrap();
                battle.answer(side, ask.id, replies, By::Staff).unwrap();
            }
        }
    }
}

pub fn reopen(entries: &[Entry]) -> Result<Host<Toy>, LogError> {
    Host::reopen(Arc::new(Toy::default()), entries, None, Bytes32::default())
}
