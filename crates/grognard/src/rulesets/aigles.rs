//! Les Aigles: what an army list costs under it.

use super::{Item, parade::parade};
use ::aigles::{Book, LesAigles};
use armies::{Library, Roster};
use game::UnitId;

/// The bill of an army list (LA-GAP-41): figures by their kind, generals and their aides by their value.
pub fn bill(roster: &Roster) -> Result<Vec<Item>, Vec<game::Fault>> {
    let muster = LesAigles::for_scenario(Book::new(), &parade(roster), Library::embedded())?;
    let mut ids = (0..).map(UnitId);
    let items = roster.commands.iter().enumerate().map(|(place, command)| Item {
        general: muster.cost_of_officers(place),
        units: command
            .units
            .iter()
            .zip(&mut ids)
            .map(|(_, id)| {
                let sheet = muster.sheet(id);
                (u32::from(sheet.profile.figures()), i64::from(sheet.cost.0))
            })
            .collect(),
    });
    Ok(items.collect())
}
