//! The figures of a unit in a formation: front and depth (L3C-GEN-04, L3C-LOSS-08).

use crate::{Arm, Book, Formation, Troop};

/// The formations that an arm can take by order, the usual one first.
#[must_use]
pub const fn formations(arm: Arm) -> &'static [Formation] {
    match arm {
        Arm::Infantry => &[
            Formation::Line,
            Formation::DivisionColumn,
            Formation::CompanyColumn,
            Formation::ClosedColumn,
            Formation::Square,
            Formation::MarchColumn,
        ],
        Arm::Cavalry => &[Formation::Line, Formation::DivisionColumn, Formation::CompanyColumn, Formation::MarchColumn],
        Arm::Artillery => &[Formation::Deployed, Formation::Limbered],
    }
}

/// Figures in front and ranks of a number of figures (guns of a battery) in a formation. The depth of a formation is
/// that of its companies, whatever the losses (L3C-LOSS-08): two abreast by divisions, one by companies. A squadron has
/// two divisions; a march column is two infantrymen or one cavalryman wide.
#[must_use]
pub fn frontage(book: &Book, troop: &Troop, companies: u8, figures: u8, formation: Formation) -> (u8, u8) {
    let scale = &book.tables.scale;
    let figures = match troop.arm {
        Arm::Artillery => figures.div_ceil(scale.guns_per_gunner.max(1)),
        _ => figures,
    }
    .max(1);
    let companies = if troop.arm == Arm::Infantry { companies.max(2) } else { 4 };
    let deep = |ranks: u8| {
        let ranks = ranks.clamp(1, figures);
        (figures.div_ceil(ranks), ranks)
    };
    match formation {
        Formation::Line | Formation::Skirmish | Formation::Deployed | Formation::AdHoc => (figures, 1),
        Formation::DivisionColumn | Formation::ClosedColumn => deep(companies.div_ceil(2)),
        Formation::CompanyColumn => deep(companies),
        Formation::Square => (figures.div_ceil(4), 1),
        Formation::MarchColumn | Formation::Limbered => {
            let wide = if troop.arm == Arm::Infantry { 2 } else { 1 };
            (wide.min(figures), figures.div_ceil(wide))
        }
    }
}
