//! The number of figures that fire, and the number that a fire concerns (L3C-FEU-24 to L3C-FEU-33).

use crate::{Arm, Band, Book, Case, Formation, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Firing {
    pub arm: Arm,
    pub formation: Formation,
    /// Its last result of a test of morale.
    pub case: Case,
    /// Figures in front: for a square, of one face; for a garrison, of the faces that see the target; for a battery,
    /// its pieces.
    #[schemars(range(min = 0, max = 60))]
    pub front: u8,
    /// The target assaults it; otherwise only range and facing limit the figures (L3C-FEU-25).
    pub assault: bool,
    /// Front of the attacker, in bases of the shooter's width.
    #[schemars(extend("x-when" = { "assault": [true] }))]
    #[schemars(range(min = 0, max = 60))]
    pub opposite: u8,
    /// Sides on which the unit reaches beyond the attacker, 0 to 2.
    #[schemars(extend("x-when" = { "assault": [true] }))]
    #[schemars(range(min = 0, max = 2))]
    pub overlapped_sides: u8,
    /// The band by distance, not the one that morale allows.
    #[schemars(extend("x-when" = { "assault": [true] }))]
    pub band: Band,
    /// Depth in ranks of the flank that it fires into (L3C-FEU-18); `None`: it fires at a front.
    pub flank_ranks: Option<u8>,
    pub flank_of: Arm,
    /// Figures on the face of a built-up area that sees the target (L3C-ECO-17); `None`: it holds none.
    pub on_face: Option<u8>,
}

impl Default for Firing {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            formation: Formation::Line,
            case: Case::Stand,
            front: 1,
            assault: true,
            opposite: 1,
            overlapped_sides: 0,
            band: Band::P1,
            flank_ranks: None,
            flank_of: Arm::Infantry,
            on_face: None,
        }
    }
}

/// Whether troops in a formation can fire at all (L3C-GAP-B07): not from a march column or limbered, or out of hand;
/// cavalry only by option (L3C-FEU-39).
#[must_use]
pub fn can_fire(book: &Book, arm: Arm, formation: Formation, case: Case) -> bool {
    if !book.on(r::L3C_GAP_B07) {
        return true;
    }
    let ready = !matches!(formation, Formation::MarchColumn | Formation::Limbered) && case.positive();
    ready && (arm != Arm::Cavalry || book.options.cavalry_fire)
}

#[must_use]
pub fn firing(book: &Book, unit: &Firing) -> u8 {
    if !can_fire(book, unit.arm, unit.formation, unit.case) {
        return 0;
    }
    let front = unit.on_face.filter(|_| book.on(r::L3C_ECO_17)).map_or(unit.front, |face| unit.front.min(face));
    // All pieces of a battery bear on its target (L3C-FEU-40).
    if unit.arm == Arm::Artillery && book.on(r::L3C_FEU_40) {
        return front;
    }
    if let Some(ranks) = unit.flank_ranks.filter(|_| book.on(r::L3C_FEU_18)) {
        return front.min(bases_along_flank(book, unit, ranks));
    }
    if !unit.assault && book.on(r::L3C_FEU_25) || !book.on(r::L3C_FEU_24) {
        return front;
    }
    let table = &book.tables.fire;
    let skirmish = unit.formation == Formation::Skirmish && book.all(&[r::L3C_FEU_27, r::L3C_GAP_B35]);
    let each = if skirmish { table.overlap_skirmish } else { table.overlap.of(unit.band) };
    front.min(unit.opposite.saturating_add(each.saturating_mul(unit.overlapped_sides)))
}

/// The length of a flank on the table, in bases of the shooter (L3C-FEU-18).
fn bases_along_flank(book: &Book, unit: &Firing, ranks: u8) -> u8 {
    let scale = &book.tables.scale;
    let depth = if unit.flank_of == Arm::Infantry { scale.infantry_depth_cm } else { scale.mounted_depth_cm };
    let width = if unit.arm == Arm::Infantry { scale.infantry_front_cm } else { scale.mounted_front_cm };
    rulebook::saturated::<u8, _>((i32::from(ranks) * depth + width - 1) / width)
}

/// A unit that takes losses by fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Victim {
    pub arm: Arm,
    /// Figures in the front rank.
    #[schemars(range(min = 0, max = 60))]
    pub front: u8,
    #[schemars(range(min = 1, max = 12))]
    pub ranks: u8,
}

impl Default for Victim {
    fn default() -> Self {
        Self { arm: Arm::Infantry, front: 1, ranks: 1 }
    }
}

/// The unit that delivers the fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Source {
    pub arm: Arm,
    pub formation: Formation,
    /// Figures in front; gunners of a battery.
    #[schemars(range(min = 0, max = 60))]
    pub front: u8,
}

impl Default for Source {
    fn default() -> Self {
        Self { arm: Arm::Infantry, formation: Formation::Line, front: 1 }
    }
}

/// A fire whose percentage of losses is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Concern {
    /// The unit that takes the losses.
    pub victim: Victim,
    pub shooter: Source,
    /// The shooter is an objective of the victim's assault.
    pub objective: bool,
    /// Sides on which the victim reaches beyond the shooter, 0 to 2.
    #[schemars(extend("x-when" = { "objective": [true] }))]
    #[schemars(range(min = 0, max = 2))]
    pub overlapped_sides: u8,
}

impl Default for Concern {
    fn default() -> Self {
        Self { victim: Victim::default(), shooter: Source::default(), objective: true, overlapped_sides: 0 }
    }
}

/// The number of figures that a fire concerns: the percentage of losses refers to them.
#[must_use]
pub fn concerned(book: &Book, fire: &Concern) -> u8 {
    let victim = &fire.victim;
    let hit = if book.on(r::L3C_FEU_29) { book.tables.fire.ranks_hit.of(victim.arm) } else { u8::MAX };
    let ranks = victim.ranks.min(hit);
    if !fire.objective {
        // Any fire at its front can stop an assault (L3C-FEU-34); the whole unit is concerned (L3C-FEU-33).
        return if book.all(&[r::L3C_FEU_33, r::L3C_FEU_34]) { victim.front.saturating_mul(ranks) } else { 0 };
    }
    if !book.on(r::L3C_FEU_30) {
        return victim.front.saturating_mul(ranks);
    }
    // One skirmisher covers the front of several figures (L3C-TIR-03).
    let spread = fire.shooter.formation == Formation::Skirmish && book.on(r::L3C_TIR_03);
    let each = if spread { book.tables.scale.skirmish_front } else { 1 };
    let front = fire.shooter.front.saturating_mul(each);
    let facing = in_bases_of(book, victim.arm, fire.shooter.arm, front);
    let square = fire.shooter.formation == Formation::Square && book.on(r::L3C_FEU_31);
    let beyond = if square { 0 } else { fire.overlapped_sides };
    victim.front.min(facing.saturating_add(beyond)).saturating_mul(ranks)
}

/// A front of one arm in bases of another: a cavalryman or a gunner is as wide as two infantrymen, fractions round up
/// (L3C-FEU-32).
#[must_use]
pub fn in_bases_of(book: &Book, to: Arm, from: Arm, front: u8) -> u8 {
    match (from == Arm::Infantry, to == Arm::Infantry) {
        (true, false) if book.on(r::L3C_FEU_32) => front.div_ceil(2),
        (false, true) if book.on(r::L3C_FEU_32) => front.saturating_mul(2),
        _ => front,
    }
}
