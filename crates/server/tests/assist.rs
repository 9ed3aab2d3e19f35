//! The assistant over HTTP: who may use it, its answers, and that no request breaks it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use staff::Luck;

const AT: &str = "/api/assistant/marie-louise/tests";

async fn post(client: &Client, path: &str, body: Value) -> Value {
    client.send(Method::POST, path, Some(body)).await.good()
}

async fn example(client: &Client, test: &str) -> Value {
    client.get(&format!("{AT}/{test}")).await.good()["example"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_a_place_in_the_house_may_use_it_and_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (_, seats) = running.begin(json!(["person", "person"])).await;
    let invitation = running.owner.send(Method::POST, "/api/assistant/invite", None).await.good();
    let link = invitation["links"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
    let guest = Client::new(running.address, link.split("#guest=").nth(1).unwrap());
    let stranger = Client::new(running.address, "0000000000000000");
    for path in ["/api/assistant", &format!("{AT}/charge"), "/api/assistant/marie-louise/cases"] {
        for client in [&running.owner, &seats[0], &guest] {
            client.get(path).await.good();
        }
        assert_eq!(stranger.get(path).await.status, StatusCode::UNAUTHORIZED, "{path}");
    }
    // A guest reads the rules as well, but nothing of the house or of a battle.
    guest.get("/api/rules/marie-louise").await.good();
    for path in ["/api/house", "/api/battles", "/api/seat"] {
        assert_eq!(guest.get(path).await.status, StatusCode::FORBIDDEN, "{path}");
    }
    let again = guest.send(Method::POST, "/api/assistant/invite", None).await;
    assert_eq!(again.status, StatusCode::FORBIDDEN, "only the owner invites");
    // A guest is still one when the program restarts, and no more than that.
    running.stop().await;
    let running = Running::start(folder.path()).await;
    let guest = Client::new(running.address, &guest.token);
    guest.get("/api/assistant").await.good();
    assert_eq!(guest.get("/api/house").await.status, StatusCode::FORBIDDEN);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_are_typed_in_one_throw_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let owner = &running.owner;
    let situation = example(owner, "artillery-fire").await;
    let resolve = |dice: Value| {
        post(
            owner,
            "/api/assistant/marie-louise/tests/artillery-fire/resolve",
            json!({ "situation": situation, "dice": dice }),
        )
    };

    let before = resolve(json!([])).await;
    assert_eq!(before["faults"], json!([]));
    assert!(!before["parts"].as_array().unwrap().is_empty() && !before["odds"].as_array().unwrap().is_empty());
    let throws = before["throws"].as_array().unwrap();
    assert_eq!((throws.len(), throws[0]["fell"].clone()), (1, json!([])), "the first throw is wanted");
    let first: Vec<u8> = vec![5; throws[0]["faces"].as_array().unwrap().len()];

    // Some of the dice are not a fault: it goes on waiting.
    let some = resolve(json!(first[1..])).await;
    assert_eq!((some["faults"].clone(), some["throws"][0]["fell"].clone()), (json!([]), json!([])));

    // The next throw depends on this one, and is requested then.
    let between = resolve(json!(first)).await;
    assert_eq!(between["faults"], json!([]));
    let throws = between["throws"].as_array().unwrap().clone();
    assert_eq!(throws.len(), 2);
    assert_eq!(throws[0]["fell"], json!(first));
    let second: Vec<u8> = vec![4; throws[1]["faces"].as_array().unwrap().len()];
    let all: Vec<u8> = first.iter().chain(&second).copied().collect();
    let after = resolve(json!(all)).await;
    assert_eq!((after["faults"].clone(), after["dice"].clone()), (json!([]), json!(all)));
    assert!(after["outcome"].as_array().unwrap().iter().any(|told| told["name"] == "losses"));

    // Where two throws are wanted at once, the first dice of one are not taken for the other's.
    let round = example(owner, "melee").await;
    let half = post(owner, &format!("{AT}/melee/resolve"), json!({ "situation": round, "dice": [6, 6] })).await;
    assert_eq!(half["faults"], json!([]));
    assert!(half["throws"].as_array().unwrap().iter().all(|throw| throw["fell"] == json!([])), "{}", half["throws"]);

    // A die too many, and an impossible face, are reported at the dice.
    for wrong in [all.iter().chain(&[1]).copied().collect::<Vec<u8>>(), vec![9; first.len()]] {
        let told = resolve(json!(wrong)).await;
        assert_eq!(told["faults"][0]["place"], "dice", "{wrong:?}");
    }

    // Thrown by the server, the dice are returned, and give the same result when they are typed in.
    let rolled =
        post(owner, &format!("{AT}/artillery-fire/resolve"), json!({ "situation": situation, "roll": true })).await;
    let typed = resolve(rolled["dice"].clone()).await;
    assert_eq!(
        (typed["outcome"].clone(), typed["total"].clone()),
        (rolled["outcome"].clone(), rolled["total"].clone())
    );
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_stand_at_their_field_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let mut situation = example(&running.owner, "charge").await;
    situation["attacker"]["arm"] = json!("artillery");
    situation["defender"]["elements"] = json!(9);
    let told = post(&running.owner, &format!("{AT}/charge/resolve"), json!({ "situation": situation })).await;
    let faults = told["faults"].as_array().unwrap();
    let at = |place: &str| faults.iter().find(|fault| fault["place"] == place).unwrap_or_else(|| panic!("{faults:?}"));
    assert_eq!(at("attacker.arm")["text"]["fr"], "l’artillerie ne charge pas");
    assert_eq!(at("attacker.arm")["text"]["en"], "guns do not charge");
    assert_eq!(at("defender.elements")["text"]["fr"], "il faut de 1 à 6, et non 9");
    assert_eq!(told["parts"], json!([]), "nothing is computed from what cannot be");
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_charge_is_followed_with_both_players_choices() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let situation = example(&running.owner, "charge").await;
    let path = format!("{AT}/charge/follow");
    let mut handed = json!([]);
    let mut roll = false;
    let mut asked = Vec::new();
    for _ in 0..200 {
        let now = post(&running.owner, &path, json!({ "situation": situation, "handed": handed, "roll": roll })).await;
        assert_eq!(now["faults"], json!([]));
        handed = now["handed"].clone();
        if now["next"].is_null() {
            assert!(!now["end"].as_array().unwrap().is_empty());
            assert!(asked.contains(&"Défenseur".to_owned()), "{asked:?}");
            let steps = now["steps"].as_array().unwrap();
            assert!(steps.iter().all(|step| !step["title"]["fr"].as_str().unwrap().is_empty()));
            running.stop().await;
            return;
        }
        let options = now["next"]["options"].as_array().unwrap();
        roll = options.is_empty();
        if let Some(option) = options.iter().find(|option| option["usual"] == true) {
            assert_eq!(now["columns"].as_array().unwrap().len(), options.len(), "odds for each reply");
            asked.push(now["next"]["who"]["fr"].as_str().unwrap().to_owned());
            handed.as_array_mut().unwrap().push(json!({ "choice": option["does"] }));
        }
    }
    panic!("the charge does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn worked_examples_come_with_their_steps() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let cases = running.owner.get("/api/assistant/marie-louise/cases").await.good();
    let first = cases[0]["id"].as_str().unwrap();
    let case = running.owner.get(&format!("/api/assistant/marie-louise/cases/{first}")).await.good();
    let step = &case["steps"][0];
    assert!(!step["told"].as_array().unwrap().is_empty() && !step["resolved"]["parts"].as_array().unwrap().is_empty());
    assert!(!step["resolved"]["parts"][0]["lines"][0]["rule"].as_str().unwrap().is_empty());
    for path in ["/api/assistant/none/cases", "/api/assistant/marie-louise/cases/none", &format!("{AT}/none")] {
        assert_eq!(running.owner.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    running.stop().await;
}

/// Changes a value somewhere in a situation to a wrong one.
fn spoil(luck: &mut Luck, value: &mut Value) {
    let mut pick = |n: u64| luck.next() % n;
    match value {
        Value::Object(map) if !map.is_empty() && pick(8) > 0 => {
            let key = map.keys().nth(usize::try_from(pick(map.len() as u64)).unwrap()).unwrap().clone();
            if pick(12) == 0 {
                map.remove(&key);
                map.insert("no_such_field".to_owned(), json!(1));
            } else {
                spoil(luck, &mut map[&key]);
            }
        }
        other => {
            *other = match pick(12) {
                0 => Value::Null,
                1 => json!(true),
                2 => json!(-1),
                3 => json!(255),
                4 => json!(u64::MAX),
                5 => json!(1.5e300),
                6 => json!(0),
                7 => json!("routing"),
                8 => json!("\u{0}é🎲"),
                9 => json!([[[]]]),
                10 => json!({ "a": { "b": [1] } }),
                _ => json!(i64::MIN),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_sent_breaks_it() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let owner = &running.owner;
    let card = owner.get("/api/assistant").await.good();
    let chapters = card["rulesets"][0]["chapters"].as_array().unwrap().clone();
    let tests: Vec<String> = chapters
        .iter()
        .flat_map(|chapter| chapter["tests"].as_array().unwrap())
        .map(|test| test["name"].as_str().unwrap().to_owned())
        .collect();
    let mut luck = Luck::new(11);
    for test in &tests {
        let good = example(owner, test).await;
        for round in 0..12 {
            let mut situation = good.clone();
            for _ in 0..=round % 3 {
                spoil(&mut luck, &mut situation);
            }
            let dice: Vec<u64> = (0..luck.next() % 5).map(|_| luck.next() % 9).collect();
            let body = json!({ "situation": situation, "dice": dice, "roll": round % 2 == 0 });
            let got = owner.send(Method::POST, &format!("{AT}/{test}/resolve"), Some(body.clone())).await;
            assert_eq!(got.status, StatusCode::OK, "{test}: {body}: {:.300}", got.text);
        }
    }
    let example = example(owner, "charge").await;
    let bad = [
        json!({ "situation": example, "dice": vec![1; 2000] }),
        json!({ "situation": "x".repeat(100_000) }),
        json!({ "situation": {}, "dice": [300] }),
        json!({ "situation": {}, "more": 1 }),
    ];
    for body in bad {
        let status = owner.send(Method::POST, &format!("{AT}/charge/resolve"), Some(body)).await.status;
        assert!(status.is_client_error(), "{status}");
    }
    let handed = |one: Value| json!({ "situation": example, "handed": vec![one; 500] });
    for one in [json!({ "dice": [1] }), json!({ "choice": "fire" }), json!("fire"), json!({ "dice": [-1] })] {
        let status = owner.send(Method::POST, &format!("{AT}/charge/follow"), Some(handed(one))).await.status;
        assert!(status.is_client_error(), "{status}");
    }
    let other = owner.send(Method::POST, &format!("{AT}/morale/follow"), Some(json!({ "situation": {} }))).await;
    assert_eq!(other.status, StatusCode::NOT_FOUND, "it is no fight to be followed");
    running.stop().await;
}
