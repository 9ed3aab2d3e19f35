//! Situations, outcomes and faults of a resolution: names and values as data, put into words.

use crate::{Words, number, percent};
use game::unique::Unread;
use game::{Chance, Exact, Fault, FaultReason, FileFact, Found, Row, Term, ValueSort};
use serde::Deserialize;
use serde_json::error::Category;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// An outcome laid flat, each name with its place: "attacker.fate".
pub type Flat<'a> = BTreeMap<String, &'a Value>;

/// Lays an outcome flat.
#[must_use]
pub fn flattened(outcome: &Map<String, Value>) -> Flat<'_> {
    let mut flat = Flat::new();
    for (key, value) in outcome {
        match value {
            Value::Object(inner) => flat.extend(flattened(inner).into_iter().map(|(k, v)| (format!("{key}.{k}"), v))),
            value => {
                flat.insert(key.clone(), value);
            }
        }
    }
    flat
}

impl Words {
    /// A name of an outcome in words; a nested one with its owner.
    #[must_use]
    pub fn field(&self, key: &str) -> String {
        key.split('.').map(|part| self.readable("field", part)).collect::<Vec<_>>().join(" · ")
    }

    /// A word of a kind, a term or the reason of a refusal, or else the name itself made readable; a rule id is left as
    /// it is.
    #[must_use]
    pub fn readable(&self, kind: &str, name: &str) -> String {
        if self.titles.contains_key(name) {
            return name.to_owned();
        }
        let found = [kind, "term", "refusal"].iter().find_map(|kind| self.find(&format!("{kind}-{name}"), &[]));
        found.unwrap_or_else(|| name.replace(['_', '-'], " "))
    }

    /// Whether a name is more decisive than others: its text has the attribute `first`.
    #[must_use]
    pub fn decides(&self, key: &str) -> bool {
        self.attribute(&format!("field-{key}"), "first").is_some()
    }

    /// Whether a name of an outcome is shown; the attribute `shown` of its text says `no` where the odds or the steps
    /// show it better.
    #[must_use]
    pub fn shown(&self, key: &str) -> bool {
        self.attribute(&format!("field-{key}"), "shown").as_deref() != Some("no")
    }

    /// A value of an outcome in words.
    #[must_use]
    pub fn written(&self, value: &Value) -> String {
        match value {
            Value::Null => "–".to_owned(),
            Value::Bool(yes) => self.say(if *yes { "yes" } else { "no" }, &[]),
            Value::Number(n) => {
                n.as_i64().map_or_else(|| self.decimal(n.as_f64().unwrap_or_default()), |n| number(self.lang, n))
            }
            Value::String(term) => self.ratio(term).unwrap_or_else(|| self.readable("result", term)),
            Value::Array(all) if all.iter().all(Value::is_object) => {
                all.iter().map(|value| self.written(value)).collect::<Vec<_>>().join("; ")
            }
            Value::Array(all) => all.iter().map(|value| self.written(value)).collect::<Vec<_>>().join(" + "),
            Value::Object(inner) => match inner.get("probability").and_then(Value::as_f64) {
                Some(chance) if inner.contains_key("p") => percent(self.lang, chance),
                _ => self.told(inner),
            },
        }
    }

    /// A name and its value; a true flag by its name alone, an absent value not at all.
    #[must_use]
    pub fn said(&self, key: &str, value: &Value) -> Option<String> {
        match value {
            Value::Null => None,
            Value::Bool(true) => Some(self.field(key)),
            Value::Bool(false) => Some(format!("{} {}", self.say("not", &[]), self.field(key))),
            value => Some(format!("{} {}", self.field(key), self.written(value))),
        }
    }

    /// An outcome in one line: "pertes 3, résultat ébranlé". False flags are left out.
    #[must_use]
    pub fn told(&self, outcome: &Map<String, Value>) -> String {
        let told = outcome.iter().filter(|(_, value)| **value != Value::Bool(false));
        told.filter_map(|(key, value)| self.said(key, value)).collect::<Vec<_>>().join(", ")
    }

    /// The names whose values differ between outcomes, the decisive ones first.
    #[must_use]
    pub fn varying<'a>(&self, rows: &'a [Flat<'a>]) -> Vec<&'a str> {
        let mut keys: Vec<&str> = Vec::new();
        for key in rows.iter().flat_map(Flat::keys) {
            let first = rows.first().and_then(|outcome| outcome.get(key));
            if !keys.contains(&key.as_str()) && rows.iter().any(|outcome| outcome.get(key) != first) {
                keys.push(key);
            }
        }
        keys.sort_by_key(|key| !self.decides(key));
        keys
    }

    /// An exact mean in readable form.
    fn ratio(&self, text: &str) -> Option<String> {
        let (num, den) = text.split_once('/')?;
        let (num, den): (f64, f64) = (num.parse().ok()?, den.parse().ok()?);
        (den > 0.0).then(|| self.decimal(num / den))
    }

    /// Why a value is not accepted, in words: by a text `situation-…` of the ruleset, or by one of the general texts.
    #[must_use]
    pub fn fault(&self, reason: &FaultReason) -> String {
        let found =
            |id: &str, found: &str, known: &str| self.say(id, &[("found", found.into()), ("known", known.into())]);
        match reason {
            FaultReason::Term(term) => self
                .find(&format!("situation-{term}"), &[])
                .unwrap_or_else(|| self.readable("situation", term.as_str())),
            FaultReason::Figures { fault, figures } => {
                let figures: Vec<(&str, crate::Value<'_>)> =
                    figures.iter().map(|(name, figure)| (name.as_str(), (*figure).into())).collect();
                self.find(&format!("situation-{fault}"), &figures)
                    .unwrap_or_else(|| self.readable("situation", fault.as_str()))
            }
            FaultReason::OneOf { known, value } => {
                let known: Vec<String> = known.iter().map(ToString::to_string).collect();
                let known = match known.split_last() {
                    Some((last, rest)) if !rest.is_empty() => {
                        format!("{}{}{last}", rest.join(", "), self.say("file-or", &[]))
                    }
                    _ => known.concat(),
                };
                self.say("fault-one-of", &[("known", known.into()), ("value", (*value).into())])
            }
            FaultReason::Entries { least, most, count } => {
                let id = if least == most { "fault-entries-exactly" } else { "fault-entries" };
                let facts = [("least", (*least).into()), ("most", (*most).into()), ("count", (*count).into())];
                self.say(id, &facts)
            }
            FaultReason::Between { least, most, value } => {
                let [least, most, value] = [least, most, value].map(|bound| self.exact(bound.reduced()));
                self.say("fault-between", &[("least", least.into()), ("most", most.into()), ("value", value.into())])
            }
            FaultReason::UnknownField { found: name, known } if known.is_empty() => {
                found("fault-no-such-field", name, "")
            }
            FaultReason::UnknownField { found: name, known } => found("fault-unknown-field", name, &known.join(", ")),
            FaultReason::UnknownWord { found: word, known } => found("fault-unknown-word", word, &known.join(", ")),
            FaultReason::Missing(field) => found("fault-missing", field, ""),
            FaultReason::Sort { found: value, known } => {
                let value = match value {
                    Found::Value(value) => value.clone(),
                    Found::Sort(sort) => self.sort(*sort),
                };
                match known {
                    Some(sort) => found("fault-sort", &value, &self.sort(*sort)),
                    None => self.say("fault-form", &[]),
                }
            }
            FaultReason::Form => self.say("fault-form", &[]),
            FaultReason::DiceShort { throw, wanted, left } => {
                let facts = [("throw", uncut(throw).into()), ("wanted", (*wanted).into()), ("left", (*left).into())];
                self.say("dice-short", &facts)
            }
            FaultReason::DiceLeft { faces } => {
                let shown: Vec<String> = faces.iter().map(ToString::to_string).collect();
                self.say("dice-left", &[("count", faces.len().into()), ("faces", shown.join(", ").into())])
            }
            FaultReason::Face { throw, place, face } => {
                let facts = [("throw", uncut(throw).into()), ("place", (*place).into()), ("face", (*face).into())];
                self.say("dice-face", &facts)
            }
            FaultReason::File { fault, facts } => self.file(fault, facts),
        }
    }

    /// The fault of a file: the text `file-<fault>`, or `file-<fault>-<fact>` with an optional fact.
    fn file(&self, fault: &Term, facts: &BTreeMap<Term, FileFact>) -> String {
        let or = self.say("file-or", &[]);
        let sort = |sort: &Term| self.say(&format!("file-sort-{sort}"), &[]);
        let value = |fact: &FileFact| match fact {
            FileFact::Text(text) => text.clone().into(),
            FileFact::Count(count) => (*count).into(),
            FileFact::Number(number) => (*number).into(),
            FileFact::Sorts(sorts) => sorts.iter().map(sort).collect::<Vec<_>>().join(&or).into(),
        };
        let values: Vec<(&str, crate::Value<'_>)> =
            facts.iter().map(|(name, fact)| (name.as_str(), value(fact))).collect();
        let id = format!("file-{fault}");
        let text = facts.keys().find_map(|fact| self.find(&format!("{id}-{fact}"), &values));
        let text = text.unwrap_or_else(|| self.say(&id, &values));
        match facts.get(&Term::of("nearest")) {
            Some(nearest) => self.say("file-nearest", &[("text", text.into()), ("nearest", value(nearest))]),
            None => text,
        }
    }

    /// A fault of a file: its place and description, in one line.
    #[must_use]
    pub fn file_fault(&self, fault: &armies::Fault) -> String {
        let own = Fault::at(fault.place.clone(), &fault.reason);
        format!("{}:{}:{}: {}", fault.file, fault.line, fault.column, self.placed_fault(&own))
    }

    #[must_use]
    pub fn placed_fault(&self, fault: &Fault) -> String {
        let reason = self.fault(&fault.reason);
        if fault.place.is_empty() {
            return reason;
        }
        self.say("fault-at", &[("place", fault.place.as_str().into()), ("reason", reason.into())])
    }

    /// Why a JSON text cannot be read: the place and the error.
    #[must_use]
    pub fn unread(&self, unread: &Unread) -> String {
        let at = |line: usize, column: usize| [("line", line.into()), ("column", column.into())];
        match unread {
            Unread::Twice { key, line, column } => {
                let [line, column] = at(*line, *column);
                self.say("json-twice", &[line, column, ("key", key.into())])
            }
            Unread::Json(error) => {
                let id = match error.classify() {
                    Category::Syntax => "json-syntax",
                    Category::Eof | Category::Io => "json-eof",
                    Category::Data => return self.misfit(error, ""),
                };
                self.say(id, &at(error.line(), error.column()))
            }
        }
    }

    /// The place where a value of a JSON text does not fit; its path, as far as it is known.
    #[must_use]
    pub fn misfit(&self, error: &serde_json::Error, path: &str) -> String {
        let id = if path.is_empty() { "json-data" } else { "json-data-at" };
        self.say(id, &[("line", error.line().into()), ("column", error.column().into()), ("place", path.into())])
    }

    fn sort(&self, sort: ValueSort) -> String {
        self.say(&format!("sort-{}", sort.name()), &[])
    }
}

/// The dice of a throw, without the classes into which its sum is cut.
fn uncut(throw: &str) -> String {
    let read = throw.parse::<dice::Throw>();
    read.map_or_else(|_| throw.to_owned(), |read| dice::Throw { cuts: Default::default(), ..read }.to_string())
}

/// The outcomes of a distribution laid flat.
#[must_use]
pub fn flat_rows(rows: &[Row]) -> Vec<Flat<'_>> {
    rows.iter().map(|row| flattened(&row.outcome)).collect()
}

/// One figure of a distribution by itself.
pub struct Marginal<'a> {
    /// Values that are words, in order.
    pub named: Vec<(&'a Value, Chance)>,
    /// Values that are numbers, whole or fractions, ascending.
    pub numbers: Vec<(Exact, Chance)>,
}

/// An exact figure: whole, a fraction, or with at most two decimals.
fn exact(value: &Value) -> Option<Exact> {
    let decimals = || {
        let hundredths = value.as_f64()? * 100.0;
        let whole = hundredths.round();
        let near = (hundredths - whole).abs() < 1e-6 && whole.abs() < 1e15;
        #[allow(clippy::cast_possible_truncation, reason = "a whole number within bounds")]
        near.then(|| Exact { num: whole as i64, den: 100 }.reduced())
    };
    Exact::deserialize(value).ok().or_else(decimals)
}

/// Every value of one figure with its chance, summed over the other figures.
#[must_use]
pub fn marginal<'a>(key: &str, flat: &[Flat<'a>], rows: &[Row]) -> Marginal<'a> {
    fn add<T: PartialEq>(to: &mut Vec<(T, Chance)>, value: T, chance: Chance) {
        match to.iter_mut().find(|(known, _)| *known == value) {
            Some((_, sum)) => *sum = sum.or(chance),
            None => to.push((value, chance)),
        }
    }
    let mut found = Marginal { named: Vec::new(), numbers: Vec::new() };
    for (outcome, row) in flat.iter().zip(rows) {
        let value = outcome.get(key).copied().unwrap_or(&Value::Null);
        match exact(value) {
            Some(number) => add(&mut found.numbers, number, row.chance),
            None => add(&mut found.named, value, row.chance),
        }
    }
    let scaled = |a: Exact, b: Exact| i128::from(a.num) * i128::from(b.den);
    found.numbers.sort_by(|(a, _), (b, _)| scaled(*a, *b).cmp(&scaled(*b, *a)));
    found
}
