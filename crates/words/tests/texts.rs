//! The texts themselves: both languages have the same contents, and nothing in them is broken.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fluent_syntax::ast::{Entry, Resource};
use grognard_words as words;
use std::collections::{BTreeMap, BTreeSet};
use words::Lang;

/// Ids with their attributes and the values they use, file by file.
fn contents(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for (file, text) in words::ids(lang) {
        let resource: Resource<&str> =
            fluent_syntax::parser::parse(text).unwrap_or_else(|(_, errors)| panic!("{lang}/{file}: {errors:?}"));
        let mut ids = BTreeSet::new();
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            assert!(ids.insert(message.id.name.to_owned()), "{lang}/{file}: {} twice", message.id.name);
            for attribute in message.attributes {
                ids.insert(format!("{}.{}", message.id.name, attribute.id.name));
            }
        }
        all.insert(file, ids);
    }
    all
}

#[test]
fn both_languages_have_the_same_texts() {
    let (fr, en) = (contents(Lang::Fr), contents(Lang::En));
    assert_eq!(fr.keys().collect::<Vec<_>>(), en.keys().collect::<Vec<_>>());
    for (file, ids) in &fr {
        let missing_in_english: Vec<_> = ids.difference(&en[file]).collect();
        let missing_in_french: Vec<_> = en[file].difference(ids).collect();
        assert!(
            missing_in_english.is_empty() && missing_in_french.is_empty(),
            "{file}: not in English {missing_in_english:?}, not in French {missing_in_french:?}"
        );
    }
}

#[test]
fn an_id_stands_in_one_file_only() {
    for lang in Lang::BOTH {
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for (file, ids) in contents(lang).into_iter().filter(|(file, _)| !file.starts_with("rulesets/")) {
            for id in ids {
                if let Some(other) = seen.insert(id.clone(), file.clone()) {
                    panic!("{lang}: {id} in {other} and in {file}");
                }
            }
        }
    }
}

/// A French sentence of a ruleset with a count selects its plural: a figure before a word in s stands in a variant.
#[test]
fn what_is_counted_has_its_singular() {
    const INVARIABLE: [&str; 16] = [
        "sans", "dans", "plus", "pas", "fois", "sous", "mais", "vers", "moins", "ses", "les", "des", "puis", "jamais",
        "pris", "hors",
    ];
    for (file, text) in words::ids(Lang::Fr).into_iter().filter(|(file, _)| file.starts_with("rulesets/")) {
        for line in text.lines().filter(|line| !line.trim_start().starts_with(['*', '[', '#'])) {
            for after in line.split(" } ").skip(1) {
                let word = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
                let counted = word.len() > 1 && word.ends_with('s') && !INVARIABLE.contains(&word);
                assert!(!counted, "{file}: a figure before {word:?} without a singular: {line}");
            }
        }
    }
}
