//! Range and column of a fire (BE-POR, BE-TIR-04).

use super::{Fire, FireKind, Shot};
use crate::Ud;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Band, Body, Column, Formation};
use rulebook::question::Bar;
use rulebook::words;
use smallvec::{SmallVec, smallvec};

words! {
    /// The weapon of a fire.
    Weapon {
        /// Muskets of formed infantry.
        Muskets,
        /// Muskets of skirmishers.
        Skirmishers,
        /// The guns of a battery.
        Guns,
        /// Battalion guns, alone (BE-GAP-53).
        BattalionGuns,
    } default Muskets
}

/// The range and column of a fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aim {
    pub weapon: Weapon,
    pub band: Band,
    /// Column of the table; `None` if the rules give none.
    pub column: Option<Column>,
}

pub(super) fn housed(book: &Book, body: &Body) -> bool {
    body.indoors() && book.on(r::BE_GAP_24)
}

/// The ranges of a unit: weapon and band with the limit of each, nearest first; empty: it cannot fire.
#[must_use]
pub fn limits(book: &Book, unit: &Body, on_hill: bool) -> Limits {
    // BE-POR-07: cavalry and limbered guns never fire. BE-GAP-06: nor do units with melee weapons only.
    let mute = unit.arm == Arm::Cavalry || unit.formation == Formation::Limbered;
    if !book.on(r::BE_POR_01)
        || mute && book.on(r::BE_POR_07)
        || unit.has(Ability::MeleeWeapons) && book.on(r::BE_GAP_06)
    {
        return Limits::new();
    }
    if unit.arm == Arm::Artillery { guns(book, unit, on_hill) } else { muskets(book, unit) }
}

/// Weapon, band and limit.
pub type Limits = SmallVec<[(Weapon, Band, Ud); 3]>;

/// The weapon and band of a unit at a distance; `None` if it cannot fire so far.
#[must_use]
pub fn band(book: &Book, unit: &Body, on_hill: bool, distance: Ud) -> Option<(Weapon, Band)> {
    let reaches = |(_, _, limit): &(Weapon, Band, Ud)| distance <= *limit;
    limits(book, unit, on_hill).into_iter().find(reaches).map(|(weapon, band, _)| (weapon, band))
}

/// The reason why a unit has no fire at a distance: it never fires (BE-POR-07, BE-GAP-06), or the target is too far.
#[must_use]
pub fn silent(book: &Book, unit: &Body) -> Bar {
    let bars = [
        (unit.arm == Arm::Cavalry, r::BE_POR_07, "cavalry"),
        (unit.formation == Formation::Limbered, r::BE_POR_07, "limbered"),
        (unit.has(Ability::MeleeWeapons), r::BE_GAP_06, "melee_weapons"),
    ];
    let bar = bars.into_iter().find(|(holds, rule, _)| *holds && book.on(*rule));
    bar.map_or(Bar::by(r::BE_POR_01, "out_of_range"), |(_, rule, why)| Bar::by(rule, why))
}

/// The reason why a fire is impossible.
#[must_use]
pub fn barred(book: &Book, fire: &Fire) -> Bar {
    let reaches = band(book, &fire.shooter, fire.on_hill, fire.distance).is_some();
    // In range but without an aim: it is not round shot (BE-GAP-55).
    if reaches { Bar::by(r::BE_GAP_55, "no_ricochet") } else { silent(book, &fire.shooter) }
}

fn muskets(book: &Book, unit: &Body) -> Limits {
    let table = &book.tables.range;
    let carbine = if unit.has(Ability::Carbine) && book.on(r::BE_POR_06) { table.carbine } else { Ud::of(0) };
    let (weapon, reach) = match unit.formation {
        Formation::Skirmish => (Weapon::Skirmishers, table.skirmish),
        Formation::Garrison if !book.on(r::BE_GAP_24) => return Limits::new(),
        _ => (Weapon::Muskets, table.infantry),
    };
    let mut limits = Limits::new();
    if book.on(r::BE_POR_02) {
        limits.push((weapon, Band::Effective, reach.plus(carbine)));
    }
    if unit.has_battalion_guns(book) && book.all(&[r::BE_POR_03, r::BE_GAP_53]) {
        limits.push((Weapon::BattalionGuns, Band::Effective, table.battalion_guns));
    }
    limits
}

fn guns(book: &Book, unit: &Body, on_hill: bool) -> Limits {
    if !book.on(r::BE_POR_04) {
        return Limits::new();
    }
    let table = &book.tables.range;
    let bands = table.guns.of(unit.guns);
    let hill = on_hill && book.on(r::BE_POR_05);
    let plus = |limit: Ud, more: Ud| if hill { limit.plus(more) } else { limit };
    smallvec![
        (Weapon::Guns, Band::Short, bands.short),
        (Weapon::Guns, Band::Effective, plus(bands.effective, table.hill.effective)),
        (Weapon::Guns, Band::Long, plus(bands.long, table.hill.long)),
    ]
}

/// The range and column of a fire; `None` if it is out of range.
#[must_use]
pub fn aim(book: &Book, fire: &Fire) -> Option<Aim> {
    let (weapon, band) = band(book, &fire.shooter, fire.on_hill, fire.distance)?;
    // Only round shot ricochets, and at short range guns fire canister (BE-GAP-54, BE-GAP-55).
    let round = weapon == Weapon::Guns && band != Band::Short && fire.shot == Shot::Round;
    if fire.kind == FireKind::Ricochet && !round {
        return None;
    }
    Some(Aim { weapon, band, column: column(book, fire, weapon, band) })
}

fn column(book: &Book, fire: &Fire, weapon: Weapon, band: Band) -> Option<Column> {
    if !book.on(r::BE_TIR_04) {
        return None;
    }
    let at_building = housed(book, &fire.target);
    Some(match weapon {
        Weapon::Skirmishers => Column::C,
        Weapon::Muskets if at_building || housed(book, &fire.shooter) => Column::C,
        Weapon::Muskets => Column::A,
        Weapon::BattalionGuns => Column::B,
        // BE-GAP-51: guns keep the column of their range. The alternative reading uses the last column.
        Weapon::Guns if at_building && (book.options.guns_at_buildings_use_last_column || !book.on(r::BE_GAP_51)) => {
            Column::C
        }
        Weapon::Guns => match band {
            Band::Short => Column::A,
            Band::Effective => Column::B,
            Band::Long => Column::C,
        },
    })
}
