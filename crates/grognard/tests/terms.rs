//! Every term that a ruleset can use has words, in both languages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Ask, Battle, By, Lens, Prospect, Reply, Ruleset, Setup, Shown, Side, Term, UnitId, UnitPart};
use std::collections::BTreeSet;
use std::path::Path;
use words::{Lang, Words};

/// Where the sources of the rules name a term, and the kinds of text for it.
const PLACES: [(&str, &[&str]); 27] = [
    (
        "Term::of(",
        &[
            "term",
            "fact",
            "result",
            "phase",
            "question",
            "outcome",
            "does",
            "note",
            "mark",
            "mark-name",
            "arm",
            "test",
            "gone",
            "site",
            "act",
        ],
    ),
    ("Refusal::by(", &["refusal"]),
    ("Refusal::form(", &["refusal"]),
    ("self.note(", &["note"]),
    ("self.clock(", &["phase"]),
    ("Slot::new(", &["question"]),
    ("Key::plain(", &["does"]),
    ("Key::about(", &["does"]),
    ("Breakdown::new(", &["test"]),
    ("result: Term::of(", &["result", "term"]),
    ("facts.insert(Term::of(", &["fact"]),
    (".fact(", &["fact", "line-fact"]),
    ("run.tell(", &["field"]),
    ("Bar::by(", &["refusal"]),
    (".when(", &["fact"]),
    (".given(", &["policy"]),
    ("odds_of_class(", &["fact"]),
    ("UnitPart::of(", &["unit-part"]),
    ("UnitPart::nth(", &["unit-part"]),
    ("Figure::area(", &["figure"]),
    ("Figure::line(", &["figure"]),
    ("Figure::circle(", &["figure"]),
    ("Act::allowed(", &["act"]),
    ("Act::refused_as(", &["act"]),
    ("Trait::word(", &["trait"]),
    ("Trait::figure(", &["trait"]),
    ("Trait::new(", &["trait"]),
];

/// The kinds of a word after a rule: the reason of a refusal, or the subject of a line in a breakdown.
const AFTER_A_RULE: [&str; 4] = ["refusal", "fact", "result", "field"];
/// The kind of a word before a rule: a choice.
const BEFORE_A_RULE: [&str; 1] = ["does"];

/// Terms with other texts: a fact that says how its line is read.
const APART: [&str; 1] = ["hundredths_of_pas"];

fn sources(folder: &Path, all: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("text");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            all.push((path.display().to_string(), code));
        }
    }
}

/// The arguments of a call.
fn arguments(call: &str) -> &str {
    let mut open = 1;
    let end = call.char_indices().find_map(|(at, c)| {
        open += i32::from(c == '(') - i32::from(c == ')');
        (open == 0).then_some(at)
    });
    &call[..end.unwrap_or(0)]
}

/// The words in quotation marks.
fn terms(text: &str) -> Vec<&str> {
    let quoted = text.split('"').skip(1).step_by(2);
    quoted
        .filter(|word| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        })
        .collect()
}

/// The reasons of faulty situations: the last argument of a call, or one of the faults that figures may have.
fn faults(code: &str) -> Vec<&str> {
    let lists = code.split("faults! {\n").skip(1).map(|list| list.split("\n}").next().unwrap_or_default());
    lists.flat_map(terms).collect()
}

/// The faults of a text, by their ids.
fn told_faults(file: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/texts").join(file));
    let text = text.expect("a text");
    let ids = text.lines().filter_map(|line| line.strip_prefix("situation-")?.split_once(" =")).map(|(id, _)| id);
    ids.map(str::to_owned).collect()
}

/// The faults of the sources in a folder.
fn enumerated_faults(folder: &str) -> BTreeSet<String> {
    let mut all = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join("src"), &mut all);
    all.iter().flat_map(|(_, code)| faults(code)).map(str::to_owned).collect()
}

#[test]
fn every_fault_has_a_text_in_both_languages_and_every_text_a_fault() {
    for lang in Lang::BOTH {
        let shared = &enumerated_faults("game") | &enumerated_faults("rules/rulebook");
        assert_eq!(told_faults(&format!("{lang}/cli.ftl")), shared, "{lang}");
        for ruleset in shipped::all() {
            let own = enumerated_faults(&format!("rules/{}", ruleset.id()));
            assert!(own.len() > 20, "the sources of {} were read", ruleset.id());
            assert_eq!(told_faults(&format!("{lang}/rulesets/{}.ftl", ruleset.id())), own, "{lang}");
            let words = Words::of(lang, ruleset);
            let unread = |id: &&String| words.find(&format!("situation-{id}"), &[]).is_none();
            assert_eq!(own.union(&shared).find(unread), None, "{lang} {}", ruleset.id());
        }
    }
}

/// The words beside a rule: `r::ML_6A, "too_far"` and `("join", r::ML_9H)`.
fn beside_rules(code: &str) -> Vec<(&str, &'static [&'static str])> {
    let mut found: Vec<(&str, &'static [&'static str])> = Vec::new();
    for (at, rule) in code.match_indices("r::") {
        let rest = code[at + rule.len()..]
            .trim_start_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        if let Some((word, _)) = rest.strip_prefix(", \"").and_then(|rest| rest.split_once('"')) {
            found.push((word, &AFTER_A_RULE));
        }
        let before = code[..at].strip_suffix("\", ").and_then(|before| before.rsplit_once('"'));
        if let Some((_, word)) = before.filter(|(call, _)| call.ends_with(['(', '['])) {
            found.push((word, &BEFORE_A_RULE));
        }
    }
    found
}

#[test]
fn every_general_is_called_alike_under_every_ruleset() {
    for name in staff::NAMES.iter().chain(&staff::SPARRING) {
        for lang in Lang::BOTH {
            let called: BTreeSet<String> =
                shipped::all().into_iter().map(|ruleset| Words::of(lang, ruleset).general(name)).collect();
            assert!(called.len() == 1 && !called.contains(*name), "{name}: {called:?}");
        }
    }
}

#[test]
fn every_term_in_the_sources_has_words() {
    let mut missing = Vec::new();
    for ruleset in shipped::all() {
        let seen = unsaid_in_sources(ruleset, &mut missing);
        assert!(seen > 100, "the sources of {} were read", ruleset.id());
    }
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "no words for:\n{}", missing.join("\n"));
}

/// Terms of a ruleset's sources without words; returns the number of terms found.
fn unsaid_in_sources(ruleset: &dyn Ruleset, missing: &mut Vec<String>) -> usize {
    let mut all = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules").join(ruleset.id()).join("src"), &mut all);
    let mut seen = 0;
    for lang in Lang::BOTH {
        let words = Words::of(lang, ruleset);
        let said = |kinds: &[&str], term: &str| {
            APART.contains(&term) || kinds.iter().any(|kind| words.find(&format!("{kind}-{term}"), &[]).is_some())
        };
        for (file, code) in &all {
            for (term, kinds) in beside_rules(code) {
                seen += 1;
                if !said(kinds, term) {
                    missing.push(format!("{lang}: \"{term}\" beside a rule in {file}"));
                }
            }
            for (place, kinds) in PLACES {
                for (at, _) in code.match_indices(place) {
                    // Other calls may carry facts and the like behind their term; here all words are alternatives.
                    let alternatives = if place == "Term::of(" { usize::MAX } else { 1 };
                    for term in terms(arguments(&code[at + place.len()..])).into_iter().take(alternatives) {
                        seen += 1;
                        if !said(kinds, term) {
                            missing.push(format!("{lang}: {place}\"{term}\" in {file}"));
                        }
                    }
                }
            }
        }
    }
    seen
}

/// Reports a term without words of its kind.
fn unsaid(words: &Words, kind: &str, term: &Term, missing: &mut BTreeSet<String>) {
    if words.find(&format!("{kind}-{term}"), &[]).is_none() {
        missing.insert(format!("{}: {kind}-{term}", words.lang()));
    }
}

fn check_prospects(words: &Words, prospects: &[Prospect], missing: &mut BTreeSet<String>) {
    for prospect in prospects {
        unsaid(words, "test", &prospect.breakdown.test, missing);
        prospect.policy.iter().for_each(|policy| unsaid(words, "policy", policy, missing));
        if let Some(threshold) = &prospect.threshold {
            unsaid(words, "fact", &threshold.fact, missing);
            unsaid(words, "means", &threshold.means, missing);
        }
        let rows = prospect.odds.iter().flat_map(|odds| &odds.rows);
        rows.flat_map(|(facts, _)| facts.keys()).for_each(|fact| unsaid(words, "fact", fact, missing));
    }
}

/// Everything that a side may ask about one unit.
fn check_unit(words: &Words, battle: &dyn Battle, side: Side, unit: UnitId, missing: &mut BTreeSet<String>) -> usize {
    let mut figures = 0;
    for lens in Lens::ALL {
        let insight = battle.lens(side, unit, lens);
        figures += insight.figures.len();
        for figure in &insight.figures {
            unsaid(words, "figure", figure.what(), missing);
            figure.facts().keys().for_each(|fact| unsaid(words, "fact", fact, missing));
        }
        check_prospects(words, &insight.prospects, missing);
    }
    let dossier = battle.dossier(side, unit).expect("a card");
    for line in &dossier.profile {
        unsaid(words, "trait", &line.name, missing);
        if let Shown::Term(term) = &line.value {
            unsaid(words, "term", term, missing);
        }
    }
    for act in dossier.may.iter().chain(&dossier.may_not) {
        unsaid(words, "act", &act.what, missing);
        act.facts.keys().for_each(|fact| unsaid(words, "fact", fact, missing));
        act.reason.iter().for_each(|reason| unsaid(words, "refusal", reason, missing));
    }
    figures
}

const SCENARIO: &str = "premier-feu";
/// The most small battles, and the most answers in each.
const BATTLES: u64 = 12;
const ANSWERS: u64 = 400;

/// Small battles by suggested answers, the same each time, for as long as `on` wants more.
fn fight(ruleset: &dyn Ruleset, mut on: impl FnMut(&dyn Battle, &Ask, &[Reply], u64) -> bool) {
    for seed in 1..=BATTLES {
        let setup = Setup {
            scenario: armies::Library::embedded().text(SCENARIO).expect("a scenario").to_owned(),
            tables: None,
            options: std::collections::BTreeMap::new(),
            generals: [String::new(), String::new()],
            seed: Some(game::battery::seed(3, seed)),
            salt: game::battery::seed(4, seed),
        };
        let mut battle = ruleset.begin(&setup).expect("it begins");
        for n in 0..ANSWERS {
            let ask = Side::BOTH.into_iter().find_map(|side| battle.waiting(side).into_iter().next());
            let Some(ask) = ask else { break };
            let replies = battle.suggest(ask.slot.side, ask.id, n).expect("a suggestion");
            if !on(&*battle, &ask, &replies, n) {
                return;
            }
            battle.answer(ask.slot.side, ask.id, replies, By::Staff).expect("what is suggested stands");
        }
    }
}

#[test]
fn whatever_a_player_may_ask_to_see_has_words() {
    let mut missing = BTreeSet::new();
    for ruleset in shipped::all() {
        let (figures, prospects) = look_about(ruleset, &mut missing);
        assert!(figures > 200 && prospects > 20, "{}: {figures} figures, {prospects} prospects", ruleset.id());
    }
    assert!(missing.is_empty(), "no words for {missing:#?}");
}

/// Fights for a while and looks at everything on the way; returns the number of figures and prospects shown.
fn look_about(ruleset: &dyn Ruleset, missing: &mut BTreeSet<String>) -> (usize, usize) {
    let text = armies::Library::embedded().text(SCENARIO).expect("a scenario");
    let names = armies::parse(text, SCENARIO).expect("it reads").unit_names();
    let both = Lang::BOTH.map(|lang| Words::of(lang, ruleset));
    let (mut asks, mut figures, mut prospects) = (0, 0, 0);
    fight(ruleset, |battle, ask, replies, n| {
        let side = ask.slot.side;
        let would = battle.prospects(side, ask.id, replies);
        prospects += would.len();
        both.iter().for_each(|words| check_prospects(words, &would, missing));
        let cards = battle.picture(Some(side)).units;
        let named = |name: &str| names.contains_key(name);
        assert!(cards.values().all(|card| named(&card.name)), "every name in both languages");
        let seen: Vec<UnitId> = cards.keys().copied().collect();
        let unit = seen[usize::try_from(n).unwrap() * 7 % seen.len()];
        figures += both.iter().map(|words| check_unit(words, battle, side, unit, missing)).sum::<usize>();
        asks += 1;
        asks < ANSWERS || prospects <= 20
    });
    (figures, prospects)
}

/// The texts of each ruleset say which parts of a card a symbol shows: the drawing has no other source.
#[test]
fn the_texts_of_every_ruleset_say_what_is_drawn_of_its_units() {
    for ruleset in shipped::all() {
        let both = Lang::BOTH.map(|lang| Words::of(lang, ruleset));
        let (mut ranks, mut troubled, mut ordered, mut formed) = (BTreeSet::new(), 0, 0, 0);
        fight(ruleset, |battle, _, _, _| {
            for card in battle.picture(None).units.values() {
                let [signs, english] = [&both[0], &both[1]].map(|words| words.signs(card));
                assert_eq!(signs, english, "{}: {card:?}", ruleset.id());
                let general = card.arm == "general";
                assert_eq!(signs.ranked.is_some(), general, "{}: {card:?}", ruleset.id());
                assert_eq!(signs.strength.0 > 0, !general && !signs.abandoned, "{}: {card:?}", ruleset.id());
                let counted = card.counts.get(&Term::of(ruleset.strength()));
                assert_eq!(counted.map_or(0, |n| *n), signs.strength.0, "{}: {card:?}", ruleset.id());
                let told = signs.strength.1 >= signs.strength.0.max(1);
                assert!(general || told, "what it had at the start, {}: {card:?}", ruleset.id());
                ranks.insert(signs.rank);
                formed += usize::from(signs.formation.is_some());
                troubled += usize::from(signs.state.is_some() || signs.disordered.is_some());
                ordered += usize::from(signs.order.as_ref().is_some_and(|order| order.letter.is_some()));
            }
            troubled == 0 || ordered == 0
        });
        let all = (ranks.len() > 1, troubled > 0, ordered > 0, formed > 0);
        assert_eq!(all, (true, true, true, true), "{}: {ranks:?}, {troubled}, {ordered}, {formed}", ruleset.id());
    }
}

#[test]
fn a_part_of_a_unit_is_said_behind_its_name() {
    let [squadrons, company] = [UnitPart::nth("squadrons", 2), UnitPart::of("skirmishers")];
    let said = Lang::BOTH.map(|lang| {
        let under = |id| Words::of(lang, shipped::find(id).expect("it is shipped"));
        let colours = under("trois-couleurs");
        let eagles = under("aigles");
        [
            colours.short("13e chasseurs à cheval de la garde", Some(&squadrons)),
            colours.called("Hussards", None),
            eagles.called("21e de ligne", Some(&company)),
        ]
    });
    assert_eq!(said[0], ["13e chasseurs à ch. (2)", "Hussards", "21e de ligne (v)"]);
    assert_eq!(said[1], ["13e chasseurs à ch. (2)", "Hussards", "21e de ligne (sk)"]);
}

#[test]
fn a_card_reads_in_both_languages() {
    let act = game::Act::refused("charge", marie_louise::r::ML_3_1F, "not_ordered_to_charge");
    let threshold = game::Threshold { fact: Term::of("losses"), at_least: 3, means: Term::of("element_lost") };
    let said = Lang::BOTH.map(|lang| {
        let words = Words::of(lang, &marie_louise::RULESET);
        [words.act(&act, None), words.threshold(&threshold), words.lens(Lens::Threats)]
    });
    let [fr, en] = &said;
    assert_eq!(en[0], "charge: it is not ordered to charge [ML-3.1f: Order to charge]");
    assert_eq!(en[1], "losses ≥ 3: an element is lost");
    assert_eq!(fr[1], "pertes ≥ 3\u{a0}: un élément est perdu");
    assert_eq!([&fr[2], &en[2]], ["Menaces", "Threats"]);
}
