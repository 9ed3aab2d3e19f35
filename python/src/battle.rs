//! A battle under way.

use crate::acts::Offers;
use crate::book::{self, Options, checked, parsed, scenario_file};
use crate::general::General;
use crate::trouble::Trouble;
use armies::Scenario;
use game::log::Log;
use game::{Ask, By, Reply, Ruleset, Setup, Side};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use report::scene::Frame;
use serde::Serialize;
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use words::{Lang, Words};

/// A side by its name.
pub fn side_of(name: &str) -> Result<Side, Trouble> {
    match name {
        "blue" => Ok(Side::Blue),
        "red" => Ok(Side::Red),
        _ => Err(Trouble::unknown("side", name, ["blue", "red"])),
    }
}

/// A side by its name; `None` is the umpire.
fn viewer(name: Option<&str>) -> Result<Option<Side>, Trouble> {
    name.map(side_of).transpose()
}

fn lang_of(name: &str) -> Result<Lang, Trouble> {
    match name {
        "fr" => Ok(Lang::Fr),
        "en" => Ok(Lang::En),
        _ => Err(Trouble::unknown("lang", name, ["fr", "en"])),
    }
}

/// A value as JSON.
fn text(value: &impl Serialize) -> Result<String, Trouble> {
    serde_json::to_string(value).map_err(|error| Trouble::json("value", &error))
}

fn replies_of(written: &str) -> Result<Vec<Reply>, Trouble> {
    serde_json::from_str(written).map_err(|error| Trouble::json("replies", &error))
}

/// A log, read.
fn log_of(written: &str) -> Result<(Log, &'static dyn Ruleset, Scenario), Trouble> {
    let log = Log::read(written).map_err(|error| Trouble::bad("log", error.to_string()))?;
    let head = log.head().ok_or_else(|| Trouble::bad("log", "it has no head"))?;
    let ruleset = book::ruleset(head.ruleset.as_str())?;
    let scenario = parsed(&head.scenario)?;
    Ok((log, ruleset, scenario))
}

/// Begins a battle. The same seed is the same battle as `grognard fight --seed`.
pub fn begin(
    ruleset: &'static dyn Ruleset,
    scenario: &str,
    options: Option<Options>,
    tables: Option<&str>,
    seed: u64,
    generals: [&str; 2],
) -> Result<Box<dyn game::Battle>, Trouble> {
    let setup = Setup {
        scenario: scenario.to_owned(),
        tables: tables.map(str::to_owned),
        options: checked(ruleset, options)?,
        generals: generals.map(str::to_owned),
        seed: Some(trials::seed::expand(seed)),
        salt: trials::seed::salt(seed),
    };
    ruleset.begin(&setup).map_err(|faults| Trouble::told(ruleset, "scenario", &faults))
}

/// A battle under way. Every method releases the interpreter while it works.
#[pyclass(frozen, module = "grognard._native")]
pub struct Battle {
    inner: Mutex<Box<dyn game::Battle>>,
    ruleset: &'static dyn Ruleset,
    scenario: Arc<Scenario>,
}

impl Battle {
    /// The battle itself. A battle whose rules failed stays as it was: it can still be looked at.
    pub fn lock(&self) -> MutexGuard<'_, Box<dyn game::Battle>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn beside(&self, inner: Box<dyn game::Battle>) -> Self {
        Self { inner: Mutex::new(inner), ruleset: self.ruleset, scenario: Arc::clone(&self.scenario) }
    }

    fn open(battle: &dyn game::Battle, side: Side, ask: u64) -> Result<Ask, Trouble> {
        let found = battle.waiting(side).into_iter().find(|open| open.id == ask);
        found.ok_or_else(|| Trouble::bad("ask", format!("question {ask} is not open to this side")))
    }
}

#[pymethods]
impl Battle {
    #[new]
    #[pyo3(signature = (scenario, ruleset, seed, options, tables, generals))]
    fn new(
        py: Python<'_>,
        scenario: &str,
        ruleset: &str,
        seed: u64,
        options: Option<Options>,
        tables: Option<&str>,
        generals: (String, String),
    ) -> PyResult<Self> {
        let ruleset = book::ruleset(ruleset)?;
        let made = py.detach(|| -> Result<Self, Trouble> {
            let file = scenario_file(scenario)?;
            let scenario = Arc::new(parsed(&file)?);
            let inner = begin(ruleset, &file, options, tables, seed, [&generals.0, &generals.1])?;
            Ok(Self { inner: Mutex::new(inner), ruleset, scenario })
        })?;
        Ok(made)
    }

    /// A battle from its log; every line is verified.
    #[staticmethod]
    fn reopen(py: Python<'_>, log: &str) -> PyResult<Self> {
        let made = py.detach(|| -> Result<Self, Trouble> {
            let (log, ruleset, scenario) = log_of(log)?;
            let inner = ruleset.reopen(&log.entries).map_err(|error| Trouble::bad("log", error.to_string()))?;
            Ok(Self { inner: Mutex::new(inner), ruleset, scenario: Arc::new(scenario) })
        })?;
        Ok(made)
    }

    /// The ruleset's id.
    #[getter]
    fn ruleset(&self) -> &'static str {
        self.ruleset.id()
    }

    /// The scenario's id.
    #[getter]
    fn scenario(&self) -> &str {
        &self.scenario.id
    }

    /// The open questions of a side.
    fn waiting(&self, py: Python<'_>, side: &str) -> PyResult<String> {
        let side = side_of(side)?;
        Ok(py.detach(|| text(&self.lock().waiting(side)))?)
    }

    /// An answer that would be accepted.
    fn suggest(&self, py: Python<'_>, side: &str, ask: u64, luck: u64) -> PyResult<Option<String>> {
        let side = side_of(side)?;
        let told = py.detach(|| -> Result<_, Trouble> {
            let battle = self.lock();
            Self::open(battle.as_ref(), side, ask)?;
            battle.suggest(side, ask, luck).map(|replies| text(&replies)).transpose()
        })?;
        Ok(told)
    }

    /// The effect of an answer.
    fn preview(&self, py: Python<'_>, side: &str, ask: u64, replies: &str) -> PyResult<String> {
        let side = side_of(side)?;
        let told = py.detach(|| -> Result<_, Trouble> {
            let replies = replies_of(replies)?;
            let battle = self.lock();
            Self::open(battle.as_ref(), side, ask)?;
            text(&battle.preview(side, ask, &replies).map_err(|refusals| Trouble::refused(&refusals))?)
        })?;
        Ok(told)
    }

    /// The tests that an answer would start, with their odds.
    fn odds(&self, py: Python<'_>, side: &str, ask: u64, replies: &str) -> PyResult<String> {
        let side = side_of(side)?;
        let told = py.detach(|| -> Result<_, Trouble> {
            let replies = replies_of(replies)?;
            let battle = self.lock();
            Self::open(battle.as_ref(), side, ask)?;
            battle.preview(side, ask, &replies).map_err(|refusals| Trouble::refused(&refusals))?;
            text(&battle.prospects(side, ask, &replies))
        })?;
        Ok(told)
    }

    /// Answers a question.
    fn answer(&self, py: Python<'_>, side: &str, ask: u64, replies: &str) -> PyResult<()> {
        let side = side_of(side)?;
        py.detach(|| -> Result<_, Trouble> {
            let replies = replies_of(replies)?;
            let mut battle = self.lock();
            Self::open(battle.as_ref(), side, ask)?;
            battle.answer(side, ask, replies, By::Person).map_err(|refusals| Trouble::refused(&refusals))
        })?;
        Ok(())
    }

    /// A side resigns.
    fn resign(&self, py: Python<'_>, side: &str) -> PyResult<()> {
        let side = side_of(side)?;
        py.detach(|| -> Result<_, Trouble> {
            let mut battle = self.lock();
            if battle.outcome().is_some() {
                return Err(Trouble::bad("battle", "it is over"));
            }
            battle.resign(side);
            Ok(())
        })?;
        Ok(())
    }

    /// Takes the last answer back.
    fn undo(&self, py: Python<'_>, side: &str) -> PyResult<()> {
        let side = side_of(side)?;
        py.detach(|| {
            let undone = self.lock().undo(side);
            undone.map_err(|barrier| Trouble::Refused(vec![("undo".to_owned(), format!("{barrier:?}").to_lowercase())]))
        })?;
        Ok(())
    }

    /// The events that a side may know, from a number on; `None`: all of them.
    fn events(&self, py: Python<'_>, side: Option<&str>, since: usize) -> PyResult<String> {
        let side = viewer(side)?;
        Ok(py.detach(|| text(&self.lock().events(side).get(since..).unwrap_or_default()))?)
    }

    /// The log as a side may have it; `None`: whole.
    fn log(&self, py: Python<'_>, side: Option<&str>) -> PyResult<String> {
        let side = viewer(side)?;
        Ok(py.detach(|| game::log::write(&self.lock().log(side))))
    }

    /// The table as a side sees it.
    fn view(&self, py: Python<'_>, side: Option<&str>) -> PyResult<String> {
        let side = viewer(side)?;
        Ok(py.detach(|| text(&self.lock().picture(side)))?)
    }

    /// A side's appraisal of the battle.
    fn appraise(&self, py: Python<'_>, side: &str) -> PyResult<String> {
        let side = side_of(side)?;
        Ok(py.detach(|| text(&self.lock().appraise(side)))?)
    }

    /// Victory points of both sides, each as it counts its own.
    fn points(&self, py: Python<'_>) -> (i64, i64) {
        let [blue, red] = py.detach(|| {
            let battle = self.lock();
            Side::BOTH.map(|side| battle.appraise(side).armies[side.index()].points)
        });
        (blue, red)
    }

    /// The outcome, once the battle is over.
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(py.detach(|| self.lock().outcome().map(|outcome| text(&outcome)).transpose())?)
    }

    /// A picture of the table as a side sees it, as SVG.
    fn svg(&self, py: Python<'_>, side: Option<&str>, width: u32, lang: &str) -> PyResult<String> {
        let (side, lang) = (viewer(side)?, lang_of(lang)?);
        if !(100..=8_000).contains(&width) {
            Err(Trouble::bad("width", "from 100 to 8000 pixels"))?;
        }
        Ok(py.detach(|| {
            let picture = self.lock().picture(side);
            let plain = Words::plain(lang);
            let moment = Words::of(lang, self.ruleset).clock(picture.turn, picture.phase.as_str());
            let frame = Frame {
                scenario: &self.scenario,
                ruleset: self.ruleset,
                moment,
                viewer: side,
                prefix: format!("g{:x}-", std::ptr::from_ref(self).addr()),
                width,
                head: true,
            };
            frame.svg(&plain, Some(&picture))
        }))
    }

    /// Hash of the state.
    fn fingerprint(&self, py: Python<'_>) -> String {
        py.detach(|| String::from(self.lock().fingerprint()))
    }

    /// An exact copy.
    fn fork(&self, py: Python<'_>) -> Self {
        py.detach(|| self.beside(self.lock().fork()))
    }

    /// A copy to search in, which holds nothing that the side cannot know.
    fn imagine(&self, py: Python<'_>, side: &str, luck: u64) -> PyResult<Self> {
        let side = side_of(side)?;
        Ok(py.detach(|| self.beside(self.lock().imagine(side, luck))))
    }

    /// The same battle from its beginning, with another seed.
    fn again(&self, py: Python<'_>, seed: u64) -> Self {
        let generals = [String::new(), String::new()];
        py.detach(|| {
            let (dice, salt) = (trials::seed::expand(seed), trials::seed::salt(seed));
            self.beside(self.lock().again(generals, Some(dice), salt))
        })
    }

    /// Lets two generals fight it to its end.
    fn fight(&self, py: Python<'_>, blue: &General, red: &General, most: Option<u64>) -> PyResult<String> {
        if std::ptr::eq(blue, red) {
            Err(Trouble::bad("generals", "one general cannot lead both sides"))?;
        }
        let ended = py.detach(|| -> Result<String, Trouble> {
            let (mut blue, mut red) = (blue.own()?, red.own()?);
            let units = self.scenario.units().count();
            let most = most.unwrap_or_else(|| trials::most_answers(units, self.scenario.turns(self.ruleset.id())));
            let mut battle = self.lock();
            let ended = staff::fight(battle.as_mut(), blue.as_mut(), red.as_mut(), most);
            text(&ended.map_err(|error| Trouble::bad("battle", error.to_string()))?)
        })?;
        Ok(ended)
    }

    /// A side's view as numbers, for learning: see `grognard.env`.
    fn observe<'py>(&self, py: Python<'py>, side: &str, most: usize) -> PyResult<Bound<'py, PyBytes>> {
        let side = side_of(side)?;
        let numbers = py.detach(|| crate::acts::observe(self.lock().as_ref(), side, most, &self.scenario));
        Ok(PyBytes::new(py, &crate::acts::bytes(&numbers)))
    }

    /// The answers to the first open question of a side that may be given as numbers; `None`: no question is open.
    fn offers(&self, py: Python<'_>, side: &str) -> PyResult<Option<Offers>> {
        let side = side_of(side)?;
        Ok(py.detach(|| Offers::of(self.lock().as_ref(), side)))
    }

    /// Gives one of these answers.
    fn take(&self, py: Python<'_>, offers: &Offers, number: usize) -> PyResult<()> {
        py.detach(|| offers.take(self.lock().as_mut(), number))?;
        Ok(())
    }
}

/// Replays the answers and dice of a log under the rules and compares every line.
#[pyfunction]
pub fn verify(py: Python<'_>, log: &str) -> PyResult<String> {
    let told = py.detach(|| -> Result<String, Trouble> {
        let (log, ruleset, scenario) = log_of(log)?;
        let fault = |error: game::LogError| Trouble::bad("log", error.to_string());
        let battle = ruleset.reopen(&log.entries).map_err(fault)?;
        log.complete(battle.outcome().is_some()).map_err(fault)?;
        let proof = log.proof();
        Ok(json!({
            "ruleset": ruleset.id(), "scenario": scenario.id, "lines": log.entries.len(), "over": battle.outcome().is_some(),
            "cut": log.cut, "linked": proof.linked, "bound": proof.bound, "closed": proof.closed,
            "fingerprint": String::from(battle.fingerprint()),
        })
        .to_string())
    })?;
    Ok(told)
}
