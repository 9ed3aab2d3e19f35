//! Worked cases, as data, through the interface that players use. Each must also fail when a rule it lists is off.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::Dice;
use game::{Breakdown, Exact, Op, OwnedLine, Resolution};
use grognard_marie_louise::{Book, book, proof};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    #[allow(dead_code, reason = "for readers of the file")]
    title: String,
    rules: Vec<String>,
    run: Vec<Run>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    label: String,
    test: String,
    situation: Value,
    #[serde(default)]
    dice: Vec<u8>,
    total: Option<Exact>,
    per_die: Option<Vec<(String, i64)>>,
    times: Option<Vec<(String, Exact)>>,
    add: Option<Vec<(String, i64)>>,
    #[serde(default)]
    add_of: BTreeMap<String, Vec<(String, i64)>>,
    #[serde(default)]
    outcome: Map<String, Value>,
    distribution: Option<Vec<Map<String, Value>>>,
    faults: Option<Vec<String>>,
}

fn cases() -> Vec<Case> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../data/cases");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.file_name().unwrap().to_str().unwrap().starts_with("marie-louise"));
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        toml::from_str::<File>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).case
    };
    // CASE=ml-d-fire-03 runs that one alone.
    let wanted = std::env::var("CASE").ok();
    files.iter().flat_map(read).filter(|case| wanted.as_ref().is_none_or(|id| *id == case.id)).collect()
}

fn lines<'a, T>(
    resolution: &'a Resolution,
    pick: impl Fn(&'a OwnedLine) -> Option<T> + 'a,
) -> impl Iterator<Item = (String, T)> + 'a {
    resolution.breakdown.iter().filter_map(move |line| Some((line.line.rule.to_string(), pick(line)?)))
}

fn added(line: &OwnedLine) -> Option<i64> {
    if let Op::Add(n) = line.line.op { Some(n) } else { None }
}

fn check(case: &Case, run: &Run, book: &Book) {
    let at = format!("{} ({})", case.id, run.label);
    let mut dice = Dice::new(&run.dice);
    let tried = common::try_resolve(book, &run.test, &run.situation, &mut dice);
    if let Some(expected) = &run.faults {
        let places: Vec<String> = tried.err().unwrap_or_default().into_iter().map(|fault| fault.place).collect();
        assert_eq!(&places, expected, "{at}: faults");
        return;
    }
    let resolution = tried.unwrap_or_else(|faults| panic!("{at}: {faults:?}"));
    dice.finish();
    if resolution.total.is_some() {
        assert_eq!(resolution.total, Some(recomputed(&resolution)), "{at}: the lines do not make the total");
    }
    if let Some(total) = run.total {
        assert_eq!(resolution.total, Some(total), "{at}: total");
    }
    if let Some(expected) = &run.per_die {
        let found = lines(&resolution, |l| if let Op::PerDie(n) = l.line.op { Some(n) } else { None });
        assert_eq!(&found.collect::<Vec<_>>(), expected, "{at}: modifiers of each die");
    }
    if let Some(expected) = &run.times {
        let found = lines(&resolution, |l| if let Op::Times(by) = l.line.op { Some(by) } else { None });
        assert_eq!(&found.collect::<Vec<_>>(), expected, "{at}: doublings and halvings");
    }
    if let Some(expected) = &run.add {
        assert_eq!(&lines(&resolution, added).collect::<Vec<_>>(), expected, "{at}: modifiers");
    }
    for (of, expected) in &run.add_of {
        let found = lines(&resolution, |l| if l.of.as_ref()?.as_str() == of { added(l) } else { None });
        assert_eq!(&found.collect::<Vec<_>>(), expected, "{at}: modifiers of the {of}");
    }
    for (name, expected) in &run.outcome {
        let found = resolution.outcome.get(name).unwrap_or(&Value::Null);
        assert!(holds(found, expected), "{at}: {name} is {found}, not {expected}");
    }
    if let Some(expected) = &run.distribution {
        let rows = resolution.distribution.iter().map(|row| {
            let mut map = row.outcome.clone();
            map.insert("p".to_owned(), Value::String(row.chance.to_string()));
            map
        });
        assert_eq!(&rows.collect::<Vec<_>>(), expected, "{at}: distribution");
    }
}

/// The total that a reader makes of the lines of the last part.
fn recomputed(resolution: &Resolution) -> Exact {
    let last = resolution.breakdown.last().and_then(|line| line.of.clone());
    let lines = resolution.breakdown.iter().filter(|line| line.of == last).map(|line| line.line.clone());
    Breakdown { test: "again".into(), of: None, lines: lines.collect() }.total()
}

/// Whether a value is as expected; of an object, as far as it is named.
fn holds(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            expected.iter().all(|(name, value)| found.get(name).is_some_and(|found| holds(found, value)))
        }
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => found == expected,
    }
}

#[test]
fn every_case_comes_out_and_needs_its_rules() {
    let mut faults = Vec::new();
    let full = Book::new();
    for case in cases() {
        for run in &case.run {
            if let Err(panic) = std::panic::catch_unwind(|| check(&case, run, &full)) {
                let said = panic.downcast_ref::<String>().cloned();
                faults.push(said.unwrap_or_else(|| format!("{} ({}) fails", case.id, run.label)));
            }
        }
        let rules: Vec<_> =
            case.rules.iter().map(|id| book::rule(id).unwrap_or_else(|| panic!("no rule {id}"))).collect();
        let unnoticed = proof::unnoticed(&full, &rules, |book| case.run.iter().for_each(|run| check(&case, run, book)));
        faults.extend(unnoticed.iter().map(|id| format!("{}: without {id} nothing changes", case.id)));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
