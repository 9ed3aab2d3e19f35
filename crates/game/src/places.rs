//! For `make proofs`: the places of the code that ask whether a rule is in force. Each can be switched off by itself, to
//! see whether any test notices. Never part of the program: only with the feature `places`.
//!
//! A place is written `file:line:column RULE`. `GROGNARD_PLACES_SEEN` names a file to which every place is added when it
//! is first asked; `GROGNARD_PLACE_OFF` is the place at which the rule is not in force.

use crate::Rule;
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::panic::Location;
use std::sync::{LazyLock, Mutex, PoisonError};

static OFF: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("GROGNARD_PLACE_OFF").ok());
static SEEN: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("GROGNARD_PLACES_SEEN").ok());
static KNOWN: LazyLock<Mutex<HashSet<(&'static str, u32, u32, u32)>>> = LazyLock::new(Mutex::default);

/// Whether the rule is in force at this place.
pub(crate) fn asked(rule: Rule, at: &'static Location<'static>) -> bool {
    let name = || format!("{}:{}:{} {}", at.file(), at.line(), at.column(), rule.id);
    if let Some(file) = &*SEEN {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if known.insert((at.file(), at.line(), at.column(), u32::from(rule.index)))
            && let Ok(mut file) = OpenOptions::new().create(true).append(true).open(file)
        {
            // A place that cannot be written is one that is not tried.
            let _ = writeln!(file, "{}", name());
        }
    }
    OFF.as_ref().is_none_or(|off| *off != name())
}
