//! Resolutions outside a battle: a player types in a situation with real figures and gets its breakdown, dice, outcome
//! and odds.

mod de;
mod limits;
mod read;
mod run;

pub use read::{read, read_toml};
pub use run::{Run, chance, count, dice_fault, odds_fault, rows, spread};

use game::{
    Assistant, Exact, Faces, Fault, FaultReason, Followed, Handed, Resolution, ResolutionFault, Rule, TestCard,
};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;

/// The result of a resolution, or every fault of its situation or dice.
pub type Outcome = Result<Resolution, Vec<Fault>>;
/// The result of following a fight, or every fault of its situation or of the answers and dice handed in.
pub type Course = Result<Followed, Vec<Fault>>;

/// A resolution that can be made from a typed situation.
pub trait Test {
    type Book: 'static;

    /// Its name on the command line; the texts `title-<name>` say what it is.
    const NAME: &'static str;
    /// The rules it applies.
    const RULES: &'static [Rule];
    /// The input, as typed by a player.
    type Situation: DeserializeOwned + Serialize + JsonSchema + Default;

    /// A realistic situation, shown as an example.
    fn example() -> Self::Situation;
    /// Fields that a situation must state, whatever default the form shows: at least one field of each group. A field
    /// alone in its group may be part of a section ("volley.distance") or of each entry of a list
    /// ("enemies[].distance").
    const SAID: &'static [&'static [&'static str]] = &[];
    /// Whether these fields are required in every situation; otherwise [`Test::must_say`] decides.
    const ALWAYS_SAID: bool = true;
    /// A field and the values of it with which the fields of [`Test::SAID`] may be missing. The form shows this where
    /// [`Test::ALWAYS_SAID`] is false.
    const UNSAID_WITH: Option<(&'static str, &'static [&'static str])> = None;
    /// Whether the fields of [`Test::SAID`] are required in this situation.
    fn must_say(_situation: &Self::Situation) -> bool {
        true
    }
    /// Finds impossible values and combinations.
    fn check(book: &Self::Book, situation: &Self::Situation, checks: &mut Checks);
    /// Makes the resolution.
    ///
    /// # Errors
    /// What is wrong with the situation or the dice.
    fn resolve(situation: &Self::Situation, run: Run<'_, Self::Book>) -> Outcome;

    /// Whether this is a whole fight that can be followed step by step.
    const FOLLOWED: bool = false;
    /// Follows the fight as far as the answers and dice handed in go: [`game::follow`] does this for any bout that is a
    /// [`game::Narrated`].
    ///
    /// # Errors
    /// Whatever of the things handed in does not fit.
    fn follow(_book: &Self::Book, _situation: &Self::Situation, _handed: &[Handed]) -> Course {
        Err(vec![Fault::at("test", ResolutionFault::NotFollowed)])
    }
}

/// Collects the faults of a situation.
#[derive(Default)]
pub struct Checks {
    faults: Vec<Fault>,
}

impl Checks {
    /// Adds a fault.
    pub fn fault(&mut self, place: &str, reason: impl Into<FaultReason>) {
        self.faults.push(Fault::at(place, reason));
    }

    /// Requires a number to lie within these bounds, both included.
    pub fn within(&mut self, place: &str, value: impl Into<i64>, least: i64, most: i64) {
        let value = value.into();
        if !(least..=most).contains(&value) {
            let [least, most, value] = [least, most, value].map(Exact::whole);
            self.fault(place, FaultReason::Between { least, most, value });
        }
    }

    /// Requires a number to be on a list; a place that is faulty already gets no second fault.
    pub fn one_of(&mut self, place: &str, value: impl Into<i64>, known: &[i64]) {
        let value = value.into();
        if !known.contains(&value) && self.faults.iter().all(|fault| fault.place != place) {
            self.fault(place, FaultReason::OneOf { known: known.to_vec(), value });
        }
    }

    /// Requires a number of entries of a list.
    pub fn entries(&mut self, place: &str, count: usize, limits: RangeInclusive<usize>) {
        if !limits.contains(&count) {
            let (least, most) = limits.into_inner();
            self.fault(place, FaultReason::Entries { least, most, count });
        }
    }

    /// Requires a condition.
    pub fn want(&mut self, holds: bool, place: &str, reason: impl Into<FaultReason>) {
        if !holds {
            self.fault(place, reason);
        }
    }
}

/// A resolution as an entry of the list.
pub struct Entry<B> {
    name: &'static str,
    card: fn() -> TestCard,
    schema: fn() -> Value,
    example: fn() -> Value,
    resolve: fn(&B, &Value, &mut dyn Faces) -> Outcome,
    followed: bool,
    follow: fn(&B, &Value, &[Handed]) -> Course,
}

#[must_use]
pub const fn entry<T: Test>() -> Entry<T::Book> {
    Entry {
        name: T::NAME,
        card: || TestCard { name: T::NAME, rules: T::RULES.iter().map(|rule| rule.id).collect() },
        schema: schema::<T>,
        example: || serde_json::to_value(T::example()).unwrap_or_default(),
        resolve: |book, value, faces| T::resolve(&checked::<T>(book, value)?, Run::new(T::NAME, book, faces)),
        followed: T::FOLLOWED,
        follow: |book, value, handed| T::follow(book, &checked::<T>(book, value)?, handed),
    }
}

/// The JSON schema of a test's situation, with its required fields.
fn schema<T: Test>() -> Value {
    let mut schema = schema_for!(T::Situation).to_value();
    let Some(form) = schema.as_object_mut() else { return schema };
    let (one, several): (Vec<&&[&str]>, Vec<&&[&str]>) = T::SAID.iter().partition(|group| group.len() == 1);
    if T::ALWAYS_SAID {
        one.into_iter().flat_map(|group| *group).for_each(|field| require(form, field));
        let any = |group: &&[&str]| json!({ "anyOf": each_required(group) });
        if !several.is_empty() {
            form.insert("allOf".to_owned(), several.into_iter().map(any).collect());
        }
    } else if let Some((field, words)) = T::UNSAID_WITH {
        let unsaid = json!({ "required": [field], "properties": { field: { "enum": words } } });
        let any = |group: &&[&str]| {
            let mut each = each_required(group);
            each.push(unsaid.clone());
            json!({ "anyOf": each })
        };
        form.insert("allOf".to_owned(), T::SAID.iter().map(any).collect());
    }
    schema
}

fn each_required(group: &[&str]) -> Vec<Value> {
    group.iter().map(|field| json!({ "required": [field] })).collect()
}

/// Makes a field required, and each section that contains it; in a list, for each entry.
fn require(form: &mut Map<String, Value>, field: &str) {
    let (first, rest) = field.split_once('.').map_or((field, None), |(first, rest)| (first, Some(rest)));
    let list = first.strip_suffix("[]");
    if list.is_none()
        && let Value::Array(required) = form.entry("required").or_insert_with(|| json!([]))
        && !required.contains(&json!(first))
    {
        required.push(json!(first));
    }
    let part = form.get_mut("properties").and_then(|parts| parts.get_mut(list.unwrap_or(first)));
    let part = if list.is_some() { part.and_then(|list| list.get_mut("items")) } else { part };
    if let (Some(rest), Some(part)) = (rest, part.and_then(Value::as_object_mut)) {
        require(part, rest);
    }
}

/// The places where a field is missing: at most one, or one for each entry of a list ("enemies[].distance").
fn unsaid(value: Option<&Value>, field: &str, under: &str) -> Vec<String> {
    let (first, rest) = field.split_once('.').map_or((field, None), |(first, rest)| (first, Some(rest)));
    let part = |name: &str| value.and_then(|value| value.get(name)).filter(|value| !value.is_null());
    match (first.strip_suffix("[]"), rest) {
        (Some(list), Some(rest)) => {
            let entries = part(list).and_then(Value::as_array).into_iter().flatten().enumerate();
            entries.flat_map(|(n, entry)| unsaid(Some(entry), rest, &format!("{under}{list}[{n}]."))).collect()
        }
        (None, Some(rest)) => unsaid(part(first), rest, &format!("{under}{first}.")),
        (_, None) if part(first).is_some() => Vec::new(),
        (_, None) => vec![format!("{under}{first}")],
    }
}

/// Reads a situation and checks it.
fn checked<T: Test>(book: &T::Book, value: &Value) -> Result<T::Situation, Vec<Fault>> {
    let situation: T::Situation = read(value).map_err(|faults| limits::told(faults, value, || schema::<T>()))?;
    let mut checks = Checks::default();
    for group in T::SAID.iter().filter(|_| T::must_say(&situation)) {
        let unsaid: Vec<Vec<String>> = group.iter().map(|field| unsaid(Some(value), field, "")).collect();
        if unsaid.iter().any(Vec::is_empty) {
            continue;
        }
        for place in unsaid.into_iter().next().unwrap_or_default() {
            let name = place.rsplit_once('.').map_or(place.as_str(), |(_, name)| name).to_owned();
            checks.fault(&place, FaultReason::Missing(name));
        }
    }
    let missing: Vec<String> = checks.faults.iter().map(|fault| fault.place.clone()).collect();
    let told = checks.faults.len();
    T::check(book, &situation, &mut checks);
    // A missing field is reported only as missing.
    let mut place = 0;
    checks.faults.retain(|fault| {
        place += 1;
        place <= told || !missing.contains(&fault.place)
    });
    if checks.faults.is_empty() { Ok(situation) } else { Err(checks.faults) }
}

pub struct Resolutions<B: 'static> {
    book: B,
    tests: &'static [Entry<B>],
    reconstructed: Vec<&'static str>,
}

impl<B> Resolutions<B> {
    /// A list of these tests, made with this book.
    #[must_use]
    pub const fn new(book: B, tests: &'static [Entry<B>]) -> Self {
        Self { book, tests, reconstructed: Vec::new() }
    }

    /// Marks which figures of the book are reconstructed: not printed in the text of the rules.
    #[must_use]
    pub fn reconstructed(self, reconstructed: Vec<&'static str>) -> Self {
        Self { reconstructed, ..self }
    }

    fn find(&self, name: &str) -> Option<&'static Entry<B>> {
        self.tests.iter().find(|entry| entry.name == name)
    }
}

impl<B: Sync> Assistant for Resolutions<B> {
    fn tests(&self) -> Vec<TestCard> {
        self.tests.iter().map(|entry| (entry.card)()).collect()
    }

    fn reconstructed(&self) -> Vec<&'static str> {
        self.reconstructed.clone()
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
            None => Err(no_test(test)),
        }
    }

    fn follows(&self, test: &str) -> bool {
        self.find(test).is_some_and(|entry| entry.followed)
    }

    fn follow(&self, test: &str, situation: &Value, handed: &[Handed]) -> Result<Followed, Vec<Fault>> {
        match self.find(test) {
            Some(entry) => (entry.follow)(&self.book, situation, handed),
            None => Err(no_test(test)),
        }
    }
}

fn no_test(test: &str) -> Vec<Fault> {
    vec![Fault::at("test", FaultReason::UnknownWord { found: test.to_owned(), known: Vec::new() })]
}
