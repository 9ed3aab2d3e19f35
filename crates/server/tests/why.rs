//! The reasons of the computer's generals: told once the battle is over, to nobody before, and stored.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running};
use reqwest::{Method, StatusCode};
use serde_json::json;

/// The person gives this many answers, unless the battle ends before.
async fn play_on(seat: &Client, answers: usize) {
    let mut given = 0;
    for _ in 0..2_000 {
        if given >= answers || !seat.table().await["now"]["outcome"].is_null() {
            return;
        }
        if seat.answer_one().await {
            given += 1;
        } else {
            // The general thinks.
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    panic!("the general never answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn reasons_are_told_after_the_end_and_never_before() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (_, seats) = running.begin(json!(["person", { "staff": "captain" }])).await;
    let seat = &seats[0];
    play_on(seat, 6).await;
    seat.get("/api/seat/why").await.expect_status(StatusCode::CONFLICT);
    // Nor in anything else that a browser is sent.
    let mut words = Vec::new();
    for path in ["/api/seat", "/api/seat/journal", "/api/seat/log"] {
        words.push(seat.get(path).await.text);
    }
    seat.send(Method::POST, "/api/seat/resign", None).await.good();
    let why = seat.get("/api/seat/why").await.good();
    let told = why.as_array().unwrap();
    assert!(told.len() >= 2, "{why}");
    for one in told {
        assert_eq!(one["side"], "red");
        for line in one["lines"].as_array().unwrap() {
            let (fr, en) = (line["text"]["fr"].as_str().unwrap(), line["text"]["en"].as_str().unwrap());
            assert!(!fr.is_empty() && !en.is_empty() && fr != en);
            assert!(words.iter().all(|sent| !sent.contains(fr) && !sent.contains(en)), "sent before the end: {en}");
        }
    }
    running.stop().await;
    let running = Running::start(folder.path()).await;
    let again = Client::new(running.address, &seat.token).get("/api/seat/why").await.good();
    assert_eq!(again, why, "a restart forgets nothing");
}
