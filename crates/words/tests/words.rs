//! Sentences, numbers and lengths in both languages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Deed, Event, Exact, Key, Line, Op, Outcome, Ref, Refusal, Rule, RuleId, Side, Term, UnitId};
use grognard_words as words;
use table::Measure;
use words::{Lang, Names, Words, fraction, number, percent, signed};

fn event(deed: Deed) -> Event {
    Event { beat: 1, deed, rules: Vec::new(), seen: game::Audience::All }
}

#[test]
fn numbers_follow_the_language() {
    assert_eq!((number(Lang::Fr, -1234), number(Lang::En, -1234)), ("−1234".into(), "−1234".into()));
    assert_eq!(
        (number(Lang::Fr, 1_234_567), number(Lang::En, 12_345)),
        ("1\u{202f}234\u{202f}567".into(), "12,345".into())
    );
    assert_eq!(
        (signed(Lang::Fr, 2), signed(Lang::Fr, 0), signed(Lang::En, -1)),
        ("+2".into(), "0".into(), "−1".into())
    );
    assert_eq!(fraction(Lang::Fr, Exact { num: 13, den: 2 }), "6½");
    assert_eq!(fraction(Lang::En, Exact { num: -1, den: 4 }), "−¼");
    assert_eq!(fraction(Lang::En, Exact { num: 5, den: 7 }), "5/7");
    assert_eq!((percent(Lang::Fr, 0.1944), percent(Lang::En, 0.1944)), ("19,4\u{202f}%".into(), "19.4%".into()));
    // A possible event is never shown as impossible, an uncertain one never as certain.
    assert_eq!((percent(Lang::En, 1e-9), percent(Lang::En, 1.0 - 1e-9)), ("<0.1%".into(), ">99.9%".into()));
    assert_eq!((percent(Lang::En, 0.0), percent(Lang::En, 1.0)), ("0.0%".into(), "100.0%".into()));
}

#[test]
fn the_locale_decides_and_french_is_the_default() {
    let of = |all: Option<&str>, messages: Option<&str>, lang: Option<&str>| {
        Lang::of_locale([all, messages, lang].map(|s| s.map(str::to_owned)))
    };
    assert_eq!(of(None, None, None), Lang::Fr);
    assert_eq!(of(None, None, Some("C.UTF-8")), Lang::Fr);
    assert_eq!(of(None, None, Some("en_GB.UTF-8")), Lang::En);
    assert_eq!(of(Some(""), Some("fr_BE"), Some("en_GB.UTF-8")), Lang::Fr);
    assert_eq!(of(Some("de_DE"), None, Some("fr_FR")), Lang::En);
}

#[test]
fn lines_say_what_they_do() {
    let words = Words::plain(Lang::Fr);
    assert_eq!(words.amount(Op::Throw(1)), "1 dé");
    assert_eq!(words.amount(Op::Throw(4)), "4 dés");
    assert_eq!(words.amount(Op::PerDie(-1)), "−1 par dé");
    assert_eq!(words.amount(Op::Times(Exact::HALF)), "÷2");
    assert_eq!(words.amount(Op::Times(Exact::TWICE)), "×2");
    assert_eq!(words.amount(Op::Clamp(0, 65_535)), "au moins 0");
    let line = Line::new(Rule::new(0, "X-1"), Op::Add(1)).fact("angle", 3);
    assert_eq!(Words::plain(Lang::En).line(&line), "+1 · X-1 (angle 3)");
    // What the title says already is not said again.
    let line = Line::new(Rule::new(0, "Angle 3"), Op::Add(1)).fact("angle", 3).fact("height", 2);
    assert_eq!(Words::plain(Lang::En).line(&line), "+1 · Angle 3 (height 2)");
}

#[test]
fn refusals_tell_the_rule_and_the_measure() {
    let measure = Measure { cm: 1_250, limit: 1_000, ..Measure::default() };
    let refusal = Refusal::by(Rule::new(0, "X-2"), 0, "outside_the_area").measured(measure).at_leg(1);
    assert_eq!(
        Words::plain(Lang::En).refusal(&refusal),
        "manoeuvre 2: outside the area (measured: 12.5 m, limit: 10 m) [X-2: X-2]"
    );
    assert_eq!(
        Words::plain(Lang::Fr).refusal(&Refusal::form(0, "over_budget").fact("cost", 5).fact("budget", 3)),
        "cela coûte 5, il n’y a que 3"
    );
}

/// "de" loses its vowel before a name that begins with one, and not before a numeral.
#[test]
fn a_name_after_de_is_elided() {
    let parts = [
        ("Oswald", "partie 1 d’Oswald"),
        ("Églises", "partie 1 d’Églises"),
        ("Reille", "partie 1 de Reille"),
        ("II/21e de ligne", "partie 1 de II/21e de ligne"),
        ("I/21e de ligne", "partie 1 de I/21e de ligne"),
        ("1er bataillon", "partie 1 de 1er bataillon"),
    ];
    for (name, said) in parts {
        assert_eq!(Words::plain(Lang::Fr).say("part-of", &[("n", 1.into()), ("unit", name.into())]), said);
    }
}

#[test]
fn unknown_terms_are_shown_as_they_are() {
    for lang in Lang::BOTH {
        let words = Words::plain(lang);
        let names = Names::default();
        assert_eq!(words.term(&Term::of("from_a_newer_version")), "from_a_newer_version");
        assert_eq!(words.refusal(&Refusal::form(0, "never_heard_of")), "never_heard_of");
        let unit = UnitId(3);
        let deeds = [
            Deed::Hidden(unit),
            Deed::Marked { unit, mark: Term::of("odd_mark"), value: Term::of("odd_value") },
            Deed::Marked { unit, mark: Term::of("odd_mark"), value: Term::default() },
            Deed::Counted { unit, what: Term::of("odd_count"), from: 3, to: 1 },
            Deed::Gone { unit, why: Term::of("odd_way") },
            Deed::Site { site: 2, mark: Term::of("odd_mark"), value: Term::of("odd_value") },
            Deed::Declared { by: Ref::Unit(unit), key: Key::about("odd_deed", Ref::Command(1)) },
            Deed::Opened { of: Ref::Side(Side::Red), key: Key::plain("odd_deed") },
            Deed::Note { of: Ref::Face(1, 0), what: Term::of("odd_note"), facts: game::facts([("odd_fact", 2)]) },
            Deed::Clock { turn: 2, phase: Term::of("odd_phase") },
            Deed::Ended(Outcome::of(None, "odd_end", game::facts([("odd_fact", 2)]))),
            Deed::Tested { breakdown: game::Breakdown::new("odd_test", None), result: Term::of("odd_result") },
        ];
        for deed in deeds {
            let odd = serde_odd(&deed);
            let text = words.describe(&event(deed), &names).expect("a sentence");
            assert!(odd.iter().all(|term| text.contains(term)), "{text} does not say {odd:?}");
            assert!(!text.contains('$') && !text.contains('{'), "{text}");
        }
    }
}

#[test]
fn an_end_that_names_a_step_says_it_in_both_languages() {
    for words in Lang::BOTH.map(Words::plain) {
        let end = |how| Outcome::of(None, how, game::Facts::new());
        let said = |outcome: &Outcome| words.outcome(outcome, &Names::default());
        let text = said(&Outcome { step: Some(Term::of("Volley")), ..end(game::DIVERGED) });
        assert!(text.contains("Volley") && !text.contains(game::DIVERGED), "{text}");
        assert!(!said(&end(game::RAN_DRY)).contains(game::RAN_DRY));
        assert!(said(&Outcome { step: Some(Term::of("Volley")), ..end("odd_end") }).contains("odd_end"));
    }
}

/// The unusual terms of a deed that a sentence must not lose.
fn serde_odd(deed: &Deed) -> Vec<String> {
    let written = format!("{deed:?}");
    let mut odd: Vec<String> = written.split('"').filter(|part| part.starts_with("odd_")).map(str::to_owned).collect();
    odd.dedup();
    odd
}

#[test]
fn rules_without_a_title_are_named_by_their_id() {
    assert_eq!(Words::plain(Lang::En).title(&RuleId::from("ZZ-1")), "ZZ-1");
}

#[test]
fn a_plate_keeps_number_and_arm_of_a_name() {
    let [fr, en] = Lang::BOTH.map(Words::plain);
    assert_eq!(fr.short("I/42e", None), "I/42e");
    assert_eq!(fr.short("1er bataillon, 26e léger", None), "1/26e léger");
    assert_eq!(fr.short("Bataillon de mousquetaires", None), "Bat. de mousq.");
    assert_eq!(fr.short("13e chasseurs à cheval de la garde", None), "13e chasseurs à ch.");
    assert_eq!(en.short("2nd battalion of the regiment of Oswald", None), "2nd bn of the regt");
    assert_eq!(fr.short("À cheval du régiment du roi", None), "À ch. du rég. du roi");
    // Letters that grow when they are made small.
    assert!(!fr.short("İİİ bataillon de mousquetaires ẞẞẞ", None).is_empty());
}
