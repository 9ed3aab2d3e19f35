//! The cost of changing facing (L3C-CHF-04, L3C-MVT-04 to L3C-MVT-07, L3C-GAP-A04).

use crate::resolve::moving::points::{credit, left, next_credit, penalty};
use crate::{Arm, Book, Formation, Gait, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A change of facing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Turning {
    pub arm: Arm,
    pub formation: Formation,
    /// Class of manoeuvre, 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    pub class: u8,
    #[schemars(range(min = 0, max = 180))]
    pub degrees: u16,
    /// PA already spent.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
    /// The gait of the move it is part of.
    pub gait: Gait,
}

impl Default for Turning {
    fn default() -> Self {
        let (arm, formation, gait) = (Arm::default(), Formation::default(), Gait::default());
        Self { arm, formation, class: 2, degrees: 30, spent: 0, gait }
    }
}

/// The cost of a change of facing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Turned {
    /// PA of turning.
    pub turning: u8,
    /// PA including those of the move.
    pub points: u8,
    /// Penalty points (POP) that it costs.
    pub penalty: u8,
    /// PA available in the next turn.
    pub next_credit: u8,
    pub allowed: bool,
}

/// PA of a change of facing.
#[must_use]
pub fn cost(book: &Book, arm: Arm, formation: Formation, class: u8, degrees: u16) -> u8 {
    let table = &book.tables.turning;
    if formation == Formation::MarchColumn && book.on(r::L3C_MVT_06) {
        return table.march_column.unsigned_abs();
    }
    let ruled = book.on(r::L3C_GAP_A04);
    if arm == Arm::Cavalry && degrees >= 180 && ruled {
        let half = &table.cavalry_half_turn;
        return match class {
            1 => half.class_1,
            2 => half.class_2,
            _ => half.class_3,
        }
        .unsigned_abs();
    }
    let squadron = arm == Arm::Cavalry && formation == Formation::Line;
    if !book.on(if squadron { r::L3C_MVT_05 } else { r::L3C_CHF_04 }) {
        return 0;
    }
    let angle = if degrees <= book.tables.arc.pivot_small { table.up_to_30 } else { table.beyond_30 };
    let line = if arm == Arm::Infantry && formation == Formation::Line { table.infantry_line } else { 0 };
    let drill = match class {
        1 => table.class_1,
        3 if ruled => table.class_3,
        _ => 0,
    };
    (angle + line + drill).max(table.least).unsigned_abs()
}

#[must_use]
pub fn turning(book: &Book, s: &Turning) -> Turned {
    let turning = cost(book, s.arm, s.formation, s.class, s.degrees);
    let moving = if book.on(r::L3C_MVT_04) { book.tables.action.gait.of(s.gait) } else { 0 };
    let total = s.spent.saturating_add(turning);
    let paid_back = book.on(r::L3C_CHF_03);
    // Only a unit that does nothing else may spend more than it has (L3C-PA-07, L3C-CHF-02).
    let points = turning + moving;
    let horses_charge = s.arm == Arm::Cavalry && s.gait == Gait::Charge;
    let fits = moving == 0 || horses_charge || points <= left(book, s.spent) || !book.on(r::L3C_PA_07);
    // Cavalry in close order does not turn at the charge (L3C-MVT-07).
    let too_fast = horses_charge && turning > 0 && book.on(r::L3C_MVT_07);
    Turned {
        turning,
        points,
        penalty: if paid_back { penalty(book, s.spent, turning) } else { 0 },
        next_credit: if paid_back { next_credit(book, total) } else { credit(book) },
        allowed: allowed(book, s.spent, turning) && fits && !too_fast,
    }
}

/// Whether a unit may begin a change of this cost: it has the points (L3C-CHF-01), or it has all its points and the
/// change costs more than that (L3C-CHF-02).
#[must_use]
pub fn allowed(book: &Book, spent: u8, needed: u8) -> bool {
    let within = needed <= left(book, spent) || !book.on(r::L3C_CHF_01);
    within || spent == 0 && book.on(r::L3C_CHF_02) && needed <= book.tables.changing.most
}
