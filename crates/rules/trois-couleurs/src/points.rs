//! Points of action (PA): what is spent, what it costs in penalty, what is left for the next turn.

use crate::{Book, r};

/// Points of penalty (POP) of an action that needs so many points after those spent (L3C-PA-05).
#[must_use]
pub fn penalty(book: &Book, spent: u8, needed: u8) -> u8 {
    if book.on(r::L3C_PA_05) { (spent + needed).saturating_sub(book.tables.action.credit) } else { 0 }
}

/// The credit of the next turn after so many points in all (L3C-GAP-A05).
#[must_use]
pub fn next_credit(book: &Book, total: u8) -> u8 {
    let credit = book.tables.action.credit;
    if book.on(r::L3C_GAP_A05) { credit.saturating_sub(total.saturating_sub(credit)) } else { credit }
}
