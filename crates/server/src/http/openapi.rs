//! The published description of the routes (OpenAPI 3.1), made from the types of the messages.

use crate::wire;
use axum::http::header;
use axum::response::IntoResponse;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

/// The path of the schemas in the document.
const PLACE: &str = "#/components/schemas/";

/// `GET /api/openapi.json`
pub async fn serve() -> impl IntoResponse {
    static TEXT: OnceLock<String> = OnceLock::new();
    ([(header::CONTENT_TYPE, "application/json")], TEXT.get_or_init(text).as_str())
}

/// The document as text, the same on every machine.
#[must_use]
pub fn text() -> String {
    let mut text = serde_json::to_string_pretty(&document()).unwrap_or_default();
    text.push('\n');
    text
}

/// The inputs and outputs of the routes.
struct Routes {
    out: SchemaGenerator,
    into: SchemaGenerator,
    paths: Map<String, Value>,
}

impl Routes {
    fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            })
        };
        Self {
            out: settings().for_serialize().into_generator(),
            into: settings().for_deserialize().into_generator(),
            paths: Map::new(),
        }
    }

    fn gives<T: JsonSchema>(&mut self) -> Value {
        json!({ "application/json": { "schema": self.out.subschema_for::<T>() } })
    }

    fn takes<T: JsonSchema>(&mut self) -> Value {
        let schema = suffixed(self.into.subschema_for::<T>());
        json!({ "required": true, "content": { "application/json": { "schema": schema } } })
    }

    fn put(
        &mut self,
        method: &str,
        path: &str,
        about: &str,
        status: &str,
        content: Option<Value>,
        body: Option<Value>,
    ) {
        let fault = self.gives::<wire::Fault>();
        let mut operation = json!({
            "summary": about,
            "operationId": operation_id(method, path),
            "responses": {
                status: { "description": "OK" },
                "default": { "description": "Fault", "content": fault },
            },
        });
        if let Some(content) = content {
            operation["responses"][status]["content"] = content;
        }
        if let Some(body) = body {
            operation["requestBody"] = body;
        }
        let named = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let mut parameters: Vec<Value> = named
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        parameters.extend(
            queries(path).iter().map(
                |(name, kind)| json!({ "name": name, "in": "query", "required": false, "schema": { "type": kind } }),
            ),
        );
        if !parameters.is_empty() {
            operation["parameters"] = Value::Array(parameters);
        }
        if !matches!(path, "/api/health" | "/api/key" | "/api/openapi.json") {
            operation["security"] = json!([{ "token": [] }]);
        }
        let entry = self.paths.entry(path.to_owned()).or_insert_with(|| json!({}));
        entry[method] = operation;
    }

    /// A route that returns JSON.
    fn get<T: JsonSchema>(&mut self, path: &str, about: &str) {
        let content = self.gives::<T>();
        self.put("get", path, about, "200", Some(content), None);
    }

    /// A route that returns another type.
    fn file(&mut self, path: &str, about: &str, kind: &str) {
        let content = json!({ kind: { "schema": { "type": "string" } } });
        self.put("get", path, about, "200", Some(content), None);
    }

    /// A route that takes and returns JSON.
    fn post<I: JsonSchema, O: JsonSchema>(&mut self, path: &str, about: &str) {
        let (body, content) = (self.takes::<I>(), self.gives::<O>());
        self.put("post", path, about, "200", Some(content), Some(body));
    }

    /// A route that takes nothing and returns JSON.
    fn act<O: JsonSchema>(&mut self, path: &str, about: &str) {
        let content = self.gives::<O>();
        self.put("post", path, about, "200", Some(content), None);
    }

    /// Types of messages on the WebSocket.
    fn also<I: JsonSchema, O: JsonSchema>(&mut self) {
        let _ = (self.into.subschema_for::<I>(), self.out.subschema_for::<O>());
    }

    /// All schemas. A type whose input form differs has another name for it.
    fn schemas(mut self) -> (Map<String, Value>, Map<String, Value>) {
        let mut all = self.out.take_definitions(true);
        for (name, schema) in self.into.take_definitions(true) {
            all.insert(format!("{name}In"), suffix_all(schema));
        }
        // A type with the same form in both directions needs only one name.
        let mut paths = Value::Object(std::mem::take(&mut self.paths));
        loop {
            let same: Vec<String> = all
                .iter()
                .filter_map(|(name, schema)| {
                    let plain = name.strip_suffix("In")?;
                    (all.get(plain) == Some(schema)).then(|| name.clone())
                })
                .collect();
            if same.is_empty() {
                break;
            }
            for name in &same {
                all.remove(name);
                let (from, to) = (format!("{PLACE}{name}"), format!("{PLACE}{}", name.trim_end_matches("In")));
                all.values_mut().for_each(|schema| rename(schema, &from, &to));
                rename(&mut paths, &from, &to);
            }
        }
        // A type that is only an input keeps its own name.
        let alone: Vec<String> = all
            .keys()
            .filter(|name| name.strip_suffix("In").is_some_and(|plain| !all.contains_key(plain)))
            .cloned()
            .collect();
        for name in alone {
            let plain = name.trim_end_matches("In").to_owned();
            if let Some(schema) = all.remove(&name) {
                all.insert(plain.clone(), schema);
            }
            let (from, to) = (format!("{PLACE}{name}"), format!("{PLACE}{plain}"));
            all.values_mut().for_each(|schema| rename(schema, &from, &to));
            rename(&mut paths, &from, &to);
        }
        let paths = match paths {
            Value::Object(paths) => paths,
            _ => Map::new(),
        };
        (all, paths)
    }
}

fn operation_id(method: &str, path: &str) -> String {
    let parts = path.trim_start_matches("/api").split(['/', '.', '{', '}']).filter(|part| !part.is_empty());
    std::iter::once(method).chain(parts).collect::<Vec<_>>().join("_")
}

fn queries(path: &str) -> &'static [(&'static str, &'static str)] {
    match path {
        "/api/seat/ground" => &[("width", "integer"), ("up", "string")],
        "/api/seat/journal" => &[("from", "integer"), ("to", "integer")],
        "/api/seat/report" => &[("lang", "string")],
        "/api/battles/{id}/picture" => &[("lang", "string"), ("width", "integer")],
        "/api/scenarios/{id}/picture" => &[("lang", "string"), ("width", "integer"), ("ruleset", "string")],
        _ => &[],
    }
}

fn suffixed(schema: Schema) -> Value {
    suffix_all(schema.to_value())
}

/// Adds the suffix of inputs to every reference to a schema.
fn suffix_all(mut value: Value) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Object(map) => {
                for (key, inner) in map.iter_mut() {
                    match inner {
                        Value::String(text) if key == "$ref" && text.starts_with(PLACE) => text.push_str("In"),
                        other => walk(other),
                    }
                }
            }
            Value::Array(all) => all.iter_mut().for_each(walk),
            _ => {}
        }
    }
    walk(&mut value);
    value
}

fn rename(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map.iter_mut() {
                match inner {
                    Value::String(text) if key == "$ref" && text == from => to.clone_into(text),
                    other => rename(other, from, to),
                }
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|inner| rename(inner, from, to)),
        _ => {}
    }
}

#[must_use]
pub fn document() -> Value {
    let mut r = Routes::new();
    r.get::<wire::HouseKey>("/api/key", "The owner's key, for a page of this server on its own machine");
    r.get::<wire::House>("/api/house", "What the house has");
    r.get::<Vec<wire::BattleCard>>("/api/battles", "The battles kept");
    let (body, content) = (r.takes::<wire::NewBattle>(), r.gives::<wire::Opened>());
    r.put("post", "/api/battles", "Begin a battle", "201", Some(content), Some(body));
    let content = r.gives::<wire::Opened>();
    let log = json!({ "required": true, "content": { "application/jsonl": { "schema": { "type": "string" } } } });
    r.put("post", "/api/battles/import", "Take up a log", "201", Some(content), Some(log));
    let body = r.takes::<wire::Rename>();
    r.put("patch", "/api/battles/{id}", "Rename a battle", "204", None, Some(body));
    r.put("delete", "/api/battles/{id}", "Delete a battle", "204", None, None);
    r.get::<wire::Opened>("/api/battles/{id}/seats", "Take one's seats up again");
    r.file("/api/battles/{id}/picture", "The table as a picture", "image/svg+xml");
    r.file("/api/battles/{id}/log", "The whole log", "application/jsonl");
    let (body, content) = (r.takes::<wire::Continue>(), r.gives::<wire::Opened>());
    r.put(
        "post",
        "/api/battles/{id}/continue",
        "Go on from a moment as a new battle",
        "201",
        Some(content),
        Some(body),
    );
    let content = r.gives::<wire::ScenarioCard>();
    let toml = json!({ "required": true, "content": { "application/toml": { "schema": { "type": "string" } } } });
    r.put("post", "/api/scenarios", "Add a scenario of one's own", "200", Some(content), Some(toml));
    r.put("delete", "/api/scenarios/{id}", "Delete a scenario of one's own", "204", None, None);
    r.file("/api/scenarios/{id}/picture", "A scenario as a picture", "image/svg+xml");
    r.get::<Vec<wire::RuleCard>>("/api/rules/{ruleset}", "The rules of a ruleset");
    r.get::<wire::AssistantCard>("/api/assistant", "The tests of the rulesets");
    r.act::<wire::Invitation>("/api/assistant/invite", "A way in for a phone that wants the assistant");
    r.get::<Vec<wire::CaseCard>>("/api/assistant/{ruleset}/cases", "Worked examples");
    r.get::<wire::CaseView>("/api/assistant/{ruleset}/cases/{id}", "A worked example");
    r.get::<wire::TestForm>("/api/assistant/{ruleset}/tests/{test}", "A test and its form");
    r.post::<wire::Resolve, wire::Resolved>("/api/assistant/{ruleset}/tests/{test}/resolve", "Resolve a situation");
    r.post::<wire::Follow, wire::FollowedView>(
        "/api/assistant/{ruleset}/tests/{test}/follow",
        "Follow a whole fight step by step",
    );
    r.get::<wire::Table>("/api/seat", "Everything the seat knows");
    r.file("/api/seat/ground", "The ground", "image/svg+xml");
    r.get::<Vec<wire::JournalEntry>>("/api/seat/journal", "A part of the journal");
    r.get::<wire::Moment>("/api/seat/moments/{n}", "The table after an entry of the journal");
    r.get::<Option<wire::VerdictView>>("/api/seat/chances/{n}", "How likely a test of the journal was before its dice");
    r.get::<wire::DossierView>("/api/seat/units/{id}", "A unit's card");
    r.post::<wire::LensAsked, wire::LensView>("/api/seat/lens", "What a lens shows");
    r.post::<wire::Tape, wire::Measured>("/api/seat/measure", "A distance");
    r.get::<wire::EndSheet>("/api/seat/end", "The end of the battle");
    r.get::<Vec<wire::Why>>("/api/seat/why", "Why the computer's generals answered as they did");
    r.file("/api/seat/report", "A report to print", "text/html");
    r.file("/api/seat/log", "The log as this seat may have it", "application/jsonl");
    r.post::<wire::Answer, wire::Done>("/api/seat/answer", "Answer a question");
    r.post::<wire::Answer, wire::Looked>("/api/seat/preview", "What an answer would do");
    r.post::<wire::AskOnly, wire::Suggestion>("/api/seat/suggest", "An answer by the staff");
    r.post::<wire::Route, wire::Routed>("/api/seat/route", "The manoeuvres to a point");
    r.post::<wire::AskOnly, wire::Done>("/api/seat/withdraw", "Take a sealed answer back");
    r.act::<wire::Done>("/api/seat/undo", "Take the last answer back");
    r.post::<game::Standing, wire::Done>("/api/seat/stand", "Set a standing answer");
    r.post::<game::Standing, wire::Done>("/api/seat/revoke", "Revoke a standing answer");
    r.act::<wire::Done>("/api/seat/resign", "Give up");
    r.post::<wire::Draw, wire::Done>("/api/seat/draw", "Offer, accept or decline a draw");
    r.post::<wire::TypedDice, wire::Done>("/api/seat/dice", "Type dice in");
    r.get::<wire::Signing>("/api/seat/signing", "What this seat signs with its answers, and with which key");
    r.post::<wire::SeatKey, wire::Done>("/api/seat/signing", "Sign with this key from now on");
    r.act::<wire::OwnLink>("/api/seat/hold", "A new token for this seat; every other link to it ends");
    r.act::<wire::OwnLink>("/api/seat/link", "Another token for whoever sits here");
    r.file("/api/health", "Whether the server runs", "text/plain");
    r.file("/api/openapi.json", "This document", "application/json");
    r.also::<wire::Hello, wire::Push>();
    let (schemas, paths) = r.schemas();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Grognard",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The table in the browser. Every request but the static files carries a token. The WebSocket \
                /api/seat/ws takes one Hello and then pushes Push messages.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}
