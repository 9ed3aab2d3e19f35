//! The resolutions by themselves: a situation typed in by a player with real figures in front of him, its breakdown,
//! its dice, its outcome and its odds.

mod run;

pub use run::{Fall, Run, chance, dice_fault, spread};

use game::catalogue::Bilingual;
use game::{Assistant, Faces, Fault, Resolution, Rule, TestCard};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What a resolution gives, or everything that is wrong with its situation or its dice.
pub type Outcome = Result<Resolution, Vec<Fault>>;

/// One resolution.
pub trait Test {
    /// The book it is made with.
    type Book: 'static;

    /// Its name.
    const NAME: &'static str;
    /// What it is, in French.
    const FR: &'static str;
    /// What it is, in English.
    const EN: &'static str;
    /// The rules it rests on.
    const RULES: &'static [Rule];
    /// What it is told.
    type Situation: DeserializeOwned + Serialize + JsonSchema + Default;

    /// A realistic situation.
    fn example() -> Self::Situation;
    /// Finds what cannot be.
    fn check(book: &Self::Book, situation: &Self::Situation, checks: &mut Checks);
    /// Resolves it.
    ///
    /// # Errors
    /// What is wrong with the situation or the dice.
    fn resolve(situation: &Self::Situation, run: Run<'_, Self::Book>) -> Outcome;
}

/// Collects faults.
#[derive(Default)]
pub struct Checks {
    faults: Vec<Fault>,
}

impl Checks {
    /// Something is wrong.
    pub fn fault(&mut self, place: &str, reason: impl Into<String>) {
        self.faults.push(Fault { place: place.to_owned(), reason: reason.into() });
    }

    /// A number must lie between these.
    pub fn within(&mut self, place: &str, value: impl Into<i64>, least: i64, most: i64) {
        let value = value.into();
        if !(least..=most).contains(&value) {
            self.fault(place, format!("must be {least} to {most}, not {value}"));
        }
    }

    /// Something must hold.
    pub fn want(&mut self, holds: bool, place: &str, reason: &'static str) {
        if !holds {
            self.fault(place, reason);
        }
    }
}

/// A resolution as the list holds it.
pub struct Entry<B> {
    name: &'static str,
    card: fn() -> TestCard,
    schema: fn() -> Value,
    example: fn() -> Value,
    resolve: fn(&B, &Value, &mut dyn Faces) -> Outcome,
}

/// The entry of a test.
#[must_use]
pub const fn entry<T: Test>() -> Entry<T::Book> {
    Entry {
        name: T::NAME,
        card: || TestCard {
            name: T::NAME,
            title: Bilingual { fr: T::FR.to_owned(), en: T::EN.to_owned() },
            rules: T::RULES.iter().map(|rule| rule.id).collect(),
        },
        schema: || schema_for!(T::Situation).to_value(),
        example: || serde_json::to_value(T::example()).unwrap_or_default(),
        resolve: |book, value, faces| {
            let situation: T::Situation = read(value)?;
            let mut checks = Checks::default();
            T::check(book, &situation, &mut checks);
            if !checks.faults.is_empty() {
                return Err(checks.faults);
            }
            T::resolve(&situation, Run::new(T::NAME, book, faces))
        },
    }
}

/// Reads a situation. Where it does not read, what does not is noted and left out, and the rest is read again: so all
/// faults are told at once.
fn read<S: DeserializeOwned>(value: &Value) -> Result<S, Vec<Fault>> {
    const MOST_FAULTS: usize = 64;
    let mut rest = value.clone();
    let mut faults = Vec::new();
    loop {
        match serde_path_to_error::deserialize::<_, S>(&rest) {
            Ok(situation) if faults.is_empty() => return Ok(situation),
            Ok(_) => return Err(faults),
            Err(error) => {
                let place = error.path().to_string();
                let reason = error.inner().to_string();
                let removed = remove(&mut rest, &place);
                let place = if place == "." { String::new() } else { place };
                faults.push(Fault { place, reason });
                if !removed || faults.len() >= MOST_FAULTS {
                    return Err(faults);
                }
            }
        }
    }
}

/// Takes the value at a place out of a situation.
fn remove(value: &mut Value, place: &str) -> bool {
    let (parent, name) = match place.rsplit_once('.') {
        Some((parent, name)) => (parent, name),
        None => ("", place),
    };
    let mut at = value;
    for step in parent.split('.').filter(|step| !step.is_empty()) {
        match at.get_mut(step) {
            Some(inner) => at = inner,
            None => return false,
        }
    }
    at.as_object_mut().is_some_and(|map| map.remove(name).is_some())
}

/// All resolutions of a ruleset.
pub struct Resolutions<B: 'static> {
    book: B,
    tests: &'static [Entry<B>],
}

impl<B> Resolutions<B> {
    /// These tests, made with this book.
    #[must_use]
    pub const fn new(book: B, tests: &'static [Entry<B>]) -> Self {
        Self { book, tests }
    }

    fn find(&self, name: &str) -> Option<&'static Entry<B>> {
        self.tests.iter().find(|entry| entry.name == name)
    }
}

impl<B: Sync> Assistant for Resolutions<B> {
    fn tests(&self) -> Vec<TestCard> {
        self.tests.iter().map(|entry| (entry.card)()).collect()
    }

    fn schema(&self, test: &str) -> Option<Value> {
        self.find(test).map(|entry| (entry.schema)())
    }

    fn example(&self, test: &str) -> Option<Value> {
        self.find(test).map(|entry| (entry.example)())
    }

    fn resolve(&self, test: &str, situation: &Value, faces: &mut dyn Faces) -> Result<Resolution, Vec<Fault>> {
        match self.find(test) {
            Some(entry) => (entry.resolve)(&self.book, situation, faces),
            None => Err(vec![Fault { place: "test".to_owned(), reason: format!("there is no test {test}") }]),
        }
    }
}
