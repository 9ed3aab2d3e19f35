//! The price of an army list.

use crate::resolve::budget;
use crate::{BatailleEmpire, Book};
use armies::{Library, Roster};
use game::{ArmyBill, CommandBill, Fault, UnitId};
use rulebook::scenario_of_roster;

/// The price of an army list (BE-GAP-07). A unit counts as a whole: it has no elements.
pub fn bill(roster: &Roster) -> Result<ArmyBill, Vec<Fault>> {
    let book = Book::new();
    let army = BatailleEmpire::for_scenario(book.clone(), &scenario_of_roster(roster), Library::embedded())?;
    let mut ids = (0..).map(UnitId);
    let commands = roster.commands.iter().enumerate().map(|(place, command)| CommandBill {
        general: budget::general(&book, army.grade_at_start(place)) * 10,
        units: command.units.iter().zip(&mut ids).map(|(_, id)| (1, i64::from(army.sheet(id).cost) * 10)).collect(),
    });
    Ok(ArmyBill { commands: commands.collect(), doctrines: None })
}
