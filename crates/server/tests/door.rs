//! Unknown things are refused on entry, and the reason is given in both languages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

async fn two(running: &Running) -> Vec<Client> {
    running.begin(json!(["person", "person"])).await.1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standing_answer_names_what_the_ruleset_knows() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    for ruleset in shipped::all() {
        let (_, seats) = running.begin_under(ruleset.id(), json!(["person", "person"])).await;
        let table = seats[0].table().await;
        let ask = &table["now"]["asks"][0]["ask"];
        let kind = &ask["slot"]["kind"];
        for standing in [
            json!({ "kind": "nope", "does": "nope" }),
            json!({ "kind": kind, "does": "nope" }),
            json!({ "kind": kind, "does": "none", "about": { "unit": 60_000 } }),
            json!({ "kind": kind, "does": "none", "about": { "site": 60_000 } }),
            json!({ "kind": kind, "does": "none", "when": [["nope", 0, 1]] }),
            json!({ "kind": kind, "does": "none", "when": [["distance", 2, 1]] }),
        ] {
            let refused = seats[0].post("/api/seat/stand", standing.clone()).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{} {standing}", ruleset.id());
            assert_eq!(refused.json()["what"], "standing-unknown", "{} {standing}", ruleset.id());
        }
        let never = json!({ "kind": kind, "does": "none" });
        seats[0].post("/api/seat/revoke", never).await.expect_status(StatusCode::NOT_FOUND);
        assert_eq!(seats[0].table().await["now"]["standing"], json!([]), "nothing of it is kept");
    }
    running.stop().await;
}

/// Every choice that a question offers may be a standing answer: only those that no question has are refused.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_offered_may_stand() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    for ruleset in shipped::all() {
        let (_, seats) = running.begin_under(ruleset.id(), json!(["person", "person"])).await;
        let mut stood = 0;
        for round in 0..60 {
            for seat in &seats {
                let table = seat.table().await;
                let ask = table["now"]["asks"][0]["ask"].clone();
                if ask.is_null() {
                    continue;
                }
                let offered: Vec<(Value, Value)> = ask["fields"].as_array().unwrap().iter().flat_map(picks).collect();
                // A standing answer may close the question at once: one choice each time.
                if let Some((about, choice)) = offered.get(round % offered.len().max(1)) {
                    let when: Vec<Value> = choice["facts"]
                        .as_object()
                        .into_iter()
                        .flatten()
                        .map(|(name, n)| json!([name, n, n]))
                        .collect();
                    let bound = when.into_iter().take(1).collect::<Vec<_>>();
                    let standing = json!({
                        "kind": ask["slot"]["kind"], "does": choice["key"]["does"], "about": about, "when": bound
                    });
                    // One that answers the question at once may end the battle.
                    let told = seat.post("/api/seat/stand", standing.clone()).await;
                    assert_ne!(told.status, StatusCode::UNPROCESSABLE_ENTITY, "{} {standing}: {told:?}", ruleset.id());
                    stood += usize::from(told.status == StatusCode::OK);
                    seat.post("/api/seat/revoke", standing).await;
                }
                seat.answer_one().await;
            }
        }
        assert!(stood > 10, "{}: {stood}", ruleset.id());
    }
    running.stop().await;
}

fn picks(field: &Value) -> Vec<(Value, Value)> {
    let from = field["shape"]["pick"]["from"].as_array().cloned().unwrap_or_default();
    from.into_iter().map(|choice| (field["about"].clone(), choice)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_of_nothing_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let seats = two(&running).await;
    let seat = &seats[0];
    seat.get("/api/seat/chances/99999999").await.expect_status(StatusCode::NOT_FOUND);
    for (method, body) in [("preview", json!({ "ask": 60_000, "replies": [] })), ("suggest", json!({ "ask": 60_000 }))]
    {
        let refused = seat.post(&format!("/api/seat/{method}"), body).await.expect_status(StatusCode::CONFLICT);
        assert_eq!(refused["what"], "not-open", "{method}");
    }
    let withdrawn = seat.post("/api/seat/withdraw", json!({ "ask": 60_000 })).await.expect_status(StatusCode::CONFLICT);
    assert_eq!(withdrawn["what"], "not-open");
    let open = seat.table().await["now"]["asks"][0]["ask"]["id"].clone();
    let unanswered = seat.post("/api/seat/withdraw", json!({ "ask": open })).await.expect_status(StatusCode::CONFLICT);
    assert_eq!(unanswered["what"], "not-answered");
    let far = json!({ "from": { "spot": { "x": 2_147_483_647, "y": -2_147_483_648_i64 } }, "to": { "spot": { "x": 0, "y": 0 } } });
    let off = seat.post("/api/seat/measure", far).await;
    assert_eq!(off.expect_status(StatusCode::UNPROCESSABLE_ENTITY)["what"], "off-ground");
    let on = json!({ "from": { "spot": { "x": 0, "y": 0 } }, "to": { "spot": { "x": 3_000, "y": 4_000 } } });
    assert_eq!(seat.post("/api/seat/measure", on).await.good()["measure"]["cm"], 5_000);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn languages_directions_and_options_have_their_values() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (id, seats) = running.begin(json!(["person", "person"])).await;
    for path in ["report?lang=xx", "ground?lang=zz", "ground?up=down", "ground?width=wide", "journal?from=x"] {
        let refused = seats[0].get(&format!("/api/seat/{path}")).await.expect_status(StatusCode::BAD_REQUEST);
        assert_ne!(refused["text"]["fr"], refused["text"]["en"], "{path}");
        assert!(!refused.to_string().contains("deserialize"), "{path}: {refused}");
    }
    for path in [format!("/api/battles/{id}/picture?lang=xx"), "/api/scenarios/premier-feu/picture?lang=xx".to_owned()]
    {
        running.owner.get(&path).await.expect_status(StatusCode::BAD_REQUEST);
    }
    for path in ["report?lang=en", "report", "ground?lang=en&up=west", "ground"] {
        assert_eq!(seats[0].get(&format!("/api/seat/{path}")).await.status, StatusCode::OK, "{path}");
    }
    for ruleset in shipped::all() {
        let (option, _) = ruleset.options()[0];
        for (value, wanted) in
            [(99, StatusCode::UNPROCESSABLE_ENTITY), (-1, StatusCode::UNPROCESSABLE_ENTITY), (1, StatusCode::CREATED)]
        {
            let new = json!({
                "scenario": "premier-feu", "ruleset": ruleset.id(), "leaders": ["person", "person"], "options": { option: value }
            });
            let begun = running.owner.send(Method::POST, "/api/battles", Some(new)).await;
            let told = begun.expect_status(wanted);
            if value == 99 {
                assert_eq!(told["what"], "option-value");
                assert!(told["text"]["en"].as_str().unwrap().contains("0 (off) or 1 (on)"), "{told}");
            }
        }
    }
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_fit_is_told_in_our_own_words() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let new = r#"{ "scenario": "premier-feu", "ruleset": "marie-louise", "leaders": ["person", 7] }"#;
    for (body, fr, en) in [
        ("{ \"ask\": ", "ligne 1, colonne 9\u{a0}: le JSON s’interrompt", "line 1, column 9: the JSON breaks off"),
        ("{ \"ask\" 1 }", "ce n’est pas du JSON", "not JSON"),
        (new, "leaders[1] (ligne 1, colonne", "leaders[1] (line 1, column"),
        ("{ \"name\": 1, \"name\": 2 }", "«\u{a0}name\u{a0}» est donné deux fois", "“name” is given twice"),
    ] {
        let request = running.owner.request(Method::POST, "/api/battles").header("content-type", "application/json");
        let told = Client::got(request.body(body)).await.expect_status(StatusCode::BAD_REQUEST);
        let (said_fr, said_en) = (told["text"]["fr"].as_str().unwrap(), told["text"]["en"].as_str().unwrap());
        assert!(said_fr.contains(fr) && said_en.contains(en), "{told}");
        for serdes in ["expected", "EOF", "deserialize", "invalid type"] {
            assert!(!said_fr.contains(serdes) && !said_en.contains(serdes), "{told}");
        }
    }
    let request = running.owner.request(Method::POST, "/api/battles").header("content-type", "text/plain").body("{}");
    assert_eq!(Client::got(request).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_face_that_no_die_has_is_told_before_the_others_are_typed() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let at = "/api/assistant/marie-louise/tests/artillery-fire";
    let example = running.owner.get(at).await.good()["example"].clone();
    let resolve = |dice: Value| {
        let body = json!({ "situation": example, "dice": dice });
        running.owner.send(Method::POST, "/api/assistant/marie-louise/tests/artillery-fire/resolve", Some(body))
    };
    let wanted = resolve(json!([])).await.good()["throws"][0]["faces"].as_array().unwrap().len();
    assert!(wanted > 1, "an example that wants several dice");
    for face in [0, 7] {
        let told = resolve(json!([face])).await.good();
        assert_eq!(told["faults"][0]["place"], "dice", "{face}: {}", told["faults"]);
    }
    assert_eq!(resolve(json!([3])).await.good()["faults"], json!([]), "the others are still to come");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ground_is_named_in_the_language_of_the_reader() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let own = armies::Library::embedded().text("premier-feu").unwrap();
    let own = own.replacen("id = \"premier-feu\"", "id = \"named\"", 1);
    let named = own.replacen("[[ground.features]]\n", "[[ground.features]]\nkind = \"hill\"\nlevel = 1\nname = { fr = \"Hauteur du nord\", en = \"North Height\" }\narea = [[10, 10], [60, 10], [60, 60]]\n\n[[ground.features]]\nkind = \"wooden_building\"\narea = [[100, 100], [120, 100], [120, 120]]\n\n[[ground.features]]\n", 1);
    assert_ne!(own, named, "the scenario has features");
    let request = running.owner.request(Method::POST, "/api/scenarios").body(named);
    Client::got(request).await.good();
    let new = json!({ "scenario": "named", "ruleset": "marie-louise", "leaders": ["person", "person"] });
    let opened = running.owner.send(Method::POST, "/api/battles", Some(new)).await.expect_status(StatusCode::CREATED);
    let (_, seats) = running.seats(&opened);
    let sites = seats[0].table().await["sites"].clone();
    assert_eq!(sites["0"]["name"], json!({ "fr": "Hauteur du nord", "en": "North Height" }));
    assert_eq!(sites["1"]["name"], json!({ "fr": "un bâtiment en bois", "en": "a wooden building" }));
    let fr = seats[0].get("/api/seat/ground?lang=fr").await.text;
    let en = seats[0].get("/api/seat/ground?lang=en").await.text;
    assert!(fr.contains("Hauteur") && !fr.contains("North"), "{:.300}", fr);
    assert!(en.contains("North") && !en.contains("Hauteur"), "{:.300}", en);
    running.stop().await;
}
