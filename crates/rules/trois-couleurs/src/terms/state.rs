//! Degrees of disorder.

use crate::{Book, Case, Cohesion, r};

/// So many degrees of disorder more (DDF, L3C-GEN-22): formed or loose, unformed, disordered.
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

/// What a result of morale leaves of a formation (L3C-GAP-C04): who is brought to a halt loses a degree, who goes back is
/// without formation and no worse than that, a rout takes all.
#[must_use]
pub fn after(book: &Book, state: Cohesion, case: Case) -> Cohesion {
    match case {
        _ if case.positive() || !book.on(r::L3C_GAP_C04) => state,
        Case::Halt => degrade(book, state, 1),
        Case::Rout => Cohesion::Disordered,
        _ => state.max(Cohesion::Unformed),
    }
}
