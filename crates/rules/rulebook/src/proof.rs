//! Proofs: a test proves a rule if it passes with the full book and fails when that rule is switched off.

use crate::Switchable;
use game::Rule;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Runs the check with the full book, then once for each rule with that rule switched off.
///
/// # Panics
/// If the check fails with the full book, or passes although a rule it claims to prove is switched off.
#[allow(clippy::panic, reason = "it is an assertion")]
pub fn prove<B: Switchable>(rules: &[Rule], check: impl Fn(&B)) {
    prove_with(&B::default(), rules, check);
}

/// The same, starting from a book with other options.
///
/// # Panics
/// As [`prove`].
#[allow(clippy::panic, reason = "it is an assertion")]
pub fn prove_with<B: Switchable>(full: &B, rules: &[Rule], check: impl Fn(&B)) {
    check(full);
    let unnoticed = unnoticed(full, rules, check);
    assert!(unnoticed.is_empty(), "switching off went unnoticed: {}", unnoticed.join(", "));
}

/// The ids of the rules that can be switched off without the check noticing.
pub fn unnoticed<B: Switchable>(full: &B, rules: &[Rule], check: impl Fn(&B)) -> Vec<&'static str> {
    let missed = |rule: &&Rule| {
        let book = full.without(**rule);
        silently(|| panic::catch_unwind(AssertUnwindSafe(|| check(&book)))).is_ok()
    };
    rules.iter().filter(missed).map(|rule| rule.id).collect()
}

/// Runs a closure without the panic message of this thread.
fn silently<T>(run: impl FnOnce() -> T) -> T {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !SILENT.get() {
                loud(info);
            }
        }));
    });
    SILENT.set(true);
    let result = run();
    SILENT.set(false);
    result
}
