//! The worked cases.
#![allow(clippy::unwrap_used, reason = "a test")]

use grognard_bataille_empire::terms::book;
use grognard_bataille_empire::{Book, resolutions};

#[test]
fn every_case_comes_out_and_needs_its_rules() {
    rulebook::cases::run("bataille-empire", book::rule, |book: &Book| Box::new(resolutions(book.clone())));
}

/// The titles of the examples are read by players: each is said in both languages.
#[test]
fn every_title_is_said_in_both_languages() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../data/cases");
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        if !file.file_name().unwrap().to_string_lossy().starts_with("bataille-empire") {
            continue;
        }
        for line in std::fs::read_to_string(&file).unwrap().lines().filter(|line| line.starts_with("title =")) {
            assert!(line.starts_with("title = { fr = \"") && line.contains(", en = \""), "{}: {line}", file.display());
        }
    }
}
