//! How far a unit fires, whatever the ground (BE-POR-01).

use crate::Ud;
use crate::book::{Book, r};
use crate::profile::{Ability, Arm, Band, Body, Formation};

/// The band in which an enemy at this distance lies; none: out of range.
pub(crate) fn band(book: &Book, unit: &Body, distance: Ud) -> Option<Band> {
    let table = &book.tables.range;
    if !book.on(r::BE_POR_01) || unit.has(Ability::MeleeWeapons) && book.on(r::BE_GAP_06) {
        return None;
    }
    match (unit.arm, unit.formation) {
        (Arm::Artillery, Formation::Deployed) if book.on(r::BE_POR_04) => {
            let bands = table.guns.of(unit.guns);
            let limits = [(Band::Short, bands.short), (Band::Effective, bands.effective), (Band::Long, bands.long)];
            limits.into_iter().find(|(_, limit)| distance <= *limit).map(|(band, _)| band)
        }
        (Arm::Infantry, formation) if book.on(r::BE_POR_02) => {
            let own = if formation == Formation::Skirmish { table.skirmish } else { table.infantry };
            let far = if unit.has(Ability::Carbine) { own.plus(table.carbine) } else { own };
            let guns = unit.has(Ability::BattalionGuns) && formation != Formation::Garrison && book.on(r::BE_POR_03);
            let far = if guns { far.max(table.battalion_guns) } else { far };
            (distance <= far).then_some(Band::Effective)
        }
        _ => None,
    }
}
