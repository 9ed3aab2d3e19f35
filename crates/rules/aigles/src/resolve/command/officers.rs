//! Officers under fire and in melee (LA-GEN-01 to LA-GEN-07, LA-GAP-42).

use crate::Distance;
use crate::terms::book::{Book, r};
use dice::Throw;
use game::{Line, Op, Trace};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    OfficerFate {
        /// The general is not hit.
        Unhurt,
        /// Removed, not counted in the losses.
        Wounded,
        /// Removed, and the officer's points count as lost.
        Killed,
    } default Unhurt
}

/// An officer under fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UnderFire {
    /// The officer stands alone and is the target; otherwise the unit in contact is.
    pub alone: bool,
    /// Distance of the nearest enemy unit.
    #[schemars(extend("x-when" = { "alone": [true] }))]
    #[schemars(range(max = 1000))]
    pub enemy: Distance,
    /// Losses by the fire on the officer, or by one enemy unit on the officer's unit in the period.
    #[schemars(range(min = 0, max = 3600))]
    pub losses: u16,
    /// Figures of the officer's unit at the start of the fire.
    #[schemars(range(min = 1, max = 120))]
    #[schemars(extend("x-when" = { "alone": [false] }))]
    pub figures: u8,
    /// Losses that the officer had accumulated before.
    #[schemars(range(min = 0, max = 39))]
    #[schemars(extend("x-when" = { "alone": [true] }))]
    pub accumulated: u16,
}

impl Default for UnderFire {
    fn default() -> Self {
        Self { alone: false, enemy: Distance::of(20), losses: 60, figures: 12, accumulated: 0 }
    }
}

/// Effect of a fire on an officer before any die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Watched {
    /// The officer may be a target at all.
    pub target: bool,
    /// The officer's fate is tested.
    pub tested: bool,
    pub accumulated: u16,
    /// The officer is removed, and the points count as lost.
    pub removed: bool,
}

/// Effect of a fire on an officer before any die (LA-GEN-01 to LA-GEN-03).
#[must_use]
pub fn watched(book: &Book, fire: &UnderFire) -> Watched {
    let table = &book.tables.officers;
    if !fire.alone {
        // Losses per figure at the start of the fire, not rounded (LA-GAP-42).
        let enough = if book.on(r::LA_GAP_42) {
            u32::from(fire.losses) >= u32::from(table.tested_per_figure) * u32::from(fire.figures)
        } else {
            fire.losses / u16::from(fire.figures.max(1)) > table.tested_per_figure
        };
        return Watched { target: false, tested: enough && book.on(r::LA_GEN_03), accumulated: 0, removed: false };
    }
    let target = fire.enemy > table.target_beyond || !book.on(r::LA_GEN_01);
    if !target {
        return Watched { accumulated: fire.accumulated, ..Watched::default() };
    }
    let accumulated = fire.accumulated.saturating_add(fire.losses);
    Watched {
        target,
        tested: fire.losses >= table.tested_alone && book.on(r::LA_GEN_03),
        accumulated,
        removed: accumulated >= table.removed_at && book.on(r::LA_GEN_02),
    }
}

/// The dice of a test under fire (LA-GEN-04).
#[must_use]
pub fn throw_under_fire(book: &Book) -> Throw {
    let table = &book.tables.officers;
    Throw::d6(2).cuts([i16::from(table.wounded_from), i16::from(table.killed_from)])
}

/// The fate for a class of those dice.
#[must_use]
pub fn fate_under_fire(book: &Book, class: i16) -> OfficerFate {
    match class {
        _ if !book.on(r::LA_GEN_04) => OfficerFate::Unhurt,
        0 => OfficerFate::Unhurt,
        1 => OfficerFate::Wounded,
        _ => OfficerFate::Killed,
    }
}

/// An officer who fights with a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct InMelee {
    /// Losses of the officer's unit in the round.
    #[schemars(range(min = 0, max = 3600))]
    pub losses: u16,
    /// Figures of the officer's unit at the start of the round.
    #[schemars(range(min = 1, max = 120))]
    pub figures: u8,
}

impl Default for InMelee {
    fn default() -> Self {
        Self { losses: 60, figures: 16 }
    }
}

/// The fate for a face of the die: losses per figure times the die (LA-GEN-07).
pub fn fate_in_melee(book: &Book, melee: &InMelee, face: u8, trace: &mut impl Trace) -> OfficerFate {
    let table = &book.tables.officers;
    let figures = u32::from(melee.figures.max(1));
    let product = u32::from(melee.losses) * u32::from(face);
    trace.line(|| {
        let share = game::Exact { num: melee.losses.into(), den: i64::from(melee.figures.max(1)) }.reduced();
        Line::new(r::LA_GEN_07, Op::Times(share))
    });
    if !book.on(r::LA_GEN_07) {
        OfficerFate::Unhurt
    } else if product > u32::from(table.melee_killed_above) * figures {
        OfficerFate::Killed
    } else if product >= u32::from(table.melee_wounded_from) * figures {
        OfficerFate::Wounded
    } else {
        OfficerFate::Unhurt
    }
}

/// Points of a general of this rank, if the scenario gives none (LA-GAP-71).
#[must_use]
pub fn default_value(book: &Book, rank: armies::Rank) -> u8 {
    let table = &book.tables.officers;
    match rank {
        armies::Rank::Brigade => table.brigade,
        armies::Rank::Division => table.division,
        armies::Rank::Corps => table.corps,
        armies::Rank::Army => table.army,
    }
}
