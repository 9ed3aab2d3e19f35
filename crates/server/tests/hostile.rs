//! Hostile seats and strangers: they are refused, and no other client notices.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Far more than an answer needs, far less than a blocked table takes.
const SOON: Duration = Duration::from_secs(8);

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_never_end_silence_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let invited = running.owner.post("/api/assistant/invite", json!({})).await.good();
    let guest = invited["links"][0].as_str().unwrap().split_once("#guest=").unwrap().1.to_owned();
    let mut held = Vec::new();
    for _ in 0..130 {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        let head = format!(
            "POST /api/assistant/marie-louise/tests/morale/resolve HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {guest}\r\n\
             Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{",
            running.address
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        held.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let health = timeout(SOON, running.owner.get("/api/health")).await.expect("the table answers");
    assert_eq!(health.text, "ok");
    let (_, seats) = timeout(SOON * 4, running.begin(json!(["person", "person"]))).await.expect("a battle begins");
    timeout(SOON, seats[0].table()).await.expect("a player plays");
    // Requests beyond the guest's share are told so, and the others when their time is up.
    let mut answers = [0; 2];
    for mut stream in held {
        let mut text = vec![0; 200];
        let read = timeout(Duration::from_secs(40), stream.read(&mut text)).await.expect("in its time").unwrap();
        let text = String::from_utf8_lossy(&text[..read]).into_owned();
        answers[usize::from(text.starts_with("HTTP/1.1 408"))] += 1;
        assert!(text.starts_with("HTTP/1.1 429") || text.starts_with("HTTP/1.1 408"), "{text}");
    }
    assert_eq!(answers, [130 - 16, 16]);
    running.stop().await;
}

/// Two seats of a thousand battles each keep a connection open; a later client is let in as well.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_connections_keep_nobody_out() {
    use rustix::process::{Resource, getrlimit};
    const OPEN: usize = 2_000;
    // Both ends are of this process.
    if getrlimit(Resource::Nofile).maximum.is_some_and(|most| most < 2 * OPEN as u64 + 500) {
        eprintln!("skipped: this user may not open so many files");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    running.owner.get("/api/health").await;
    let mut open = Vec::new();
    for _ in 0..OPEN {
        open.push(TcpStream::connect(running.address).await.unwrap());
    }
    let health = timeout(SOON, running.owner.get("/api/health")).await.expect("the table answers");
    assert_eq!(health.text, "ok");
    let mut late = TcpStream::connect(running.address).await.unwrap();
    let ask = format!("GET /api/health HTTP/1.1\r\nHost: {}\r\n\r\n", running.address);
    late.write_all(ask.as_bytes()).await.unwrap();
    let mut text = [0; 12];
    timeout(SOON, late.read_exact(&mut text)).await.expect("who comes late is let in").unwrap();
    assert_eq!(&text, b"HTTP/1.1 200");
    drop((open, late));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_never_ends_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    stream.write_all(b"GET /api/health HTTP/1.1\r\nHost: 127").await.unwrap();
    let mut silent = TcpStream::connect(running.address).await.unwrap();
    for stream in [&mut stream, &mut silent] {
        let mut rest = Vec::new();
        timeout(Duration::from_secs(40), stream.read_to_end(&mut rest)).await.expect("it is closed").unwrap();
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_says_itself_that_it_is_too_large_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (_, seats) = running.begin(json!(["person", "person"])).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    let head = format!(
        "POST /api/seat/answer HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: 60000000\r\n\r\n{{",
        running.address, seats[0].token
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut text = vec![0; 12];
    timeout(Duration::from_secs(5), stream.read_exact(&mut text)).await.expect("at once").unwrap();
    assert_eq!(String::from_utf8_lossy(&text), "HTTP/1.1 413");
    // A client that sent slightly too much by mistake can read why it was refused.
    seats[0].post("/api/seat/answer", json!("x".repeat(600_000))).await.expect_status(StatusCode::PAYLOAD_TOO_LARGE);
    running.stop().await;
}

/// The first march that a seat is asked for, with the place of its field.
async fn marching(seats: &[Client]) -> Option<(usize, Value, Value)> {
    for _ in 0..400 {
        for (n, seat) in seats.iter().enumerate() {
            let table = seat.table().await;
            let Some(ask) = table["now"]["asks"].get(0) else { continue };
            let id = &ask["ask"]["id"];
            let replies = seat.post("/api/seat/suggest", json!({ "ask": id })).await.good()["replies"].clone();
            if replies.to_string().contains("\"marched\"") {
                return Some((n, id.clone(), replies));
            }
            seat.post("/api/seat/answer", json!({ "ask": id, "replies": replies })).await.good();
        }
    }
    None
}

/// Puts these legs into every march.
fn with_legs(replies: &mut Value, legs: &Value) {
    match replies {
        Value::Object(members) => {
            if let Some(march) = members.get_mut("marched") {
                march["legs"] = legs.clone();
            }
            members.values_mut().for_each(|value| with_legs(value, legs));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| with_legs(item, legs)),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_march_round_the_world_is_refused_at_once_under_every_ruleset() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    for ruleset in shipped::all().into_iter().map(|ruleset| ruleset.id()) {
        let (_, seats) = running.begin_under(ruleset, json!(["person", "person"])).await;
        let (n, ask, mut replies) = marching(&seats).await.expect("somebody marches");
        with_legs(&mut replies, &json!(vec![json!({ "ahead": i32::MAX }); 60]));
        let body = json!({ "ask": ask, "replies": replies });
        let looked = timeout(SOON, seats[n].post("/api/seat/preview", body.clone())).await.expect("at once").good();
        assert_eq!(looked["refusals"][0]["refusal"]["reason"], "leg_too_long", "{looked}");
        let refused = timeout(SOON, seats[n].post("/api/seat/answer", body)).await.expect("at once");
        refused.expect_status(StatusCode::UNPROCESSABLE_ENTITY);
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_answers_and_picks_have_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (_, seats) = running.begin(json!(["person", "person"])).await;
    let huge = json!({ "kind": "fire", "does": "x".repeat(400_000) });
    seats[0].post("/api/seat/stand", huge).await.expect_status(StatusCode::PAYLOAD_TOO_LARGE);
    let long = "x".repeat(40_000);
    for standing in [
        json!({ "kind": "fire", "does": "fire", "when": [[long, 0, 1]] }),
        json!({ "kind": long, "does": "fire" }),
        json!({ "kind": "fire", "does": "fire", "when": vec![json!(["distance", 0, 1]); 17] }),
    ] {
        seats[0].post("/api/seat/stand", standing).await.expect_status(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let size = seats[0].get("/api/seat").await.text.len();
    assert!(size < 1_000_000, "{size}");
    // As many picks as a body holds: none is compared with all others.
    let ask = seats[0].table().await["now"]["asks"][0]["ask"].clone();
    let fields = ask["fields"].as_array().unwrap().len();
    let picks = vec![json!([{ "does": "x" }, []]); 25_000 / fields.max(1)];
    let replies = vec![json!({ "picked": picks }); fields];
    let body = json!({ "ask": ask["id"], "replies": replies });
    timeout(SOON, seats[0].post("/api/seat/preview", body)).await.expect("at once").good();
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_at_the_seats_again_and_again_ends_nobodys_link() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (id, seats) = running.begin(json!(["person", "person"])).await;
    seats[1].table().await;
    let mut shown = vec![seats[0].clone()];
    for _ in 0..40 {
        let opened = running.owner.get(&format!("/api/battles/{id}/seats")).await.good();
        shown.push(Client::new(running.address, opened["seats"][0]["token"].as_str().unwrap()));
    }
    seats[1].table().await;
    // The surplus of unused ones is dropped at once, not only after the next start.
    let mut good = 0;
    for seat in &shown {
        good += usize::from(seat.get("/api/seat").await.status == StatusCode::OK);
    }
    assert_eq!(good, 24);
    assert_eq!(shown[40].get("/api/seat").await.status, StatusCode::OK, "the last one is good");
    running.stop().await;
    let running = Running::start(folder.path()).await;
    Client::new(running.address, &seats[1].token).table().await;
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_turn_the_text_round_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (id, _) = running.begin(json!(["person", "person"])).await;
    let path = format!("/api/battles/{id}");
    let renamed = running.owner.send(Method::PATCH, &path, Some(json!({ "name": "Ney \u{202E}yeN" }))).await;
    renamed.expect_status(StatusCode::UNPROCESSABLE_ENTITY);
    let shipped = armies::Library::embedded().text("premier-feu").unwrap();
    let turned = shipped.replacen("id = \"premier-feu\"", "id = \"turned\"", 1).replacen(
        "Premier feu",
        "Premier \u{202E}feu",
        1,
    );
    let request = running.owner.request(Method::POST, "/api/scenarios").body(turned);
    let refused = Client::got(request).await.expect_status(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!refused["faults"].as_array().unwrap().is_empty(), "{refused}");
    running.stop().await;
}
