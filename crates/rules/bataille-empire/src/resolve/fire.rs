//! Fire (BE-POR, BE-TIR): one unit at one target.

pub mod duel;
mod fire_target;
pub mod permission;
mod range;
mod rows;
pub mod volley;

pub use fire_target::{FireTargets, Mark, arc, comes_after, targets};
pub use range::{Aim, Limits, Weapon, aim, band, barred, limits, silent};

use crate::terms::book::{Book, r};
use crate::terms::profile::{Body, Column, Cover, Supports};
use crate::{Losses, Ud};
use dice::{Die, Throw};
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// The reason of a fire.
    FireKind {
        /// It opens fire.
        First,
        /// At a moving unit (BE-GAP-40).
        Opportunity,
        /// At the unit that fired at it (BE-GAP-57).
        Return,
        /// Round shot that bounces on to a second target (BE-GAP-55).
        Ricochet,
    } default First

    /// The ammunition of guns beyond short range.
    Shot {
        /// *Boulets*.
        Round,
        /// *Shrapnell*.
        Shrapnel,
    } default Round
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a row of the sheet")]
pub struct Fire {
    /// The unit that fires.
    pub shooter: Body,
    /// The unit fired at.
    pub target: Body,
    pub distance: Ud,
    pub kind: FireKind,
    /// Cover of the target.
    pub cover: Cover,
    /// The ammunition of guns beyond short range.
    pub shot: Shot,
    /// The guns stand on a hill.
    pub on_hill: bool,
    /// The guns have not moved (BE-GAP-95).
    pub stationary: bool,
    /// They limber after the fire or have unlimbered before it (BE-GAP-95).
    pub limbering: bool,
    /// They are under the fire of skirmishers (BE-GAP-95).
    pub under_skirmishers: bool,
    /// The target stands higher.
    pub target_higher: bool,
    /// The target is enfiladed (BE-GAP-54).
    pub enfilade: bool,
    /// Units that support the fire (BE-GAP-56).
    pub supports: Supports,
    /// Threatened flanks and rear of the shooter; if it is infantry, without those threatened by cavalry (BE-GAP-58).
    #[schemars(range(min = 0, max = 3))]
    pub threatened: u8,
    /// Flanks and rear of the shooter threatened by cavalry.
    #[schemars(range(min = 0, max = 3))]
    pub threatened_by_cavalry: u8,
}

/// A fire ready to be thrown: range, column, modifiers, dice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// Weapon, band and column.
    pub aim: Aim,
    /// The sum of its modifiers.
    pub modifier: i16,
    /// Its dice; the classes are the rows of losses.
    pub throw: Throw,
    losses: [Losses; 6],
}

impl Laid {
    /// The losses of a class of its throw.
    #[must_use]
    pub fn losses(&self, class: i16) -> Losses {
        *rulebook::ids::at(&self.losses, rulebook::counted(class), "class of losses")
    }
}

/// Prepares a fire; `None` if it is out of range (BE-POR).
pub fn lay(book: &Book, fire: &Fire, trace: &mut impl Trace) -> Option<Laid> {
    let aim = aim(book, fire)?;
    if let Some(column) = aim.column {
        trace.line(|| Line::new(r::BE_TIR_04, Op::Read(column as i64 + 1)));
    }
    if book.on(r::BE_TIR_01) {
        trace.line(|| Line::new(r::BE_TIR_01, Op::Throw(1)));
    }
    let modifier = rows::modifiers(book, fire, &aim, trace);
    let from = book.tables.fire_losses.from;
    let throw = die(book).cuts(from.map(|score| score - modifier));
    let mut losses = [Losses::NONE; 6];
    for (slot, score) in losses.iter_mut().skip(1).zip(from) {
        *slot = aim.column.and_then(|column| losses_of(book, column, score)).unwrap_or_default();
    }
    Some(Laid { aim, modifier, throw, losses })
}

/// The die of a fire (BE-TIR-01; average dice by BE-GAP-86).
fn die(book: &Book) -> Throw {
    if !book.on(r::BE_TIR_01) {
        return Throw::default();
    }
    Throw::sum(1, if book.options.average_dice && book.on(r::BE_GAP_86) { Die::Average } else { Die::D6 })
}

/// The losses for a score in a column (BE-TIR-03). The table begins at 1; lower scores cause none (BE-GAP-52).
#[must_use]
pub fn losses_of(book: &Book, column: Column, score: i16) -> Option<Losses> {
    if !book.on(r::BE_TIR_03) {
        return None;
    }
    let table = &book.tables.fire_losses;
    let halves = match column {
        Column::A => table.a,
        Column::B => table.b,
        Column::C => table.c,
    };
    let Some(row) = table.from.iter().rposition(|from| *from <= score) else {
        return book.on(r::BE_GAP_52).then_some(Losses::NONE);
    };
    let halves = halves[row];
    // Without BE-TIR-28 there are no half losses: halves are dropped.
    Some(Losses::halves(if book.on(r::BE_TIR_28) { halves } else { halves / 2 * 2 }))
}
