//! What a result means on each occasion (LA-GAP-24, LA-GAP-25, LA-GAP-66).

use super::result::MoraleResult;
use crate::terms::book::{Book, r};
use crate::{Formation, Order};
use rulebook::words;

words! {
    /// The reason for a test (LA-GAP-24).
    Occasion {
        /// It declares a charge.
        Charging,
        /// It announces a counter-charge.
        CounterCharging,
        /// A charge lands on it.
        Charged,
        /// Its own charge lands under fire.
        ChargerUnderFire,
        /// It has lost a round of melee.
        MeleeLost,
        /// It is in retreat or rout and may recover.
        Recovering,
        /// Evasion or rally has led it to the edge of the table.
        TableEdge,
        /// Fire, losses, a rout in sight, an enemy behind it, its general fallen or arrived.
        Other,
    } default Other

    /// The action of a unit after a test.
    Effect {
        /// It goes on as ordered.
        GoesOn,
        Charges,
        /// It charges and cannot be stopped.
        ChargesUnstoppable,
        /// It does not charge and stands formed for this half.
        StandsThisHalf,
        CounterCharges,
        Stands,
        /// It stands and follows if it wins.
        StandsAndFollows,
        /// A square opens: unformed in place.
        Opens,
        /// It is caught turning: unformed, from behind.
        CaughtTurning,
        /// It runs for a quarter at once.
        Runs,
        /// It halts at the end of its full quarter, unformed.
        HaltsUnformed,
        /// It halts there and leaves from the next quarter on.
        HaltsAndLeaves,
        /// It recoils facing the enemy.
        Recoils,
        /// It leaves its house on the far side, unformed.
        LeavesHouse,
        /// It is put clear and leaves from the next quarter on.
        PutClear,
        /// It stops and may act.
        Recovers,
        /// It stops and may turn and re-form.
        RecoversHalted,
        /// The new result replaces the old one.
        Worsens,
        /// It halts for this period.
        Halts,
        /// It leaves from the next quarter on.
        Leaves,
        /// It advances uncontrolled from the next quarter on.
        Advances,
        /// It stops at the edge.
        StaysOnTable,
        /// It leaves the table and is lost.
        LeavesTable,
    } default GoesOn
}

impl Effect {
    /// The order of the unit's ranks afterwards; `None`: unchanged (LA-GAP-25, LA-GAP-66).
    #[must_use]
    pub const fn ranks(self) -> Option<Order> {
        match self {
            Self::Opens | Self::CaughtTurning | Self::HaltsUnformed | Self::LeavesHouse => Some(Order::Unformed),
            Self::Runs => Some(Order::Disordered),
            _ => None,
        }
    }
}

impl Occasion {
    /// Whether the unit charges with this effect.
    #[must_use]
    pub const fn charging(self) -> bool {
        matches!(self, Self::Charging | Self::CounterCharging | Self::ChargerUnderFire)
    }
}

/// The unit that reads a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reader {
    pub formation: Formation,
    pub order: Order,
    /// Cavalry charges it or fights it.
    pub against_cavalry: bool,
    /// It evades, rallies or follows.
    pub bound: bool,
}

/// The result as the unit reads it: a unit that cannot advance reads an uncontrolled advance as Obéir (LA-GAP-25,
/// LA-GAP-66).
#[must_use]
pub fn read_as(book: &Book, result: MoraleResult, reader: &Reader) -> MoraleResult {
    let loose = reader.order >= Order::Unformed && book.on(r::LA_GAP_25);
    let fixed = matches!(reader.formation, Formation::Garrison | Formation::InPosition | Formation::Limbered);
    let kept = (fixed || reader.bound) && book.on(r::LA_GAP_66);
    if result == MoraleResult::Uncontrolled && (loose || kept) { MoraleResult::Obey } else { result }
}

/// The action of a unit for a result on an occasion (LA-GAP-25).
#[must_use]
pub fn effect(book: &Book, occasion: Occasion, result: MoraleResult, reader: &Reader) -> Effect {
    use MoraleResult::{Flight, Halt, Obey, Retreat, Rout, Uncontrolled};
    if !book.on(r::LA_GAP_25) {
        return Effect::GoesOn;
    }
    let square = reader.formation.square() && reader.order < Order::Unformed;
    let bursts = square && !book.options.squares_never_burst && book.on(r::LA_GAP_66);
    let guns = matches!(reader.formation, Formation::InPosition | Formation::Limbered);
    let garrison = reader.formation == Formation::Garrison;
    match (occasion, read_as(book, result, reader)) {
        (Occasion::Charging, Obey) => Effect::Charges,
        (Occasion::Charging, Uncontrolled) => Effect::ChargesUnstoppable,
        (Occasion::Charging, Halt) => Effect::StandsThisHalf,
        (Occasion::CounterCharging, Obey | Uncontrolled) => Effect::CounterCharges,
        (Occasion::CounterCharging, Halt) => Effect::Stands,
        (Occasion::Charged, Obey | Halt) => Effect::Stands,
        (Occasion::Charged, Uncontrolled) if bursts => Effect::Opens,
        (Occasion::Charged, Uncontrolled) => Effect::StandsAndFollows,
        (Occasion::CounterCharging | Occasion::Charged, Retreat) => Effect::CaughtTurning,
        (Occasion::CounterCharging | Occasion::Charged, Rout | Flight) => Effect::Runs,
        (Occasion::ChargerUnderFire, Obey | Uncontrolled) => Effect::GoesOn,
        (Occasion::ChargerUnderFire, Halt) => Effect::HaltsUnformed,
        (Occasion::ChargerUnderFire, Retreat | Rout | Flight) => Effect::HaltsAndLeaves,
        (Occasion::MeleeLost, Uncontrolled) if bursts && reader.against_cavalry => Effect::Opens,
        // An unbroken square that has lost stays in place (LA-GAP-49, 7).
        (Occasion::MeleeLost, Obey | Halt | Uncontrolled) if square && book.on(r::LA_GAP_49) => Effect::Stands,
        // So does a battery by its guns (8); a garrison keeps its house only on Obéir (7).
        (Occasion::MeleeLost, Obey | Halt) if guns && book.on(r::LA_GAP_49) => Effect::Stands,
        (Occasion::MeleeLost, Obey) if garrison && book.on(r::LA_GAP_49) => Effect::Stands,
        (Occasion::MeleeLost, Halt) if garrison && book.on(r::LA_GAP_49) => Effect::LeavesHouse,
        (Occasion::MeleeLost, Obey | Halt | Uncontrolled) => Effect::Recoils,
        (Occasion::MeleeLost, Retreat | Rout | Flight) => Effect::PutClear,
        (Occasion::Recovering, Obey | Uncontrolled) => Effect::Recovers,
        (Occasion::Recovering, Halt) => Effect::RecoversHalted,
        (Occasion::Recovering, Retreat | Rout | Flight) => Effect::Worsens,
        (Occasion::TableEdge, Obey | Uncontrolled) => Effect::StaysOnTable,
        (Occasion::TableEdge, Halt | Retreat | Rout | Flight) => Effect::LeavesTable,
        (Occasion::Other, Obey) => Effect::GoesOn,
        (Occasion::Other, Halt) => Effect::Halts,
        (Occasion::Charging | Occasion::Other, Retreat | Rout | Flight) => Effect::Leaves,
        (Occasion::Other, Uncontrolled) if bursts => Effect::Opens,
        (Occasion::Other, Uncontrolled) => Effect::Advances,
    }
}

/// Whether a unit tests because a charge lands on it: if it stands, not if it charges or runs itself (LA-GAP-24, 2).
#[must_use]
pub fn charged_tests(book: &Book, stands: bool) -> bool {
    stands && book.on(r::LA_GAP_24)
}

/// Whether a landing charger tests, by the losses that each unit's fire has inflicted on it in this half (LA-GAP-08, 7,
/// LA-GAP-24, 3).
#[must_use]
pub fn charger_tests(book: &Book, fires: impl IntoIterator<Item = u16>) -> bool {
    let from = book.tables.morale.fire_from;
    fires.into_iter().any(|losses| losses >= from) && book.all(&[r::LA_GAP_08, r::LA_GAP_24])
}
