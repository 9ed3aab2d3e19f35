//! Evasion: which units must or may evade, and which are caught when (LA-ESQ-01 to LA-ESQ-05, LA-ESQ-13, LA-GAP-32,
//! LA-GAP-52).

use super::reach::{Charge, reach};
use crate::terms::book::{Book, r};
use crate::{Attitude, CM, Cover, Distance, Formation, Order};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Cm;

words! {
    /// Whether a unit evades.
    Duty {
        /// It may not.
        No,
        /// It may, if it is threatened and has written the evasion.
        May,
        Must,
    } default No

    /// How an evading unit is caught.
    Caught {
        /// Still in place, in the quarter of its reaction.
        Standing,
        /// While it turns: unformed, in front.
        Turning,
        /// While it runs: unformed, from behind.
        Running,
    } default Standing
}

/// A unit that evades a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Evasion {
    pub attitude: Attitude,
    pub formation: Formation,
    pub cover: Cover,
    /// It is in a wood or a village.
    pub sheltered: bool,
    /// It is itself charged, or stands between the charger and its target.
    pub charged: bool,
    /// The evasion was written and declared at the start of the half.
    pub declared: bool,
    pub charge: Charge,
}

impl Default for Evasion {
    fn default() -> Self {
        Self {
            attitude: Attitude::Harass,
            formation: Formation::Skirmish,
            cover: Cover::None,
            sheltered: false,
            charged: true,
            declared: false,
            charge: Charge { allowance: 36, bonus: 9, distance: Distance::of(30), ..Charge::default() },
        }
    }
}

/// Result of an evasion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvasionTime {
    /// The quarter in which it is caught; `None`: it escapes.
    pub caught: Option<u8>,
    /// How it is caught, which decides how it fights.
    pub how: Option<Caught>,
    /// Order of its ranks on contact, or after its escape.
    pub order: Order,
    /// Distance left between the two at the end of the period, in centimetres on the ground.
    pub gap: Cm,
}

/// Whether a unit must or may evade (LA-ESQ-01, LA-ESQ-02): it may only before an enemy within charge distance
/// (LA-GAP-19, LA-GAP-52).
#[must_use]
pub fn duty(book: &Book, evasion: &Evasion) -> Duty {
    let harass = evasion.attitude == Attitude::Harass;
    let loose = evasion.formation == Formation::Skirmish;
    let shelter = evasion.sheltered || evasion.cover != Cover::None;
    let threatened = evasion.charge.distance <= reach(book, &evasion.charge).reach || !book.on(r::LA_GAP_52);
    if evasion.charged && (harass || loose) && !shelter && book.on(r::LA_ESQ_02) {
        Duty::Must
    } else if harass && threatened && book.on(r::LA_ESQ_01) {
        Duty::May
    } else {
        Duty::No
    }
}

/// The time at which an evading unit is caught: it turns for a quarter, after its reaction unless it has declared
/// (LA-ESQ-03), then runs (LA-ESQ-04).
#[must_use]
pub fn evasion(book: &Book, evasion: &Evasion) -> EvasionTime {
    let charge = &evasion.charge;
    let turn = if book.on(r::LA_ESQ_03) { book.tables.turning.evasion } else { 0 };
    let reaction = if evasion.declared || !book.on(r::LA_ESQ_03) { 0 } else { book.tables.time.reaction };
    let still = turn + reaction;
    let pace = if book.on(r::LA_ESQ_04) { Cm::from(book.tables.movement.evasion) * CM / 4 } else { 0 };
    let fled = |n: u8| pace * Cm::from(n.saturating_sub(still));
    let all = charge.quarters(book);
    let gap = |n: u8| {
        // The distance to the running unit decides whether the charger makes a whole quarter (LA-CHA-15).
        let way = Charge { distance: Distance::from_cm(charge.distance.cm() + fled(n)), ..*charge };
        let bonus = if way.bonuses(book) { way.bonus(book).cm() } else { 0 };
        way.distance.cm() - charge.plain(book, n).cm() - bonus
    };
    let moves = |n: u8| charge.plain(book, n).cm() > 0;
    let caught = (1..=all).find(|n| moves(*n) && gap(*n) <= 0).filter(|_| book.on(r::LA_GAP_32));
    let how = caught.map(|n| match n {
        n if n <= reaction && book.on(r::LA_GAP_52) => Caught::Standing,
        n if n <= still && book.on(r::LA_GAP_52) => Caught::Turning,
        _ => Caught::Running,
    });
    let order = match how {
        Some(Caught::Standing) => Order::Formed,
        Some(Caught::Turning) => Order::Unformed,
        Some(Caught::Running) if book.on(r::LA_ESQ_13) => Order::Unformed,
        None if book.on(r::LA_ESQ_05) => Order::Unformed,
        Some(Caught::Running) | None => Order::Formed,
    };
    EvasionTime { caught, how, order, gap: if caught.is_some() { 0 } else { gap(all).max(0) } }
}
