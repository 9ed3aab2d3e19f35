//! Everything that a ruleset may ask or offer has words in both languages: a term without a text would be shown as it
//! is, and a standing answer about it refused as unknown.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

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

/// The terms of a kind that a text marks so, by its attribute.
fn marked(
    lang: Lang,
    ruleset: &dyn game::Ruleset,
    kind: &str,
    attribute: &str,
    says: Option<&str>,
) -> BTreeSet<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/texts").join(lang.code());
    let text = std::fs::read_to_string(folder.join(format!("rulesets/{}.ftl", ruleset.id()))).unwrap();
    let words = Words::of(lang, ruleset);
    let ids = text.lines().filter_map(|line| Some(line.strip_prefix(kind)?.strip_prefix('-')?.split_once(" =")?.0));
    let said = |id: &&str| {
        let told = words.attribute(&format!("{kind}-{id}"), attribute);
        told.is_some_and(|told| says.is_none_or(|says| told == says))
    };
    ids.filter(said).map(str::to_owned).collect()
}

/// The counts of how an army is used (`staff`, `measure`) rest on these marks.
#[test]
fn the_texts_of_every_ruleset_mark_fights_charges_columns_and_squares() {
    for ruleset in grognard_shipped::all() {
        for (kind, attribute, says) in [
            ("test", "event", None),
            ("does", "event", Some("charge")),
            ("term", "shape", Some("column")),
            ("term", "shape", Some("square")),
            ("term", "manner", Some("open")),
        ] {
            let [fr, en] = [Lang::Fr, Lang::En].map(|lang| marked(lang, ruleset, kind, attribute, says));
            assert!(!fr.is_empty(), "{}: no {kind} has {attribute} {says:?}", ruleset.id());
            assert_eq!(fr, en, "{}", ruleset.id());
        }
    }
}
