//! The cost of an army list under Les Trois Couleurs.

use crate::resolve::people::budget;
use crate::terms::type_table::{LeaderTable, TypeTable};
use crate::{Arm, Book};
use armies::{Library, Roster, Unit};
use game::{ArmyBill, CommandBill, Fault};

const ID: &str = "trois-couleurs";

/// The bill of an army list (L3C-GAP-A39). A unit is one whole: it has no elements.
pub fn bill(roster: &Roster) -> Result<ArmyBill, Vec<Fault>> {
    let book = Book::new();
    let mut faults = Vec::new();
    let mut commands = Vec::new();
    for command in &roster.commands {
        let general = &command.general;
        let arms: Vec<Arm> = command.units.iter().map(|unit| arm(unit.arm)).collect();
        let told = general.overrides.get(ID).map_or(Ok(LeaderTable::default()), LeaderTable::read);
        let cost = told.and_then(|table| table.leader(&book, general.rank, &arms));
        let mut keep = |name: &str, cost: Result<i64, Fault>| {
            cost.unwrap_or_else(|error| {
                faults.push(error.within(name));
                0
            })
        };
        commands.push(CommandBill {
            general: keep(&general.name, cost.map(|leader| budget::general(&book, leader.bonus) * 10)),
            units: command.units.iter().map(|unit| (1, keep(&unit.id, price(&book, unit)))).collect(),
        });
    }
    if faults.is_empty() { Ok(ArmyBill { commands, doctrines: None }) } else { Err(faults) }
}

fn price(book: &Book, unit: &Unit) -> Result<i64, Fault> {
    let table = unit.for_ruleset(ID, Library::embedded().troops()).ok_or(rulebook::SetUpFault::TypeWithoutValues)?;
    let table = TypeTable::read(table)?;
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
