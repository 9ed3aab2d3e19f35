//! Degrees of disorder.

use crate::{Book, Case, Cohesion, r};

/// The state after further degrees of disorder (DDF, L3C-GEN-22): formed or loose, unformed, disordered.
#[must_use]
pub fn degrade(book: &Book, state: Cohesion, degrees: u8) -> Cohesion {
    if !book.on(r::L3C_GEN_22) || degrees == 0 {
        return state;
    }
    let place = match state {
        Cohesion::Formed | Cohesion::Loose => 0,
        Cohesion::Unformed => 1,
        Cohesion::Disordered => 2,
    };
    match place + degrees.min(2) {
        1 => Cohesion::Unformed,
        _ => Cohesion::Disordered,
    }
}

/// The state after a result of morale (L3C-GAP-C04): a unit brought to a halt loses a degree, a unit that goes back is
/// unformed but no worse, a rout takes all order.
#[must_use]
pub fn after(book: &Book, state: Cohesion, case: Case) -> Cohesion {
    match case {
        _ if case.positive() || !book.on(r::L3C_GAP_C04) => state,
        Case::Halt => degrade(book, state, 1),
        Case::Rout => Cohesion::Disordered,
        _ => state.max(Cohesion::Unformed),
    }
}
