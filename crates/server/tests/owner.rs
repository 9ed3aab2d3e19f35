//! The owner of the house: while a battle is under way the owner cannot read what the other side, or the computer,
//! hides.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::path::Path;

/// Plays until both sides have hidden something.
async fn play(seats: &[Client], answers: usize) {
    for _ in 0..answers {
        for seat in seats {
            seat.answer_one().await;
        }
    }
}

/// Every way of the owner to a whole log or to a copy of a battle: each is closed.
async fn every_way_is_shut(running: &Running, id: &str) {
    let owner = &running.owner;
    let log = owner.get(&format!("/api/battles/{id}/log")).await.expect_status(StatusCode::CONFLICT);
    assert_eq!(log["what"], "log-hidden");
    let leaders = [json!("person"), json!({ "staff": "random" })];
    for blue in &leaders {
        for red in &leaders {
            for after in 0..3 {
                let wanted = json!({ "after": after, "leaders": [blue, red] });
                let copy = owner.post(&format!("/api/battles/{id}/continue"), wanted).await;
                assert_eq!(copy.expect_status(StatusCode::CONFLICT)["what"], "continue-hidden");
            }
        }
    }
    // No umpire's chair, and no battle but this one.
    let opened = owner.get(&format!("/api/battles/{id}/seats")).await.good();
    for seat in opened["seats"].as_array().unwrap() {
        assert!(!seat["side"].is_null(), "{seat}");
    }
    assert_eq!(owner.get("/api/battles").await.good().as_array().unwrap().len(), 1);
}

/// The umpire's state that red alone may know: the seed, the salt, the random bytes of red's sealed answers.
fn kept(folder: &Path, id: &str) -> Vec<String> {
    let connection = rusqlite::Connection::open(folder.join("battles.sqlite")).unwrap();
    let keep: String = connection.query_row("SELECT keep FROM battle WHERE id = ?", [id], |row| row.get(0)).unwrap();
    let keep: Value = serde_json::from_str(&keep).unwrap();
    let mut secrets: Vec<String> =
        ["seed", "salt"].iter().map(|name| keep[name].as_str().unwrap().to_owned()).collect();
    let mut lines = connection.prepare("SELECT json FROM line WHERE battle = ?").unwrap();
    for line in lines.query_map([id], |row| row.get::<_, String>(0)).unwrap() {
        let given = serde_json::from_str::<Value>(&line.unwrap()).unwrap()["given"].take();
        if given["slot"]["side"] == "red" {
            secrets.extend(given["salt"].as_str().map(str::to_owned));
        }
    }
    secrets
}

/// Everything that the interface lets a client read, by its own list, as the owner and from the owner's seat.
async fn nothing_kept_is_in_what_is_read(running: &Running, folder: &Path, id: &str, seat: &Client) {
    let list: Value = serde_json::from_str(include_str!("../openapi.json")).unwrap();
    let (mut read, secrets) = (0, kept(folder, id));
    for (path, operations) in list["paths"].as_object().unwrap() {
        if operations.get("get").is_none() || path.ends_with("/ws") {
            continue;
        }
        for n in 0..if path.contains('{') { 4 } else { 1 } {
            let of = if path.contains("/battles/") { id.to_owned() } else { n.to_string() };
            let path = path.replace("{id}", &of).replace("{n}", &of).replace("{ruleset}", "marie-louise");
            for client in [&running.owner, seat] {
                let got = client.get(&path).await;
                read += usize::from(got.status == StatusCode::OK);
                let told = secrets.iter().find(|secret| got.text.contains(*secret));
                assert_eq!(told, None, "{path}");
            }
        }
    }
    assert!(read > 20, "{read} answers were looked at");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_cannot_read_what_the_computer_hides() {
    for ruleset in shipped::all().into_iter().map(|ruleset| ruleset.id()) {
        let folder = tempfile::tempdir().unwrap();
        let running = Running::start(folder.path()).await;
        let (id, seats) = running.begin_under(ruleset, json!(["person", { "staff": "random" }])).await;
        play(&seats, 3).await;
        every_way_is_shut(&running, &id).await;
        nothing_kept_is_in_what_is_read(&running, folder.path(), &id, &seats[0]).await;
        // Only the owner's own side's log is available, which cannot be imported again.
        let own = seats[0].get("/api/seat/log").await;
        assert!(!own.text.contains("\"side\":\"red\",\"kind\""), "no answer of the other side");
        let import = running.owner.request(Method::POST, "/api/battles/import").body(own.text);
        Client::got(import).await.expect_status(StatusCode::UNPROCESSABLE_ENTITY);
        for path in ["/api/seat/why", "/api/seat/end"] {
            seats[0].get(path).await.expect_status(StatusCode::CONFLICT);
        }
        // Once it is over everything is open.
        seats[0].post("/api/seat/resign", json!({})).await.good();
        assert_eq!(running.owner.get(&format!("/api/battles/{id}/log")).await.status, StatusCode::OK);
        let wanted = json!({ "after": 0, "leaders": ["person", { "staff": "random" }] });
        running.owner.post(&format!("/api/battles/{id}/continue"), wanted).await.expect_status(StatusCode::CREATED);
        running.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_cannot_read_what_the_other_person_hides() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (id, seats) = running.begin(json!(["person", "person"])).await;
    // Red came by a link that the owner knows too, and holds the seat from now on.
    let own = seats[1].post("/api/seat/hold", json!({})).await.good();
    let red = Client::new(running.address, own["token"].as_str().unwrap());
    assert_eq!(seats[1].get("/api/seat").await.status, StatusCode::UNAUTHORIZED, "the link that others know has ended");
    let opened = running.owner.get(&format!("/api/battles/{id}/seats")).await.good();
    assert_eq!(opened["held"], json!(["red"]));
    let sides: Vec<&Value> = opened["seats"].as_array().unwrap().iter().map(|seat| &seat["side"]).collect();
    assert_eq!(sides, [&json!("blue")], "no link to a seat that is held");
    play(&[seats[0].clone(), red.clone()], 3).await;
    every_way_is_shut(&running, &id).await;
    // The picture in the list shows what both know.
    let blues = seats[0].get("/api/seat").await.good();
    let picture = running.owner.get(&format!("/api/battles/{id}/picture")).await;
    assert_eq!(picture.status, StatusCode::OK);
    assert!(!blues["now"]["units"].as_object().unwrap().is_empty());
    // Another device of red's, and everything is the same after a restart.
    let second = red.post("/api/seat/link", json!({})).await.good();
    running.stop().await;
    let running = Running::start(folder.path()).await;
    Client::new(running.address, second["token"].as_str().unwrap()).table().await;
    assert_eq!(Client::new(running.address, &seats[1].token).get("/api/seat").await.status, StatusCode::UNAUTHORIZED);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_the_key_is_given_to_nobody_and_only_its_name_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let public = Some(("https".to_owned(), "table.example.org".to_owned()));
    let running = Running::start_behind(folder.path(), public).await;
    let ask = |path: &str, host: &str, origin: Option<&str>| {
        let mut request = running.owner.request(Method::GET, path).header("host", host);
        request = request.header("sec-fetch-site", "same-origin");
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        Client::got(request)
    };
    let own = running.address.to_string();
    for host in ["table.example.org", own.as_str()] {
        assert_eq!(ask("/api/key", host, None).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(ask("/api/house", host, None).await.status, StatusCode::OK);
    }
    assert_eq!(ask("/api/house", "table.example.org", Some("https://table.example.org")).await.status, StatusCode::OK);
    for (host, origin) in [
        ("evil.example.org", None),
        ("table.example.org", Some("http://table.example.org")),
        ("table.example.org", Some("https://evil.example.org")),
        (own.as_str(), Some("https://table.example.org")),
    ] {
        assert_eq!(ask("/api/house", host, origin).await.status, StatusCode::FORBIDDEN, "{host} {origin:?}");
    }
    running.stop().await;
}
