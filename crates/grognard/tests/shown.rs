//! What a reader is shown of a battle, kept word for word and line for line: the report on the terminal and as a page,
//! and a picture. The battles are those of an earlier version, read from their events, so that no change of a rule
//! changes them. After an intended change, `GROGNARD_SHOWN=write cargo test -p grognard --test shown` rewrites them;
//! read the difference before you keep it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{as_kept, run};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The log of a whole battle from an earlier version; those of the newer rulesets are here.
fn log(ruleset: &str) -> String {
    let here = format!("{HERE}/tests/shown/{ruleset}.log.jsonl");
    let earlier = format!("{HERE}/../server/tests/fixtures/e7bab9a/{ruleset}.log.jsonl");
    if std::path::Path::new(&here).exists() { here } else { earlier }
}

#[test]
fn a_report_on_the_terminal_is_as_kept() {
    for (ruleset, lang) in shipped::all().iter().flat_map(|ruleset| [(ruleset.id(), "fr"), (ruleset.id(), "en")]) {
        let told = run(&["replay", &log(ruleset), "--report", "--lang", lang]).good();
        as_kept(&format!("{ruleset}.{lang}.txt"), &told.out);
    }
}

/// The page without its drawings: these are stored as pictures.
#[test]
fn a_report_as_a_page_is_as_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    run(&["replay", &log("bataille-empire"), "--report", file.to_str().unwrap(), "--lang", "en"]).good();
    let page = std::fs::read_to_string(file).unwrap();
    let mut words = String::new();
    for (n, part) in page.split("<svg").enumerate() {
        words += if n == 0 { part } else { part.split_once("</svg>").map_or("", |(_, after)| after) };
    }
    assert!(words.len() < page.len(), "it has drawings");
    as_kept("bataille-empire.en.html", &words);
}

#[test]
fn a_picture_is_as_kept() {
    let folder = tempfile::tempdir().unwrap();
    for ruleset in shipped::all().iter().map(|ruleset| ruleset.id()) {
        // One of them in English, late enough that much has happened.
        let (lang, turn) = if ruleset == "bataille-empire" { ("en", "3") } else { ("fr", "2") };
        let file = folder.path().join("table.svg");
        run(&["replay", &log(ruleset), "--turn", turn, "--picture", file.to_str().unwrap(), "--lang", lang]).good();
        as_kept(&format!("{ruleset}.{lang}.svg"), &std::fs::read_to_string(file).unwrap());
    }
}
