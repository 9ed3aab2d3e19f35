//! Bands of range (L3C-FEU-43, L3C-GAP-B03, L3C-GAP-B04).

use crate::{Band, Book, Distance, Weapon, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A weapon and the distance of its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Reach {
    pub weapon: Weapon,
    /// Distance to the target.
    pub distance: Distance,
    /// The year, for French dragoons, who have muskets until 1812 (L3C-FEU-39); `None` for others.
    #[schemars(extend("x-when" = { "weapon": ["carbine"] }))]
    pub dragoons_in: Option<u16>,
    /// The band that morale allows a halted unit (L3C-MAF-04); `None`: no limit.
    pub allowed: Option<Band>,
}

/// The band of a weapon at a distance; `None`: out of range.
#[must_use]
pub fn band(book: &Book, weapon: Weapon, distance: Distance) -> Option<Band> {
    if !book.on(r::L3C_GAP_B04) {
        return None;
    }
    let ranges = book.tables.range.of(weapon)?;
    let band = ranges.band(distance)?;
    // Muskets at 1 UD are at P1 (L3C-GAP-C28); without that ruling only below 1 UD.
    if weapon == Weapon::Musket && distance == ranges.p1 && !book.on(r::L3C_GAP_C28) {
        return Some(Band::P2);
    }
    // Without L3C-FEU-43 there are only the three bands of small arms.
    Some(match band {
        Band::P1Bis if !book.on(r::L3C_FEU_43) => Band::P2,
        Band::P2Bis if !book.on(r::L3C_FEU_43) => Band::P3,
        other => other,
    })
}

/// The weapon that counts: muskets for French dragoons (L3C-FEU-39).
#[must_use]
pub fn weapon(book: &Book, reach: &Reach) -> Weapon {
    let muskets = reach.dragoons_in.is_some_and(|year| year <= book.tables.range.dragoon_muskets_until);
    if muskets && reach.weapon == Weapon::Carbine && book.on(r::L3C_FEU_39) { Weapon::Musket } else { reach.weapon }
}

/// The factor of a band for a weapon.
#[must_use]
pub fn factor(book: &Book, weapon: Weapon, band: Band) -> i8 {
    let table = &book.tables.range;
    match (weapon, band) {
        (Weapon::Carbine, _) if !book.on(r::L3C_FEU_39) => 0,
        (Weapon::Carbine, Band::P1) => table.carbine_factor.p1,
        (Weapon::Carbine, _) => table.carbine_factor.p2,
        (_, Band::P1Bis | Band::P2Bis) if book.on(r::L3C_FEU_43) => table.factor.of(band),
        (_, Band::P1 | Band::P2 | Band::P3) if book.on(r::L3C_GAP_B03) => table.factor.of(band),
        _ => 0,
    }
}

/// The band at which a halted unit delivers its fire: the one that morale allows, but no nearer than its target is
/// (L3C-MAF-04).
#[must_use]
pub fn delivered(book: &Book, weapon: Weapon, allowed: Band, distance: Distance) -> Option<Band> {
    let physical = band(book, weapon, distance)?;
    Some(if book.on(r::L3C_MAF_04) { allowed.max(physical) } else { allowed })
}

/// The band that counts for overlap: that of the distance; but if morale lets an assault fire at P1, it has come that
/// near (L3C-GAP-B04).
#[must_use]
pub fn physical(book: &Book, weapon: Weapon, allowed: Band, distance: Distance) -> Option<Band> {
    if allowed == Band::P1 && book.on(r::L3C_GAP_B04) { Some(Band::P1) } else { band(book, weapon, distance) }
}
