//! Faulty files give their faults with line, place and reason; nothing makes the reader panic. The texts of the faults
//! are tested with the words (`words/tests/files.rs`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_armies as armies;

use armies::{Library, MAX_BYTES, MAX_FEATURES, MAX_UNITS, Reason, parse, parse_roster, parse_troops};
use proptest::prelude::*;

#[test]
fn a_name_cannot_play_with_the_terminal() {
    let model = Library::embedded().text("premier-feu").unwrap();
    let bad = model.replace("en = \"First fire\"", "en = \"\\u001b[31mFirst fire\"");
    let faults = parse(&bad, "red").unwrap_err();
    assert_eq!(faults.iter().map(|f| &f.reason).collect::<Vec<_>>(), [&Reason::Unprintable { code: 27 }]);
    assert_eq!(faults[0].place, "title.en");
}

#[test]
fn files_too_large_are_refused_by_their_size() {
    let reasons = |text: &str| parse(text, "large").unwrap_err().into_iter().map(|f| f.reason).collect::<Vec<_>>();
    let long = "#".repeat(MAX_BYTES + 1);
    assert_eq!(reasons(&long), [Reason::TooLong { bytes: MAX_BYTES + 1, limit: MAX_BYTES }]);

    let model = Library::embedded().text("premier-feu").unwrap();
    let features = "{ kind = 'hedge', line = [[0, 0], [1, 1]] },".repeat(MAX_FEATURES + 1);
    let many = format!(
        "{}\n[ground]\nwidth = 1500\nheight = 1000\nfeatures = [{features}]\n{}",
        &model[..model.find("[ground]").unwrap()],
        &model[model.find("[blue]").unwrap()..]
    );
    assert_eq!(reasons(&many), [Reason::TooMany { count: MAX_FEATURES + 1, limit: MAX_FEATURES }]);

    let unit = "[[blue.commands.units]]\nid = 'u'\ntype = 'fr-line'\nmen = 1\n".repeat(MAX_UNITS);
    let red = model.find("[red]").unwrap();
    let crowd = format!("{}{unit}{}", &model[..red], &model[red..]);
    assert!(reasons(&crowd).contains(&Reason::TooMany { count: MAX_UNITS + 3, limit: MAX_UNITS }));
}

/// Endless nesting must not exhaust the stack, wherever the file may nest.
#[test]
fn files_nested_too_deeply_are_refused() {
    let deep = 100_000;
    let keys = vec!["a"; deep].join(".");
    for text in [
        format!("a = {}", "[".repeat(deep)),
        format!("a = {}{}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}", "{a=".repeat(deep)),
        format!("{keys} = 1"),
        format!("[{keys}]"),
        format!("[overrides.marie-louise]\n{keys} = 1"),
    ] {
        assert!(parse(&text, "deep").is_err());
    }
}

#[test]
fn a_path_that_leads_nowhere_says_what_there_is() {
    let error = Library::embedded().find("austerlitz").unwrap_err().to_string();
    assert!(error.contains("austerlitz") && error.contains("maida-1806"), "{error}");
}

/// A change to a text: cut, doubled, overwritten, or one line swapped for another.
#[derive(Clone, Debug)]
enum Damage {
    Cut(usize, usize),
    Double(usize, usize),
    Write(usize, String),
    Swap(usize, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let scrap = prop_oneof![
        "[\\[\\]{}=\",.#\n 0-9a-z-]{1,12}",
        Just("nan".to_owned()),
        Just("-99999999999999999999".to_owned()),
        Just("1e308".to_owned()),
        Just("\u{feff}é\u{0}".to_owned()),
        Just("[[red.commands.units]]\n".to_owned()),
        Just("''".to_owned()),
    ];
    prop_oneof![
        (any::<usize>(), 1..80usize).prop_map(|(at, n)| Damage::Cut(at, n)),
        (any::<usize>(), 1..400usize).prop_map(|(at, n)| Damage::Double(at, n)),
        (any::<usize>(), scrap).prop_map(|(at, words)| Damage::Write(at, words)),
        (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Damage::Swap(a, b)),
    ]
}

fn apply(text: &str, damages: &[Damage]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for damage in damages {
        let n = text.len().max(1);
        match damage {
            Damage::Cut(at, length) => drop(text.splice(at % n..(at % n + length).min(text.len()), [])),
            Damage::Double(at, length) => {
                let piece = text[(at % n).min(text.len())..(at % n + length).min(text.len())].to_vec();
                drop(text.splice(at % n..at % n, piece));
            }
            Damage::Write(at, words) => {
                let from = (at % n).min(text.len());
                let to = (from + words.chars().count()).min(text.len());
                drop(text.splice(from..to, words.chars()));
            }
            Damage::Swap(a, b) => {
                let whole: String = text.iter().collect();
                let mut lines: Vec<&str> = whole.lines().collect();
                let count = lines.len().max(1);
                if !lines.is_empty() {
                    lines.swap(a % count, b % count);
                }
                text = lines.join("\n").chars().collect();
            }
        }
    }
    text.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever happens to a valid file, the reader answers: a scenario, or faults that point into the text.
    #[test]
    fn damaged_files_never_panic(damages in prop::collection::vec(damage(), 1..6)) {
        let text = apply(Library::embedded().text("premier-feu").unwrap(), &damages);
        if let Err(faults) = parse(&text, "damaged") {
            prop_assert!(!faults.is_empty());
            let lines = u32::try_from(text.split('\n').count()).unwrap();
            for fault in &faults {
                prop_assert!((1..=lines).contains(&fault.line), "{fault:?}");
            }
        }
        let _ = parse_roster(&text, "damaged", Library::embedded().troops());
        let _ = parse_troops(&text, "damaged", &[]);
    }
}
