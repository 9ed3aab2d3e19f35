//! Odds for a reader: what may come of it, exactly and "at least".

use crate::context::Context;
use crate::page::{Align, bar, columns};
use game::{Chance, Row};
use serde_json::Value;
use std::collections::BTreeMap;
use words::{Words, number, percent};

/// Most joint outcomes that are listed; beyond it each figure is shown by itself.
const MOST_ROWS: usize = 12;
const BAR: usize = 20;

/// A distribution as tables: all outcomes together where they are few, then each figure by itself.
pub fn tables(context: &Context, words: &Words, rows: &[Row]) -> String {
    let keys = varying(rows);
    let mut text = String::new();
    if keys.len() != 1 && (2..=MOST_ROWS).contains(&rows.len()) {
        let mut lines: Vec<Vec<String>> = Vec::new();
        for row in rows {
            let label: Vec<String> = keys.iter().filter_map(|key| Some(named(words, key, row.outcome.get(*key)?))).collect();
            lines.push(line(words, label.join(", "), row.chance));
        }
        text.push_str(&columns(&lines, &[Align::Left, Align::Right, Align::Right, Align::Left], 2));
        if keys.len() > 1 {
            text.push('\n');
        }
    }
    if keys.len() == 1 || rows.len() > MOST_ROWS {
        for key in keys {
            text.push_str(&marginal(context, words, key, rows));
        }
    }
    if let [only] = rows {
        text.push_str(&format!("  {}\n", context.say("chances-certain", &[("outcome", outcome(words, &only.outcome).into())])));
    }
    text
}

/// The keys whose values are not the same in all outcomes.
fn varying(rows: &[Row]) -> Vec<&str> {
    let mut keys: Vec<&str> = Vec::new();
    for key in rows.iter().flat_map(|row| row.outcome.keys()) {
        let first = rows.first().and_then(|row| row.outcome.get(key));
        if !keys.contains(&key.as_str()) && rows.iter().any(|row| row.outcome.get(key) != first) {
            keys.push(key);
        }
    }
    keys
}

/// One figure by itself: each value, and for whole numbers also "at least".
fn marginal(context: &Context, words: &Words, key: &str, rows: &[Row]) -> String {
    let mut whole: BTreeMap<i64, Chance> = BTreeMap::new();
    let mut other: Vec<(String, Chance)> = Vec::new();
    for row in rows {
        let value = row.outcome.get(key).unwrap_or(&Value::Null);
        if let Some(n) = value.as_i64() {
            let chance = whole.entry(n).or_insert(Chance::NEVER);
            *chance = chance.or(row.chance);
        } else {
            let label = written(words, value);
            match other.iter_mut().find(|(known, _)| *known == label) {
                Some((_, chance)) => *chance = chance.or(row.chance),
                None => other.push((label, row.chance)),
            }
        }
    }
    let mut lines = vec![vec![words.word("field", key)]];
    if !whole.is_empty() {
        let heads = ["", "chances-exactly", "", "chances-at-least"].map(|id| if id.is_empty() { String::new() } else { context.say(id, &[]) });
        lines[0].extend(heads.into_iter().skip(1));
    }
    for (label, chance) in other {
        lines.push(line(words, label, chance));
    }
    for n in whole.keys() {
        let least = whole.range(n..).fold(Chance::NEVER, |sum, (_, chance)| sum.or(*chance));
        let mut cells = line(words, number(words.lang(), *n), whole[n]);
        let drawn = cells.pop().unwrap_or_default();
        cells.extend([percent(words.lang(), least.to_f64()), drawn]);
        lines.push(cells);
    }
    columns(&lines, &[Align::Left, Align::Right, Align::Right, Align::Right, Align::Left], 2) + "\n"
}

/// Label, ratio, percent, bar.
fn line(words: &Words, label: String, chance: Chance) -> Vec<String> {
    let ratio = match chance {
        Chance::Exact(ratio) if ratio.den() <= 1_000_000 => ratio.to_string(),
        Chance::Exact(_) => String::new(),
        Chance::Near { .. } => "≈".to_owned(),
    };
    let p = chance.to_f64();
    vec![label, ratio, percent(words.lang(), p), bar(p, BAR)]
}

/// An outcome in words: "pertes 3, résultat ébranlé".
pub fn outcome(words: &Words, outcome: &serde_json::Map<String, Value>) -> String {
    outcome.iter().map(|(key, value)| named(words, key, value)).collect::<Vec<_>>().join(", ")
}

fn named(words: &Words, key: &str, value: &Value) -> String {
    format!("{} {}", words.word("field", key), written(words, value))
}

/// A value of an outcome in words.
pub fn written(words: &Words, value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::Bool(yes) => words.say(if *yes { "yes" } else { "no" }, &[]),
        Value::Number(n) => n.as_i64().map_or_else(|| n.to_string(), |n| number(words.lang(), n)),
        Value::String(term) => words.word("result", term),
        Value::Array(all) => all.iter().map(|value| written(words, value)).collect::<Vec<_>>().join(" + "),
        Value::Object(inner) => format!("({})", outcome(words, inner)),
    }
}
