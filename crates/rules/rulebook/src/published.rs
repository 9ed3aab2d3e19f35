//! Opens a ruleset: new battles, and battles loaded, resumed and branched from their logs.

use game::seal::Bytes32;
use game::{
    ArmyBill, Assistant, Battle, Entry, Fault, FaultSubject, Head, Host, LineFault, LogError, MadeGeneral, Rules,
    Ruleset, Setup, Term, UmpireState,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What differs from ruleset to ruleset.
pub trait Edition: Sync {
    type Rules: Rules + Send + Sync + 'static;
    const ID: &'static str;
    /// Version of its code: raised when the same answers and dice may give other events.
    const VERSION: u32;
    /// The unit of measure of its players: name and length in centimetres.
    const MEASURE: (&'static str, i32);
    /// The figure on its cards that counts what is left of a unit.
    const STRENGTH: &'static str;
    /// Fields of `overrides` of generals in generated battles, by their quality; without an entry the defaults apply.
    const MADE_GENERALS: &'static [(MadeGeneral, &'static str)] = &[];
    /// How many turns a battle made from a seed has by its units a side; nothing: as many as under any ruleset.
    const MADE_TURNS: Option<fn(u16) -> u16> = None;

    fn catalogue() -> game::catalogue::Catalogue;
    /// Its resolutions outside a battle, with a club's own tables and options by name.
    ///
    /// # Errors
    /// Every fault of the tables or the options.
    fn assistant(tables: Option<&str>, options: &BTreeMap<Term, i64>) -> Result<Box<dyn Assistant>, Vec<Fault>>;
    fn options() -> Vec<(&'static str, i64)>;
    /// The words of its questions.
    fn questions() -> Vec<&'static str>;
    /// The words of its choices.
    fn choices() -> Vec<&'static str>;
    /// Prices and checks an army list.
    ///
    /// # Errors
    /// Every fault of the list under this ruleset.
    fn bill(roster: &armies::Roster) -> Result<ArmyBill, Vec<Fault>>;
    /// The rules for a scenario, with a club's own tables and options by name.
    ///
    /// # Errors
    /// Every fault of the scenario, the tables or the options.
    fn rules(
        scenario: &armies::Scenario,
        tables: Option<&str>,
        options: &BTreeMap<Term, i64>,
    ) -> Result<Self::Rules, Vec<Fault>>;
}

/// Makes resolutions with a club's own tables and options by name.
pub(crate) type Made = fn(Option<&str>, &BTreeMap<Term, i64>) -> Result<Box<dyn Assistant>, Vec<Fault>>;

/// Resolutions with the figures shipped and every option at its default.
///
/// # Panics
/// Never: a test reads the tables that are embedded.
#[allow(clippy::panic, reason = "the embedded tables are read by a test of each ruleset")]
pub(crate) fn shipped(made: Made) -> Box<dyn Assistant> {
    made(None, &BTreeMap::new()).unwrap_or_else(|faults| panic!("the shipped tables are faulty: {faults:?}"))
}

/// Converts a fault of a scenario or an army list. For its line, read the file with `armies`.
fn of_file(fault: &armies::Fault) -> Fault {
    Fault { about: FaultSubject::File, ..Fault::at(fault.place.clone(), &fault.reason) }
}

/// A shipped ruleset.
pub struct Published<E>(pub E);

impl<E: Edition> Published<E> {
    fn rules_of(scenario: &str, tables: Option<&str>, options: &BTreeMap<Term, i64>) -> Result<E::Rules, Vec<Fault>> {
        let parsed =
            armies::parse(scenario, "scenario").map_err(|faults| faults.iter().map(of_file).collect::<Vec<_>>())?;
        E::rules(&parsed, tables, options)
    }

    /// Adds to the faults of a scenario those that only the ruleset can find, so that its author gets all at once. The
    /// ground is left out: it may be the faulty part.
    fn with_own_faults(setup: &Setup, mut faults: Vec<Fault>) -> Vec<Fault> {
        if let (Some(mut scenario), found) = armies::parse_mended(&setup.scenario, "scenario")
            && !found.is_empty()
        {
            scenario.ground.features.clear();
            faults.extend(E::rules(&scenario, setup.tables.as_deref(), &setup.options).err().unwrap_or_default());
        }
        faults
    }

    /// The rules that a log was played with.
    fn rules_of_log(entries: &[Entry]) -> Result<Arc<E::Rules>, LogError> {
        let Some(Entry::Head(head)) = entries.first() else { return Err(LogError::NoHead) };
        if head.version != E::VERSION {
            let reason = LineFault::OtherVersion { played: head.version, current: E::VERSION };
            return Err(LogError::Line { line: 1, reason });
        }
        let rules = Self::rules_of(&head.scenario, head.tables.as_deref(), &head.options);
        rules.map(Arc::new).map_err(|faults| LogError::Line { line: 1, reason: LineFault::SetUp(faults) })
    }
}

impl<E: Edition> Ruleset for Published<E> {
    fn id(&self) -> &'static str {
        E::ID
    }

    fn version(&self) -> u32 {
        E::VERSION
    }

    fn catalogue(&self) -> game::catalogue::Catalogue {
        E::catalogue()
    }

    fn assistant(&self) -> Box<dyn Assistant> {
        shipped(E::assistant)
    }

    fn assistant_of(
        &self,
        tables: Option<&str>,
        options: &BTreeMap<Term, i64>,
    ) -> Result<Box<dyn Assistant>, Vec<Fault>> {
        E::assistant(tables, options)
    }

    fn measure(&self) -> (&'static str, i32) {
        E::MEASURE
    }

    fn strength(&self) -> &'static str {
        E::STRENGTH
    }

    fn options(&self) -> Vec<(&'static str, i64)> {
        E::options()
    }

    fn questions(&self) -> Vec<&'static str> {
        E::questions()
    }

    fn choices(&self) -> Vec<&'static str> {
        E::choices()
    }

    fn made_general(&self, place: MadeGeneral) -> Option<&'static str> {
        E::MADE_GENERALS.iter().find(|(known, _)| *known == place).map(|(_, worth)| *worth)
    }

    fn made_turns(&self, units: u16) -> Option<u16> {
        E::MADE_TURNS.map(|turns| turns(units))
    }

    fn bill(&self, list: &str) -> Option<Result<ArmyBill, Vec<Fault>>> {
        let read = armies::parse_roster(list, "list", armies::Library::embedded().troops());
        let read = read.map_err(|faults| faults.iter().map(of_file).collect::<Vec<_>>());
        Some(read.and_then(|roster| E::bill(&roster)))
    }

    fn begin(&self, setup: &Setup) -> Result<Box<dyn Battle>, Vec<Fault>> {
        let rules = Self::rules_of(&setup.scenario, setup.tables.as_deref(), &setup.options);
        let rules = Arc::new(rules.map_err(|faults| Self::with_own_faults(setup, faults))?);
        let head = Head {
            format: game::log::FORMAT,
            ruleset: Term::of(E::ID),
            version: E::VERSION,
            scenario: setup.scenario.clone(),
            tables: setup.tables.clone(),
            options: setup.options.clone(),
            generals: setup.generals.clone(),
            seed_sealed: Bytes32::default(),
            umpire: None,
        };
        Ok(Box::new(Host::begin(rules, head, setup.seed, setup.salt)))
    }

    fn reopen(&self, entries: &[Entry]) -> Result<Box<dyn Battle>, LogError> {
        Ok(Box::new(Host::reopen(Self::rules_of_log(entries)?, entries, None, Bytes32::default())?))
    }

    fn retrace(&self, entries: &[Entry]) -> Result<Box<dyn Battle>, LogError> {
        Ok(Box::new(Host::retrace(Self::rules_of_log(entries)?, entries, None, Bytes32::default())?))
    }

    fn resume(&self, entries: &[Entry], keep: &UmpireState) -> Result<Box<dyn Battle>, LogError> {
        Ok(Box::new(Host::resume(Self::rules_of_log(entries)?, entries, keep)?))
    }

    fn branch(
        &self,
        entries: &[Entry],
        generals: [String; 2],
        keep: &UmpireState,
    ) -> Result<Box<dyn Battle>, LogError> {
        Ok(Box::new(Host::branch(Self::rules_of_log(entries)?, entries, generals, keep.seed, keep.salt)?))
    }
}
