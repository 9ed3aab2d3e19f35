//! Plans that an attitude allows (LA-CHA-07, LA-CCH-02, LA-GAP-13, LA-GAP-76).

use crate::terms::book::{Book, r};
use crate::{Arm, Attitude, Formation};
use rulebook::words;

words! {
    /// A plan that an attitude may forbid.
    PlanKind {
        Charge,
        /// To enter melee by a normal move.
        Enter,
        Evade,
        Rally,
        ForcedMarch,
        /// A march, a turn, a change of formation.
        March,
    } default March
}

/// Whether an attitude allows this plan; the required end place is measured on the table (LA-GAP-76).
#[must_use]
pub fn allows(book: &Book, attitude: Attitude, plan: PlanKind) -> bool {
    use Attitude::{Attack, BreakOff, Cover, Harass, Hold, Manoeuvre, Support};
    match plan {
        PlanKind::Charge => match attitude {
            Attack | Cover => true,
            Hold => !book.on(r::LA_CHA_07),
            Harass | Support | Manoeuvre | BreakOff => !book.on(r::LA_GAP_13),
        },
        // Ordinary entry: attack, cover, support (LA-GAP-20).
        PlanKind::Enter => matches!(attitude, Attack | Cover | Support) || !book.on(r::LA_GAP_20),
        // Only a harassing unit evades by choice (LA-ESQ-01).
        PlanKind::Evade => attitude == Harass || !book.on(r::LA_ESQ_01),
        PlanKind::ForcedMarch => attitude != Hold || !book.on(r::LA_GAP_76),
        // A rally carries out the present order (LA-RAL-02).
        PlanKind::Rally => book.on(r::LA_RAL_02) || matches!(attitude, Manoeuvre | BreakOff),
        PlanKind::March => true,
    }
}

/// Whether an attitude allows a counter-charge by a unit that is charged itself (LA-CCH-02, LA-GAP-13).
#[must_use]
pub fn counter_charge_allowed(book: &Book, attitude: Attitude) -> bool {
    !matches!(attitude, Attitude::Hold | Attitude::Harass) || !book.on(r::LA_CCH_02)
}

/// Whether a winner follows a beaten enemy: attackers must, holding units may not, others have the choice (LA-GAP-13,
/// LA-GAP-50, LA-GAP-67). Squares, batteries and garrisons never do (LA-GAP-49).
#[must_use]
pub fn follows_up(
    book: &Book,
    attitude: Attitude,
    uncontrolled: bool,
    (arm, formation): (Arm, Formation),
) -> Option<bool> {
    let fixed = formation.square() || formation == Formation::Garrison || arm == Arm::Artillery;
    if fixed && book.on(r::LA_GAP_49) {
        return Some(false);
    }
    match attitude {
        _ if uncontrolled => Some(true),
        Attitude::Attack if book.on(r::LA_GAP_13) => Some(true),
        Attitude::Hold if book.on(r::LA_GAP_50) => Some(false),
        _ => None,
    }
}
