//! Evasion: who must, who may, who is caught when (LA-ESQ-01 to LA-ESQ-05, LA-ESQ-13, LA-GAP-32, LA-GAP-52).

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
        /// It may, if it is threatened and has written it down.
        May,
        Must,
    } default No

    /// How an evader is caught.
    Caught {
        /// As it stands, in the quarter of its reaction.
        Standing,
        /// While it turns: without formation, to its front.
        Turning,
        /// While it runs: without formation and from behind.
        Running,
    } default Standing
}

/// A unit that evades before a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Evasion {
    /// Its order.
    pub attitude: Attitude,
    /// How it stands.
    pub formation: Formation,
    /// What covers it.
    pub cover: Cover,
    /// In a wood or a village.
    pub sheltered: bool,
    /// It is itself charged, or stands between the charger and its target.
    pub charged: bool,
    /// It was written down and declared at the start of the half.
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

/// What an evasion comes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvasionTime {
    /// The quarter in which it is caught; none: it escapes.
    pub caught: Option<u8>,
    /// How it then fights.
    pub how: Option<Caught>,
    /// Order of its ranks on contact, or after its escape.
    pub order: Order,
    /// What is left between the two at the end of the period, in centimetres on the ground.
    pub gap: Cm,
}

/// Whether a unit must or may evade (LA-ESQ-01, LA-ESQ-02): it may only before an enemy within charge distance (LA-GAP-19,
/// LA-GAP-52).
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

/// When an evader is caught: it turns for a quarter, after its reaction if it has not declared (LA-ESQ-03), then runs
/// (LA-ESQ-04).
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
        // What it has to go to reach who runs decides whether it goes a whole quarter (LA-CHA-15).
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
