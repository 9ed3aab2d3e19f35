//! The rulesets that this program ships: the only place that names them.

mod bataille_empire;
mod marie_louise;
mod parade;

use armies::Roster;
use game::Ruleset;

/// All of them, in the order in which they are listed.
pub fn all() -> Vec<&'static dyn Ruleset> {
    vec![&::marie_louise::RULESET, &::bataille_empire::RULESET, &::trois_couleurs::RULESET]
}

/// A ruleset by its id.
pub fn find(id: &str) -> Option<&'static dyn Ruleset> {
    all().into_iter().find(|ruleset| ruleset.id().eq_ignore_ascii_case(id))
}

/// Those with which a whole battle can be fought.
pub fn playable() -> Vec<&'static dyn Ruleset> {
    all().into_iter().filter(|ruleset| ruleset.plays()).collect()
}

/// The ruleset taken when none is named: the first.
pub fn usual() -> &'static dyn Ruleset {
    &::marie_louise::RULESET
}

/// What a command of an army list costs.
pub struct Item {
    /// Its general.
    pub general: i64,
    /// Its units: elements and cost.
    pub units: Vec<(u32, i64)>,
}

/// The orders of battle open to an army list under a ruleset, as the texts name them (`doctrine-thin`); none: the ruleset
/// has no doctrines, or none for this nation.
pub fn doctrines(ruleset: &str, roster: &Roster) -> Vec<&'static str> {
    match ruleset {
        "marie-louise" => marie_louise::doctrines(roster),
        _ => Vec::new(),
    }
}

/// What an army list costs under a ruleset, command by command.
pub fn bill(ruleset: &str, roster: &Roster) -> Result<Vec<Item>, Vec<String>> {
    match ruleset {
        "bataille-empire" => bataille_empire::bill(roster),
        "marie-louise" => marie_louise::bill(roster),
        other => Err(vec![format!("{other}: no costs")]),
    }
}
