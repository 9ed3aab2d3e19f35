//! The computer's generals in command of an army.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{By, Ruleset, Setup, Side};
use grognard_trois_couleurs::TroisCouleursRuleset;
use rulebook::Published;
use staff::{Post, advise, general};
use std::collections::BTreeMap;

/// Plays a battle between two generals and returns the winner.
fn fight(names: [&str; 2], n: u64) -> Option<Side> {
    let setup = Setup {
        scenario: armies::Library::embedded().text("premier-feu").expect("a scenario").to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: names.map(ToOwned::to_owned),
        seed: Some(game::battery::seed(5, n)),
        salt: game::battery::seed(6, n),
    };
    let mut battle = Published(TroisCouleursRuleset).begin(&setup).expect("a battle");
    let mut generals = names.map(|name| general(name, n).expect("a general"));
    for _ in 0..5_000 {
        if let Some(outcome) = battle.outcome() {
            return outcome.winner;
        }
        let ask = Side::BOTH.iter().flat_map(|side| battle.waiting(*side)).next().expect("a question");
        let side = ask.slot.side;
        let answer = {
            let post = Post::new(battle.as_ref(), side);
            advise(&post, ask.id, generals[side.index()].as_mut()).expect("an answer")
        };
        battle.answer(side, ask.id, answer.replies, By::Staff).expect("it stands");
    }
    panic!("it does not end");
}

#[test]
fn a_captain_has_the_better_of_a_random_general() {
    let count: u64 = std::env::var("BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let (mut won, mut lost) = (0, 0);
    for n in 0..count {
        for (names, own) in [(["captain", "random"], Side::Blue), (["random", "captain"], Side::Red)] {
            match fight(names, n) {
                Some(side) if side == own => won += 1,
                Some(_) => lost += 1,
                None => {}
            }
        }
    }
    println!("captain won {won}, lost {lost} of {}", 2 * count);
    assert!(won > lost, "won {won}, lost {lost}");
}
