//! Whatever a ruleset may ask or offer has words in both languages: a term without a text would be shown as it stands, and a standing
//! answer about it refused as one that does not exist.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use words::{Lang, Words};

/// What of the words of a ruleset has no text under any of these names.
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
