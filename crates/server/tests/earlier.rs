//! What an earlier version has kept (`fixtures`, a folder named after the commit that made it): finished battles can be
//! exported and told from their events, those under way go on, or say why not and can be exported.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running};
use game::{Log, Picture};
use reqwest::StatusCode;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/e7bab9a").join(name)
}

/// A log that the rules of today need not give again: it is told from its events.
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
        if card["closed"].is_null() {
            // The same version of the rules: the old link is good, and the battle goes on with its sealed answer.
            let table = table.good();
            assert_eq!(export.status, if over { StatusCode::OK } else { StatusCode::CONFLICT }, "{name}");
            if !over {
                assert_eq!(table["now"]["sealed"].as_array().unwrap().len(), 1, "what waited sealed still waits");
                assert_eq!(table["now"]["standing"].as_array().unwrap().len(), 1);
                assert!(seats[1].answer_one().await, "{name} goes on");
                seats[0].post("/api/seat/resign", serde_json::json!({})).await.good();
                let whole = running.owner.get(&format!("/api/battles/{id}/log")).await;
                tells_a_battle(&whole.text);
            }
        } else {
            // Another version: it says so, and can be exported.
            let refused = table.expect_status(StatusCode::CONFLICT);
            assert_eq!(refused["what"], "other-version", "{name}");
            assert_eq!(export.status, StatusCode::OK, "{name}");
        }
        if export.status == StatusCode::OK {
            tells_a_battle(&export.text);
        }
    }
    running.stop().await;
}
