//! Everything that a ruleset may ask or offer has words in both languages: a term without a text would be shown as it
//! is, and a standing answer about it refused as unknown.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use staff::usage::{FIGHTS, SQUARES};
use std::collections::BTreeSet;
use words::{Lang, Words};

/// The words of the ruleset without a text under any of these names.
fn unsaid(ruleset: &dyn game::Ruleset, listed: &[&'static str], kinds: &[&str]) -> Vec<String> {
    assert!(!listed.is_empty(), "{} tells none", ruleset.id());
    let missing = |lang: Lang| {
        let words = Words::of(lang, ruleset);
        let said = |word: &str| kinds.iter().any(|kind| words.find(&format!("{kind}-{word}"), &[]).is_some());
        let lost = listed.iter().filter(|word| !said(word));
        lost.map(|word| format!("{} {lang}: {}-{word}", ruleset.id(), kinds[0])).collect::<Vec<_>>()
    };
    Lang::BOTH.into_iter().flat_map(missing).collect()
}

#[test]
fn every_question_and_every_choice_has_words() {
    let missing: Vec<String> = grognard_shipped::all()
        .into_iter()
        .flat_map(|ruleset| {
            let asked = unsaid(ruleset, &ruleset.questions(), &["question"]);
            asked.into_iter().chain(unsaid(ruleset, &ruleset.choices(), &["does", "term"])).collect::<Vec<_>>()
        })
        .collect();
    assert!(missing.is_empty(), "without a text:\n{}", missing.join("\n"));
}

/// What `staff` counts as a fight is shown to players as one, and its squares are formations that have a word.
#[test]
fn what_is_counted_as_a_fight_is_shown_as_one() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/texts/fr/rulesets");
    let (mut fights, mut squares) = (BTreeSet::new(), BTreeSet::new());
    for ruleset in grognard_shipped::all() {
        let words = Words::of(Lang::Fr, ruleset);
        let text = std::fs::read_to_string(folder.join(format!("{}.ftl", ruleset.id()))).unwrap();
        let tests = text.lines().filter_map(|line| line.strip_prefix("test-")?.split_once(" =")).map(|(name, _)| name);
        let shown = |name: &&str| words.attribute(&format!("test-{name}"), "event").is_some();
        fights.extend(tests.filter(shown).map(str::to_owned));
        squares.extend(SQUARES.into_iter().filter(|name| words.find(&format!("term-{name}"), &[]).is_some()));
    }
    assert_eq!(fights, FIGHTS.map(str::to_owned).into());
    assert_eq!(squares, SQUARES.into());
}
