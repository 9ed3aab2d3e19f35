//! Turning in place (LA-PIV-05 to LA-PIV-12).

use crate::terms::book::{Book, r};
use crate::{Arm, Fighting, Formation, Order, Skirmishes, Status};
use rulebook::words;

words! {
    /// Angle by which the figures turn.
    Turned {
        /// A quarter turn.
        Quarter,
        /// An about turn.
        About,
    } default Quarter
}

/// Quarters that a turn takes (LA-PIV-05); `None`: guns do not turn in place (LA-ART-03, LA-GAP-57).
#[must_use]
pub fn turning_time(book: &Book, arm: Arm, status: Status) -> Option<u8> {
    let table = &book.tables.turning;
    match arm {
        Arm::Artillery if book.on(r::LA_ART_03) => None,
        _ if !book.on(r::LA_PIV_05) => Some(0),
        Arm::Infantry if status.good() => Some(table.good_infantry),
        Arm::Infantry => Some(table.other_infantry),
        Arm::Cavalry | Arm::Artillery => Some(table.cavalry),
    }
}

/// Figures that a unit attacked in the flank may turn (LA-PIV-07): one of a line, two of the British double line, one
/// for each rank of a column (LA-GAP-57).
#[must_use]
pub fn turned_figures(book: &Book, formation: Formation, ranks: u8) -> u8 {
    if !book.on(r::LA_PIV_07) {
        return 0;
    }
    match formation {
        Formation::Line => 1,
        Formation::DoubleLine => 2,
        Formation::Column | Formation::DivisionColumn if book.on(r::LA_GAP_57) => ranks,
        _ => 0,
    }
}

/// State of a unit after all its figures have turned: its formation, and the order of its ranks if it is attacked then
/// (LA-PIV-06, LA-PIV-08 to LA-PIV-10).
#[must_use]
pub fn after_turn(
    book: &Book,
    formation: Formation,
    turned: Turned,
    (fighting, companies): (Fighting, u8),
    skirmishes: Skirmishes,
) -> (Formation, Order) {
    // Skirmishers always count as formed (LA-PIV-09).
    if formation == Formation::Skirmish && book.on(r::LA_PIV_09) {
        return (formation, Order::Formed);
    }
    // A British double line that turns to a side is in march column (LA-PIV-08).
    let double = formation == Formation::DoubleLine && fighting == Fighting::British && turned == Turned::Quarter;
    if double && book.on(r::LA_PIV_08) {
        return (Formation::Column, Order::Formed);
    }
    // Companies of different kinds are no longer in their regulation places (LA-PIV-10).
    let mixed = companies > 1 || skirmishes == Skirmishes::Last;
    let wrong = turned == Turned::Quarter || mixed;
    let order = if wrong && !formation.square() && book.on(r::LA_PIV_10) { Order::Unformed } else { Order::Formed };
    (formation, order)
}
