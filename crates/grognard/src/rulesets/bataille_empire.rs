//! Bataille Empire: what an army list costs under it.

use super::{Item, parade::parade};
use ::bataille_empire::{BatailleEmpire, Book, budget};
use armies::{Library, Roster};
use game::UnitId;

/// The bill of an army list (BE-GAP-07). A unit is one whole: it has no elements.
pub fn bill(roster: &Roster) -> Result<Vec<Item>, Vec<game::Fault>> {
    let book = Book::new();
    let muster = BatailleEmpire::for_scenario(book.clone(), &parade(roster), Library::embedded())?;
    let mut ids = (0..).map(UnitId);
    let items = roster.commands.iter().enumerate().map(|(place, command)| Item {
        general: budget::general(&book, muster.grade_at_start(place)) * 10,
        units: command.units.iter().zip(&mut ids).map(|(_, id)| (1, i64::from(muster.sheet(id).cost) * 10)).collect(),
    });
    Ok(items.collect())
}
