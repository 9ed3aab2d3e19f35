//! Points of a figure, a unit and an army (LA-GAP-41).

use super::{Arm, Figure, Profile, Status, Tenths, Weapon};
use crate::terms::book::{Book, r};
use game::{Line, Op, Trace};

/// A cost in tenths of a point.
pub type Cost = Tenths;

/// Cost of a figure of infantry or cavalry by its values; `None`: guns have a price of their own (LA-GAP-18), and
/// infantry with this Combat value has no price. The lines count tenths of a point.
pub fn budget_of_figure(book: &Book, figure: &Figure, trace: &mut impl Trace) -> Option<Tenths> {
    if !book.on(r::LA_GAP_41) {
        return None;
    }
    let table = &book.tables.budget;
    let values = [(figure.fire, table.values), (figure.bonus, table.values), (figure.moral, table.values)];
    let horse = [
        (figure.combat, table.cavalry_combat),
        (figure.bonus, table.cavalry_bonus),
        (figure.moral, table.cavalry_moral),
        (figure.fire, table.cavalry_fire),
    ];
    let column = i32::from(figure.column);
    let mut parts: Vec<(&'static str, i32)> = Vec::new();
    let names = ["fire", "bonus", "moral"];
    let horse_names = ["combat", "bonus", "moral", "fire"];
    match figure.arm {
        Arm::Infantry => {
            let combat = usize::try_from(figure.combat).ok().and_then(|combat| table.combat.get(combat))?;
            parts.push(("combat", combat.0));
            parts.extend(names.into_iter().zip(values).map(|(name, (value, each))| (name, each.times(value.into()).0)));
            parts.push(("column", table.column.times(column - i32::from(table.column_from)).0));
            parts.push(("skirmish", if figure.skirmish.is_some() { table.skirmish.0 } else { 0 }));
            parts.push(("rifle", if figure.weapon == Weapon::Rifle { table.rifle.0 } else { 0 }));
            let status = match figure.status {
                Status::Elite => table.elite.0,
                Status::Guard => table.guard.0,
                _ => 0,
            };
            parts.push(("status", status));
        }
        Arm::Cavalry => {
            let priced =
                horse_names.into_iter().zip(horse).map(|(name, (value, each))| (name, each.times(value.into()).0));
            parts.extend(priced);
            parts.push(("column", table.cavalry_column.times(column - i32::from(table.cavalry_column_from)).0));
            parts.push(("foragers", if figure.skirmish.is_some() { table.cavalry_foragers.0 } else { 0 }));
            parts.push(("cuirass", if figure.cuirass { table.cavalry_cuirass.0 } else { 0 }));
            parts.push(("lance", if figure.lance { table.cavalry_lance.0 } else { 0 }));
            let status = match figure.status {
                Status::Elite => table.cavalry_elite.0,
                Status::Guard => table.cavalry_guard.0,
                _ => 0,
            };
            parts.push(("status", status));
        }
        Arm::Artillery => return None,
    }
    for (name, tenths) in &parts {
        if *tenths != 0 {
            trace.line(|| Line::new(r::LA_GAP_41, Op::Add(i64::from(*tenths))).fact(name, 1));
        }
    }
    Some(Tenths(parts.iter().map(|(_, tenths)| tenths).sum()))
}

impl Profile {
    /// Cost of the unit at its strength: each figure at the price of its row.
    #[must_use]
    pub fn cost(&self) -> Tenths {
        self.companies
            .iter()
            .fold(Tenths::default(), |sum, company| sum.plus(company.figure.budget.times(company.figures.into())))
    }
}
