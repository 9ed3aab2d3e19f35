//! Whole battles over HTTP and WebSocket, as two browsers play them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running, Screen};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

fn persons() -> Value {
    json!(["person", "person"])
}

/// Both seats answer until the battle is over, or `most` answers were given.
async fn play(seats: &[Client], most: usize) -> usize {
    let mut given = 0;
    loop {
        let before = given;
        for seat in seats {
            if given < most && seat.answer_one().await {
                given += 1;
            }
        }
        if given == before || given >= most {
            return given;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_seats_play_a_battle_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (id, seats) = running.begin(persons()).await;
    let mut listener = seats[0].listen(None).await;
    let mut screen = Screen::default();
    screen.take(&listener.next().await.unwrap());
    // A second client of the same seat loses its connection and comes back with what it had.
    let mut early = seats[0].listen(None).await;
    let mut late = Screen::default();
    late.take(&early.next().await.unwrap());
    play(&seats, 6).await;
    late.take(&early.next().await.unwrap());
    drop(early);
    play(&seats, 12).await;
    let mut back = seats[0].listen(Some(late.seq)).await;
    for push in back.drain().await {
        assert_eq!(push["type"], "update", "what was missed, not everything again");
        late.take(&push);
    }
    play(&seats, usize::MAX).await;
    while screen.outcome.is_null() {
        screen.take(&listener.next().await.expect("the end is told"));
    }
    for push in back.drain().await {
        late.take(&push);
    }
    let whole = seats[0].table().await;
    assert_eq!(&Value::Object(screen.units.clone()), &whole["now"]["units"], "what changed adds up to everything");
    assert_eq!(screen.units, late.units);
    assert_eq!(screen.journal, late.journal);
    let journal = seats[0].get("/api/seat/journal").await.good();
    assert_eq!(Value::Array(screen.journal.clone()), journal);

    // The end: the umpire's chair opens, the sheet and the report are available, the seed matches the dice.
    let opened = running.owner.get(&format!("/api/battles/{id}/seats")).await.good();
    let (_, chairs) = running.seats(&opened);
    assert_eq!(chairs.len(), 3);
    let sheet = seats[1].get("/api/seat/end").await.good();
    assert_eq!(sheet["seed"][1], true);
    assert!(!sheet["opened"].as_array().unwrap().is_empty());
    assert!(sheet["dice"][0]["count"].as_u64().unwrap() > 0);
    let report = seats[0].get("/api/seat/report?lang=en").await;
    assert_eq!(report.status, StatusCode::OK);
    assert!(report.text.contains("<!doctype html>") && report.text.contains("</svg>"));
    let middle = screen.journal.len() / 2;
    let moment = chairs[2].get(&format!("/api/seat/moments/{middle}")).await.good();
    assert_eq!(moment["entry"]["n"], middle);
    assert!(!moment["units"].as_object().unwrap().is_empty());
    assert!(!seats[0].answer_one().await, "nobody is asked any more");

    // Export, import, the same battle again.
    let log = running.owner.get(&format!("/api/battles/{id}/log")).await;
    assert_eq!(log.status, StatusCode::OK);
    let read = game::Log::read(&log.text).unwrap();
    game::Ruleset::reopen(&marie_louise::RULESET, &read.entries).expect("the export verifies");
    let imported = running.owner.request(Method::POST, "/api/battles/import").body(log.text.clone());
    let imported = Client::got(imported).await.expect_status(StatusCode::CREATED);
    let again = running.owner.get(&format!("/api/battles/{}/log", imported["battle"].as_str().unwrap())).await;
    assert_eq!(again.text, log.text);

    // A log that cannot be imported says why: the log of one side. (Of other rules: earlier.rs.)
    let own = seats[0].get("/api/seat/log").await.text;
    let refused = running.owner.request(Method::POST, "/api/battles/import").body(own);
    let refused = Client::got(refused).await.expect_status(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused["what"] == "log" && refused["text"]["en"].as_str().unwrap().contains("one side"), "{refused}");

    // Continue from the middle with new dice.
    let wanted = json!({ "after": middle, "leaders": ["person", { "staff": "random" }], "name": "Et si" });
    let path = format!("/api/battles/{id}/continue");
    let branch = running.owner.post(&path, wanted).await.expect_status(StatusCode::CREATED);
    let (_, seats) = running.seats(&branch);
    assert_eq!(seats.len(), 1);
    let table = seats[0].table().await;
    assert_eq!(table["name"], "Et si");
    assert!(table["now"]["outcome"].is_null());
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_answers_and_everything_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (id, seats) = running.begin(json!(["person", { "staff": "random" }])).await;
    assert_eq!(seats.len(), 1);
    let mut listener = seats[0].listen(None).await;
    let mut screen = Screen::default();
    screen.take(&listener.next().await.unwrap());
    for _ in 0..8 {
        while screen.asks.as_array().unwrap().is_empty() {
            screen.take(&listener.next().await.unwrap());
        }
        let ask = screen.asks[0]["ask"]["id"].clone();
        let suggested = seats[0].post("/api/seat/suggest", json!({ "ask": ask })).await.good();
        let looked =
            seats[0].post("/api/seat/preview", json!({ "ask": ask, "replies": suggested["replies"] })).await.good();
        assert!(looked["refusals"].as_array().unwrap().is_empty());
        let done =
            seats[0].post("/api/seat/answer", json!({ "ask": ask, "replies": suggested["replies"] })).await.good();
        while screen.seq < done["seq"].as_u64().unwrap() {
            screen.take(&listener.next().await.unwrap());
        }
    }
    let hidden = running.owner.get(&format!("/api/battles/{id}/log")).await;
    assert_eq!(hidden.status, StatusCode::CONFLICT, "the computer's orders are in it");
    // The computer may still be thinking: wait until it is our turn.
    while screen.asks.as_array().unwrap().is_empty() {
        screen.take(&listener.next().await.unwrap());
    }
    let before = seats[0].table().await;
    running.stop().await;

    let running = Running::start(folder.path()).await;
    let seat = Client::new(running.address, &seats[0].token);
    let after = seat.table().await;
    // It does not matter whether the computer has answered meanwhile.
    for what in ["units", "journal", "asks", "undo", "clock", "sealed"] {
        assert_eq!(before["now"][what], after["now"][what], "{what}");
    }
    // An update number of the old program is not taken for one of the new.
    let mut listener = seat.listen(Some(screen.seq)).await;
    assert_eq!(listener.next().await.unwrap()["type"], "table");
    assert!(seat.answer_one().await);

    let battles = running.owner.get("/api/battles").await.good();
    assert_eq!(battles[0]["id"], id.as_str());
    let renamed =
        running.owner.send(Method::PATCH, &format!("/api/battles/{id}"), Some(json!({ "name": "Soir" }))).await;
    assert_eq!(renamed.status, StatusCode::NO_CONTENT);
    assert_eq!(running.owner.get("/api/battles").await.good()[0]["name"], "Soir");
    assert_eq!(running.owner.get(&format!("/api/battles/{id}/picture")).await.status, StatusCode::OK);
    let gone = running.owner.send(Method::DELETE, &format!("/api/battles/{id}"), None).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(seat.get("/api/seat").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(running.owner.get("/api/battles").await.good(), json!([]));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sealed_answers_undo_draws_and_resignation() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (_, seats) = running.begin(persons()).await;
    // Both are asked at once: blue's sealed answer stays hidden and can be taken back, even after a restart.
    let mut asked = seats[0].table().await;
    while asked["now"]["asks"][0]["secret"] != true {
        for seat in &seats {
            seat.answer_one().await;
        }
        asked = seats[0].table().await;
    }
    let red = seats[1].table().await;
    assert!(seats[0].answer_one().await);
    let laid = seats[0].table().await;
    let sealed = laid["now"]["sealed"][0].clone();
    let ask = sealed["ask"]["ask"]["id"].as_u64().expect("it waits");
    assert!(!sealed["replies"].as_array().unwrap().is_empty(), "its owner may read it");
    let (mut before, mut after) = (red["now"].clone(), seats[1].table().await["now"].clone());
    for now in [&mut before, &mut after] {
        // Red may know that it is waited for, and no more.
        now["seq"] = Value::Null;
        now["guide"] = Value::Null;
    }
    assert_eq!(before, after);
    running.stop().await;
    let running = Running::start(folder.path()).await;
    let seats: Vec<Client> = seats.iter().map(|seat| Client::new(running.address, &seat.token)).collect();
    assert_eq!(seats[0].table().await["now"]["sealed"][0]["replies"], sealed["replies"]);
    seats[0].post("/api/seat/withdraw", json!({ "ask": ask })).await.good();
    assert_eq!(seats[0].post("/api/seat/withdraw", json!({ "ask": ask })).await.status, StatusCode::CONFLICT);
    assert_eq!(seats[0].table().await["now"]["asks"][0]["ask"]["id"], ask);

    let undo = seats[0].send(Method::POST, "/api/seat/undo", None).await;
    let told = &seats[0].table().await["now"]["undo"];
    assert_eq!(undo.status == StatusCode::OK, told["possible"] == true || undo.status == StatusCode::OK);
    if undo.status != StatusCode::OK {
        assert_eq!(undo.json()["what"], "undo");
        assert_eq!(undo.json()["text"]["fr"], told["text"]["fr"], "why not is said before it is tried");
    }

    seats[0].post("/api/seat/draw", json!("offer")).await.good();
    assert_eq!(seats[1].table().await["now"]["draw_offered"], json!(["blue"]));
    seats[1].post("/api/seat/draw", json!("decline")).await.good();
    assert_eq!(seats[0].table().await["now"]["draw_offered"], json!([]));
    assert_eq!(seats[0].post("/api/seat/draw", json!("decline")).await.status, StatusCode::CONFLICT);
    assert_eq!(seats[0].get("/api/seat/end").await.status, StatusCode::CONFLICT);
    seats[1].send(Method::POST, "/api/seat/resign", None).await.good();
    let end = seats[0].get("/api/seat/end").await.good();
    assert_eq!(end["outcome"]["outcome"]["winner"], "blue");
    assert_eq!(seats[1].send(Method::POST, "/api/seat/resign", None).await.status, StatusCode::CONFLICT);
    running.stop().await;
}

/// A march field of a question: its place, the replies that lead to it, its mover.
fn march_field(ask: &Value) -> Option<(Vec<usize>, Value, u64)> {
    let defaults = |fields: &Value| -> Vec<Value> {
        fields.as_array().into_iter().flatten().map(|field| field["default"].clone()).collect()
    };
    let whole = defaults(&ask["fields"]);
    for (n, field) in ask["fields"].as_array()?.iter().enumerate() {
        if let Some(mover) = field["shape"]["march"]["movers"][0].as_u64() {
            return Some((vec![n], Value::Array(whole), mover));
        }
        for choice in field["shape"]["pick"]["from"].as_array().into_iter().flatten() {
            for (m, inner) in choice["then"].as_array().into_iter().flatten().enumerate() {
                if let Some(mover) = inner["shape"]["march"]["movers"][0].as_u64() {
                    let mut replies = whole;
                    replies[n] = json!({ "picked": [[choice["key"], defaults(&choice["then"])]] });
                    return Some((vec![n, 0, m], Value::Array(replies), mover));
                }
            }
        }
    }
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_on_the_map_becomes_a_march() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (_, seats) = running.begin(persons()).await;
    let mut found = None;
    for _ in 0..12 {
        for seat in &seats {
            let table = seat.table().await;
            let ask = &table["now"]["asks"][0]["ask"];
            if ask.is_null() {
                continue;
            }
            if let Some(field) = march_field(ask).filter(|_| ask["slot"]["kind"] == "plan") {
                found = Some((seat.clone(), table.clone(), field));
                break;
            }
            // Every unit is to march: whatever can be ordered so is.
            let march = |field: &Value| {
                let choices = field["shape"]["pick"]["from"].as_array().cloned().unwrap_or_default();
                let ordered = choices.into_iter().find(|choice| choice["key"]["does"] == "manoeuvre");
                ordered.map_or_else(|| field["default"].clone(), |choice| json!({ "picked": [[choice["key"], []]] }))
            };
            let replies: Vec<Value> = ask["fields"].as_array().unwrap().iter().map(march).collect();
            seat.post("/api/seat/answer", json!({ "ask": ask["id"], "replies": replies })).await.good();
        }
        if found.is_some() {
            break;
        }
    }
    let (seat, table, (place, replies, mover)) = found.expect("somebody plans a march");
    let ask = &table["now"]["asks"][0]["ask"]["id"];
    let pose = &table["now"]["units"][mover.to_string()]["card"]["pieces"][0]["pose"]["at"];
    let (x, y) = (pose["x"].as_i64().unwrap(), pose["y"].as_i64().unwrap());
    let mut accepted = 0;
    for (dx, dy) in
        [(0, 8_000), (0, -8_000), (3_000, 14_000), (-4_000, 16_000), (6_000, -14_000), (9_000, 0), (0, 900_000)]
    {
        let to = json!({ "x": x + dx, "y": y + dy });
        let body = json!({ "ask": ask, "replies": replies, "field": place, "to": to });
        let routed = seat.post("/api/seat/route", body).await.good();
        let looked = &routed["looked"];
        // Refusals are reported; the preview is then of the other units.
        if let Some(refusal) = looked["refusals"].as_array().unwrap().first() {
            assert!(!refusal["text"]["fr"].as_str().unwrap().is_empty());
            continue;
        }
        accepted += 1;
        let ghosts = looked["preview"]["ghosts"].as_array().unwrap();
        let ghost = ghosts.iter().find(|ghost| ghost[0].as_u64() == Some(mover)).expect("it is shown where it ends");
        let end = &ghost[1][0]["pose"]["at"];
        let off = |of: &str, wanted: i64| (end[of].as_i64().unwrap() - wanted).abs();
        assert!(off("x", x + dx) <= 60 && off("y", y + dy) <= 60, "{dx} {dy}: {end} instead of {to}");
    }
    assert!(accepted >= 3, "{accepted} marches were accepted");
    // A field that is no march, a question that is not open.
    let wrong = json!({ "ask": ask, "replies": replies, "field": [0, 9, 9, 9], "to": { "x": 0, "y": 0 } });
    assert_eq!(seat.post("/api/seat/route", wrong).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let old = json!({ "ask": 99_999, "replies": replies, "field": place, "to": { "x": 0, "y": 0 } });
    assert_eq!(seat.post("/api/seat/route", old).await.status, StatusCode::CONFLICT);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_measuring_is_forbidden_a_march_goes_as_far_as_it_may() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (_, seats) = running.begin_under("aigles", persons()).await;
    let mut tried = 0;
    for _ in 0..2 {
        for seat in &seats {
            let table = seat.table().await;
            let ask = &table["now"]["asks"][0]["ask"];
            let found = march_field(ask).filter(|_| ask["measuring"] != "free");
            let Some((place, replies, mover)) = found else {
                seat.answer_one().await;
                continue;
            };
            let pose = &table["now"]["units"][mover.to_string()]["card"]["pieces"][0]["pose"];
            let (x, y) = (pose["at"]["x"].as_i64().unwrap(), pose["at"]["y"].as_i64().unwrap());
            let facing = pose["facing"].as_i64().unwrap();
            let far = match facing {
                0 => 60_000,
                18_000 => -60_000,
                _ => continue,
            };
            // The march to the point shown, or its refusal: an order may forbid passing its objective.
            let lay = async |dx: i64, dy: i64, by: Option<i64>| {
                let facing = by.map(|by| (facing + by).rem_euclid(36_000));
                let to = json!({ "x": x + dx, "y": y + dy });
                let body = json!({ "ask": ask["id"], "replies": replies, "field": place, "to": to, "facing": facing });
                let routed = seat.post("/api/seat/route", body).await.good();
                let refusals = routed["looked"]["refusals"].as_array().unwrap();
                if let Some(refusal) = refusals.first() {
                    return Err(refusal["refusal"]["reason"].as_str().unwrap().to_owned());
                }
                let ghosts = routed["looked"]["preview"]["ghosts"].as_array().unwrap();
                let ghost = ghosts.iter().find(|ghost| ghost[0].as_u64() == Some(mover)).unwrap();
                Ok(ghost[1][0]["pose"].clone())
            };
            // Far ahead it goes as far as it may.
            let end = lay(0, far, None).await.expect("a march too long is shortened");
            let gone = (end["at"]["y"].as_i64().unwrap() - y).abs();
            assert!(gone > 1_000 && gone < 20_000, "{gone}");
            // With a large turn, over a long way or a short one, it turns as far as it may, to either side.
            for (dy, by) in [(far, 1_000), (far / 30, 9_000)] {
                let both = [lay(0, dy, Some(by)).await, lay(0, dy, Some(-by)).await];
                assert!(both.iter().flatten().any(|end| end["facing"] != pose["facing"]), "{dy} {by}: {both:?}");
                tried += 1;
            }
            // To the side it comes nearer.
            let beside = lay(far / 20, far / 12, None).await;
            assert!(beside.as_ref().err().is_none_or(|why| why == "against_orders"), "{beside:?}");
            seat.answer_one().await;
        }
    }
    assert!(tried > 2, "{tried} marches were planned without measuring");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_sheet_speaks_of_players_and_not_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start_seeded(folder.path(), 1).await;
    for ruleset in shipped::all().into_iter().map(|ruleset| ruleset.id()) {
        let (_, seats) = running.begin_under(ruleset, persons()).await;
        play(&seats, usize::MAX).await;
        let sheet = seats[0].get("/api/seat/end").await.good();
        let opened = sheet["opened"].as_array().unwrap();
        let turning = sheet["turning_points"].as_array().unwrap();
        assert!(!turning.is_empty(), "{ruleset}");
        assert!(turning.iter().all(|entry| entry["what"] != "clock"), "{ruleset}: {turning:?}");
        let mut told: Vec<&Value> = opened.iter().flat_map(|one| [&one[1], &one[2]]).collect();
        told.extend(turning.iter().map(|entry| &entry["text"]));
        told.push(&sheet["outcome"]["text"]);
        told.extend(
            sheet["losses"].as_array().unwrap().iter().flat_map(|side| side.as_array().unwrap()).map(|unit| &unit[0]),
        );
        for text in told {
            for lang in ["fr", "en"] {
                let text = text[lang].as_str().unwrap();
                assert!(!text.is_empty() && !text.contains('_') && !text.contains('$'), "{ruleset}: {text}");
                let colours = ["des bleus", "des rouges", "of blue", "of red", "les bleus", "les rouges"];
                assert!(!colours.iter().any(|colour| text.contains(colour)), "{ruleset}: {text}");
            }
        }
        // The winner is named with points, and each side's losses are listed once.
        let outcome = sheet["outcome"]["text"]["fr"].as_str().unwrap();
        assert!(outcome.contains("Avant-garde prussienne") && outcome.contains("Avant-garde française"), "{outcome}");
        for side in sheet["losses"].as_array().unwrap() {
            for unit in side.as_array().unwrap() {
                assert!(unit[2].as_i64() <= unit[1].as_i64(), "{ruleset}: {unit}");
            }
        }
    }
    running.stop().await;
}

/// The seeds of two battles started one after the other, as their logs reveal them at the end.
async fn seeds(table: u64) -> Vec<game::seal::Bytes32> {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start_seeded(folder.path(), table).await;
    let mut seeds = Vec::new();
    for _ in 0..2 {
        let (id, seats) = running.begin(json!(["person", "person"])).await;
        seats[0].post("/api/seat/resign", json!({})).await.good();
        let log = running.owner.get(&format!("/api/battles/{id}/log")).await.text;
        let log = game::Log::read(&log).unwrap();
        seeds.extend(log.entries.iter().find_map(|entry| match entry {
            game::Entry::SeedOpened { seed, .. } => Some(*seed),
            _ => None,
        }));
    }
    running.stop().await;
    seeds
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seeded_table_gives_the_same_dice_again_and_no_two_battles_alike() {
    let (first, again, other) = (seeds(7).await, seeds(7).await, seeds(8).await);
    assert_eq!(first.len(), 2);
    assert_eq!(first, again);
    assert!(first[0] != first[1] && !other.contains(&first[0]) && !other.contains(&first[1]));
}
