//! Measures what `web/scripts/pace.mjs` measures in WebAssembly, by the same requests: microseconds, as JSON.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_browser::{Ask, Called, Hall, Reply, Request};
use serde_json::{Value, json};
use std::time::Instant;

/// The number of measurements of each kind; the median counts.
const TIMES: usize = 31;

fn ask(hall: &mut Hall, n: u64, ask: Ask) -> Reply {
    hall.answer(Request { now: n, random: n.to_string(), ask })
}

fn call(hall: &mut Hall, n: u64, method: &str, path: &str, body: &Value) -> Reply {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    ask(hall, n, Ask::Call(Called { method: method.into(), path: path.into(), body, ..Called::default() }))
}

fn middle(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn main() {
    let ruleset = std::env::args().nth(1).expect("the id of a ruleset");
    let test = std::env::args().nth(2).expect("a test of its assistant");
    let mut hall = Hall::default();
    let path = format!("/api/assistant/{ruleset}/tests/{test}");
    let form: Value = serde_json::from_str(&call(&mut hall, 0, "GET", &path, &Value::Null).body).unwrap();
    let asked = json!({ "situation": form["example"] });
    let odds = (0..TIMES).map(|_| {
        let begun = Instant::now();
        assert_eq!(call(&mut hall, 0, "POST", &format!("{path}/resolve"), &asked).status, 200);
        begun.elapsed().as_secs_f64() * 1e6
    });
    let odds = middle(odds.collect());
    let captains = json!({ "scenario": "premier-feu", "ruleset": ruleset, "leaders": [{ "staff": "captain" }, { "staff": "captain" }] });
    let (mut decisions, mut battles) = (Vec::new(), Vec::new());
    for n in 1..=TIMES as u64 {
        let begun = Instant::now();
        let mut next = call(&mut hall, n, "POST", "/api/battles", &captains).think;
        while let Some(battle) = next {
            let one = Instant::now();
            next = ask(&mut hall, n, Ask::Think { battle }).think;
            decisions.push(one.elapsed().as_secs_f64() * 1e6);
        }
        battles.push(begun.elapsed().as_secs_f64() * 1e6);
    }
    // Every other call only shows that the computer is thinking.
    let decisions = decisions.into_iter().skip(1).step_by(2).collect();
    println!("{}", json!({ "odds": odds, "decision": middle(decisions), "battle": middle(battles) }));
}
