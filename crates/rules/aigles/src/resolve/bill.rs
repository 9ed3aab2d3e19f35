//! The cost of an army list under Les Aigles, and the restrictions of its notes.

use crate::terms::situation_fault::SituationFault as F;
use crate::terms::troops::Company;
use crate::{Book, LesAigles, r};
use armies::{Library, Roster};
use game::{ArmyBill, CommandBill, Fault, UnitId};
use rulebook::scenario_of_roster;

/// The bill of an army list (LA-GAP-41): figures by their kind, generals and their aides by their value.
pub fn bill(roster: &Roster) -> Result<ArmyBill, Vec<Fault>> {
    bill_by(Book::new(), roster)
}

/// The same by another book.
///
/// # Errors
/// Every fault of the list.
pub fn bill_by(book: Book, roster: &Roster) -> Result<ArmyBill, Vec<Fault>> {
    let army = LesAigles::for_scenario(book, &scenario_of_roster(roster), Library::embedded())?;
    let faults = against_the_notes(&army, roster);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut ids = (0..).map(UnitId);
    let commands = roster.commands.iter().enumerate().map(|(place, command)| CommandBill {
        general: army.cost_of_officers(place),
        units: command
            .units
            .iter()
            .zip(&mut ids)
            .map(|(_, id)| {
                let sheet = army.sheet(id);
                (u32::from(sheet.profile.figures()), i64::from(sheet.cost.0))
            })
            .collect(),
    });
    Ok(ArmyBill { commands: commands.collect(), doctrines: None })
}

/// Restrictions of the notes to the printed table of the Prussian line (LA-NAT-02): more figures of a kind than it has
/// for a unit, so that only a battalion with its grenadiers, as in regiment no. 8, has 20; a detachment of volunteers
/// without a whole regiment.
fn against_the_notes(army: &LesAigles, roster: &Roster) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !army.on(r::LA_NAT_02) {
        return faults;
    }
    let (tables, notes) = (&army.book.tables, &army.book.tables.prussians);
    let key = |company: &Company| tables.figures.key(company.kind).unwrap_or_default();
    let named = |company: &Company, kinds: &[String]| kinds.iter().any(|kind| kind == key(company));
    let units: Vec<_> = roster.commands.iter().flat_map(|command| &command.units).zip((0..).map(UnitId)).collect();
    let has = |id: UnitId, kinds: &[String]| army.sheet(id).profile.companies.iter().any(|c| named(c, kinds));
    let regiments =
        units.iter().filter(|(_, id)| has(*id, &notes.regiments)).count() / usize::from(notes.battalions.max(1));
    for (unit, id) in &units {
        let over = |company: &Company| {
            let number = if named(company, &notes.by_company) { company.number } else { 1 };
            let most = company.figure.most.filter(|_| company.figure.printed);
            most.is_some_and(|most| company.figures > most.saturating_mul(number))
        };
        if army.sheet(*id).profile.companies.iter().any(over) {
            faults.push(Fault::at(unit.id.clone(), F::MoreThanTable));
        }
    }
    let detachments = units.iter().filter(|(_, id)| has(*id, &notes.volunteers));
    faults
        .extend(detachments.skip(regiments).map(|(unit, _)| Fault::at(unit.id.clone(), F::VolunteersWithoutRegiment)));
    faults
}
