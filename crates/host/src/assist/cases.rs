//! Worked examples, embedded in the program, for players who learn a ruleset step by step.

use super::fields;
use super::resolve::{one, resolve};
use crate::view::unit::nation_name;
use crate::voice::{Voice, joined, same};
use crate::wire::{CaseCard, CaseStep, CaseView, FormField, FormKind, ToldView};
use game::Bilingual;
use game::cases::{Case, Cases, Run, Said};
use game::{Assistant, RuleId, Ruleset};
use include_dir::{Dir, include_dir};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::OnceLock;

static FILES: Dir<'static> = include_dir!("$OUT_DIR/cases");

/// The examples of each file, by the file's name.
type Shelf = Vec<(String, Vec<Case>)>;

static SHELF: OnceLock<Shelf> = OnceLock::new();

/// A file that does not read is left out and reported once; a test keeps them clean.
fn read<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Shelf {
    let mut all = Shelf::new();
    for (name, text) in files {
        match toml::from_str::<Cases>(text) {
            Ok(cases) => all.push((name.to_owned(), cases.case)),
            Err(error) => tracing::error!(file = name, %error, "a file of examples is left out"),
        }
    }
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    all
}

fn shelf() -> &'static [(String, Vec<Case>)] {
    // A program built without examples waits for those that `lay_out` brings.
    if FILES.files().next().is_none() {
        return SHELF.get().map_or(&[], Vec::as_slice);
    }
    let files = FILES.files().filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?)));
    SHELF.get_or_init(|| read(files))
}

/// Stores the examples of a program that was built without them, by the names of their files; examples already stored
/// stay.
pub fn lay_out(files: &BTreeMap<String, String>) {
    if shelf().is_empty() {
        SHELF.get_or_init(|| read(files.iter().map(|(name, text)| (name.as_str(), text.as_str()))));
    }
}

/// The examples of a ruleset: of the files named after it.
pub fn of(ruleset: &str) -> Vec<&'static Case> {
    let mine = |name: &str| name.strip_prefix(ruleset).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'));
    shelf().iter().filter(|(name, _)| mine(name)).flat_map(|(_, cases)| cases).filter(|case| told(case)).collect()
}

/// Whether there is something to read or to step through.
fn told(case: &Case) -> bool {
    case.text.is_some() || case.run.iter().any(stepped)
}

/// Whether a run can be stepped through: one that only shows refusals teaches nothing.
fn stepped(run: &Run) -> bool {
    !run.expected.contains_key("faults")
}

fn card(case: &Case) -> CaseCard {
    let mut tests: Vec<String> = Vec::new();
    for run in case.run.iter().filter(|run| stepped(run)) {
        if !tests.contains(&run.test) {
            tests.push(run.test.clone());
        }
    }
    let steps = case.run.iter().filter(|run| stepped(run)).count();
    CaseCard { id: case.id.clone(), title: case.title.both(), tests, steps: u32::try_from(steps).unwrap_or(u32::MAX) }
}

/// The examples of a ruleset, in the list.
pub fn cases(ruleset: &str) -> Vec<CaseCard> {
    of(ruleset).into_iter().map(card).collect()
}

/// The examples that use a test.
pub fn using(ruleset: &str, test: &str) -> Vec<CaseCard> {
    cases(ruleset).into_iter().filter(|card| card.tests.iter().any(|used| used == test)).collect()
}

/// One example, worked out; `None` if there is no such example.
pub fn case(voice: &Voice, ruleset: &dyn Ruleset, id: &str) -> Option<CaseView> {
    let case = of(ruleset.id()).into_iter().find(|case| case.id == id)?;
    let assistant = ruleset.assistant();
    Some(CaseView {
        id: case.id.clone(),
        title: case.title.both(),
        text: case.text.as_ref().map(Said::both),
        says: case.says.as_ref().map(Said::both),
        rules: case.rules.iter().map(|id| RuleId::from(id.as_str())).collect(),
        steps: case
            .run
            .iter()
            .filter(|run| stepped(run))
            .map(|run| step(voice, ruleset, assistant.as_ref(), run))
            .collect(),
    })
}

fn step(voice: &Voice, ruleset: &dyn Ruleset, assistant: &dyn Assistant, run: &Run) -> CaseStep {
    let form = fields(voice, ruleset, assistant, &run.test).unwrap_or_default();
    let mut told = Vec::new();
    describe(voice, &form, &run.situation, &[], "", &mut told);
    CaseStep {
        // A label in one language only is for the file's editors: the situation says what the step is.
        label: match &run.label {
            Said::Both(both) => both.clone(),
            Said::One(_) => Bilingual::default(),
        },
        test: run.test.clone(),
        title: super::title(voice, &run.test),
        told,
        situation: run.situation.clone(),
        dice: run.dice.clone(),
        resolved: resolve(voice, assistant, &run.test, &run.situation, &run.dice, None),
    }
}

/// A situation, field by field, in the words of its form.
fn describe(
    voice: &Voice,
    form: &[FormField],
    situation: &Value,
    above: &[Bilingual],
    place: &str,
    told: &mut Vec<ToldView>,
) {
    for field in form {
        let Some(value) = situation.get(&field.name).filter(|value| !value.is_null()) else { continue };
        let place = if place.is_empty() { field.name.clone() } else { format!("{place}.{}", field.name) };
        let labels: Vec<Bilingual> = above.iter().cloned().chain([field.label.clone()]).collect();
        if field.kind == FormKind::Group {
            describe(voice, &field.fields, value, &labels, &place, told);
            continue;
        }
        let view =
            ToldView {
                label: joined(&labels, " · "), value: worded(voice, field, value), ..one(voice, &place, value)
            };
        told.push(ToldView { main: false, ..view });
    }
}

/// A value in the words of its field.
fn worded(voice: &Voice, field: &FormField, value: &Value) -> Bilingual {
    let plain = || voice.both(|words| words.written(value));
    match (field.kind, value) {
        (FormKind::Pick | FormKind::Variant, Value::String(word)) => {
            field.options.iter().find(|option| option.value == *word).map_or_else(plain, |option| option.label.clone())
        }
        (FormKind::Variant, Value::Object(only)) => {
            let chosen = field.options.iter().find_map(|option| Some((option, only.get(&option.value)?)));
            let Some((option, inner)) = chosen else { return plain() };
            let more = option.field.as_ref().map(|inside| worded(voice, inside, inner)).unwrap_or_default();
            joined(&[option.label.clone(), more], " · ")
        }
        (FormKind::List, Value::Array(all)) => {
            let item = |value: &Value| field.item.as_ref().map_or_else(plain, |item| worded(voice, item, value));
            let items: Vec<Bilingual> = all.iter().map(item).collect();
            joined(&items, if all.iter().any(Value::is_object) { " ; " } else { ", " })
        }
        (FormKind::Group, Value::Object(inner)) => {
            let said = |one: &FormField| match inner.get(&one.name)? {
                Value::Null | Value::Bool(false) => None,
                Value::Bool(true) => Some(one.label.clone()),
                value => Some(joined(&[one.label.clone(), worded(voice, one, value)], "\u{a0}")),
            };
            let said: Vec<Bilingual> = field.fields.iter().filter_map(said).collect();
            // An empty entry of a list still counts as an entry.
            if said.is_empty() { same("–") } else { joined(&said, ", ") }
        }
        (FormKind::Number, value) => {
            let unit = field.unit.clone().unwrap_or_default();
            joined(&[voice.both(|words| words.written(value)), unit], "\u{a0}")
        }
        // A nation is written by its key; any other free text is a name.
        (FormKind::Text, Value::String(text)) if field.name == "nation" => nation_name(text),
        (FormKind::Text, Value::String(text)) => same(text),
        _ => plain(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// A learner reads the subject before guessing, in either language.
    #[test]
    fn every_example_has_a_title_and_a_story_in_both_languages() {
        let told = |said: &Said| matches!(said, Said::Both(both) if !both.fr.is_empty() && !both.en.is_empty());
        let mut without = Vec::new();
        for (file, cases) in shelf() {
            let dumb = cases.iter().filter(|case| !(told(&case.title) && case.text.as_ref().is_some_and(told)));
            without.extend(dumb.map(|case| format!("{file}: {}", case.id)));
        }
        assert!(without.is_empty(), "{without:#?}");
    }

    /// Every name and every word of an outcome that an example shows has a text.
    #[test]
    fn every_outcome_has_its_words() {
        fn look(voice: &Voice, name: &str, value: &Value, missing: &mut Vec<String>) {
            let has =
                |kinds: &[&str], word: &str| kinds.iter().any(|kind| voice.find(&format!("{kind}-{word}")).is_some());
            match value {
                // A chance is written as a per cent.
                Value::Object(inner) if inner.contains_key("p") && inner.contains_key("probability") => {}
                Value::Object(inner) => {
                    inner.iter().for_each(|(name, value)| look(voice, name, value, missing));
                }
                Value::Array(all) => all.iter().for_each(|value| look(voice, name, value, missing)),
                Value::String(word)
                    if word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
                        && !has(&["result", "term", "refusal"], word) =>
                {
                    missing.push(format!("result-{word}"));
                }
                _ => {}
            }
            if !name.chars().all(|c| c.is_ascii_digit()) && !has(&["field", "term"], name) {
                missing.push(format!("field-{name}"));
            }
        }
        let mut missing = Vec::new();
        for ruleset in shipped::all() {
            let (voice, assistant) = (Voice::of(ruleset), ruleset.assistant());
            for run in of(ruleset.id()).into_iter().flat_map(|case| &case.run).filter(|run| stepped(run)) {
                let mut hand = super::super::hand::Hand::new(&run.dice, None);
                let resolution = assistant.resolve(&run.test, &run.situation, &mut hand).expect("a good example");
                let shown = |name: &str| voice.words(words::Lang::Fr).shown(name);
                let rows = resolution.distribution.iter().flat_map(|row| &row.outcome);
                for (name, value) in resolution.outcome.iter().chain(rows).filter(|(name, _)| shown(name)) {
                    look(&voice, name, value, &mut missing);
                }
            }
        }
        missing.sort();
        missing.dedup();
        assert!(missing.is_empty(), "no text for:\n{}", missing.join("\n"));
    }

    /// Every file reads, and every step of every example of a ruleset has a result without a fault.
    #[test]
    fn every_example_can_be_stepped_through() {
        fn says_nothing(situation: &Value) -> bool {
            situation.as_object().is_none_or(|said| said.values().all(|value| value.is_object() && says_nothing(value)))
        }
        assert_eq!(shelf().len(), FILES.files().count(), "a file does not read");
        assert!(shipped::all().iter().all(|ruleset| of(ruleset.id()).len() > 50));
        for ruleset in shipped::all() {
            let voice = Voice::of(ruleset);
            let all = cases(ruleset.id()).into_iter().map(|card| case(&voice, ruleset, &card.id).unwrap());
            for (case, step) in
                all.collect::<Vec<_>>().iter().flat_map(|case| case.steps.iter().map(move |step| (case, step)))
            {
                let at = format!("{} ({})", case.id, step.label.en);
                assert!(step.resolved.faults.is_empty(), "{at}: {:?}", step.resolved.faults);
                assert!(!step.resolved.outcome.is_empty() || !step.resolved.odds.is_empty(), "{at}");
                assert_eq!(step.resolved.dice, step.dice, "{at}");
                assert!(!step.told.is_empty() || says_nothing(&step.situation), "{at}");
            }
        }
    }

    /// All words, figures and names of an example's situation have texts in both languages, and so has the owner of
    /// each part: nothing is shown by its key.
    #[test]
    fn every_situation_and_every_part_has_its_words() {
        fn keys(voice: &Voice, field: &FormField, value: &Value, missing: &mut Vec<String>) {
            let unknown = |word: &str, missing: &mut Vec<String>| missing.push(format!("{}: {word}", field.name));
            match (field.kind, value) {
                (FormKind::Pick | FormKind::Variant, Value::String(word)) => {
                    let known = field.options.iter().any(|option| option.value == *word);
                    if !known {
                        unknown(word, missing);
                    }
                }
                (FormKind::Variant, Value::Object(only)) => {
                    for (name, inner) in only {
                        match field.options.iter().find(|option| option.value == *name) {
                            Some(option) => option.field.iter().for_each(|field| keys(voice, field, inner, missing)),
                            None => unknown(name, missing),
                        }
                    }
                }
                (FormKind::List, Value::Array(all)) => {
                    let item = field.item.as_ref().expect("a list has items");
                    all.iter().for_each(|value| keys(voice, item, value, missing));
                }
                (FormKind::Group, Value::Object(inner)) => {
                    // A fact that another form knows and this one does not is not shown.
                    for field in &field.fields {
                        inner.get(&field.name).into_iter().for_each(|value| keys(voice, field, value, missing));
                    }
                }
                (FormKind::Text, Value::String(text)) => {
                    let nation = armies::Library::embedded().troops().nation(text).is_some();
                    if field.name == "nation" && !nation {
                        unknown(text, missing);
                    }
                }
                (_, Value::String(word)) => {
                    let known = ["result", "term"].iter().any(|kind| voice.find(&format!("{kind}-{word}")).is_some());
                    if !known {
                        unknown(word, missing);
                    }
                }
                (FormKind::Raw, _) | (_, Value::Object(_)) => unknown(&value.to_string(), missing),
                _ => {}
            }
        }
        let mut missing = Vec::new();
        for ruleset in shipped::all() {
            let (voice, assistant) = (Voice::of(ruleset), ruleset.assistant());
            let mut titled = |of: &Option<game::Term>, at: &str| {
                let Some(of) = of else { return };
                let found = ["whose", "term"].iter().any(|kind| voice.find(&format!("{kind}-{of}")).is_some());
                if !found && ruleset.catalogue().find(of.as_str()).is_none() {
                    missing.push(format!("{} {at}: whose-{of}", ruleset.id()));
                }
            };
            let runs = of(ruleset.id()).into_iter().flat_map(|case| case.run.iter().map(move |run| (case, run)));
            let runs: Vec<_> = runs.filter(|(_, run)| stepped(run)).collect();
            for (case, run) in &runs {
                let mut hand = super::super::hand::Hand::new(&run.dice, None);
                let resolution = assistant.resolve(&run.test, &run.situation, &mut hand).expect("a good example");
                resolution.breakdown.iter().for_each(|owned| titled(&owned.of, &case.id));
            }
            for (case, run) in runs {
                let form = fields(&voice, ruleset, assistant.as_ref(), &run.test).unwrap();
                let mut unsaid = Vec::new();
                for field in &form {
                    if let Some(value) = run.situation.get(&field.name).filter(|value| !value.is_null()) {
                        keys(&voice, field, value, &mut unsaid);
                    }
                }
                missing.extend(unsaid.into_iter().map(|what| format!("{} {}: {what}", ruleset.id(), case.id)));
            }
        }
        missing.sort();
        missing.dedup();
        assert!(missing.is_empty(), "told by their keys:\n{}", missing.join("\n"));
    }

    /// Lists and their entries once bypassed the words of their fields.
    #[test]
    fn lists_and_groups_are_told_in_the_words_of_their_form() {
        let english = ["did", "excused", "unseen", "fled", "use", "road", "forest", "volley", "class", "french"];
        let mut told = Vec::new();
        for ruleset in shipped::all() {
            let voice = Voice::of(ruleset);
            for case in cases(ruleset.id()).into_iter().map(|card| case(&voice, ruleset, &card.id).unwrap()) {
                for told_here in case.steps.into_iter().flat_map(|step| step.told) {
                    let value = told_here.value.fr;
                    let mut words = value.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '’');
                    if words.any(|word| english.contains(&word) || word.contains('_')) {
                        told.push(format!("{} {} {}: {value}", ruleset.id(), case.id, told_here.name));
                    }
                }
            }
        }
        assert!(told.is_empty(), "in English or by keys:\n{}", told.join("\n"));
    }
}
