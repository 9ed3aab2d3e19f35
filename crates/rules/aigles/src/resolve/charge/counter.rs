//! Counter-charges and charges that meet (LA-CCH-05 to LA-CCH-09, LA-GAP-47).

use super::reach::{Charge, from_far, reach, touch};
use crate::Distance;
use crate::resolve::motion::quarter;
use crate::terms::book::{Book, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Cm;

/// A unit that charges or counter-charges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Runner {
    /// Allowance of a period in its formation.
    #[schemars(range(min = 1, max = 60))]
    pub allowance: u8,
    /// Distance bonus, in centimetres of the table.
    #[schemars(range(min = 0, max = 20))]
    pub bonus: u8,
}

impl Default for Runner {
    fn default() -> Self {
        Self { allowance: 18, bonus: 4 }
    }
}

/// A charge and the counter-charge of its target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Counter {
    pub charger: Runner,
    /// The counter-charging unit.
    pub counter: Runner,
    /// Distance between the two.
    #[schemars(range(max = 1000), extend("exclusiveMinimum" = 0))]
    pub distance: Distance,
    /// The charger has to turn to its target first.
    pub reorient: bool,
}

impl Default for Counter {
    fn default() -> Self {
        let counter = Runner { allowance: 16, bonus: 4 };
        Self { charger: Runner::default(), counter, distance: Distance::of(13), reorient: false }
    }
}

/// Result of a counter-charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CounterTime {
    /// The charger does not touch before the counter-charge can be announced.
    pub possible: bool,
    /// Distance left between them after the charger’s second quarter, in centimetres on the ground; less than 0 if it
    /// would have passed.
    pub left: Cm,
    /// Both count as charging.
    pub effective: bool,
    /// The quarter of contact; `None`: not within the period.
    pub contact: Option<u8>,
}

/// Whether a counter-charge is effective: the distance left after the charger's second quarter is at least one
/// quarter's move of the counter-charger (LA-CCH-07). Both distance bonuses are left out of it (LA-CCH-09).
#[must_use]
pub fn effective(book: &Book, left: Cm, own: Cm, bonuses: Cm) -> bool {
    let counted = if book.on(r::LA_CCH_09) { 0 } else { bonuses };
    left - counted >= own || !book.on(r::LA_CCH_07)
}

/// The course of a counter-charge: the first quarter is that of the reaction (LA-CCH-05); it is effective if at least
/// its own quarter’s move is left after the charger's second quarter (LA-CCH-07).
#[must_use]
pub fn counter(book: &Book, counter: &Counter) -> CounterTime {
    let Counter { charger, counter: answer, distance, reorient } = *counter;
    let (qc, qq) = (quarter(book, charger.allowance).cm(), quarter(book, answer.allowance).cm());
    let lost = i32::from(reorient && book.on(r::LA_CHA_13));
    let alone = Charge { allowance: charger.allowance, bonus: charger.bonus, distance, reorient, ..Charge::default() };
    let first = reach(book, &alone).contact;
    let possible = first != Some(1) || !book.on(r::LA_CCH_05);
    let left = distance.cm() - (2 - lost) * qc;
    let bonus = |runner: Runner| Distance::of(runner.bonus.into()).cm();
    let effective = possible && effective(book, left, qq, bonus(charger) + bonus(answer));
    // They meet where both moves and bonuses reach, within the period (LA-CHA-26); an ineffective counter-charge has no
    // bonus (LA-GAP-47, 2).
    let bonuses = bonus(charger) + if effective { bonus(answer) } else { 0 };
    let meets = |n: &i32| touch(distance.cm(), (n - lost) * qc + (n - 1) * qq, bonuses);
    let contact = match (possible, book.on(r::LA_GAP_47)) {
        (false, _) | (true, false) => first,
        (true, true) => (2..=i32::from(alone.quarters(book))).find(meets).and_then(|n| u8::try_from(n).ok()),
    };
    CounterTime { possible, left, effective, contact }
}

/// Two units that charge each other (LA-GAP-47, 1): the quarter of contact, and whether both have their bonuses.
#[must_use]
pub fn meeting(book: &Book, one: Runner, other: Runner, distance: Distance) -> Option<(u8, bool)> {
    if !book.on(r::LA_GAP_47) {
        return None;
    }
    let step = quarter(book, one.allowance).cm() + quarter(book, other.allowance).cm();
    let bonuses = from_far(book, distance.cm(), step);
    let extra = if bonuses { Distance::of(u16::from(one.bonus) + u16::from(other.bonus)).cm() } else { 0 };
    let contact = (1..=4).find(|n| touch(distance.cm(), n * step, extra))?;
    Some((rulebook::saturated::<u8, _>(contact), bonuses))
}
