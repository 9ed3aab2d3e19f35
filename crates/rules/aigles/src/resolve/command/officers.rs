//! Officers under fire and in melee (LA-GEN-01 to LA-GEN-07, LA-GAP-42).

use crate::Distance;
use crate::terms::book::{Book, r};
use dice::Throw;
use game::{Line, Op, Trace};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// What becomes of an officer.
    OfficerFate {
        /// Nothing.
        Unhurt,
        /// Removed, not counted in the losses.
        Wounded,
        /// Removed, his points count as lost.
        Killed,
    } default Unhurt
}

/// An officer under fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UnderFire {
    /// He stands by himself and is fired at; else he is in contact with a unit that is.
    pub alone: bool,
    /// How far off the nearest enemy unit is.
    #[schemars(extend("x-when" = { "alone": [true] }))]
    #[schemars(range(max = 1000))]
    pub enemy: Distance,
    /// Losses of the fire on him, or of one enemy unit on his unit in the period.
    #[schemars(range(min = 0, max = 3600))]
    pub losses: u16,
    /// Figures of his unit when the fire began.
    #[schemars(range(min = 1, max = 120))]
    #[schemars(extend("x-when" = { "alone": [false] }))]
    pub figures: u8,
    /// Losses that he has accumulated before.
    #[schemars(range(min = 0, max = 39))]
    #[schemars(extend("x-when" = { "alone": [true] }))]
    pub accumulated: u16,
}

impl Default for UnderFire {
    fn default() -> Self {
        Self { alone: false, enemy: Distance::of(20), losses: 60, figures: 12, accumulated: 0 }
    }
}

/// What a fire does to an officer before any die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Watched {
    /// He may be a target at all.
    pub target: bool,
    /// His fate is tested.
    pub tested: bool,
    /// Losses accumulated.
    pub accumulated: u16,
    /// He is removed and his points count as lost.
    pub removed: bool,
}

/// What a fire does to an officer before any die (LA-GEN-01 to LA-GEN-03).
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

/// What a class of those dice means.
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
    /// Losses of his unit in the round.
    #[schemars(range(min = 0, max = 3600))]
    pub losses: u16,
    /// Figures of his unit when the round began.
    #[schemars(range(min = 1, max = 120))]
    pub figures: u8,
}

impl Default for InMelee {
    fn default() -> Self {
        Self { losses: 60, figures: 16 }
    }
}

/// His fate with a face of the die: losses per figure times the die (LA-GEN-07).
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

/// Points of a general of a rank where the scenario says none (LA-GAP-71).
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
