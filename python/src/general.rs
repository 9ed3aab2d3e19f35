//! The computer's generals.

use crate::battle::{Battle, side_of};
use crate::trouble::Trouble;
use game::By;
use pyo3::prelude::*;
use serde_json::json;
use staff::Post;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// The names of the generals.
#[pyfunction]
pub fn generals() -> Vec<&'static str> {
    staff::NAMES.to_vec()
}

/// The luck of a general in a battle with this seed, as in `grognard fight` and `grognard simulate`.
#[pyfunction]
pub fn luck(seed: u64, side: &str) -> PyResult<u64> {
    Ok(trials::seed::luck(&trials::seed::expand(seed), side_of(side)?))
}

/// One of the computer's generals, with its own luck.
#[pyclass(frozen, module = "grognard._native")]
pub struct General {
    name: String,
    inner: Mutex<Box<dyn staff::General>>,
}

impl General {
    /// The general itself. It leads one battle at a time: two threads that wait for one another would wait for ever.
    pub fn own(&self) -> Result<MutexGuard<'_, Box<dyn staff::General>>, Trouble> {
        match self.inner.try_lock() {
            Ok(inner) => Ok(inner),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Trouble::bad("general", "this general is answering already")),
        }
    }
}

#[pymethods]
impl General {
    #[new]
    fn new(name: &str, luck: u64) -> PyResult<Self> {
        let made = staff::general(name, luck).ok_or_else(|| Trouble::unknown("general", name, staff::NAMES))?;
        Ok(Self { name: name.to_owned(), inner: Mutex::new(made) })
    }

    /// The general's name and settings.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The general's answer to an open question of a side, with reasons, as JSON; `None`: it knows no answer.
    fn advise(&self, py: Python<'_>, battle: &Battle, side: &str, ask: u64) -> PyResult<Option<String>> {
        let side = side_of(side)?;
        let told = py.detach(|| -> Result<Option<String>, Trouble> {
            let mut own = self.own()?;
            let battle = battle.lock();
            let open = battle.waiting(side).into_iter().any(|open| open.id == ask);
            if !open {
                return Err(Trouble::bad("ask", format!("question {ask} is not open to this side")));
            }
            let answer = staff::advise(&Post::new(battle.as_ref(), side), ask, own.as_mut());
            Ok(answer.map(|answer| json!({ "replies": answer.replies }).to_string()))
        })?;
        Ok(told)
    }

    /// Answers the first open question of a side; false: there is none.
    fn act(&self, py: Python<'_>, battle: &Battle, side: &str) -> PyResult<bool> {
        let side = side_of(side)?;
        let acted = py.detach(|| -> Result<bool, Trouble> {
            let mut own = self.own()?;
            let mut battle = battle.lock();
            let Some(ask) = battle.waiting(side).into_iter().next() else { return Ok(false) };
            let answer = own
                .answer(&Post::new(battle.as_ref(), side), &ask)
                .ok_or_else(|| Trouble::bad("general", format!("no answer to {}", ask.slot.kind)))?;
            battle.answer(side, ask.id, answer.replies, By::Staff).map_err(|refusals| Trouble::refused(&refusals))?;
            Ok(true)
        })?;
        Ok(acted)
    }
}
