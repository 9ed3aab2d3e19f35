//! For `make proofs`: the places of the code that ask whether a rule is in force. Each can be switched off separately,
//! to see whether any test notices. Never part of the program: only with the feature `places`.
//!
//! A place is written `file:line:column RULE`. `GROGNARD_PLACES_SEEN` names a file to which every place is added with
//! the thread, which the test harness names after its test, when that thread first asks; `GROGNARD_PLACE_OFF` is the
//! place at which the rule is not in force.

use crate::Rule;
use std::cell::RefCell;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::panic::Location;
use std::sync::LazyLock;

/// The line first: it is compared millions of times.
type Asked<'a> = (u32, u32, &'a str, &'a str);

static OFF: LazyLock<Option<Asked<'static>>> = LazyLock::new(|| {
    let place: &'static str = std::env::var("GROGNARD_PLACE_OFF").ok()?.leak();
    let (at, rule) = place.rsplit_once(' ')?;
    let (at, column) = at.rsplit_once(':')?;
    let (file, line) = at.rsplit_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?, rule, file))
});
// A file that cannot be written leaves no place to try, which `make proofs` refuses.
static SEEN: LazyLock<Option<File>> = LazyLock::new(|| {
    let file = std::env::var("GROGNARD_PLACES_SEEN").ok()?;
    OpenOptions::new().create(true).append(true).open(file).ok()
});

thread_local! {
    static KNOWN: RefCell<HashSet<Asked<'static>>> = RefCell::default();
}

/// Whether the rule is in force at this place.
pub(crate) fn asked(rule: Rule, at: &'static Location<'static>) -> bool {
    let place = (at.line(), at.column(), rule.id, at.file());
    if let Some(mut file) = SEEN.as_ref()
        && KNOWN.with_borrow_mut(|known| known.insert(place))
    {
        let test = std::thread::current();
        let line = format!("{}:{}:{} {}\t{}\n", place.3, place.0, place.1, place.2, test.name().unwrap_or_default());
        // One call, so that the lines of two threads do not mix.
        let _ = file.write_all(line.as_bytes());
    }
    *OFF != Some(place)
}
