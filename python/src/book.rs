//! Rulesets, scenarios and armies, and single tests.

use crate::trouble::Trouble;
use armies::{Library, Scenario, Strength};
use dice::{DiceError, Roller, Script, Seed, Throw};
use game::{Assistant, Faces, Ruleset, Side, Term};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Options by name.
pub type Options = BTreeMap<String, i64>;

/// A ruleset by its id.
pub fn ruleset(id: &str) -> Result<&'static dyn Ruleset, Trouble> {
    shipped::find(id).ok_or_else(|| Trouble::unknown("ruleset", id, shipped::all().iter().map(|known| known.id())))
}

/// Options that the ruleset knows.
pub fn checked(ruleset: &dyn Ruleset, options: Option<Options>) -> Result<BTreeMap<Term, i64>, Trouble> {
    let known = ruleset.options();
    let mut checked = BTreeMap::new();
    for (name, value) in options.unwrap_or_default() {
        if !known.iter().any(|(known, _)| *known == name) {
            return Err(Trouble::unknown("options", &name, known.iter().map(|(known, _)| *known)));
        }
        checked.insert(Term::from(name.as_str()), value);
    }
    Ok(checked)
}

/// The file of a scenario by its id, or the text itself: a name with a line end is a text.
pub fn scenario_file(name: &str) -> Result<String, Trouble> {
    if name.contains('\n') {
        return Ok(name.to_owned());
    }
    let library = Library::embedded();
    let known = || library.scenarios().iter().map(|scenario| scenario.id.as_str());
    library.text(name).map(str::to_owned).ok_or_else(|| Trouble::unknown("scenario", name, known()))
}

/// A scenario file, read.
pub fn parsed(text: &str) -> Result<Scenario, Trouble> {
    armies::parse(text, "scenario").map_err(|faults| Trouble::faults(&faults))
}

/// The embedded rulesets.
#[pyfunction]
pub fn rulesets() -> String {
    let each = shipped::all().into_iter().map(|ruleset| {
        let (unit, cm) = ruleset.measure();
        let options: serde_json::Map<String, Value> =
            ruleset.options().into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        json!({
            "id": ruleset.id(), "version": ruleset.version(), "options": options,
            "measure": { "unit": unit, "cm": cm },
        })
    });
    Value::Array(each.collect()).to_string()
}

/// The text of a ruleset's tables file.
#[pyfunction]
pub fn tables(ruleset: &str) -> PyResult<Option<&'static str>> {
    Ok(shipped::tables(self::ruleset(ruleset)?))
}

/// The rules of a ruleset.
#[pyfunction]
pub fn catalogue(ruleset: &str) -> PyResult<String> {
    let catalogue = self::ruleset(ruleset)?.catalogue();
    Ok(json!({ "rules": catalogue.entries, "coverage": catalogue.coverage() }).to_string())
}

/// The tests of a ruleset.
#[pyfunction]
pub fn tests(ruleset: &str) -> PyResult<String> {
    let ruleset = self::ruleset(ruleset)?;
    Ok(json!(words::tests(ruleset, ruleset.assistant().as_ref())).to_string())
}

/// The JSON schema of a test's situation.
#[pyfunction]
pub fn schema(ruleset: &str, test: &str) -> PyResult<String> {
    let assistant = self::ruleset(ruleset)?.assistant();
    let known = assistant.tests();
    let found =
        assistant.schema(test).ok_or_else(|| Trouble::unknown("test", test, known.iter().map(|card| card.name)));
    Ok(found?.to_string())
}

/// An example of a test's situation.
#[pyfunction]
pub fn example(ruleset: &str, test: &str) -> PyResult<Option<String>> {
    let assistant = self::ruleset(ruleset)?.assistant();
    let known = assistant.tests();
    if !known.iter().any(|card| card.name == test) {
        Err(Trouble::unknown("test", test, known.iter().map(|card| card.name)))?;
    }
    Ok(assistant.example(test).map(|example| example.to_string()))
}

thread_local! {
    /// The rulesets' tests with their usual tables, by id: making them reads all tables, which costs more than a test.
    static ASSISTANTS: RefCell<BTreeMap<&'static str, Rc<dyn Assistant>>> = const { RefCell::new(BTreeMap::new()) };
}

fn usual_assistant(ruleset: &'static dyn Ruleset) -> Rc<dyn Assistant> {
    ASSISTANTS
        .with_borrow_mut(|known| Rc::clone(known.entry(ruleset.id()).or_insert_with(|| Rc::from(ruleset.assistant()))))
}

/// Dice typed in, or thrown from a seed.
enum Hand {
    Typed(Script),
    Thrown(Box<Roller>, u64),
}

impl Faces for Hand {
    fn throw(&mut self, throw: &Throw) -> Result<Vec<u8>, DiceError> {
        match self {
            Self::Typed(script) => script.throw(throw),
            Self::Thrown(roller, counter) => Ok(roller.throw(counter, throw)),
        }
    }
}

/// Resolves a situation; the resolution as JSON.
#[pyfunction]
#[pyo3(signature = (ruleset, test, situation, dice, seed, house))]
pub fn resolve(
    py: Python<'_>,
    ruleset: &str,
    test: &str,
    situation: &str,
    dice: Option<Vec<u8>>,
    seed: u64,
    house: (Option<Options>, Option<String>),
) -> PyResult<String> {
    let found = self::ruleset(ruleset)?;
    let (options, tables) = house;
    let told = py.detach(|| -> Result<String, Trouble> {
        let assistant = match (&options, &tables) {
            (None, None) => usual_assistant(found),
            _ => found
                .assistant_of(tables.as_deref(), &checked(found, options)?)
                .map(Rc::from)
                .map_err(|faults| Trouble::told(found, "tables", &faults))?,
        };
        let situation: Value = serde_json::from_str(situation).map_err(|error| Trouble::json("situation", &error))?;
        let mut hand = match dice {
            Some(faces) => Hand::Typed(Script::new(faces)),
            None => Hand::Thrown(Box::new(Roller::new(&Seed(trials::seed::expand(seed).0))), 0),
        };
        let resolution =
            assistant.resolve(test, &situation, &mut hand).map_err(|faults| Trouble::told(found, "", &faults))?;
        if let Hand::Typed(script) = hand {
            script.finish().map_err(|error| Trouble::bad("dice", error.to_string()))?;
        }
        serde_json::to_string(&resolution).map_err(|error| Trouble::json("resolution", &error))
    })?;
    Ok(told)
}

/// The ids of the embedded scenarios.
#[pyfunction]
pub fn scenarios() -> Vec<String> {
    Library::embedded().scenarios().iter().map(|scenario| scenario.id.clone()).collect()
}

/// The file of a scenario.
#[pyfunction]
pub fn scenario_text(name: &str) -> PyResult<String> {
    Ok(scenario_file(name)?)
}

/// A summary of a scenario: sides, place, length. With a ruleset, the ruleset must be able to set it up.
#[pyfunction]
#[pyo3(signature = (name, ruleset))]
pub fn scenario(py: Python<'_>, name: &str, ruleset: Option<&str>) -> PyResult<String> {
    let judge = ruleset.map(self::ruleset).transpose()?;
    let told = py.detach(|| -> Result<String, Trouble> {
        let text = scenario_file(name)?;
        let scenario = parsed(&text)?;
        if let Some(judge) = judge {
            crate::battle::begin(judge, &text, None, None, 0, ["", ""])?;
        }
        let told = |side: Side| {
            let force = scenario.force(side);
            let commands = force.commands.iter().map(|command| {
                let units = command.units.iter().map(|unit| {
                    let (measure, strength) = match unit.strength {
                        Strength::Men(n) => ("men", n),
                        Strength::Guns(n) => ("guns", n),
                        Strength::Elements(n) => ("elements", n),
                    };
                    json!({ "id": unit.id, "name": unit.name, "type": unit.kind, measure: strength })
                });
                json!({
                    "id": command.id, "name": command.name, "general": command.general.name,
                    "units": units.collect::<Vec<_>>(),
                })
            });
            json!({ "name": force.name, "nation": force.nation.as_str(), "commands": commands.collect::<Vec<_>>() })
        };
        let turns = judge.map_or(scenario.turns, |judge| scenario.turns(judge.id()));
        let told = json!({
            "id": scenario.id, "title": scenario.title, "text": scenario.text, "turns": turns,
            "width_cm": scenario.ground.width, "height_cm": scenario.ground.height,
            "blue": told(Side::Blue), "red": told(Side::Red),
        });
        Ok(told.to_string())
    })?;
    Ok(told)
}

/// The ids of the embedded army lists.
#[pyfunction]
pub fn armies_known() -> Vec<String> {
    Library::embedded().rosters().iter().map(|roster| roster.id.clone()).collect()
}

/// An army list by its id or its text, checked.
#[pyfunction]
pub fn army(name: &str) -> PyResult<String> {
    let library = Library::embedded();
    let roster = if name.contains('\n') {
        armies::parse_roster(name, "army", library.troops()).map_err(|faults| Trouble::faults(&faults))?
    } else {
        let found = library.rosters().iter().find(|roster| roster.id == name);
        let known = || library.rosters().iter().map(|roster| roster.id.as_str());
        found.cloned().ok_or_else(|| Trouble::unknown("army", name, known()))?
    };
    let told = json!({ "id": roster.id, "title": roster.title, "year": roster.year, "budget": roster.budget });
    Ok(told.to_string())
}
