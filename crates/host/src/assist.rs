//! The assistant: tests of the rulesets for players with real figures. Nothing is stored: each request is complete, and
//! its result goes back in words.

mod cases;
mod follow;
mod form;
mod hand;
mod resolve;

pub use cases::{case, cases, lay_out};
pub use follow::follow;
pub use resolve::resolve;

use crate::view::house::ruleset as ruleset_card;
use crate::voice::{Voice, same};
use crate::wire::{AssistantChapter, AssistantRuleset, FormField, TestEntry, TestForm};
use form::Forms;
use game::Bilingual;
use game::catalogue::{Catalogue, Kind};
use game::{Assistant, RuleId, Ruleset, TestCard};

/// A ruleset with its tests; `None` if it has none.
pub fn card(voice: &Voice, ruleset: &dyn Ruleset) -> Option<AssistantRuleset> {
    let assistant = ruleset.assistant();
    let catalogue = ruleset.catalogue();
    let mut chapters: Vec<AssistantChapter> = Vec::new();
    for test in assistant.tests() {
        let mark = chapter(&catalogue, &test);
        // Chapters with the same title are one: small ones join their neighbours so.
        let title = voice.find(&format!("chapter-{mark}")).unwrap_or_else(|| same(&mark));
        let entry = entry(voice, assistant.as_ref(), &test);
        match chapters.iter_mut().find(|chapter| chapter.title == title) {
            Some(chapter) => chapter.tests.push(entry),
            None => chapters.push(AssistantChapter { title, tests: vec![entry] }),
        }
    }
    if chapters.is_empty() {
        return None;
    }
    let card = ruleset_card(voice, ruleset);
    Some(AssistantRuleset {
        id: card.id,
        title: card.title,
        about: card.about,
        chapters,
        cases: u32::try_from(cases::of(ruleset.id()).len()).unwrap_or(u32::MAX),
    })
}

/// The chapter of the book that a test belongs to: that of most of its rules, without rulings (`ML-7.2c`: 7;
/// `L3C-MOR-20`: MOR).
fn chapter(catalogue: &Catalogue, test: &TestCard) -> String {
    let ruling = |id: &&&str| catalogue.find(id).is_some_and(|entry| entry.kind == Kind::Ruling);
    let alone = test.rules.iter().all(|id| ruling(&id));
    let mut marks: Vec<(&str, usize)> = Vec::new();
    for id in test.rules.iter().filter(|id| alone || !ruling(id)) {
        let after = id.split_once('-').map_or(*id, |(_, rest)| rest);
        let mark =
            after.split(['.', '-']).next().unwrap_or_default().trim_end_matches(|c: char| c.is_ascii_lowercase());
        match marks.iter_mut().find(|(known, _)| *known == mark) {
            Some((_, count)) => *count += 1,
            None => marks.push((mark, 1)),
        }
    }
    let most = marks.iter().map(|(_, count)| *count).max().unwrap_or_default();
    marks.iter().find(|(_, count)| *count == most).map(|(mark, _)| (*mark).to_owned()).unwrap_or_default()
}

fn title(voice: &Voice, test: &str) -> Bilingual {
    voice.say(&format!("title-{test}"))
}

fn entry(voice: &Voice, assistant: &dyn Assistant, test: &TestCard) -> TestEntry {
    TestEntry {
        name: test.name.to_owned(),
        title: title(voice, test.name),
        rules: test.rules.iter().map(|id| RuleId::from(*id)).collect(),
        follows: assistant.follows(test.name),
    }
}

/// A test of a ruleset by its name.
fn find(assistant: &dyn Assistant, test: &str) -> Option<TestCard> {
    assistant.tests().into_iter().find(|card| card.name == test)
}

/// A test with its form; `None` if there is no such test.
pub fn form(voice: &Voice, ruleset: &dyn Ruleset, test: &str) -> Option<TestForm> {
    let assistant = ruleset.assistant();
    let card = find(assistant.as_ref(), test)?;
    Some(TestForm {
        ruleset: ruleset.id().to_owned(),
        test: entry(voice, assistant.as_ref(), &card),
        fields: fields(voice, ruleset, assistant.as_ref(), test)?,
        example: assistant.example(test)?,
        cases: cases::using(ruleset.id(), test),
        reconstructed: assistant.reconstructed().into_iter().map(|name| voice.word("tables", name)).collect(),
    })
}

fn fields(voice: &Voice, ruleset: &dyn Ruleset, assistant: &dyn Assistant, test: &str) -> Option<Vec<FormField>> {
    let schema = assistant.schema(test)?;
    let unit: Bilingual = voice.word("unit", ruleset.measure().0);
    Some(Forms::new(voice, test, unit, &schema).fields(&schema))
}

/// Names, words to choose and chapters in the forms of a ruleset that have no text. The crate that ships rulesets
/// checks that there is none.
#[must_use]
pub fn unsaid(ruleset: &dyn Ruleset) -> Vec<String> {
    let voice = Voice::of(ruleset);
    let (assistant, catalogue) = (ruleset.assistant(), ruleset.catalogue());
    let mut missing: Vec<String> = Vec::new();
    for card in assistant.tests() {
        if let Some(schema) = assistant.schema(card.name) {
            let mut forms = Forms::new(&voice, card.name, same(""), &schema);
            forms.fields(&schema);
            missing.append(&mut forms.missing);
        }
        for id in [format!("title-{}", card.name), format!("chapter-{}", chapter(&catalogue, &card))] {
            if voice.find(&id).is_none() {
                missing.push(id);
            }
        }
    }
    missing.sort();
    missing.dedup();
    missing
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::wire::{FormKind, LeadView};
    use dice::Seed;
    use marie_louise::RULESET;
    use serde_json::Value;

    fn walk(fields: &[FormField], look: &mut impl FnMut(&FormField)) {
        for field in fields {
            look(field);
            walk(&field.fields, look);
            if let Some(item) = &field.item {
                walk(std::slice::from_ref(item), look);
            }
        }
    }

    /// A test that another one brings about can be made with the situation that the other gives, and a fire leads to
    /// the morale of its target under every ruleset, at once or by way of its losses.
    #[test]
    fn what_a_test_brings_about_can_be_made_and_a_fire_leads_to_morale() {
        for ruleset in shipped::all() {
            // However many fires a ruleset distinguishes, each name ends in `fire`.
            let fires = |name: &str| name.rsplit('-').next() == Some("fire");
            let (voice, assistant) = (Voice::of(ruleset), ruleset.assistant());
            let assistant = assistant.as_ref();
            let mut after_fire = std::collections::BTreeSet::new();
            let made = |test: &str, situation: &Value| -> Vec<LeadView> {
                let of = |n: u8| resolve(&voice, assistant, test, situation, &[], Some(Seed([n; 32])));
                (1..=12).flat_map(|n| of(n).leads).collect()
            };
            for card in assistant.tests() {
                let example = assistant.example(card.name).unwrap();
                for lead in made(card.name, &example) {
                    assert!(assistant.tests().iter().any(|card| card.name == lead.test), "{}", lead.test);
                    let next = resolve(&voice, assistant, &lead.test, &lead.situation, &[], None);
                    assert!(next.faults.is_empty(), "{} {}: {:?}", card.name, lead.test, next.faults);
                    if fires(card.name) {
                        after_fire.insert(lead.test.clone());
                        after_fire.extend(made(&lead.test, &lead.situation).into_iter().map(|lead| lead.test));
                    }
                }
                // No test is brought about before the dice are thrown.
                let before = resolve(&voice, assistant, card.name, &example, &[], None);
                assert!(before.leads.is_empty() || before.throws.is_empty(), "{}", card.name);
            }
            assert!(after_fire.contains("morale"), "{}: {after_fire:?}", ruleset.id());
        }
    }

    /// The possible results are told as a sentence before any table, under every ruleset, in both languages.
    #[test]
    fn chances_are_told_as_a_sentence_first() {
        for ruleset in shipped::all() {
            let (voice, assistant) = (Voice::of(ruleset), ruleset.assistant());
            for card in assistant.tests() {
                let example = assistant.example(card.name).unwrap();
                let found = resolve(&voice, assistant.as_ref(), card.name, &example, &[], None);
                let columns = found.columns.iter().map(|column| (&column.odds, &column.verdict));
                for (odds, verdict) in columns.chain([(&found.odds, &found.verdict)]) {
                    if odds.iter().all(|odds| odds.rows.len() < 2) {
                        continue;
                    }
                    let told = &verdict.as_ref().unwrap_or_else(|| panic!("{} {}", ruleset.id(), card.name)).told;
                    for said in [&told.fr, &told.en] {
                        let figure = said.contains('%') || said.contains("en moyenne") || said.contains("on average");
                        assert!(figure && !said.contains('_'), "{} {}: {said}", ruleset.id(), card.name);
                    }
                }
            }
        }
    }

    /// Fields come in the order in which the situation is written down, and nothing has to be typed in as JSON.
    #[test]
    fn forms_keep_the_order_of_the_situation() {
        let voice = Voice::of(&RULESET);
        let names = |fields: &[FormField]| fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        let form = form(&voice, &RULESET, "charge").unwrap();
        assert_eq!(names(&form.fields)[..4], ["attacker", "defender", "distance", "aspect"]);
        assert_eq!(names(&form.fields[0].fields)[..3], ["arm", "class", "cohesion"]);
        for ruleset in shipped::all() {
            let voice = Voice::of(ruleset);
            for card in ruleset.assistant().tests() {
                let form = super::form(&voice, ruleset, card.name).unwrap();
                walk(&form.fields, &mut |field| {
                    assert_ne!(field.kind, FormKind::Raw, "{}: {}", card.name, field.name);
                });
            }
        }
    }
}
