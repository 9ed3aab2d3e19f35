//! Data of earlier versions (`fixtures`, a folder named after the commit that made it): finished battles are read from
//! their events, exported and imported again; those under way continue, or say why not and can be exported.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running};
use game::{Log, Picture};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/e7bab9a").join(name)
}

/// A log that the present rules need not reproduce: it is read from its events.
fn tells_a_battle(text: &str) {
    let log = Log::read(text).expect("an old log opens");
    let proof = log.proof();
    assert!(!proof.linked && !proof.bound && !proof.closed, "and says what was not bound in its time: {proof:?}");
    let picture = Picture::fold(log.events(), None);
    assert!(picture.turn > 0 && !picture.units.is_empty());
    log.complete(true).expect("nothing is missing that it never had");
}

#[test]
fn logs_of_an_earlier_version_are_told_from_their_events() {
    for name in ["marie-louise.log.jsonl", "bataille-empire.log.jsonl"] {
        tells_a_battle(&std::fs::read_to_string(fixture(name)).unwrap());
    }
}

/// A battle that is over is looked at as any other: table, journal, moments, end, report, picture; and nobody can play
/// on.
async fn looked_at(running: &Running, id: &str, seat: &Client) {
    let table = seat.table().await;
    assert!(!table["now"]["outcome"].is_null() && table["now"]["asks"] == json!([]));
    assert!(!table["now"]["units"].as_object().unwrap().is_empty());
    let journal = seat.get("/api/seat/journal").await.good();
    let entries = journal.as_array().unwrap().len();
    assert!(entries > 20, "{entries}");
    for n in [0, entries / 2, entries - 1] {
        let moment = seat.get(&format!("/api/seat/moments/{n}")).await.good();
        assert!(!moment["units"].as_object().unwrap().is_empty());
        seat.get(&format!("/api/seat/chances/{n}")).await.good();
    }
    let end = seat.get("/api/seat/end").await.good();
    assert_eq!(end["outcome"], table["now"]["outcome"]);
    assert_ne!(end["seed"][1], false, "that its dice were not worked out again is no accusation");
    for lang in ["fr", "en"] {
        let report = seat.get(&format!("/api/seat/report?lang={lang}")).await;
        assert_eq!(report.status, StatusCode::OK);
        assert!(report.text.len() > 10_000);
    }
    let unit = table["now"]["units"].as_object().unwrap().keys().next().unwrap();
    seat.get(&format!("/api/seat/units/{unit}")).await.good();
    assert_eq!(running.owner.get(&format!("/api/battles/{id}/picture")).await.status, StatusCode::OK);
    let answer = json!({ "ask": 1, "replies": [] });
    let refused = seat.post("/api/seat/answer", answer).await.json();
    assert_eq!(refused["what"], if table["side"].is_null() { "umpire" } else { "over" });
    let new = json!({ "after": entries / 2, "leaders": [{ "staff": "random" }, { "staff": "random" }] });
    let on = running.owner.post(&format!("/api/battles/{id}/continue"), new).await;
    if end["seed"][1].is_null() {
        assert_eq!(on.expect_status(StatusCode::CONFLICT)["what"], "other-version");
    } else {
        on.expect_status(StatusCode::CREATED);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_folder_of_an_earlier_version_is_taken_over_whole() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(fixture("battles.sqlite"), folder.path().join("battles.sqlite")).unwrap();
    let made: Value = serde_json::from_str(&std::fs::read_to_string(fixture("battles.json")).unwrap()).unwrap();
    let running = Running::start(folder.path()).await;
    let cards = running.owner.get("/api/battles").await.good();
    assert_eq!(cards.as_array().unwrap().len(), 4);
    for (name, battle) in made.as_object().unwrap() {
        let id = battle["battle"].as_str().unwrap();
        let card = cards.as_array().unwrap().iter().find(|card| card["id"] == id).unwrap();
        assert_eq!(card["name"], *name);
        let over = name.ends_with("over");
        assert_eq!(card["outcome"].is_null(), !over);
        let seats: Vec<Client> = battle["seats"]
            .as_array()
            .unwrap()
            .iter()
            .map(|token| Client::new(running.address, token.as_str().unwrap()))
            .collect();
        let table = seats[0].get("/api/seat").await;
        let export = running.owner.get(&format!("/api/battles/{id}/log")).await;
        if over {
            // Whatever the version of the rules: it is read from its events.
            assert!(card["closed"].is_null(), "{name}: {}", card["closed"]);
            looked_at(&running, id, &seats[0]).await;
            assert_eq!(export.status, StatusCode::OK, "{name}");
            // An export can be imported again as what it is.
            let request = running.owner.request(Method::POST, "/api/battles/import").body(export.text.clone());
            let again = Client::got(request).await.expect_status(StatusCode::CREATED);
            let (id, seats) = running.seats(&again);
            looked_at(&running, &id, &seats[0]).await;
            let once_more = running.owner.get(&format!("/api/battles/{id}/log")).await.text;
            assert_eq!(Log::read(&once_more).unwrap().entries, Log::read(&export.text).unwrap().entries, "{name}");
        } else if card["closed"].is_null() {
            // The same version of the rules: the old link is valid, and the battle continues with its sealed answer.
            let table = table.good();
            assert_eq!(export.status, StatusCode::CONFLICT, "{name}");
            assert_eq!(table["now"]["sealed"].as_array().unwrap().len(), 1, "what waited sealed still waits");
            assert_eq!(table["now"]["standing"].as_array().unwrap().len(), 1);
            assert!(seats[1].answer_one().await, "{name} goes on");
            seats[0].post("/api/seat/resign", json!({})).await.good();
            let whole = running.owner.get(&format!("/api/battles/{id}/log")).await;
            tells_a_battle(&whole.text);
        } else {
            // Another version: it says so, and can be exported.
            let refused = table.expect_status(StatusCode::CONFLICT);
            assert_eq!(refused["what"], "other-version", "{name}");
            assert_eq!(export.status, StatusCode::OK, "{name}");
            let request = running.owner.request(Method::POST, "/api/battles/import").body(export.text.clone());
            let refused = Client::got(request).await.expect_status(StatusCode::UNPROCESSABLE_ENTITY);
            assert_eq!(refused["what"], "other-version", "{name}: it is not over, and these rules cannot play it on");
        }
        if export.status == StatusCode::OK {
            tells_a_battle(&export.text);
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_of_an_earlier_version_is_taken_up_to_be_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    for name in ["marie-louise.log.jsonl", "bataille-empire.log.jsonl"] {
        let text = std::fs::read_to_string(fixture(name)).unwrap();
        let taken = Client::got(running.owner.request(Method::POST, "/api/battles/import").body(text.clone())).await;
        let opened = taken.expect_status(StatusCode::CREATED);
        let (id, seats) = running.seats(&opened);
        looked_at(&running, &id, &seats[0]).await;
        // Without its end it is unknown how it went on.
        let lines: Vec<&str> = text.lines().collect();
        let broken_off = lines[..lines.len() / 2].join("\n");
        let refused = Client::got(running.owner.request(Method::POST, "/api/battles/import").body(broken_off)).await;
        refused.expect_status(StatusCode::UNPROCESSABLE_ENTITY);
    }
    running.stop().await;
}
