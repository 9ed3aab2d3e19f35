//! Generals at a small game: both sides name a number until one of them has named enough.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::seal::Bytes32;
use game::{
    Ask, Battle, Choice, Event, Facts, Field, Given, Head, Host, Key, Measuring, Need, Outcome, Picture, Preview, Ref,
    Refusal, Reply, Rules, Seen, Shape, Side, Slot, Term,
};
use grognard_staff::{Answer, FightError, General, Luck, Post, Random, fight, general};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Each side names 1 to 3; the first to reach `goal` wins.
struct Naming {
    goal: i64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Sums([i64; 2]);

const NUMBERS: [&str; 3] = ["one", "two", "three"];

impl Rules for Naming {
    type State = Sums;

    fn begin(&self) -> (Sums, Vec<Event>) {
        (Sums([0; 2]), Vec::new())
    }

    fn need(&self, state: &Sums) -> Need {
        let [blue, red] = state.0;
        if blue.max(red) >= self.goal {
            let winner = (blue != red).then_some(if blue > red { Side::Blue } else { Side::Red });
            return Need::Over(Outcome::of(winner, "points", Facts::new()));
        }
        Need::Answers(Side::BOTH.map(|side| Slot::new(side, "name")).to_vec())
    }

    fn advance(&self, state: &mut Sums, given: Given) -> Vec<Event> {
        if let Given::Answers(answers) = given {
            for (sum, replies) in state.0.iter_mut().zip(answers) {
                let named = replies[0].key().unwrap().does.clone();
                *sum += NUMBERS.iter().position(|n| named == *n).unwrap() as i64 + 1;
            }
        }
        Vec::new()
    }

    fn take_out(&self, _: &mut Sums, _: Side) {}

    fn ask(&self, _: &Seen<Sums>, slot: &Slot) -> Ask {
        let from: Vec<Choice> = NUMBERS.iter().map(|n| Choice::of(Key::plain(n), &[])).collect();
        let default = Reply::pick(Key::plain(NUMBERS[0]));
        let field =
            Field { about: Ref::Side(slot.side), shape: Shape::Pick { from, min: 1, max: 1, budget: None }, default };
        Ask { id: 0, slot: slot.clone(), fields: vec![field], measuring: Measuring::Free, rules: Vec::new() }
    }

    fn check(&self, _: &Seen<Sums>, _: &Ask, _: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        Ok(Preview::default())
    }

    fn suggest(&self, _: &Seen<Sums>, _: &Ask, luck: u64) -> Vec<Reply> {
        vec![Reply::pick(Key::plain(NUMBERS[(luck % 3) as usize]))]
    }

    fn imagine(&self, seen: &Seen<Sums>, _: u64) -> Sums {
        seen.state.clone()
    }

    fn picture(&self, _: &Sums) -> Picture {
        Picture::default()
    }

    fn wake(&self, _: &mut Sums) {}
}

fn begin(goal: i64) -> Host<Naming> {
    let head = Head {
        format: game::log::FORMAT,
        ruleset: Term::of("naming"),
        version: 1,
        scenario: String::new(),
        tables: None,
        options: std::collections::BTreeMap::new(),
        generals: [String::new(), String::new()],
        seed_sealed: Bytes32::default(),
        umpire: None,
    };
    Host::begin(Arc::new(Naming { goal }), head, Some(Bytes32([1; 32])), Bytes32([2; 32]))
}

#[test]
fn random_generals_come_to_an_end_and_repeat_themselves() {
    let play = |luck: u64| {
        let mut battle = begin(50);
        let outcome = fight(&mut battle, &mut Random::new(luck), &mut Random::new(luck + 1), 1_000).expect("an end");
        (outcome, battle.fingerprint())
    };
    assert_eq!(play(7), play(7));
    assert!((0..9).any(|luck| play(luck).1 != play(7).1));
    assert!(general("random", 1).is_some() && general("napoleon", 1).is_none());
}

#[test]
fn a_battle_without_end_is_stopped() {
    let ended = fight(&mut begin(i64::MAX), &mut Random::new(1), &mut Random::new(2), 100);
    assert_eq!(ended, Err(FightError::Endless(100)));
}

/// A general without an answer, or with a wrong one.
struct Lost(Option<Vec<Reply>>);

impl General for Lost {
    fn answer(&mut self, _: &Post<'_>, _: &Ask) -> Option<Answer> {
        self.0.clone().map(Answer::from)
    }
}

#[test]
fn a_general_who_fails_is_told_of() {
    let ended = fight(&mut begin(9), &mut Lost(None), &mut Random::new(2), 100);
    assert_eq!(ended, Err(FightError::NoAnswer { side: Side::Blue, kind: "name".to_owned() }));
    let ended = fight(&mut begin(9), &mut Random::new(2), &mut Lost(Some(vec![Reply::pick(Key::plain("four"))])), 100);
    assert!(
        matches!(ended, Err(FightError::Refused { side: Side::Red, refusals, .. }) if refusals[0].reason == "not_offered")
    );
}

#[test]
fn luck_is_the_same_everywhere() {
    // The reference values of SplitMix64 for the seed 1234567.
    let mut luck = Luck::new(1_234_567);
    assert_eq!(
        [luck.next(), luck.next(), luck.next()],
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    );
}
