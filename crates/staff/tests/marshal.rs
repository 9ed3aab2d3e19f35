//! The marshal with an army: one plan a turn, the same for the same luck, reported with the likely opponent model,
//! blind to secrets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Battle, By, Ruleset, Setup, Side};
use grognard_staff::{Answer, Post, general};
use std::collections::{BTreeMap, BTreeSet};

fn begin(scenario: &str, n: u64) -> Box<dyn Battle> {
    let setup = Setup {
        scenario: armies::Library::embedded().text(scenario).expect("a scenario").to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: [String::new(), String::new()],
        seed: Some(game::battery::seed(1, n)),
        salt: game::battery::seed(2, n),
    };
    marie_louise::RULESET.begin(&setup).expect("a battle")
}

/// Plays until a turn has begun; checks blue's answers.
fn lead(names: [&str; 2], until: u16, mut look: impl FnMut(u16, &Answer)) {
    let mut battle = begin("maida-1806", 3);
    let mut generals = [0, 1].map(|s| general(names[s], 3 + s as u64).expect("a general"));
    while battle.outcome().is_none() {
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            let turn = battle.appraise(side).turn;
            if turn >= until {
                return;
            }
            let answer = generals[side.index()].answer(&Post::new(battle.as_ref(), side), &ask).expect("an answer");
            if side == Side::Blue {
                look(turn, &answer);
            }
            battle.answer(side, ask.id, answer.replies, By::Staff).expect("legal");
        }
    }
}

fn plans_of(answer: &Answer) -> impl Iterator<Item = &game::Reason> {
    answer.reasons.iter().filter(|reason| reason.why.as_str().starts_with("weighed-"))
}

#[test]
fn one_plan_is_weighed_a_turn_told_and_the_same_for_the_same_luck() {
    let told = || {
        let (mut plans, mut answers) = (BTreeMap::<u16, u32>::new(), Vec::new());
        let mut reasons = Vec::new();
        lead(["marshal:6", "captain"], 3, |turn, answer| {
            let weighed: Vec<_> = plans_of(answer).cloned().collect();
            let chosen = |reason: &&game::Reason| reason.facts.iter().any(|(name, n)| *name == "chosen" && *n == 1);
            if !weighed.is_empty() {
                *plans.entry(turn).or_default() += 1;
                assert!(weighed.len() > 1, "plans are compared");
                assert_eq!(weighed.iter().filter(chosen).count(), 1);
                assert!(weighed.first().is_some_and(|first| chosen(&first)), "the one taken is told first");
                reasons.extend(answer.reasons.iter().cloned());
            }
            answers.push(answer.clone());
        });
        (plans, answers, reasons)
    };
    let (plans, answers, reasons) = told();
    assert!(plans.len() >= 2 && plans.values().all(|count| *count == 1), "{plans:?}");
    // The likely opponent model is reported with the plan.
    assert!(reasons.iter().any(|reason| reason.why == "foe-captain"));
    let (_, again, _) = told();
    assert!(answers == again, "the same luck, other answers");
}

#[test]
fn a_plan_is_made_without_knowing_what_the_enemy_has_laid_face_down() {
    let mut answers = Vec::new();
    let mut secrets = BTreeSet::new();
    for order in 0..2_u64 {
        let mut battle = begin("maida-1806", 7);
        let mut captains = [1, 2].map(|luck| general("captain", luck).expect("a general"));
        loop {
            let [blue, red] = Side::BOTH.map(|side| battle.waiting(side).into_iter().next());
            if let (Some(_), Some(ask)) = (&blue, &red)
                && battle.appraise(Side::Red).turn == 2
            {
                let replies = battle.suggest(Side::Red, ask.id, 11 + order).expect("a suggestion");
                secrets.insert(format!("{replies:?}"));
                battle.answer(Side::Red, ask.id, replies, By::Staff).expect("legal");
                break;
            }
            for side in Side::BOTH {
                let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
                let answer = captains[side.index()].answer(&Post::new(battle.as_ref(), side), &ask).expect("an answer");
                battle.answer(side, ask.id, answer.replies, By::Staff).expect("legal");
            }
        }
        let ask = battle.waiting(Side::Blue).into_iter().next().expect("a question");
        let mut marshal = general("marshal:4", 9).expect("a general");
        answers.push(marshal.answer(&Post::new(battle.as_ref(), Side::Blue), &ask).expect("an answer"));
    }
    assert_eq!(secrets.len(), 2, "the secrets differ");
    assert_eq!(answers[0], answers[1]);
}
