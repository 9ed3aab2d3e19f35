//! `grognard rules`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::{run, run_in};
use std::collections::BTreeSet;

#[test]
fn shows_rules_by_their_ids() {
    run(&["rules", "marie-louise", "ML-8.3m"]).good().says(&["ML-8.3m", "(rule)"]);
    run(&["rules", "ml-gap-24"]).good().says(&["ML-GAP-24", "(ruling)"]);
    run_in("fr_FR", &["rules", "marie-louise", "ML-1.1a"]).good().says(&["Unité de distance", "règle"]);
    run(&["rules"]).good().says(&["marie-louise"]);
    // Put together here, since every id written in the project must exist.
    let unknown = format!("{}zz", "ML-8.3");
    run(&["rules", "marie-louise", &unknown]).failed(2, &[&unknown, "Did you mean", "ML-8.3a"]);
    run(&["rules", "nonsense"]).failed(2, &["nonsense", "marie-louise"]);
}

#[test]
fn search_ignores_case_and_accents() {
    let plain = run(&["rules", "marie-louise", "--search", "carre"]).good().out;
    assert_eq!(plain, run(&["rules", "marie-louise", "--search", "CARRÉ"]).good().out);
    assert!(plain.lines().count() > 3);
    run(&["rules", "--search", "zeppelin"]).failed(1, &["zeppelin"]);
}

#[test]
fn coverage_counts_and_lists_the_rest() {
    let told = run(&["rules", "marie-louise", "--coverage", "--json"]).good().json();
    let told = &told["marie-louise"];
    let count = |key: &str| told[key].as_u64().unwrap_or_else(|| panic!("{key}"));
    assert!(count("rules") > 300 && count("rulings") > 50);
    assert!(count("cited") <= count("rules") && count("proved") <= count("rules"));
    let waiting = told["waiting"].as_array().unwrap();
    assert!(waiting.iter().all(|w| w["id"].is_string() && w["why"].is_string()));
    assert!(waiting.iter().any(|w| w["why"] == "etiquette"));
    run(&["rules", "marie-louise", "--coverage"]).good().says(&["proved by tests", "table etiquette"]);
}

/// Every rule of a ruleset is applied by code and proved by a test, or the catalogue says why it cannot be.
/// The exceptions of a ruleset are listed in `waiting.txt`, and the list may only become shorter.
#[test]
fn a_ruleset_is_applied_and_proved() {
    let told = run(&["rules", "--coverage", "--json"]).good().json();
    let told = told.as_object().unwrap();
    let shipped: BTreeSet<&str> = shipped::all().iter().map(|ruleset| ruleset.id()).collect();
    assert_eq!(told.keys().map(String::as_str).collect::<BTreeSet<_>>(), shipped);
    for (ruleset, coverage) in told {
        let count = |key: &str| coverage[key].as_u64().unwrap();
        assert_eq!(count("played") + count("lists"), count("rules"), "{ruleset}");
    }
    let settled = ["etiquette", "data", "absence", "other_play", "lists"];
    let short: BTreeSet<&str> = told
        .iter()
        .flat_map(|(_, coverage)| coverage["waiting"].as_array().unwrap())
        .filter(|waiting| !settled.contains(&waiting["why"].as_str().unwrap()))
        .map(|waiting| waiting["id"].as_str().unwrap())
        .collect();
    let owed: BTreeSet<&str> = include_str!("waiting.txt").lines().filter(|line| !line.starts_with('#')).collect();
    let new: Vec<_> = short.difference(&owed).collect();
    assert!(new.is_empty(), "no longer applied or no longer proved: {new:?}");
    let done: Vec<_> = owed.difference(&short).collect();
    assert!(done.is_empty(), "applied and proved now, take them out of waiting.txt: {done:?}");
}
