//! Every reason of the computer's generals has a text in both languages, with all its figures.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Reason, Ref, Side, Term};
use grognard_words::{Lang, Names, Words};
use std::collections::BTreeSet;
use std::path::Path;

/// The plans and opponent models in the sources of the marshal.
fn named() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../staff/src/marshal");
    let mut found = BTreeSet::new();
    for file in std::fs::read_dir(folder).expect("the sources of the marshal") {
        let code = std::fs::read_to_string(file.expect("a file").path()).expect("a source");
        let words = code.split('"').skip(1).step_by(2);
        found.extend(words.filter(|word| word.starts_with("weighed-") || word.starts_with("foe-")).map(str::to_owned));
    }
    found
}

#[test]
fn every_plan_and_foe_of_the_marshal_has_words() {
    let named = named();
    assert!(named.len() > 15, "{named:?}");
    for why in &named {
        let mut told = BTreeSet::new();
        for lang in Lang::BOTH {
            for chosen in [0, 1] {
                let mut reason = Reason::of(Ref::Side(Side::Red), "search").on(Ref::Spot(table::Point::new(0, 0)));
                reason.why = Term::from(why.as_str());
                let facts = [("lead", -12), ("playouts", 34), ("turn", 56), ("likely", 78), ("chosen", chosen)];
                let reason = facts.into_iter().fold(reason, |reason, (name, n)| reason.fact(name, n));
                let text = Words::plain(lang).why(&reason, &Names::default());
                assert!(text.contains("12") && text.contains("34") && !text.contains('$'), "{why}: {text}");
                told.insert(text);
            }
        }
        // A plan that is taken has another text than one that is only weighed.
        assert_eq!(told.len(), if why.starts_with("weighed-") { 4 } else { 2 }, "{told:?}");
    }
}
