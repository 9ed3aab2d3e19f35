//! A browser receives nothing of the other side's secrets: the same battle with another secret answer of the other side
//! sends the same bytes, until it is opened.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;

/// Everything that a seat can ask for, without what changes by itself: the numbers of updates, and whether the other
/// side is still waited for.
async fn everything(seat: &Client) -> Vec<String> {
    let mut table = seat.table().await;
    table["now"]["seq"] = Value::Null;
    table["now"]["guide"] = Value::Null;
    let mut all = vec![table.to_string()];
    for path in ["/api/seat/journal", "/api/seat/log"] {
        all.push(seat.get(path).await.text);
    }
    let entries = table["now"]["journal"].as_array().unwrap().len();
    if entries > 0 {
        all.push(seat.get(&format!("/api/seat/moments/{}", entries - 1)).await.text);
    }
    for unit in table["now"]["units"].as_object().unwrap().keys() {
        all.push(seat.get(&format!("/api/seat/units/{unit}")).await.text);
        for lens in ["reach", "fire", "threats", "command"] {
            let asked = json!({ "unit": unit.parse::<u16>().unwrap(), "lens": lens });
            all.push(seat.post("/api/seat/lens", asked).await.text);
        }
    }
    // Questions that are not this seat's are refused in the same words, whether they exist or not.
    for ask in [1, 2, 3, 50] {
        all.push(seat.post("/api/seat/preview", json!({ "ask": ask, "replies": [] })).await.text);
        all.push(seat.post("/api/seat/withdraw", json!({ "ask": ask + 1000 })).await.text);
    }
    all
}

/// Copies a data folder. SQLite may be rewriting its files while it closes: then it is copied again.
fn copy(from: &Path, to: &Path) {
    let names =
        || -> BTreeSet<OsString> { std::fs::read_dir(from).unwrap().map(|file| file.unwrap().file_name()).collect() };
    loop {
        let before = names();
        let copied =
            before.iter().map(|name| std::fs::copy(from.join(name), to.join(name))).collect::<Result<Vec<_>, _>>();
        match copied {
            Ok(_) if names() == before => return,
            Err(error) if error.kind() != ErrorKind::NotFound => panic!("{error}"),
            _ => before.iter().for_each(|name| drop(std::fs::remove_file(to.join(name)))),
        }
    }
}

/// Two different answers to a question, if the computer finds two.
async fn two_answers(seat: &Client, ask: &Value) -> Option<[Value; 2]> {
    let suggested = seat.post("/api/seat/suggest", json!({ "ask": ask["id"] })).await.good();
    let defaults: Vec<Value> = ask["fields"].as_array().unwrap().iter().map(|field| field["default"].clone()).collect();
    let mut candidates = vec![suggested["replies"].clone(), Value::Array(defaults.clone())];
    // One pick changed at a time.
    for (n, field) in ask["fields"].as_array().unwrap().iter().enumerate() {
        for choice in field["shape"]["pick"]["from"].as_array().into_iter().flatten() {
            let then: Vec<Value> =
                choice["then"].as_array().into_iter().flatten().map(|field| field["default"].clone()).collect();
            let mut replies = defaults.clone();
            replies[n] = json!({ "picked": [[choice["key"], then]] });
            candidates.push(Value::Array(replies));
        }
    }
    let mut good: Vec<Value> = Vec::new();
    for replies in candidates {
        if good.contains(&replies) {
            continue;
        }
        let body = json!({ "ask": ask["id"], "replies": replies });
        let looked = seat.post("/api/seat/preview", body).await.good();
        if looked["refusals"].as_array().unwrap().is_empty() {
            good.push(replies);
        }
        if good.len() == 2 {
            break;
        }
    }
    <[Value; 2]>::try_from(good).ok()
}

/// Answers a number of rounds under a ruleset and compares what a seat receives at each secret question; counts those.
async fn the_same_is_received_under(ruleset: &str, rounds: usize) -> usize {
    let home = tempfile::tempdir().unwrap();
    let mut running = Running::start(home.path()).await;
    let (_, seats) = running.begin_under(ruleset, json!(["person", "person"])).await;
    let tokens: Vec<String> = seats.iter().map(|seat| seat.token.clone()).collect();
    let mut compared = 0;
    for _ in 0..rounds {
        let seats: Vec<Client> = tokens.iter().map(|token| Client::new(running.address, token)).collect();
        let red = seats[1].table().await;
        let ask = red["now"]["asks"][0].clone();
        let ways = if ask["secret"] == true { two_answers(&seats[1], &ask["ask"]).await } else { None };
        if let Some(ways) = ways {
            running.stop().await;
            let mut streams = Vec::new();
            for replies in &ways {
                let folder = tempfile::tempdir().unwrap();
                copy(home.path(), folder.path());
                let run = Running::start(folder.path()).await;
                let [blue, red] = [0, 1].map(|n: usize| Client::new(run.address, &tokens[n]));
                let mut listener = blue.listen(None).await;
                let _ = listener.next().await.unwrap();
                let mut stream = everything(&blue).await;
                red.post("/api/seat/answer", json!({ "ask": ask["ask"]["id"], "replies": replies })).await.good();
                stream.extend(everything(&blue).await);
                for mut push in listener.drain().await {
                    push["seq"] = Value::Null;
                    push["guide"] = Value::Null;
                    stream.push(push.to_string());
                }
                // Blue answers too: hidden orders stay unknown until they are revealed.
                let before = blue.get("/api/seat/journal").await.good().as_array().unwrap().len();
                blue.answer_one().await;
                let journal = blue.get(&format!("/api/seat/journal?from={before}")).await.good();
                let turned = journal.as_array().unwrap().iter().any(|entry| entry["what"] == "order");
                let units = red.table().await["now"]["units"].clone();
                let laid = units.as_object().unwrap().values().any(|unit| unit["order"]["how"] == "laid");
                if laid && !turned {
                    stream.extend(everything(&blue).await);
                }
                streams.push((stream, turned));
                run.stop().await;
            }
            compared += 1;
            let [(one, _), (other, _)] = streams.as_slice() else { panic!() };
            for (a, b) in one.iter().zip(other) {
                if a != b {
                    let at = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
                    let around = |text: &str| text.chars().skip(at.saturating_sub(200)).take(400).collect::<String>();
                    panic!("{ruleset}: blue learns of {}:\n{}\n{}", ask["ask"]["slot"]["kind"], around(a), around(b));
                }
            }
            running = Running::start(home.path()).await;
        }
        let seats: Vec<Client> = tokens.iter().map(|token| Client::new(running.address, token)).collect();
        for seat in &seats {
            seat.answer_one().await;
        }
    }
    assert!(compared > 0, "{ruleset}: no secret question was compared");
    running.stop().await;
    compared
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_receives_the_same_whatever_the_other_side_hides() {
    let mut tests = tokio::task::JoinSet::new();
    let rulesets = shipped::all();
    for ruleset in &rulesets {
        let id = ruleset.id();
        tests.spawn(async move { (id, the_same_is_received_under(id, 10).await) });
    }
    let compared = tests.join_all().await;
    // Orders are laid face down in every turn (ML-2b).
    assert!(compared.iter().any(|(id, count)| *id == "marie-louise" && *count > 1), "{compared:?}");
    assert!(compared.iter().map(|(_, count)| count).sum::<usize>() > rulesets.len(), "{compared:?}");
}

/// The other side may not learn where a unit hides (BE-GAP-82): it is told the same wherever that is, and knows only
/// that a unit of the scenario hides somewhere.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_receives_the_same_wherever_a_unit_hides() {
    let home = tempfile::tempdir().unwrap();
    let running = Running::start(home.path()).await;
    let (_, seats) = running.begin_under("bataille-empire", json!(["person", "person"])).await;
    let tokens: Vec<String> = seats.iter().map(|seat| seat.token.clone()).collect();
    let ask = seats[1].table().await["now"]["asks"][0]["ask"].clone();
    running.stop().await;
    let fields = ask["fields"].as_array().unwrap();
    let hides = |field: &&Value| {
        let choices = field["shape"]["pick"]["from"].as_array().into_iter().flatten();
        choices.into_iter().any(|choice| choice["key"]["does"] == "hidden")
    };
    let hidden = fields.iter().position(|field| hides(&field)).expect("a unit that may hide");
    let unit = fields[hidden]["about"]["unit"].to_string();
    let placed = fields
        .iter()
        .position(|field| field["about"] == fields[hidden]["about"] && field["shape"]["place"].is_object());
    let mut streams = Vec::new();
    for aside in [0, -2_000] {
        let folder = tempfile::tempdir().unwrap();
        copy(home.path(), folder.path());
        let run = Running::start(folder.path()).await;
        let [blue, red] = [0, 1].map(|n: usize| Client::new(run.address, &tokens[n]));
        let mut replies: Vec<Value> = fields.iter().map(|field| field["default"].clone()).collect();
        replies[hidden] = json!({ "picked": [[{ "does": "hidden" }, []]] });
        let at = &mut replies[placed.unwrap()]["placed"][0]["at"]["x"];
        *at = json!(at.as_i64().unwrap() + aside);
        red.post("/api/seat/answer", json!({ "ask": ask["id"], "replies": replies })).await.good();
        blue.answer_one().await;
        let [seen, own] = [blue.table().await, red.table().await].map(|table| table["now"]["units"].clone());
        assert!(own.get(&unit).is_some() && seen.get(&unit).is_none(), "it stands on its own side's table only");
        let poses = own[&unit]["card"]["pieces"].clone();
        streams.push((everything(&blue).await, poses));
        run.stop().await;
    }
    let [(one, here), (other, there)] = streams.as_slice() else { panic!() };
    assert_ne!(here, there, "it hides in two places");
    for (a, b) in one.iter().zip(other) {
        assert_eq!(a, b);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_cannot_do_what_is_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (id, seats) = running.begin(json!(["person", "person"])).await;
    let (_, others) = running.begin(json!(["person", "person"])).await;
    // A seat is not the house, and the house has no seat.
    for path in ["/api/house", "/api/battles", &format!("/api/battles/{id}/seats"), &format!("/api/battles/{id}/log")] {
        assert_eq!(seats[0].get(path).await.status.as_u16(), 403, "{path}");
    }
    assert_eq!(running.owner.get("/api/seat").await.status.as_u16(), 403);
    // One battle's questions are not another's; one side's are not the other's.
    let mine = seats[0].table().await;
    let theirs = others[1].table().await;
    assert_ne!(mine["battle"], theirs["battle"]);
    assert!(mine["now"]["asks"].as_array().unwrap().iter().all(|ask| ask["ask"]["slot"]["side"] == "blue"));
    // Without a token, and with one that is almost right.
    let mut wrong = seats[0].clone();
    wrong.token.replace_range(63..64, if wrong.token.ends_with('0') { "1" } else { "0" });
    assert_eq!(wrong.get("/api/seat").await.status.as_u16(), 401);
    let bare = reqwest::get(format!("http://{}/api/seat", running.address)).await.unwrap();
    assert_eq!(bare.status().as_u16(), 401);
    // Another page, another name for this machine.
    for (header, value) in [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "https://127.0.0.1"),
        ("host", "evil.example"),
        ("host", &format!("evil.example:{}", running.address.port())),
        ("sec-fetch-site", "cross-site"),
    ] {
        let got = Client::got(seats[0].request(Method::GET, "/api/seat").header(header, value)).await;
        assert_eq!(got.status.as_u16(), 403, "{header}: {value}");
    }
    let origin = format!("http://{}", running.address);
    assert_eq!(
        Client::got(seats[0].request(Method::GET, "/api/seat").header("origin", origin)).await.status.as_u16(),
        200
    );
    // The key of the house: for its own pages alone, and only at the machine itself.
    let key = |site: &'static str| {
        let asked = reqwest::Client::new().get(format!("http://{}/api/key", running.address));
        Client::got(asked.header("sec-fetch-site", site))
    };
    assert_eq!(key("same-origin").await.good()["token"], running.owner.token.as_str());
    assert_eq!(key("none").await.status.as_u16(), 401);
    assert_eq!(key("same-site").await.status.as_u16(), 403);
    let bare = reqwest::get(format!("http://{}/api/key", running.address)).await.unwrap();
    assert_eq!(bare.status().as_u16(), 401);
    let other = tempfile::tempdir().unwrap();
    let open = Running::start_at(other.path(), [0, 0, 0, 0]).await;
    let asked = reqwest::Client::new().get(format!("http://127.0.0.1:{}/api/key", open.address.port()));
    assert_eq!(Client::got(asked.header("sec-fetch-site", "same-origin")).await.status.as_u16(), 401);
    open.stop().await;
    // The umpire's chair is not for a battle under way.
    let opened = running.owner.get(&format!("/api/battles/{id}/seats")).await.good();
    assert!(opened["seats"].as_array().unwrap().iter().all(|seat| !seat["side"].is_null()));
    // Headers.
    let page = reqwest::get(format!("http://{}/", running.address)).await.unwrap();
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'none'"));
    assert_eq!(page.headers()["x-content-type-options"], "nosniff");
    assert_eq!(page.headers()["referrer-policy"], "no-referrer");
    // No path of a request reaches the disk.
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/assets/..%2f..%2fCargo.toml", "/etc/passwd.txt"] {
        let got = reqwest::get(format!("http://{}{path}", running.address)).await.unwrap();
        assert!(got.status().as_u16() == 404 || got.text().await.unwrap().contains("<html"), "{path}");
    }
    running.stop().await;
}
