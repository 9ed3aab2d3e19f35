//! Random requests over the published description: nothing breaks, and a refused request changes nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running};
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Map, Value, json};
use staff::Luck;
use tokio_tungstenite::tungstenite::Message;

/// The number of requests.
const REQUESTS: usize = 2_500;
/// Routes that change a battle: used only with wrong tokens on the battle that is watched.
const CHANGING: [&str; 10] = [
    "/api/seat/undo",
    "/api/seat/resign",
    "/api/seat/hold",
    "/api/seat/link",
    "/api/seat/signing",
    "/api/seat/draw",
    "/api/seat/stand",
    "/api/battles/{id}",
    "/api/battles/import",
    "/api/scenarios",
];

struct Maker {
    luck: Luck,
    schemas: Map<String, Value>,
}

impl Maker {
    fn pick(&mut self, n: usize) -> usize {
        (self.luck.next() % n.max(1) as u64) as usize
    }

    fn text(&mut self) -> String {
        const TEXTS: [&str; 12] = [
            "",
            "blue",
            "random",
            "premier-feu",
            "marie-louise",
            "../../etc/passwd",
            "\u{0}",
            "é̈🎲",
            "<script>",
            "-1",
            "{id}",
            "%2e",
        ];
        match self.pick(14) {
            12 => "x".repeat(70_000),
            13 => "\u{202e}".repeat(50),
            n => TEXTS[n].to_owned(),
        }
    }

    fn number(&mut self) -> Value {
        match self.pick(10) {
            0 => json!(0),
            1 => json!(-1),
            2 => json!(i64::MAX),
            3 => json!(i64::MIN),
            4 => json!(u64::MAX),
            5 => json!(i32::MAX),
            6 => json!(1.5e300),
            7 => json!(36_000),
            8 => json!(65_536),
            _ => json!(self.pick(40)),
        }
    }

    fn anything(&mut self, depth: usize) -> Value {
        match self.pick(if depth > 4 { 4 } else { 7 }) {
            0 => Value::Null,
            1 => json!(self.pick(2) == 0),
            2 => self.number(),
            3 => json!(self.text()),
            4 => Value::Array((0..self.pick(4)).map(|_| self.anything(depth + 1)).collect()),
            5 => (0..self.pick(4)).map(|_| (self.text(), self.anything(depth + 1))).collect::<Map<_, _>>().into(),
            _ => (0..200).fold(json!(1), |inner, _| json!([inner])),
        }
    }

    /// A value of a schema, often nearly right, sometimes not at all.
    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if depth > 12 || self.pick(12) == 0 {
            return self.anything(depth);
        }
        if let Some(name) = schema["$ref"].as_str() {
            let inner = self.schemas.get(name.rsplit('/').next().unwrap()).cloned().unwrap_or_default();
            return self.value(&inner, depth + 1);
        }
        for either in ["anyOf", "oneOf"] {
            if let Some(ways) = schema[either].as_array() {
                let way = ways[self.pick(ways.len())].clone();
                return self.value(&way, depth + 1);
            }
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema["enum"].as_array() {
            return values[self.pick(values.len())].clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds[self.pick(kinds.len())].clone(),
            kind => kind.clone(),
        };
        match kind.as_str() {
            Some("object") => {
                let mut made = Map::new();
                for (name, inner) in schema["properties"].as_object().cloned().unwrap_or_default() {
                    if self.pick(10) > 0 {
                        made.insert(name, self.value(&inner, depth + 1));
                    }
                }
                if self.pick(10) == 0 {
                    made.insert(self.text(), self.anything(depth + 1));
                }
                made.into()
            }
            Some("array") => {
                if let Some(parts) = schema["prefixItems"].as_array().cloned() {
                    return parts.iter().map(|part| self.value(part, depth + 1)).collect();
                }
                let items = schema["items"].clone();
                (0..self.pick(4)).map(|_| self.value(&items, depth + 1)).collect()
            }
            Some("string") => json!(self.text()),
            Some("integer" | "number") => self.number(),
            Some("boolean") => json!(self.pick(2) == 0),
            Some("null") => Value::Null,
            _ => self.anything(depth),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_requests_break_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (watched, seats) = running.begin(json!(["person", "person"])).await;
    let (played, others) = running.begin(json!(["person", { "staff": "random" }])).await;
    let state = |seat: Client| async move {
        let mut table = seat.table().await;
        table["now"]["seq"] = Value::Null;
        (table, seat.get("/api/seat/log").await.text)
    };
    let before = (state(seats[0].clone()).await, state(seats[1].clone()).await);
    // Nobody may export a battle under way: the file itself is read.
    let kept = || {
        let archive = rusqlite::Connection::open(folder.path().join("battles.sqlite")).unwrap();
        let mut lines = archive.prepare("SELECT json FROM line WHERE battle = ? ORDER BY n").unwrap();
        let texts = lines.query_map([&watched], |row| row.get::<_, String>(0)).unwrap();
        texts.collect::<Result<Vec<_>, _>>().unwrap()
    };
    let written = kept();

    let document = running.owner.get("/api/openapi.json").await.good();
    let schemas = document["components"]["schemas"].as_object().unwrap().clone();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations.push((path.clone(), method.to_uppercase(), operation.clone()));
        }
    }
    let mut maker = Maker { luck: Luck::new(1805), schemas };
    let mut statuses: std::collections::BTreeMap<u16, usize> = std::collections::BTreeMap::new();
    for _ in 0..REQUESTS {
        let (path, method, operation) = operations[maker.pick(operations.len())].clone();
        let changing = CHANGING.iter().any(|known| path.starts_with(known));
        let id = match maker.pick(4) {
            0 if !changing => watched.clone(),
            1 => played.clone(),
            2 => "1".to_owned(),
            _ => maker.text().chars().filter(|c| c.is_ascii_alphanumeric()).take(40).collect(),
        };
        // Deleting and changing requests go to the other battle only, and that one is not deleted either.
        if method == "DELETE" && id == played {
            continue;
        }
        let mut filled = String::new();
        for part in path.split('/').skip(1) {
            filled.push('/');
            filled.push_str(if part.starts_with('{') { if id.is_empty() { "0" } else { &id } } else { part });
        }
        if maker.pick(6) == 0 {
            let query = [("from", "-1"), ("to", "99999999999"), ("width", "0"), ("lang", "xx"), ("up", "down")];
            let (name, value) = query[maker.pick(query.len())];
            filled.push_str(&format!("?{name}={value}"));
        }
        let tokens: [&str; 5] = [&running.owner.token, &seats[0].token, &others[0].token, "0", ""];
        let mut who = maker.pick(5);
        if changing && who == 1 {
            who = 2;
        }
        // Holding a seat would end the link that is used here.
        if path == "/api/seat/hold" {
            who = 3;
        }
        let client = Client::new(running.address, tokens[who]);
        let mut request = client.request(Method::from_bytes(method.as_bytes()).unwrap(), &filled);
        if maker.pick(25) == 0 {
            request = request.header("origin", "http://evil.example");
        }
        if let Some(content) = operation["requestBody"]["content"].as_object() {
            let (kind, schema) = content.iter().next().unwrap();
            let body = maker.value(&schema["schema"].clone(), 0);
            request = match maker.pick(8) {
                0 => request.header("content-type", kind).body(maker.text()),
                1 => request.body("{\"ask\":1"),
                2 => request.header("content-type", "application/json").body(vec![0xff, 0xfe, 0x00]),
                _ => request.header("content-type", kind).body(body.to_string()),
            };
        }
        let got = Client::got(request).await;
        *statuses.entry(got.status.as_u16()).or_default() += 1;
        assert!(got.status.as_u16() < 500, "{method} {filled}: {} {:.300}", got.status, got.text);
        if got.status.as_u16() >= 400 {
            let fault = got.json();
            assert!(
                fault["what"].is_string() && fault["text"]["fr"].is_string(),
                "{method} {filled}: {:.300}",
                got.text
            );
            assert!(!fault["text"]["fr"].as_str().unwrap().starts_with("fault-"), "no words: {fault}");
        }
    }
    assert!(statuses.get(&200).is_some_and(|n| *n > 50), "{statuses:?}");
    assert!(statuses.len() >= 6, "{statuses:?}");

    // The WebSocket: whatever the first message, the server responds and goes on.
    for n in 0..60 {
        let url = format!("ws://{}/api/seat/ws", running.address);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let message = match n % 4 {
            0 => Message::text(maker.text()),
            1 => Message::text(maker.anything(0).to_string()),
            2 => Message::binary(vec![0xff; 100]),
            _ => Message::text(json!({ "token": seats[0].token, "after": maker.number() }).to_string()),
        };
        let _ = socket.send(message).await;
        let _ = tokio::time::timeout(std::time::Duration::from_secs(20), socket.next()).await;
    }

    let after = (state(seats[0].clone()).await, state(seats[1].clone()).await);
    assert_eq!(before, after, "what is refused changes nothing");
    assert_eq!(written, kept());
    // And the battle can still be played.
    assert!(seats[0].answer_one().await || seats[1].answer_one().await);
    running.stop().await;
}
