//! Errors in arguments, and their conversion for Python: an exception with every place and reason.

use game::{Fault, Refusal, Ruleset};
use pyo3::prelude::*;
use trials::{SweepError, TrialError};
use words::{Lang, Words};

/// An operation that is not possible. Nothing has changed.
#[derive(Debug)]
pub enum Trouble {
    /// Invalid or unknown: place and reason of every fault.
    Bad(Vec<(String, String)>),
    /// An answer that the rules refuse: the field, and rule and reason.
    Refused(Vec<(String, String)>),
    /// The exception of a Python signal handler.
    Raised(PyErr),
}

impl Trouble {
    /// A single fault with its place.
    pub fn bad(place: &str, reason: impl Into<String>) -> Self {
        Self::Bad(vec![(place.to_owned(), reason.into())])
    }

    /// An unknown id.
    pub fn unknown<'a>(place: &str, id: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        Self::bad(place, format!("there is no {id:?}; there are {}", known.join(", ")))
    }

    /// Text that is not the expected JSON value.
    pub fn json(place: &str, error: &serde_json::Error) -> Self {
        Self::bad(place, error.to_string())
    }

    /// An answer refused.
    pub fn refused(refusals: &[Refusal]) -> Self {
        let each = refusals.iter().map(|refusal| {
            let rule = refusal.rule.as_str();
            let reason = refusal.reason.to_string();
            (format!("replies[{}]", refusal.field), if rule.is_empty() { reason } else { format!("{rule}: {reason}") })
        });
        Self::Refused(each.collect())
    }

    /// Faults of a file.
    pub fn faults(faults: &[armies::Fault]) -> Self {
        let words = Words::plain(Lang::En);
        let each = faults.iter().map(|fault| {
            let place = format!("{}:{}:{}", fault.file, fault.line, fault.column);
            let place = if fault.place.is_empty() { place } else { format!("{place} {}", fault.place) };
            (place, words.fault(&(&fault.reason).into()))
        });
        Self::Bad(each.collect())
    }

    /// Faults in a ruleset's words, inside an argument; an empty `within`: their own place is complete.
    pub fn told(ruleset: &dyn Ruleset, within: &str, faults: &[Fault]) -> Self {
        let words = Words::of(Lang::En, ruleset);
        let place = |own: &str| [within, own].into_iter().filter(|at| !at.is_empty()).collect::<Vec<_>>().join(": ");
        Self::Bad(faults.iter().map(|fault| (place(&fault.place), words.fault(&fault.reason))).collect())
    }
}

impl From<TrialError> for Trouble {
    fn from(error: TrialError) -> Self {
        match &error {
            TrialError::General(name) => Self::unknown("generals", name, staff::NAMES),
            TrialError::Scenario(faults) => Self::faults(faults),
            TrialError::Setup { ruleset, faults } => match shipped::find(ruleset) {
                Some(ruleset) => Self::told(ruleset, "scenario", faults),
                None => Self::bad("scenario", error.to_string()),
            },
            _ => Self::bad("run", error.to_string()),
        }
    }
}

impl From<SweepError> for Trouble {
    fn from(error: SweepError) -> Self {
        match &error {
            SweepError::Faults { faults, .. } => Self::faults(faults),
            _ => Self::bad("vary", error.to_string()),
        }
    }
}

impl From<Trouble> for PyErr {
    fn from(trouble: Trouble) -> Self {
        let (class, faults) = match trouble {
            Trouble::Raised(error) => return error,
            Trouble::Bad(faults) => ("BadInput", faults),
            Trouble::Refused(faults) => ("Refused", faults),
        };
        Python::attach(|py| {
            let made = py.import("grognard.errors").and_then(|module| module.getattr(class)?.call1((faults,)));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}
