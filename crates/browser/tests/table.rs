//! The table without a server: battles started, played, left and resumed, and nothing sent to the wrong side.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Page, whole_battle};
use grognard_browser::{Ask, Called};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Imports a log in another page; returns its id there.
fn taken_up(page: &mut Page, log: &str) -> String {
    let called = Called {
        method: "POST".into(),
        path: "/api/battles/import".into(),
        token: Some("local-house".into()),
        body: log.to_owned(),
        ..Called::default()
    };
    let reply = page.settle(Ask::Call(called));
    assert_eq!(reply.status, 200, "{}", reply.body);
    serde_json::from_str::<Value>(&reply.body).unwrap()["battle"].as_str().unwrap().to_owned()
}

#[test]
fn a_catalogue_that_cannot_be_read_is_a_fault_and_changes_nothing() {
    let mut page = Page::default();
    let rules = |page: &mut Page| page.call("GET", "/api/rules/marie-louise", "local-house", &Value::Null);
    let before = rules(&mut page);
    let reply = page.settle(Ask::Texts { catalogue: "[[rule]\nid = ".into(), examples: BTreeMap::new() });
    assert!(reply.status == 500 && reply.body.contains("internal"), "{} {}", reply.status, reply.body);
    assert_eq!(rules(&mut page), before);
}

/// The stored data are one whole log, however often the page was closed: every line follows from those before it.
#[test]
fn a_battle_left_in_the_middle_goes_on_from_what_was_kept() {
    let mut page = Page::default();
    let battle = page.begin("marie-louise", &json!(["person", { "staff": "captain" }]));
    let blue = format!("local-{battle}-blue");
    let mut answers = 0;
    while page.step(&blue) {
        answers += 1;
        if answers % 7 == 0 {
            page.reload();
        }
    }
    assert!(answers > 20, "{answers}");
    let log = page.log(&battle);
    let mut other = Page::default();
    let again = taken_up(&mut other, &log);
    assert_eq!(other.log(&again), log);
}

#[test]
fn a_log_that_is_exported_can_be_taken_up_and_seen_again() {
    let log = whole_battle(&mut Page::default(), "trois-couleurs");
    let mut page = Page::default();
    let battle = taken_up(&mut page, &log);
    let umpire = format!("local-{battle}-umpire");
    assert_eq!(page.log(&battle), log);
    assert!(page.good("GET", "/api/seat/end", &umpire, &Value::Null).is_object());
    // The small picture and the page to print are made here too.
    let (status, picture) = page.call("GET", &format!("/api/battles/{battle}/picture"), "local-house", &Value::Null);
    assert!(status == 200 && picture.starts_with("<svg"), "{status}");
    let (status, report) = page.call("GET", "/api/seat/report?lang=en", &umpire, &Value::Null);
    assert!(status == 200 && report.contains("<html"), "{status}");
    // A changed line is found.
    let mut lines: Vec<&str> = log.lines().collect();
    lines.remove(lines.len() / 2);
    let called = Called {
        method: "POST".into(),
        path: "/api/battles/import".into(),
        body: lines.join("\n"),
        ..Called::default()
    };
    assert_eq!(page.settle(Ask::Call(called)).status, 422);
}

/// Two persons at one screen: until an order is opened, no message for the other side contains it.
#[test]
fn nothing_sent_for_a_side_holds_the_others_sealed_orders() {
    let mut page = Page::default();
    let battle = page.begin("marie-louise", &json!(["person", "person"]));
    let [blue, red] = ["blue", "red"].map(|side| format!("local-{battle}-{side}"));
    for token in [&blue, &red] {
        let ask = Ask::Listen { token: token.clone(), after: None };
        assert_eq!(page.settle(ask).status, 200);
    }
    let mut sealed = 0;
    for _ in 0..40 {
        page.told.clear();
        if !page.step(&red) && !page.step(&blue) {
            break;
        }
        let own = page.good("GET", "/api/seat", &red, &Value::Null);
        for one in own["now"]["sealed"].as_array().unwrap() {
            sealed += 1;
            let replies = serde_json::to_string(&one["replies"]).unwrap();
            let table = page.good("GET", "/api/seat", &blue, &Value::Null);
            assert_eq!(table["now"]["sealed"], json!([]), "blue has sealed nothing yet");
            let heard: String = page.told.iter().filter(|(to, _)| *to == blue).map(|(_, push)| push.as_str()).collect();
            if replies.len() > 40 {
                assert!(!table.to_string().contains(&replies) && !heard.contains(&replies), "{replies}");
            }
            // Nor can blue have the whole log, or the umpire's chair.
            let (status, _) = page.call("GET", &format!("/api/battles/{battle}/log"), "local-house", &Value::Null);
            assert_eq!(status, 409);
            let umpire = format!("local-{battle}-umpire");
            assert_eq!(page.call("GET", "/api/seat", &umpire, &Value::Null).0, 403);
        }
    }
    assert!(sealed > 0, "somebody has sealed an order");
}

#[test]
fn the_assistant_computes_and_strangers_are_refused() {
    let mut page = Page::default();
    let form = page.good("GET", "/api/assistant/marie-louise/tests/infantry-fire", "", &Value::Null);
    let asked = json!({ "situation": form["example"], "dice": [], "roll": true });
    let solved = page.good("POST", "/api/assistant/marie-louise/tests/infantry-fire/resolve", "", &asked);
    assert!(solved.is_object());
    assert_eq!(page.call("GET", "/api/seat", "somebody", &Value::Null).0, 401);
    assert_eq!(page.call("GET", "/api/assistant/none/tests/x", "", &Value::Null).0, 404);
    assert_eq!(page.call("POST", "/api/battles", "local-house", &json!({ "scenario": 1 })).0, 400);
}
