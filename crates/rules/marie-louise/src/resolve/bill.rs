//! The price of an army list, and the orders of battle open to it.

use crate::resolve::budget::{self, Commission};
use crate::terms::doctrine::{self, Doctrine};
use crate::{Book, MarieLouise, Rank};
use armies::{General, Library, Roster};
use game::{ArmyBill, CommandBill, Fault, Quiet, UnitId};
use rulebook::scenario_of_roster;

/// The price of an army list.
pub fn bill(roster: &Roster) -> Result<ArmyBill, Vec<Fault>> {
    let book = Book::new();
    let army = MarieLouise::for_scenario(book.clone(), &scenario_of_roster(roster), Library::embedded())?;
    let mut ids = (0..).map(UnitId);
    let commands = roster.commands.iter().map(|command| CommandBill {
        general: budget::general(&book, &commission(&command.general), &mut Quiet) * 10,
        units: command
            .units
            .iter()
            .zip(&mut ids)
            .map(|(_, id)| {
                let sheet = army.sheet(id);
                (u32::from(sheet.elements), i64::from(sheet.cost) * 10)
            })
            .collect(),
    });
    Ok(ArmyBill { commands: commands.collect(), doctrines: Some(doctrines(roster)) })
}

/// The orders of battle among which the brigades of an army list choose (ML-14a).
fn doctrines(roster: &Roster) -> Vec<&'static str> {
    let open = doctrine::doctrines(&Book::new(), &roster.nation, roster.year).to_vec();
    open.into_iter()
        .map(|order| match order {
            Doctrine::Thin => "doctrine-thin",
            Doctrine::Deep => "doctrine-deep",
            Doctrine::Mixed => "doctrine-mixed",
        })
        .collect()
}

/// A general as priced; what the list leaves out is that of an ordinary general.
fn commission(general: &General) -> Commission {
    let said = |key: &str| {
        let table = general.overrides.get("marie-louise")?;
        u8::try_from(table.get(key)?.as_integer()?).ok()
    };
    let usual = Commission::default();
    Commission {
        rank: match general.rank {
            armies::Rank::Brigade => Rank::Brigade,
            armies::Rank::Division => Rank::Division,
            armies::Rank::Corps => Rank::Corps,
            armies::Rank::Army => Rank::Army,
        },
        competence: said("competence").unwrap_or(usual.competence),
        charisma: said("charisma").unwrap_or(usual.charisma),
    }
}
