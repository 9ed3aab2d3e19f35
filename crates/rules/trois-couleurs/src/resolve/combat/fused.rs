//! Units of one regiment that attack as one (L3C-CAC-14, L3C-GAP-B30).

use crate::{Book, Distance, Status, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the fused units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Battalion {
    pub figures: u8,
    /// Figures in the front rank.
    pub front: u8,
    pub status: Status,
    pub base: i8,
    /// PA that it has left.
    pub credit: u8,
}

impl Default for Battalion {
    fn default() -> Self {
        Self { figures: 12, front: 4, status: Status::Line, base: 4, credit: 3 }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fusing {
    pub units: Vec<Battalion>,
    pub same_regiment: bool,
    /// They stand in the same formation, facing the same way.
    pub same_formation: bool,
    /// The gap between them.
    pub gap: Distance,
    /// PAP lost together, to be shared.
    #[schemars(range(min = 0, max = 600))]
    pub steps: u16,
}

impl Default for Fusing {
    fn default() -> Self {
        Self {
            units: vec![Battalion::default(); 2],
            same_regiment: true,
            same_formation: true,
            gap: Distance::of(0),
            steps: 0,
        }
    }
}

/// The fused unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fused {
    pub allowed: bool,
    pub figures: u16,
    /// Figures in the front rank.
    pub front: u16,
    /// Status: the worst.
    pub status: Status,
    /// Morale: the worst.
    pub base: i8,
    /// Action points left: the fewest.
    pub credit: u8,
    /// PAP of each unit.
    pub shares: Vec<u16>,
}

/// The values of the fused unit: strength and front are added, everything else is that of the worst; losses are shared
/// by front.
#[must_use]
pub fn fuse(book: &Book, fusing: &Fusing) -> Fused {
    let units = &fusing.units;
    let near = fusing.gap < book.tables.distance.fused;
    let alike = fusing.same_regiment && fusing.same_formation && near || !book.on(r::L3C_GAP_B30);
    let front: u16 = units.iter().map(|unit| u16::from(unit.front)).sum();
    Fused {
        allowed: units.len() > 1 && alike && book.on(r::L3C_CAC_14),
        figures: units.iter().map(|unit| u16::from(unit.figures)).sum(),
        front,
        status: units.iter().map(|unit| unit.status).min().unwrap_or_default(),
        base: units.iter().map(|unit| unit.base).min().unwrap_or_default(),
        credit: units.iter().map(|unit| unit.credit).min().unwrap_or_default(),
        shares: shares(units, front, fusing.steps),
    }
}

/// PAP shared by front; the first unit takes the remainder.
fn shares(units: &[Battalion], front: u16, steps: u16) -> Vec<u16> {
    let whole = u32::from(front.max(1));
    let part = |unit: &Battalion| rulebook::saturated::<u16, _>(u32::from(steps) * u32::from(unit.front) / whole);
    let mut shares: Vec<u16> = units.iter().map(part).collect();
    let mut left = steps.saturating_sub(shares.iter().sum());
    for share in &mut shares {
        if left == 0 {
            break;
        }
        *share += 1;
        left -= 1;
    }
    shares
}
