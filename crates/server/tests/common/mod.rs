//! A real server on a free port, and clients that talk to it as a browser does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code)]

use futures_util::{SinkExt, StreamExt};
use grognard_server::{Options, Server};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The time limit of a test: far more than it needs.
const PATIENCE: Duration = Duration::from_secs(300);

/// A running server.
pub struct Running {
    pub address: SocketAddr,
    pub owner: Client,
    end: Option<oneshot::Sender<()>>,
    task: tokio::task::JoinHandle<()>,
}

impl Running {
    /// A server over a folder.
    pub async fn start(folder: &Path) -> Self {
        Self::start_at(folder, [127, 0, 0, 1]).await
    }

    /// A server over a folder that listens at an address.
    pub async fn start_at(folder: &Path, address: [u8; 4]) -> Self {
        Self::start_with(folder, address, Options::default()).await
    }

    /// A server behind a proxy that publishes it under this scheme and host.
    pub async fn start_behind(folder: &Path, public: Option<(String, String)>) -> Self {
        Self::start_with(folder, [127, 0, 0, 1], Options { public, seed: None }).await
    }

    /// A server whose battles take their dice from a number.
    pub async fn start_seeded(folder: &Path, seed: u64) -> Self {
        Self::start_with(folder, [127, 0, 0, 1], Options { public: None, seed: Some(seed) }).await
    }

    async fn start_with(folder: &Path, address: [u8; 4], options: Options) -> Self {
        let archive = archive::Archive::open(folder).await.unwrap();
        let any = SocketAddr::from((address, 0));
        let server = Server::bind_with(any, archive, shipped::all(), options).await.unwrap();
        let address = server.address();
        let owner = Client::new(address, server.token());
        let (end, ended) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            server.run(async { drop(ended.await) }).await.unwrap();
        });
        Self { address, owner, end: Some(end), task }
    }

    pub async fn stop(mut self) {
        drop(self.end.take());
        let _ = (&mut self.task).await;
    }

    /// Starts a battle and returns the seats of its persons.
    pub async fn begin(&self, leaders: Value) -> (String, Vec<Client>) {
        self.begin_under("marie-louise", leaders).await
    }

    /// The same under a ruleset.
    pub async fn begin_under(&self, ruleset: &str, leaders: Value) -> (String, Vec<Client>) {
        let wanted = json!({ "scenario": "premier-feu", "ruleset": ruleset, "leaders": leaders });
        let opened =
            self.owner.send(Method::POST, "/api/battles", Some(wanted)).await.expect_status(StatusCode::CREATED);
        self.seats(&opened)
    }

    /// The seats in a response.
    pub fn seats(&self, opened: &Value) -> (String, Vec<Client>) {
        let seats = opened["seats"].as_array().unwrap();
        let clients = seats.iter().map(|seat| Client::new(self.address, seat["token"].as_str().unwrap())).collect();
        (opened["battle"].as_str().unwrap().to_owned(), clients)
    }
}

/// A client with a token.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub token: String,
    http: reqwest::Client,
}

/// A status and a body.
#[derive(Debug)]
pub struct Got {
    pub status: StatusCode,
    pub text: String,
}

impl Got {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {:.300}", self.text))
    }

    pub fn expect_status(&self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{:.600}", self.text);
        if self.text.is_empty() { Value::Null } else { serde_json::from_str(&self.text).unwrap_or(Value::Null) }
    }

    pub fn good(&self) -> Value {
        self.expect_status(StatusCode::OK)
    }
}

impl Client {
    pub fn new(address: SocketAddr, token: &str) -> Self {
        let http = reqwest::Client::builder().timeout(PATIENCE).no_proxy().build().unwrap();
        Self { address, token: token.to_owned(), http }
    }

    /// A request with all its headers.
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method, format!("http://{}{path}", self.address)).bearer_auth(&self.token)
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Got {
        let mut request = self.request(method, path);
        if let Some(body) = body {
            request = request.json(&body);
        }
        Self::got(request).await
    }

    pub async fn got(request: reqwest::RequestBuilder) -> Got {
        let response = request.send().await.unwrap();
        Got { status: response.status(), text: response.text().await.unwrap() }
    }

    pub async fn get(&self, path: &str) -> Got {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Got {
        self.send(Method::POST, path, Some(body)).await
    }

    /// The table now.
    pub async fn table(&self) -> Value {
        self.get("/api/seat").await.good()
    }

    /// Answers the first question of this seat with the computer's suggestion; false: there is none.
    pub async fn answer_one(&self) -> bool {
        let table = self.table().await;
        let Some(ask) = table["now"]["asks"][0]["ask"]["id"].as_u64() else { return false };
        let suggested = self.post("/api/seat/suggest", json!({ "ask": ask })).await.good();
        self.post("/api/seat/answer", json!({ "ask": ask, "replies": suggested["replies"] })).await.good();
        true
    }

    /// Opens the WebSocket of this seat.
    pub async fn listen(&self, after: Option<u64>) -> Listener {
        let (mut socket, _) =
            tokio_tungstenite::connect_async(format!("ws://{}/api/seat/ws", self.address)).await.unwrap();
        let hello = json!({ "token": self.token, "after": after }).to_string();
        socket.send(Message::text(hello)).await.unwrap();
        Listener { socket }
    }
}

/// A WebSocket connection.
pub struct Listener {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Listener {
    /// The next message; `None`: the connection is closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let came = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("something comes")?;
            match came {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The messages available at once.
    pub async fn drain(&mut self) -> Vec<Value> {
        let mut all = Vec::new();
        while let Ok(Some(Ok(message))) = tokio::time::timeout(Duration::from_millis(200), self.socket.next()).await {
            if let Message::Text(text) = message {
                all.push(serde_json::from_str(&text).unwrap());
            }
        }
        all
    }
}

/// The client's state from the messages: the whole state first, then the changes.
#[derive(Default)]
pub struct Screen {
    pub seq: u64,
    pub units: serde_json::Map<String, Value>,
    pub journal: Vec<Value>,
    pub asks: Value,
    pub outcome: Value,
}

impl Screen {
    pub fn take(&mut self, push: &Value) {
        let update = match push["type"].as_str() {
            Some("table") => &push["now"],
            Some("update") => push,
            other => panic!("{other:?}"),
        };
        let seq = update["seq"].as_u64().unwrap();
        if push["type"] == "update" {
            assert_eq!(seq, self.seq + 1, "no update is missed");
        }
        self.seq = seq;
        if update["whole"] == true {
            self.units.clear();
        }
        for (id, unit) in update["units"].as_object().unwrap() {
            self.units.insert(id.clone(), unit.clone());
        }
        for gone in update["gone"].as_array().unwrap() {
            self.units.remove(&gone.to_string());
        }
        let from = usize::try_from(update["journal_from"].as_u64().unwrap()).unwrap();
        self.journal.truncate(from);
        self.journal.extend(update["journal"].as_array().unwrap().iter().cloned());
        self.asks = update["asks"].clone();
        self.outcome = update["outcome"].clone();
    }
}
