//! Odds for a reader: what may come of it, exactly and "at least".

use crate::context::Context;
use crate::page::{Align, bar, columns};
use game::{Chance, Row};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use words::{Words, number, percent};

/// Most joint outcomes that are listed; beyond it each figure is shown by itself.
const MOST_ROWS: usize = 6;
/// Longest denominator that a reader can make something of.
const MOST_DENOMINATOR: u128 = 100_000;
const BAR: usize = 20;
const ALIGN: [Align; 5] = [Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];

/// One line of a table: what, its chance, "at least" where it is a number.
struct Line {
    label: String,
    chance: Chance,
    least: Option<Chance>,
}

/// A distribution as tables: all outcomes together where they are few, otherwise each figure by itself.
pub fn tables(context: &Context, words: &Words, rows: &[Row]) -> String {
    let flat: Vec<(BTreeMap<String, &Value>, Chance)> =
        rows.iter().map(|row| (flattened(&row.outcome), row.chance)).collect();
    let keys = varying(words, &flat);
    if let [only] = rows {
        let outcome = outcome(words, &only.outcome);
        return format!("  {}\n", context.say("chances-certain", &[("outcome", outcome.into())]));
    }
    if keys.len() > 1 && rows.len() <= MOST_ROWS {
        let lines = flat.iter().map(|(outcome, chance)| {
            let label =
                keys.iter().filter_map(|key| said(words, key, outcome.get(*key)?)).collect::<Vec<_>>().join(", ");
            Line { label, chance: *chance, least: None }
        });
        return table(context, words, "", lines.collect());
    }
    let tables: Vec<String> = keys.iter().map(|key| marginal(context, words, key, &flat)).collect();
    tables.join("\n")
}

/// Nested outcomes laid flat: "attacker.fate".
fn flattened(outcome: &Map<String, Value>) -> BTreeMap<String, &Value> {
    let mut flat = BTreeMap::new();
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

/// The keys whose values are not the same in all outcomes.
fn varying<'a>(words: &Words, rows: &'a [(BTreeMap<String, &Value>, Chance)]) -> Vec<&'a str> {
    let mut keys: Vec<&str> = Vec::new();
    for key in rows.iter().flat_map(|(outcome, _)| outcome.keys()) {
        let first = rows.first().and_then(|(outcome, _)| outcome.get(key));
        if !keys.contains(&key.as_str()) && rows.iter().any(|(outcome, _)| outcome.get(key) != first) {
            keys.push(key);
        }
    }
    // What decides comes first.
    keys.sort_by_key(|key| !first(words, key));
    keys
}

fn first(words: &Words, key: &str) -> bool {
    words.attribute(&format!("field-{key}"), "first").is_some()
}

/// One figure by itself: each value, and for whole numbers also "at least".
fn marginal(context: &Context, words: &Words, key: &str, rows: &[(BTreeMap<String, &Value>, Chance)]) -> String {
    let mut whole: BTreeMap<i64, Chance> = BTreeMap::new();
    let mut lines: Vec<Line> = Vec::new();
    for (outcome, chance) in rows {
        let value = outcome.get(key).copied().unwrap_or(&Value::Null);
        if let Some(n) = value.as_i64() {
            let sum = whole.entry(n).or_insert(Chance::NEVER);
            *sum = sum.or(*chance);
        } else {
            let label = written(words, value);
            match lines.iter_mut().find(|line| line.label == label) {
                Some(line) => line.chance = line.chance.or(*chance),
                None => lines.push(Line { label, chance: *chance, least: None }),
            }
        }
    }
    for (n, chance) in &whole {
        let least = whole.range(n..).fold(Chance::NEVER, |sum, (_, chance)| sum.or(*chance));
        lines.push(Line { label: number(words.lang(), *n), chance: *chance, least: Some(least) });
    }
    table(context, words, &field(words, key), lines)
}

/// Label, ratio, percent, "at least", bar. The ratios are left out where one of them is beyond reading.
fn table(context: &Context, words: &Words, title: &str, lines: Vec<Line>) -> String {
    let lang = words.lang();
    let simple = |chance: Chance| chance.exact().is_some_and(|ratio| ratio.den() <= MOST_DENOMINATOR);
    let ratios = lines.iter().all(|line| simple(line.chance));
    let near = lines.iter().any(|line| line.chance.exact().is_none());
    let least = lines.iter().any(|line| line.least.is_some());
    let say = |id: &str, wanted: bool| if wanted { context.say(id, &[]) } else { String::new() };
    let mut rows = Vec::new();
    if !title.is_empty() {
        rows.push(vec![
            title.to_owned(),
            String::new(),
            say("chances-exactly", least),
            say("chances-at-least", least),
            String::new(),
        ]);
    }
    for line in lines {
        let p = line.chance.to_f64();
        let ratio = match line.chance.exact() {
            Some(ratio) if ratios => ratio.to_string(),
            None if near => "≈".to_owned(),
            _ => String::new(),
        };
        let least = line.least.map(|least| percent(lang, least.to_f64())).unwrap_or_default();
        rows.push(vec![line.label, ratio, percent(lang, p), least, bar(p, BAR)]);
    }
    columns(&rows, &ALIGN, 2)
}

/// What came of it, line by line; what the odds say anyway is left out.
pub fn result(words: &Words, outcome: &Map<String, Value>) -> String {
    let shown = |key: &str| words.attribute(&format!("field-{key}"), "shown").as_deref() != Some("no");
    let mut fields: Vec<(&String, &Value)> = outcome.iter().filter(|(key, _)| shown(key)).collect();
    fields.sort_by_key(|(key, _)| !first(words, key));
    let rows: Vec<Vec<String>> =
        fields.into_iter().map(|(key, value)| vec![field(words, key), written(words, value)]).collect();
    columns(&rows, &[], 2)
}

/// An outcome in one line: "pertes 3, résultat ébranlé".
fn outcome(words: &Words, outcome: &Map<String, Value>) -> String {
    let told = outcome.iter().filter(|(_, value)| **value != Value::Bool(false));
    told.filter_map(|(key, value)| said(words, key, value)).collect::<Vec<_>>().join(", ")
}

/// A key in words; a nested one says whose it is.
fn field(words: &Words, key: &str) -> String {
    key.split('.').map(|part| words.word("field", part)).collect::<Vec<_>>().join(" · ")
}

/// A key and its value; a truth by its key alone, what is not so or not there not at all.
fn said(words: &Words, key: &str, value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Bool(yes) => {
            Some(if *yes { field(words, key) } else { format!("{} {}", words.say("not", &[]), field(words, key)) })
        }
        value => Some(format!("{} {}", field(words, key), written(words, value))),
    }
}

/// A value of an outcome in words.
fn written(words: &Words, value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::Bool(yes) => words.say(if *yes { "yes" } else { "no" }, &[]),
        Value::Number(n) => {
            n.as_i64().map_or_else(|| words.decimal(n.as_f64().unwrap_or_default()), |n| number(words.lang(), n))
        }
        Value::String(term) => ratio(words, term).unwrap_or_else(|| words.word("result", term)),
        Value::Array(all) => all.iter().map(|value| written(words, value)).collect::<Vec<_>>().join(" + "),
        Value::Object(inner) => outcome(words, inner),
    }
}

/// An exact mean as people read it.
fn ratio(words: &Words, text: &str) -> Option<String> {
    let (num, den) = text.split_once('/')?;
    let (num, den): (f64, f64) = (num.parse().ok()?, den.parse().ok()?);
    (den > 0.0).then(|| words.decimal(num / den))
}
