//! Les Trois Couleurs: what an army list costs under it.

use super::Item;
use ::trois_couleurs::type_table::{LeaderTable, TypeTable};
use ::trois_couleurs::{Arm, Book, budget};
use armies::{Library, Roster, Unit};
use serde::Deserialize;

const ID: &str = "trois-couleurs";

/// The bill of an army list (L3C-GAP-A39). A unit is one whole: it has no elements.
pub fn bill(roster: &Roster) -> Result<Vec<Item>, Vec<String>> {
    let book = Book::new();
    let mut faults = Vec::new();
    let mut items = Vec::new();
    for command in &roster.commands {
        let general = &command.general;
        let arms: Vec<Arm> = command.units.iter().map(|unit| arm(unit.arm)).collect();
        let told = general.overrides.get(ID).cloned().map_or(Ok(LeaderTable::default()), LeaderTable::deserialize);
        let leader = told.map_err(|error| error.message().to_owned());
        let cost = leader.and_then(|table| table.leader(&book, general.rank, &arms));
        let mut keep = |name: &str, cost: Result<i64, String>| {
            cost.unwrap_or_else(|error| {
                faults.push(format!("{name}: {error}"));
                0
            })
        };
        items.push(Item {
            general: keep(&general.name, cost.map(|leader| budget::general(&book, leader.bonus) * 10)),
            units: command.units.iter().map(|unit| (1, keep(&unit.id, price(&book, unit)))).collect(),
        });
    }
    if faults.is_empty() { Ok(items) } else { Err(faults) }
}

fn price(book: &Book, unit: &Unit) -> Result<i64, String> {
    let table = unit.for_ruleset(ID, Library::embedded().troops()).ok_or("its type has no values")?;
    let table = TypeTable::deserialize(table).map_err(|error| error.message().to_owned())?;
    let raised = table.raise(book, arm(unit.arm), &unit.nation, unit.year, unit.quality)?;
    Ok(budget::unit(book, &raised, unit.strength) * 10)
}

const fn arm(arm: armies::Arm) -> Arm {
    match arm {
        armies::Arm::Infantry => Arm::Infantry,
        armies::Arm::Cavalry => Arm::Cavalry,
        armies::Arm::Artillery => Arm::Artillery,
    }
}
