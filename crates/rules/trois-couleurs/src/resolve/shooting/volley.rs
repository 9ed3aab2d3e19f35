//! The moments in a turn when a unit may fire (L3C-FEU-02, L3C-FEU-20 to L3C-FEU-23, L3C-GAP-B24).

use crate::{Book, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    FireMoment {
        /// At the start, before any movement.
        Initial,
        /// In the tactical phase.
        Tactical,
    } default Tactical

    /// Action after the fire in the same phase.
    Then {
        Nothing,
        /// It moves, or changes its formation or facing.
        Manoeuvre,
        /// It takes a safeguard measure.
        Safeguard,
    } default Nothing
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Volley {
    pub moment: FireMoment,
    /// It supports an assault of other units.
    pub supports: bool,
    /// Fires it has already delivered this turn.
    #[schemars(range(min = 0, max = 4))]
    pub fired: u8,
    /// The moment of the first of them.
    pub fired_at: FireMoment,
    /// It has moved or changed since that fire, or before this one.
    pub moved: bool,
    /// Action after the fire.
    pub then: Then,
}

impl Default for Volley {
    fn default() -> Self {
        Self {
            moment: FireMoment::Tactical,
            supports: false,
            fired: 0,
            fired_at: FireMoment::Initial,
            moved: false,
            then: Then::Nothing,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FirePermission {
    pub allowed: bool,
    /// PA that it costs.
    pub points: u8,
}

/// Whether a unit may fire at that moment, and the cost.
#[must_use]
pub fn volley(book: &Book, volley: &Volley) -> FirePermission {
    const MOST_FIRES: u8 = 2;
    let action = &book.tables.action;
    let tactical = volley.moment == FireMoment::Tactical;
    // A fire at the start supports no assault (L3C-FEU-20).
    let early = volley.supports && !tactical && book.on(r::L3C_FEU_20);
    // A fire of the tactical phase ends a unit's actions: one in support (L3C-FEU-21), and any other (L3C-FEU-23).
    let last = book.on(if volley.supports { r::L3C_FEU_21 } else { r::L3C_FEU_23 });
    let goes_on = tactical && volley.then == Then::Manoeuvre && last;
    // Moving first is allowed (L3C-FEU-22), but for a second fire the unit must not have moved (L3C-GAP-B24).
    let moved = volley.moved && !book.on(r::L3C_FEU_22);
    let again = volley.fired > 0;
    // One fire at the start, one in the tactical phase: not two in one of them.
    let twice = again && volley.fired_at == volley.moment;
    let disturbed = again && (volley.moved || twice) && book.on(r::L3C_GAP_B24);
    let spent = volley.fired >= MOST_FIRES && book.on(r::L3C_FEU_02);
    let reload = if again && book.on(r::L3C_FEU_02) { action.reload } else { 0 };
    FirePermission { allowed: !(early || goes_on || moved || disturbed || spent), points: action.fire + reload }
}
