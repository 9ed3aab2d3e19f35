//! Every term that a ruleset can say has words, in both languages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use words::{Lang, Words};

/// Where the sources of the rules name a term, and the kinds of text that may say it.
const PLACES: [(&str, &[&str]); 13] = [
    (
        "Term::of(",
        &[
            "term",
            "fact",
            "result",
            "phase",
            "question",
            "outcome",
            "does",
            "note",
            "mark",
            "mark-name",
            "arm",
            "test",
            "gone",
            "site",
        ],
    ),
    ("Refusal::by(", &["refusal"]),
    ("Refusal::form(", &["refusal"]),
    ("self.note(", &["note"]),
    ("self.clock(", &["phase"]),
    ("Slot::new(", &["question"]),
    ("Key::plain(", &["does"]),
    ("Key::about(", &["does"]),
    ("Breakdown::new(", &["test"]),
    ("result: Term::of(", &["result", "term"]),
    ("facts.insert(Term::of(", &["fact"]),
    (".fact(", &["fact", "line-fact"]),
    ("run.tell(", &["field"]),
];

/// Terms that are said otherwise: a fact that tells how its line is read.
const APART: [&str; 1] = ["hundredths_of_pas"];

fn sources(folder: &Path, all: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("text");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            all.push((path.display().to_string(), code));
        }
    }
}

/// The words in quotes among the arguments of a call.
fn terms(call: &str) -> Vec<&str> {
    let mut open = 1;
    let end = call.char_indices().find_map(|(at, c)| {
        open += i32::from(c == '(') - i32::from(c == ')');
        (open == 0).then_some(at)
    });
    let quoted = call[..end.unwrap_or(0)].split('"').skip(1).step_by(2);
    quoted
        .filter(|word| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        })
        .collect()
}

#[test]
fn every_term_in_the_sources_has_words() {
    let mut all = Vec::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/marie-louise/src")), &mut all);
    let mut missing = Vec::new();
    let mut seen = 0;
    for lang in Lang::BOTH {
        let words = Words::of(lang, &marie_louise::RULESET);
        for (file, code) in &all {
            for (place, kinds) in PLACES {
                for (at, _) in code.match_indices(place) {
                    // Other calls may carry facts and the like behind their term; here all words are alternatives.
                    let alternatives = if place == "Term::of(" { usize::MAX } else { 1 };
                    for term in terms(&code[at + place.len()..]).into_iter().take(alternatives) {
                        seen += 1;
                        let said = kinds.iter().any(|kind| words.find(&format!("{kind}-{term}"), &[]).is_some());
                        if !said && !APART.contains(&term) {
                            missing.push(format!("{lang}: {place}\"{term}\" in {file}"));
                        }
                    }
                }
            }
        }
    }
    missing.sort();
    missing.dedup();
    assert!(seen > 200, "the sources were read");
    assert!(missing.is_empty(), "no words for:\n{}", missing.join("\n"));
}
