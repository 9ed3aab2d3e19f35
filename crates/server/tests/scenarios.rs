//! The owner's own scenarios: uploaded, fought, deleted.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Got, Running};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

async fn delete(owner: &Client, id: &str) -> Got {
    owner.send(Method::DELETE, &format!("/api/scenarios/{id}"), None).await
}

async fn own(owner: &Client) -> Vec<Value> {
    let house = owner.get("/api/house").await.good();
    house["scenarios"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|card| card["own"] == true)
        .map(|card| card["id"].clone())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_scenario_is_deleted_and_battles_begun_with_it_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let owner = &running.owner;
    let shipped = armies::Library::embedded().text("premier-feu").unwrap();
    let mine = shipped.replacen("id = \"premier-feu\"", "id = \"mine\"", 1);
    let brought = owner.request(Method::POST, "/api/scenarios").header("content-type", "text/plain").body(mine);
    assert_eq!(Client::got(brought).await.good()["own"], true);
    assert_eq!(own(owner).await, ["mine"]);
    let wanted = json!({ "scenario": "mine", "ruleset": "marie-louise", "leaders": ["person", "person"] });
    let begun = owner.post("/api/battles", wanted.clone()).await.expect_status(StatusCode::CREATED);
    let (battle, seats) = running.seats(&begun);
    assert!(seats[0].answer_one().await);

    // Only the owner may delete, and only own scenarios.
    delete(&seats[0], "mine").await.expect_status(StatusCode::FORBIDDEN);
    delete(owner, "premier-feu").await.expect_status(StatusCode::NOT_FOUND);
    delete(owner, "mine").await.expect_status(StatusCode::NO_CONTENT);
    delete(owner, "mine").await.expect_status(StatusCode::NOT_FOUND);
    assert!(own(owner).await.is_empty());
    owner.post("/api/battles", wanted).await.expect_status(StatusCode::NOT_FOUND);

    // The battle is opened again from its log, which holds the scenario.
    let tokens: Vec<String> = seats.iter().map(|seat| seat.token.clone()).collect();
    running.stop().await;
    let running = Running::start(folder.path()).await;
    let seats: Vec<Client> = tokens.iter().map(|token| Client::new(running.address, token)).collect();
    assert_eq!(seats[1].table().await["battle"], battle.as_str());
    assert!(seats[1].answer_one().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scenario_is_shown_as_each_ruleset_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let house = running.owner.get("/api/house").await.good();
    let card = house["scenarios"].as_array().unwrap().iter().find(|card| card["id"] == "jakubovo-1812").unwrap();
    assert_eq!((&card["turns"], &card["turns_under"]["bataille-empire"]), (&json!(16), &json!(13)));
    let path = "/api/scenarios/jakubovo-1812/picture";
    assert!(running.owner.get(path).await.text.contains("pas</text>"));
    let under = running.owner.get(&format!("{path}?ruleset=bataille-empire")).await;
    assert!(under.text.contains("UD</text>"));
    running.owner.get(&format!("{path}?ruleset=whist")).await.expect_status(StatusCode::NOT_FOUND);
    running.stop().await;
}
