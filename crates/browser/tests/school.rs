//! The school played to its goals under every ruleset, and the journal of a battle with its odds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::Page;
use serde_json::{Value, json};

const LESSONS: [&str; 6] =
    ["ecole-1-marche", "ecole-2-feu", "ecole-3-charge", "ecole-4-chefs", "ecole-5-canons", "ecole-6-combat"];
/// A pupil may try a problem again: at first by the advice, then going straight on wherever the advice stands still.
const TRIES: usize = 12;

/// Whether a pupil reaches the goal in one battle against a recruit.
fn solved(page: &mut Page, lesson: &str, ruleset: &str, bold: bool) -> bool {
    let battle = page.begin_at(lesson, ruleset, &json!(["person", { "staff": "recruit" }]));
    let blue = format!("local-{battle}-blue");
    for _ in 0..400 {
        let now = page.good("GET", "/api/seat", &blue, &Value::Null)["now"].clone();
        if now["reached"] == true || !now["outcome"].is_null() {
            return now["reached"] == true;
        }
        let ask = &now["asks"][0]["ask"]["id"];
        assert!(!ask.is_null(), "{ruleset}, {lesson}: nothing is asked and nothing is over");
        let advice = page.good("POST", "/api/seat/suggest", &blue, &json!({ "ask": ask }));
        let mut replies = advice["replies"].as_array().unwrap().clone();
        for n in 0..if bold { replies.len() } else { 0 } {
            let stands = replies[n]["marched"]["legs"].as_array();
            let stands = stands.is_some_and(|legs| legs.iter().all(|leg| leg["ahead"].is_null()));
            for ahead in if stands { [10_000, 6_000, 3_000].as_slice() } else { &[] } {
                let mut other = replies.clone();
                other[n]["marched"]["legs"] = json!([{ "ahead": ahead }]);
                let looked = page.good("POST", "/api/seat/preview", &blue, &json!({ "ask": ask, "replies": other }));
                if looked["refusals"] == json!([]) {
                    replies = other;
                    break;
                }
            }
        }
        page.good("POST", "/api/seat/answer", &blue, &json!({ "ask": ask, "replies": replies }));
    }
    panic!("{ruleset}, {lesson}: it does not end");
}

#[test]
fn every_problem_of_the_school_can_be_solved_under_every_ruleset() {
    let mut unsolved = Vec::new();
    for ruleset in shipped::all().into_iter().map(|ruleset| ruleset.id()) {
        for lesson in LESSONS {
            let mut page = Page::default();
            if !(0..TRIES).any(|n| solved(&mut page, lesson, ruleset, n >= TRIES / 2)) {
                unsolved.push((ruleset, lesson));
            }
        }
    }
    assert!(unsolved.is_empty(), "nobody can solve {unsolved:?}");
}

#[test]
fn the_journal_says_how_likely_its_tests_were() {
    for ruleset in shipped::all().into_iter().map(|ruleset| ruleset.id()) {
        let mut page = Page::default();
        let battle = page.begin(ruleset, &json!(["person", { "staff": "captain" }]));
        let blue = format!("local-{battle}-blue");
        while page.step(&blue) {}
        let journal = page.good("GET", "/api/seat/journal?from=0", &blue, &Value::Null);
        let thrown = |entry: &&Value| !entry["breakdown"].is_null() && !entry["dice"].as_array().unwrap().is_empty();
        let (mut all, mut told) = (0, 0);
        for entry in journal.as_array().unwrap().iter().filter(thrown) {
            all += 1;
            let verdict = page.good("GET", &format!("/api/seat/chances/{}", entry["n"]), &blue, &Value::Null);
            if verdict.is_null() {
                continue;
            }
            told += 1;
            let parts = verdict["parts"].as_array().unwrap();
            let sum: f64 = parts.iter().map(|part| part["chance"].as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{ruleset}: {verdict}");
            // The actual result is among the possible ones.
            let result = &entry["breakdown"]["result"]["fr"];
            let named = parts.iter().any(|part| part["text"]["fr"] == *result);
            assert!(named || !verdict["means"].as_array().unwrap().is_empty(), "{ruleset}: {entry} {verdict}");
        }
        assert!(told > 0 && 10 * told >= 9 * all, "{ruleset}: {told} of {all}");
        // An entry without a test has no odds, and an unknown entry is not found.
        assert!(page.good("GET", "/api/seat/chances/0", &blue, &Value::Null).is_null());
    }
}
