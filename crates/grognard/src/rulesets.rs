//! The rulesets that this program ships, and what only single ones of them have.

mod aigles;
mod bataille_empire;
mod marie_louise;
mod parade;
mod trois_couleurs;

use armies::Roster;
pub use shipped::{all, find, playable, tables, usual};

/// What a command of an army list costs, in tenths of a point.
pub struct Item {
    /// Its general.
    pub general: i64,
    /// Its units: elements and cost.
    pub units: Vec<(u32, i64)>,
}

/// The orders of battle open to an army list under a ruleset, as the texts name them (`doctrine-thin`); nothing: the
/// ruleset has no doctrines; an empty list: none for this nation.
pub fn doctrines(ruleset: &str, roster: &Roster) -> Option<Vec<&'static str>> {
    match ruleset {
        "marie-louise" => Some(marie_louise::doctrines(roster)),
        _ => None,
    }
}

/// What an army list costs under a ruleset, command by command; nothing: the ruleset gives units no cost.
pub fn bill(ruleset: &str, roster: &Roster) -> Option<Result<Vec<Item>, Vec<game::Fault>>> {
    match ruleset {
        "aigles" => Some(aigles::bill(roster)),
        "bataille-empire" => Some(bataille_empire::bill(roster)),
        "marie-louise" => Some(marie_louise::bill(roster)),
        "trois-couleurs" => Some(trois_couleurs::bill(roster)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::all;

    /// Every name and every word that a player reads in a form of the assistant has a text, under every ruleset shipped.
    #[test]
    fn every_form_has_its_words() {
        let unsaid = |ruleset: &&'static dyn game::Ruleset| {
            let id = ruleset.id();
            server::unsaid(*ruleset).into_iter().map(move |text| format!("{id}: {text}"))
        };
        let missing: Vec<String> = all().iter().flat_map(unsaid).collect();
        assert!(missing.is_empty(), "no text for:\n{}", missing.join("\n"));
    }
}
