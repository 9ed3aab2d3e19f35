//! The number of questions in a turn with about twenty units on each side: at most 35 for a player, with or without
//! standing answers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{By, Ruleset, Setup, Side, Term};
use grognard_trois_couleurs::RULESET;
use staff::{Post, advise, general};
use std::collections::BTreeMap;

/// Largest number of sheets that a turn may put to a side.
const MOST: u32 = 35;
/// Turns played: the armies meet in the third.
const TURNS: u16 = 8;

/// Captains lead both sides: the number of sheets put to each, by turn and kind.
fn sheets(scenario: &str, n: u64) -> BTreeMap<(Side, u16), BTreeMap<Term, u32>> {
    let setup = Setup {
        scenario: armies::Library::embedded().text(scenario).expect("a scenario").to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: ["captain".to_owned(), "captain".to_owned()],
        seed: Some(game::battery::seed(13, n)),
        salt: game::battery::seed(14, n),
    };
    let mut battle = RULESET.begin(&setup).expect("a battle");
    let mut generals = [n, n + 1].map(|luck| general("captain", luck).expect("a general"));
    let mut sheets: BTreeMap<(Side, u16), BTreeMap<Term, u32>> = BTreeMap::new();
    loop {
        let turn = battle.picture(None).turn;
        if battle.outcome().is_some() || turn > TURNS {
            return sheets;
        }
        let ask = Side::BOTH.iter().flat_map(|side| battle.waiting(*side)).next().expect("a question");
        let side = ask.slot.side;
        let answer = {
            let post = Post::new(battle.as_ref(), side);
            advise(&post, ask.id, generals[side.index()].as_mut()).expect("an answer")
        };
        *sheets.entry((side, turn)).or_default().entry(ask.slot.kind.clone()).or_default() += 1;
        battle.answer(side, ask.id, answer.replies, By::Staff).expect("it stands");
    }
}

#[test]
fn a_player_with_twenty_units_is_not_asked_too_often() {
    let sheets = sheets("saalfeld-1806", 0);
    let count = |kinds: &BTreeMap<Term, u32>| kinds.values().sum::<u32>();
    let mean = f64::from(sheets.values().map(count).sum::<u32>()) / sheets.len() as f64;
    let ((side, turn), most) = sheets.iter().max_by_key(|(_, kinds)| count(kinds)).expect("a turn");
    println!("{mean:.1} sheets a turn and side; most: {} of {side:?} in turn {turn}: {most:?}", count(most));
    assert!(sheets.len() > usize::from(TURNS) && count(most) <= MOST, "{side:?} in turn {turn}: {most:?}");
}
