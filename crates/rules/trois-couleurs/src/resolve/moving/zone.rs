//! Zones of control: whether an enemy holds a passing unit, and the result of brushing against an enemy in an assault.

use crate::resolve::moving::points::left;
use crate::{Arm, Book, Case, Cohesion, Distance, Formation, Mover, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The unit that may hold others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Holder {
    pub arm: Arm,
    pub formation: Formation,
    pub state: Cohesion,
    pub case: Case,
    /// PA spent this turn.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
    /// It stands in a wood or in a built-up area, and the other passes outside.
    pub inside: bool,
}

impl Default for Holder {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            formation: Formation::Line,
            state: Cohesion::Formed,
            case: Case::Stand,
            spent: 0,
            inside: false,
        }
    }
}

/// A unit that passes an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct PassingBy {
    pub mover: Mover,
    pub holder: Holder,
    /// Distance from the enemy's front.
    pub distance: Distance,
    /// Within 30 degrees of that front.
    pub in_front: bool,
    /// A linear obstacle lies between.
    pub obstacle: bool,
    /// The unit begins its move there and goes straight out.
    pub leaves: bool,
    /// The move is imposed or is a pursuit, or the unit attacks that very enemy, or it skirmishes.
    pub exempt: bool,
}

impl Default for PassingBy {
    fn default() -> Self {
        Self {
            mover: Mover::Infantry,
            holder: Holder::default(),
            distance: Distance::default(),
            in_front: true,
            obstacle: false,
            leaves: false,
            exempt: false,
        }
    }
}

/// Whether the unit is held: it stops there and fights (L3C-MVT-22). Cavalry and horse guns pass infantry and guns, not
/// cavalry (L3C-MVT-23); units in woods or buildings or across an obstacle hold no other (L3C-MVT-24); only an able
/// unit holds others, and some moves are never held (L3C-GAP-A24).
#[must_use]
pub fn held(book: &Book, s: &PassingBy) -> bool {
    let holder = &s.holder;
    let near = s.distance < book.tables.distance.control_zone && s.in_front;
    let able = holder.state <= Cohesion::Loose
        && holder.case.positive()
        && left(book, holder.spent) > 0
        && !matches!(holder.formation, Formation::Limbered | Formation::Skirmish);
    let ruled = (able && !s.leaves && !s.exempt) || !book.on(r::L3C_GAP_A24);
    let rides_past = s.mover.mounted() && holder.arm != Arm::Cavalry && book.on(r::L3C_MVT_23);
    let apart = (holder.inside || s.obstacle) && book.on(r::L3C_MVT_24);
    near && ruled && !rides_past && !apart && book.on(r::L3C_MVT_22)
}

rulebook::words! {
    /// The result of brushing against an enemy.
    Brush {
        /// The figures that touch fight, the others go on.
        Contact,
        /// The mover chooses: contact, or passing by.
        Chosen,
    } default Contact
}

/// A unit whose front is too wide for the way and touches an enemy beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Clipping {
    /// The arm that attacks or pursues.
    pub mover: Arm,
    /// The arm that it touches.
    pub clipped: Arm,
    /// Figures in the mover's front rank.
    #[schemars(range(min = 1, max = 60))]
    pub front: u8,
    /// The figures among them that touch.
    #[schemars(range(min = 0, max = 60))]
    pub touching: u8,
}

impl Default for Clipping {
    fn default() -> Self {
        Self { mover: Arm::Cavalry, clipped: Arm::Cavalry, front: 4, touching: 1 }
    }
}

/// Result of touching an enemy on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Clipped {
    /// Contact, or the mover's choice.
    pub brush: Brush,
    /// Figures that stay and fight.
    pub stay: u8,
    /// Figures that go on.
    pub go_on: u8,
}

/// A unit that touches an enemy on the way leaves figures there (L3C-MVT-27); cavalry may pass infantry and guns
/// without a fight. Infantry that touches cavalry is in contact (L3C-GAP-A58).
#[must_use]
pub fn clipping(book: &Book, s: &Clipping) -> Clipped {
    let passes = s.mover == Arm::Cavalry && s.clipped != Arm::Cavalry;
    let open = s.mover != Arm::Cavalry && s.clipped == Arm::Cavalry && !book.on(r::L3C_GAP_A58);
    let brush = if (passes || open) && book.on(r::L3C_MVT_27) { Brush::Chosen } else { Brush::Contact };
    let stay = if book.on(r::L3C_MVT_27) { s.touching.min(s.front) } else { s.front };
    Clipped { brush, stay, go_on: s.front - stay }
}
