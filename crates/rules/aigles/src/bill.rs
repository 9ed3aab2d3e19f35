//! Les Aigles: what an army list costs under it.

use crate::{Book, LesAigles};
use armies::{Library, Roster};
use game::{ArmyBill, CommandBill, Fault, UnitId};
use rulebook::parade;

/// The bill of an army list (LA-GAP-41): figures by their kind, generals and their aides by their value.
pub fn bill(roster: &Roster) -> Result<ArmyBill, Vec<Fault>> {
    let muster = LesAigles::for_scenario(Book::new(), &parade(roster), Library::embedded())?;
    let mut ids = (0..).map(UnitId);
    let commands = roster.commands.iter().enumerate().map(|(place, command)| CommandBill {
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
    Ok(ArmyBill { commands: commands.collect(), doctrines: None })
}
