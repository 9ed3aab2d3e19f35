//! The bridge from files to checked values: structure first (against the published schema), then meaning.

mod commands;
mod faults;
mod force_file;
mod ground;
mod part;
mod place;
mod roster_file;
mod scenario_file;
mod shape;
mod source;
mod troops_file;

use crate::{Fault, Library, Nation, Roster, Scenario, Troops};
use faults::Faults;
pub use part::Part;
use place::Place;
use source::Source;

/// Longest file that is read, in bytes.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;
/// Most units of a scenario or a roster.
pub const MAX_UNITS: usize = 5_000;
/// Most features of a ground.
pub const MAX_FEATURES: usize = 5_000;
/// Most corners of one feature, zone or objective.
const MAX_CORNERS: usize = 1_000;
/// Most zones, arrivals or objectives.
const MAX_ENTRIES: usize = 1_000;
/// Most faults that are listed.
pub const MAX_FAULTS: usize = 1_000;

/// Reads a scenario against the embedded troop lists. `name` names the file in the faults.
///
/// # Errors
/// All faults of the file, in the order of their lines. A file that is not TOML gives its syntax errors only.
pub fn parse(text: &str, name: &str) -> Result<Scenario, Vec<Fault>> {
    parse_with(text, name, Library::embedded().troops())
}

/// Reads a scenario against other troop lists.
///
/// # Errors
/// As [`parse`].
pub fn parse_with(text: &str, name: &str, troops: &Troops) -> Result<Scenario, Vec<Fault>> {
    read(text, name, crate::schema::scenario(), |setup, faults| scenario_file::check(setup, troops, faults))
}

/// Reads a scenario as far as possible: missing or wrong values are filled in. `None` if it is not TOML. For callers
/// with further checks that report all faults at once; such a scenario should not be fought.
#[must_use]
pub fn parse_mended(text: &str, name: &str) -> (Option<Scenario>, Vec<Fault>) {
    let troops = Library::embedded().troops();
    mended(text, name, crate::schema::scenario(), |setup, faults| scenario_file::check(setup, troops, faults))
}

/// Reads an army list.
///
/// # Errors
/// As [`parse`].
pub fn parse_roster(text: &str, name: &str, troops: &Troops) -> Result<Roster, Vec<Fault>> {
    read(text, name, crate::schema::roster(), |setup, faults| roster_file::check(setup, troops, faults))
}

/// Reads the troop types of a nation; `rulesets` are those it may name (empty: any).
///
/// # Errors
/// As [`parse`].
pub fn parse_troops(text: &str, name: &str, rulesets: &[String]) -> Result<Nation, Vec<Fault>> {
    read(text, name, crate::schema::troops(), |setup, faults| troops_file::check(setup, rulesets, faults))
}

/// One file: its syntax, its structure, then its meaning. The meaning is checked even if the structure is faulty
/// (missing or wrong values are filled in, and faults that only follow from that are left out), so that the writer sees
/// all faults at once.
fn read<S, T>(
    text: &str,
    name: &str,
    schema: &serde_json::Value,
    check: impl FnOnce(S, &mut Faults) -> T,
) -> Result<T, Vec<Fault>>
where
    S: serde::de::DeserializeOwned,
{
    match mended(text, name, schema, check) {
        (Some(value), faults) if faults.is_empty() => Ok(value),
        (_, faults) => Err(faults),
    }
}

fn mended<S, T>(
    text: &str,
    name: &str,
    schema: &serde_json::Value,
    check: impl FnOnce(S, &mut Faults) -> T,
) -> (Option<T>, Vec<Fault>)
where
    S: serde::de::DeserializeOwned,
{
    let source = match Source::new(text, name) {
        Ok(source) => source,
        Err(faults) => return (None, faults),
    };
    let mut faults = Faults::new(&source);
    let mended = shape::mend(schema, &source, &mut faults);
    let value = match mended.try_into::<S>() {
        Ok(setup) => Some(check(setup, &mut faults)),
        Err(_) => {
            faults.add(&Place::Root, crate::Reason::Unread);
            None
        }
    };
    (value, faults.finish())
}
