//! The data embedded in the program: scenarios, troop lists, army lists, so that the binary needs no other files.

use crate::{Fault, MAX_BYTES, Nation, Roster, Scenario, Troops, parse_roster, parse_troops, parse_with};
use include_dir::{Dir, include_dir};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::OnceLock;

static SCENARIOS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../data/scenarios");
static ARMIES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../data/armies");

/// The rulesets that a file may name, one id a line.
const RULESETS: &str = "rulesets.txt";

/// Why a scenario or an army list was not found.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum NotFound {
    /// Neither an id of the library nor a file.
    #[error("no scenario or army list `{name}`; known: {}", known.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The ids of the library.
        known: Vec<String>,
    },
    /// The file exists but cannot be read.
    #[error("{name}: {reason}")]
    Unreadable { name: String, reason: String },
    /// The file is faulty.
    #[error("{} fault(s), first: {}", .0.len(), .0.first().map(ToString::to_string).unwrap_or_default())]
    Faulty(Vec<Fault>),
}

/// The embedded data, read once.
#[derive(Debug)]
pub struct Library {
    troops: Troops,
    scenarios: Vec<Scenario>,
    rosters: Vec<Roster>,
    faults: Vec<Fault>,
}

impl Library {
    /// The library of this binary.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static LIBRARY: OnceLock<Library> = OnceLock::new();
        LIBRARY.get_or_init(Self::read)
    }

    fn read() -> Self {
        let mut faults = Vec::new();
        let rulesets: Vec<String> = texts(&ARMIES, RULESETS)
            .flat_map(|(_, text)| text.lines())
            .map(str::trim)
            .filter(|l| !l.is_empty())
            .map(str::to_owned)
            .collect();
        let mut keep = |nation: Result<Nation, Vec<Fault>>| nation.map_err(|found| faults.extend(found)).ok();
        let lists = texts(&ARMIES, ".toml");
        let nations = lists.filter_map(|(name, text)| keep(parse_troops(text, name, &rulesets))).collect();
        let troops = Troops::new(nations, rulesets);
        let mut scenarios = Vec::new();
        for (name, text) in texts(&SCENARIOS, ".toml") {
            match parse_with(text, name, &troops) {
                Ok(scenario) => scenarios.push(scenario),
                Err(found) => faults.extend(found),
            }
        }
        let mut rosters = Vec::new();
        for (name, text) in ARMIES.get_dir("examples").into_iter().flat_map(|dir| texts(dir, ".toml")) {
            match parse_roster(text, name, &troops) {
                Ok(roster) => rosters.push(roster),
                Err(found) => faults.extend(found),
            }
        }
        scenarios.sort_by(|a, b| a.id.cmp(&b.id));
        rosters.sort_by(|a, b| a.id.cmp(&b.id));
        Self { troops, scenarios, rosters, faults }
    }

    /// The troop lists.
    #[must_use]
    pub fn troops(&self) -> &Troops {
        &self.troops
    }

    /// The scenarios, by id.
    #[must_use]
    pub fn scenarios(&self) -> &[Scenario] {
        &self.scenarios
    }

    /// The example army lists, by id.
    #[must_use]
    pub fn rosters(&self) -> &[Roster] {
        &self.rosters
    }

    /// Faults of the embedded files; a test keeps this empty.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The text of an embedded scenario file by the scenario's id, for a log's header or as a model to copy.
    #[must_use]
    pub fn text(&self, id: &str) -> Option<&'static str> {
        texts(&SCENARIOS, ".toml").find(|(name, _)| name.strip_suffix(".toml") == Some(id)).map(|(_, text)| text)
    }

    /// The text of an example army list by its id.
    #[must_use]
    pub fn roster_text(&self, id: &str) -> Option<&'static str> {
        let mut lists = ARMIES.get_dir("examples").into_iter().flat_map(|dir| texts(dir, ".toml"));
        lists.find(|(name, _)| name.strip_suffix(".toml") == Some(id)).map(|(_, text)| text)
    }

    /// A scenario by its id, or else by the path of a file.
    ///
    /// # Errors
    /// If there is none, or the file is faulty.
    pub fn find(&self, id_or_path: &str) -> Result<Scenario, NotFound> {
        if let Some(scenario) = self.scenarios.iter().find(|s| s.id == id_or_path) {
            return Ok(scenario.clone());
        }
        let text = self.open(id_or_path, self.scenarios.iter().map(|s| s.id.clone()).collect())?;
        parse_with(&text, id_or_path, &self.troops).map_err(NotFound::Faulty)
    }

    fn open(&self, path: &str, known: Vec<String>) -> Result<String, NotFound> {
        if !Path::new(path).is_file() {
            return Err(NotFound::Unknown { name: path.to_owned(), known });
        }
        let mut text = String::new();
        // One byte past the limit is enough for the reader to report that the file is too long.
        let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        let read = File::open(path).and_then(|file| file.take(limit).read_to_string(&mut text));
        read.map(|_| text).map_err(|error| NotFound::Unreadable { name: path.to_owned(), reason: error.to_string() })
    }
}

/// The texts of a directory whose names have this ending, by name, without its subdirectories.
fn texts(dir: &'static Dir<'static>, ending: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut all: Vec<(&str, &str)> = dir
        .files()
        .filter_map(|file| Some((file.path().file_name()?.to_str()?, file.contents_utf8()?)))
        .filter(|(name, _)| name.ends_with(ending))
        .collect();
    all.sort_unstable();
    all.into_iter()
}
