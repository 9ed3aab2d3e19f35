//! Runs worked cases, which are data, through the interface that players use. Each must also fail when a rule it lists
//! is off.
//!
//! For the tests of rulesets: it panics on a fault.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "it is made of assertions")]

use crate::{Switchable, proof};
use dice::{DiceError, Throw};
use game::cases::Said;
use game::{Assistant, Breakdown, Exact, Faces, Op, OwnedLine, Resolution, Rule};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A script of dice.
pub struct Dice(dice::Script);

impl Dice {
    /// Falls with these faces, in order.
    #[must_use]
    pub fn new(faces: &[u8]) -> Self {
        Self(dice::Script::new(faces.iter().copied()))
    }

    /// Checks that every die was used.
    ///
    /// # Panics
    /// If dice are left.
    pub fn finish(self) {
        self.0.finish().expect("all dice are used");
    }
}

impl Faces for Dice {
    fn throw(&mut self, throw: &Throw) -> Result<Vec<u8>, DiceError> {
        self.0.throw(throw)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

/// The fields of a case that the runner needs; its title and story are for readers.
#[derive(Deserialize)]
struct Case {
    id: String,
    rules: Vec<String>,
    #[serde(default)]
    run: Vec<CaseRun>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseRun {
    label: Said,
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

fn cases(ruleset: &str) -> Vec<Case> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../data/cases");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.file_name().unwrap().to_str().unwrap().starts_with(ruleset));
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        toml::from_str::<File>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).case
    };
    // `CASE=ml-d-fire-03` runs one case, `CASE=ml-d-fire` every case whose id begins so.
    let wanted = std::env::var("CASE").ok();
    files.iter().flat_map(read).filter(|case| wanted.as_ref().is_none_or(|id| case.id.starts_with(id))).collect()
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

fn check(case: &Case, run: &CaseRun, assistant: &dyn Assistant) {
    let at = format!("{} ({})", case.id, run.label);
    let mut dice = Dice::new(&run.dice);
    let tried = assistant.resolve(&run.test, &run.situation, &mut dice);
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
        let mut found: Vec<_> = resolution
            .distribution
            .iter()
            .map(|row| {
                let mut map = row.outcome.clone();
                map.insert("p".to_owned(), Value::String(row.chance.to_string()));
                Value::Object(map)
            })
            .collect();
        let all = found.clone();
        for row in expected {
            let expected = Value::Object(row.clone());
            let place = found.iter().position(|found| holds(found, &expected));
            let place = place.unwrap_or_else(|| panic!("{at}: {expected} is not among {all:?}"));
            found.remove(place);
        }
        assert!(found.is_empty(), "{at}: not expected: {found:?}");
    }
}

/// The total that a reader computes from the lines of the last part.
fn recomputed(resolution: &Resolution) -> Exact {
    let last = resolution.breakdown.last().and_then(|line| line.of.clone());
    let lines = resolution.breakdown.iter().filter(|line| line.of == last).map(|line| line.line.clone());
    Breakdown { test: "again".into(), of: None, lines: lines.collect() }.total()
}

/// Whether a value is as expected; an object needs only the named fields.
fn holds(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            expected.iter().all(|(name, value)| found.get(name).is_some_and(|found| holds(found, value)))
        }
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len() && found.iter().zip(expected).all(|(found, expected)| holds(found, expected))
        }
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => found == expected,
    }
}

/// Runs every worked case of a ruleset (`CASE=ml-d-fire`: those whose id begins so), and again without each rule that
/// it lists.
///
/// # Panics
/// If a case gives another result, or still passes without a rule that it lists.
pub fn run<B: Switchable + std::panic::RefUnwindSafe>(
    ruleset: &str,
    rule: impl Fn(&str) -> Option<Rule>,
    assistant: impl Fn(&B) -> Box<dyn Assistant> + std::panic::RefUnwindSafe,
) {
    let mut faults = Vec::new();
    let full = B::default();
    for case in cases(ruleset) {
        for run in &case.run {
            if let Err(panic) = std::panic::catch_unwind(|| check(&case, run, &*assistant(&full))) {
                let said = panic.downcast_ref::<String>().cloned();
                faults.push(said.unwrap_or_else(|| format!("{} ({}) fails", case.id, run.label)));
            }
        }
        if case.run.is_empty() {
            continue;
        }
        let rules: Vec<_> = case.rules.iter().map(|id| rule(id).unwrap_or_else(|| panic!("no rule {id}"))).collect();
        let whole = |book: &B| {
            let assistant = assistant(book);
            case.run.iter().for_each(|run| check(&case, run, &*assistant));
        };
        let unnoticed = proof::unnoticed(&full, &rules, whole);
        faults.extend(unnoticed.iter().map(|id| format!("{}: without {id} nothing changes", case.id)));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
