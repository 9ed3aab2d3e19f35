//! A page with its store, without a browser: the same requests in the same order as in the tests of the site.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

use grognard_browser::{Ask, Battle, Called, Hall, Reply, Request, StoreChange};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Default)]
pub struct Page {
    hall: Hall,
    asked: u64,
    pub store: BTreeMap<String, Battle>,
    /// The messages for each seat.
    pub told: Vec<(String, String)>,
}

impl Page {
    /// Clears the memory; the store remains.
    pub fn reload(&mut self) {
        self.hall = Hall::default();
    }

    fn ask(&mut self, ask: Ask) -> Reply {
        self.asked += 1;
        self.hall.answer(Request { now: 1_000 * self.asked, random: self.asked.to_string(), ask })
    }

    /// Makes a request, supplies what it needs, stores its changes, lets the computer continue.
    pub fn settle(&mut self, ask: Ask) -> Reply {
        let mut reply = self.ask(ask.clone());
        if let Some(id) = &reply.needs {
            let kept = self.store.get(id).expect("a battle that was kept").clone();
            assert_eq!(self.ask(Ask::Give(Box::new(kept))).status, 200);
            reply = self.ask(ask);
        }
        for keep in &reply.keep {
            match keep.clone() {
                StoreChange::Battle { record, from, lines, kept, thought, .. } => {
                    let record = *record;
                    let new = Battle {
                        record: record.clone(),
                        lines: Vec::new(),
                        kept: Default::default(),
                        thoughts: Vec::new(),
                    };
                    let battle = self.store.entry(record.id.clone()).or_insert(new);
                    assert_eq!(battle.lines.len(), from, "nothing is kept twice or left out");
                    battle.record = record;
                    battle.lines.extend(lines);
                    battle.kept = kept.unwrap_or_else(|| battle.kept.clone());
                    battle.thoughts.extend(thought);
                }
                StoreChange::Gone { battle } => drop(self.store.remove(&battle)),
                StoreChange::Scenario { .. } | StoreChange::NoScenario { .. } => {}
            }
        }
        for told in &reply.told {
            self.told.push((told.token.clone(), serde_json::to_string(&told.push).unwrap()));
        }
        if let Some(battle) = reply.think.clone() {
            self.settle(Ask::Think { battle });
        }
        reply
    }

    /// A request of the page.
    pub fn call(&mut self, method: &str, path: &str, token: &str, body: &Value) -> (u16, String) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let called =
            Called { method: method.into(), path: path.into(), token: Some(token.into()), body, ..Called::default() };
        let reply = self.settle(Ask::Call(called));
        (reply.status, reply.body)
    }

    /// A successful call, with JSON.
    pub fn good(&mut self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let (status, body) = self.call(method, path, token, body);
        assert!(status < 300, "{method} {path}: {status} {body}");
        if body.is_empty() { Value::Null } else { serde_json::from_str(&body).unwrap() }
    }

    /// Starts a battle; returns its id.
    pub fn begin(&mut self, ruleset: &str, leaders: &Value) -> String {
        self.begin_at("premier-feu", ruleset, leaders)
    }

    /// The same of any scenario.
    pub fn begin_at(&mut self, scenario: &str, ruleset: &str, leaders: &Value) -> String {
        let wanted = json!({ "scenario": scenario, "ruleset": ruleset, "leaders": leaders });
        self.good("POST", "/api/battles", "local-house", &wanted)["battle"].as_str().unwrap().to_owned()
    }

    /// Answers a question as the computer advises; false: no question is open.
    pub fn step(&mut self, token: &str) -> bool {
        let table = self.good("GET", "/api/seat", token, &Value::Null);
        let ask = &table["now"]["asks"][0]["ask"]["id"];
        if ask.is_null() || !table["now"]["outcome"].is_null() {
            return false;
        }
        let advice = self.good("POST", "/api/seat/suggest", token, &json!({ "ask": ask }));
        self.good("POST", "/api/seat/answer", token, &json!({ "ask": ask, "replies": advice["replies"] }));
        true
    }

    /// The whole log of a battle that is over.
    pub fn log(&mut self, battle: &str) -> String {
        let (status, text) = self.call("GET", "/api/seat/log", &format!("local-{battle}-umpire"), &Value::Null);
        assert_eq!(status, 200, "{text}");
        text
    }
}

/// A whole battle of blue, advised, against a captain; its log.
pub fn whole_battle(page: &mut Page, ruleset: &str) -> String {
    let battle = page.begin(ruleset, &json!(["person", { "staff": "captain" }]));
    while page.step(&format!("local-{battle}-blue")) {}
    page.log(&battle)
}
