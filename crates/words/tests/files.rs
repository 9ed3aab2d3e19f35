//! Faulty files report all their faults at once, each with its line, its place and its reason, in both languages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use armies::{Fault, Library, Need, Reason, Slip, Subject, parse, parse_roster, parse_troops};
use grognard_words::{Lang, Words};

/// The faults of a file against the list stored beside it, in both languages. `UPDATE_EXPECTED=1` rewrites the list.
fn check(name: &str, faults: &[Fault]) {
    for lang in Lang::BOTH {
        let words = Words::plain(lang);
        let found: String = faults.iter().map(|fault| words.file_fault(fault) + "\n").collect();
        let path = format!("{}/tests/faulty/{name}.{lang}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&path, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(expected == found, "{path} expects\n{expected}\nfound\n{found}");
    }
}

#[test]
fn all_faults_of_a_scenario_at_once() {
    check("scenario", &parse(include_str!("faulty/scenario.toml"), "scenario.toml").unwrap_err());
}

#[test]
fn all_faults_of_syntax_at_once() {
    check("syntax", &parse(include_str!("faulty/syntax.toml"), "syntax.toml").unwrap_err());
}

#[test]
fn all_faults_of_an_army_list_at_once() {
    let troops = Library::embedded().troops();
    check("roster", &parse_roster(include_str!("faulty/roster.toml"), "roster.toml", troops).unwrap_err());
}

#[test]
fn all_faults_of_a_troop_list_at_once() {
    let rulesets = Library::embedded().troops().rulesets();
    check("troops", &parse_troops(include_str!("faulty/troops.toml"), "troops.toml", rulesets).unwrap_err());
}

/// Every fault has a complete sentence: neither the id of a text nor a name in braces is shown.
#[test]
fn every_fault_of_a_file_is_said_in_both_languages() {
    let text = || "maida".to_owned();
    let near = || Some("nearest".to_owned());
    let subjects = [
        Subject::Word,
        Subject::Formation,
        Subject::Arm,
        Subject::TroopType,
        Subject::Nation,
        Subject::Ruleset,
        Subject::Command,
        Subject::Unit,
        Subject::Objective,
        Subject::GroundKind,
        Subject::Rank,
    ];
    let mut all = vec![
        Reason::TooLong { bytes: 2, limit: 1 },
        Reason::TooMany { count: 2, limit: 1 },
        Reason::MoreFaults { left_out: 1 },
        Reason::MoreFaults { left_out: 3 },
        Reason::Unread,
        Reason::UnknownKey { key: text(), nearest: None },
        Reason::UnknownKey { key: text(), nearest: near() },
        Reason::MissingKey { key: text() },
        Reason::OutOfBounds { value: text(), least: text(), most: text() },
        Reason::WrongLength { length: 3, expected: 2 },
        Reason::Empty,
        Reason::Unprintable { code: 27 },
        Reason::BadId { id: text() },
        Reason::SameId { id: text(), first_line: 4 },
        Reason::BadDate { date: text() },
        Reason::OffTable { x: 1, y: 2, width: 3, height: 4 },
        Reason::TooFewCorners { corners: 1, least: 2 },
        Reason::TooFewCorners { corners: 2, least: 3 },
        Reason::Crosses { first: 0, second: 2 },
        Reason::Flat,
        Reason::Anachronism { kind: text(), year: 1805, from: 1809, to: 1815 },
        Reason::Disagrees { said: text(), of_type: text() },
        Reason::NoStrongpoint { x: 1, y: 2 },
        Reason::Impassable { kind: text() },
        Reason::WrongStrength { key: "guns".to_owned(), arm: String::new() },
        Reason::NoGeneral { command: text() },
        Reason::AbsentGeneral { general: text() },
        Reason::IdleCommand { command: text() },
        Reason::Ring { command: text() },
        Reason::LowerRank { general: text(), superior: text() },
        Reason::NoUnits,
        Reason::NoPlace { unit: text() },
        Reason::TwicePlaced { unit: text() },
        Reason::SamePlace { other: text() },
        Reason::AfterTheEnd { turn: 9, turns: 8 },
        Reason::PlacedInRoster,
        Reason::YearsReversed { from: 1815, to: 1805 },
    ];
    let slips = [Slip::SameKey, Slip::NoValue, Slip::NoEquals, Slip::Open, Slip::Unexpected];
    all.extend(slips.map(|slip| Reason::Syntax { slip, line: text() }));
    all.extend(subjects.map(|subject| Reason::Unknown { subject, word: text(), nearest: near() }));
    for need in [Need::ExactlyOne, Need::Together, Need::AtLeastOne] {
        all.extend([Vec::new(), vec![text()]].map(|found| Reason::Keys { need, keys: vec![text()], found }));
    }
    for sort in ["object", "array", "string", "integer", "number", "boolean", "date"] {
        all.push(Reason::WrongSort { expected: vec![sort.to_owned(), "array".to_owned()], found: sort.to_owned() });
    }
    for arm in ["infantry", "cavalry", "artillery"].map(str::to_owned) {
        all.push(Reason::WrongFormation { formation: text(), arm: arm.clone() });
        all.push(Reason::WrongStrength { key: "guns".to_owned(), arm: arm.clone() });
        all.push(Reason::Calibre { arm });
    }
    let [fr, en] = Lang::BOTH.map(Words::plain);
    for reason in &all {
        let said = [&fr, &en].map(|words| words.fault(&reason.into()));
        assert!(said.iter().all(|text| !text.contains("file-") && !text.contains(['{', '$'])), "{reason:?}: {said:?}");
        assert_ne!(said[0], said[1], "{reason:?}");
    }
}
