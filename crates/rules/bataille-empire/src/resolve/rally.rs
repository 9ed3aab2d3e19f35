//! Rallies (BE-RAL).

use crate::terms::book::{Book, r};
use crate::terms::profile::{Body, Order};
use crate::{Losses, Ud};
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// What a rally restores.
    Recover {
        /// Ends the state of disorder.
        Order,
        Loss,
    } default Order
}

/// A unit that rallies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rally {
    pub unit: Body,
    /// Distance of the nearest enemy; `None`: there is none.
    pub enemy: Option<Ud>,
    /// A formed friend in order stands in front of it (BE-GAP-78).
    pub screened: bool,
    /// In a building or a redoubt.
    pub sheltered: bool,
    /// Command points available.
    pub points: u8,
    pub recover: Recover,
    /// The order of its division.
    pub order: Order,
    /// The free rally of its division has been used this turn.
    pub free_spent: bool,
}

/// The result of a rally.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Rallied {
    pub cost: u8,
    /// It is the free rally of its division.
    pub free: bool,
    /// The losses after the rally.
    pub losses: Losses,
    /// The unit receives an action marker.
    pub marked: bool,
}

/// Whether a unit rallies, and the result.
///
/// # Errors
/// The rule that forbids it.
pub fn rally(book: &Book, s: &Rally) -> Result<Rallied, Bar> {
    let unit = &s.unit;
    if unit.marker && book.on(r::BE_MA_06) {
        return Err(Bar::by(r::BE_MA_06, "marked"));
    }
    let far = s.enemy.is_none_or(|enemy| enemy > book.tables.distance.rally);
    let safe = far || s.screened || s.sheltered || s.unit.indoors();
    if !safe && book.on(r::BE_RAL_01) {
        return Err(Bar::by(r::BE_RAL_01, "enemy_near"));
    }
    let losses = match s.recover {
        Recover::Order => order(book, s)?,
        Recover::Loss => loss(book, s)?,
    };
    let free = s.order == Order::Withdraw && !s.free_spent && book.all(&[r::BE_ORD_04, r::BE_RAL_07]);
    let cost = if free { 0 } else { price(book, s) };
    if cost > s.points {
        return Err(Bar::by(r::BE_PC_09, "points"));
    }
    Ok(Rallied { cost, free, losses, marked: book.all(&[r::BE_RAL_06, r::BE_MA_04]) })
}

/// Ends Disorder (BE-RAL-03); losses stay.
fn order(book: &Book, s: &Rally) -> Result<Losses, Bar> {
    if !s.unit.disorder || !book.all(&[r::BE_RAL_03, r::BE_PC_09]) {
        return Err(Bar::by(r::BE_RAL_03, "in_order"));
    }
    Ok(s.unit.losses)
}

/// Recovers a loss (BE-RAL-04), never the first one (BE-RAL-05, BE-GAP-78).
fn loss(book: &Book, s: &Rally) -> Result<Losses, Bar> {
    let table = &book.tables.losses;
    let had = s.unit.losses;
    if !s.unit.general || !book.all(&[r::BE_RAL_04, r::BE_PC_09]) {
        return Err(Bar::by(r::BE_RAL_04, "no_general"));
    }
    let least = if book.on(r::BE_RAL_05) { Losses::halves(table.never_below) } else { Losses::NONE };
    let after = had.minus(Losses::halves(table.per_point));
    // Recovery stops at the first loss; without BE-GAP-78 such a loss is not recovered at all.
    let after = if after < least && book.on(r::BE_GAP_78) { least } else { after };
    if had <= least || after < least {
        return Err(Bar::by(r::BE_RAL_05, "first_loss"));
    }
    Ok(after)
}

/// The cost (BE-RAL-03, BE-RAL-04, BE-PC-02); to recover a loss the general is with the unit.
fn price(book: &Book, s: &Rally) -> u8 {
    let table = &book.tables.command;
    match s.recover {
        Recover::Loss => table.rally_loss,
        Recover::Order if s.unit.out_of_command && !s.unit.general && book.on(r::BE_PC_02) => table.use_out_of_command,
        Recover::Order => table.rally_disorder,
    }
}
