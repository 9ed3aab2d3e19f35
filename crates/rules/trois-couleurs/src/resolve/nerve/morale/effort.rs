//! Effort of the tester so far and to come: points of action, stopping, screens, command (L3C-MOR-50 to L3C-MOR-54).

use super::morale_start::stops_free;
use super::situation::{MoraleSituation, Purpose};
use crate::resolve::moving::points;
use crate::terms::tally::Tally;
use crate::{Arm, Gait, r};
use game::Trace;

/// The fastest gait that the points allow when the unit sets out (L3C-MAC-04, L3C-PA-09): a reaction has lost one point
/// and made its manoeuvre by then. A unit that goes on in the same action keeps its gait (L3C-CAC-06).
pub(super) fn fastest(book: &crate::Book, s: &MoraleSituation, purpose: Purpose) -> Gait {
    let action = &book.tables.action;
    let before = match purpose {
        _ if s.follow_on => 0,
        Purpose::Assault | Purpose::Counter => s.points.spent,
        Purpose::ReactCounter => {
            let manoeuvre = s.points.needed.saturating_sub(action.counter_assault);
            s.points.spent.saturating_add(manoeuvre).saturating_add(lost(book, s, purpose))
        }
        _ => 0,
    };
    points::fastest(book, before)
}

/// The point that a reaction loses first (L3C-REA-03), unless it keeps its order (L3C-REA-05).
fn lost(book: &crate::Book, s: &MoraleSituation, purpose: Purpose) -> u8 {
    let kept = s.points.order_kept && book.on(r::L3C_REA_05);
    if purpose.reacts() && !kept && book.on(r::L3C_REA_03) { book.tables.action.lost_by_reaction } else { 0 }
}

/// Points of penalty (L3C-MOR-50); a reaction loses one first (L3C-REA-03) unless it keeps its order (L3C-REA-05).
pub(super) fn penalty(s: &MoraleSituation, purpose: Purpose, tally: &mut Tally<'_, impl Trace>) {
    let book = tally.book;
    let action = &book.tables.action;
    let lost = lost(book, s, purpose);
    let needed = match purpose {
        // A counter-charge is always tested as if it cost two points (L3C-MOR-51).
        Purpose::Counter if book.on(r::L3C_MOR_51) => action.counter_assault,
        Purpose::ReactStand | Purpose::ReactCounter if !book.on(r::L3C_MOR_52) => 0,
        // The counter-charge itself costs two points, whatever the manoeuvre (L3C-REA-04).
        Purpose::ReactCounter if book.on(r::L3C_REA_04) => s.points.needed.max(action.counter_assault),
        _ => s.points.needed,
    };
    let all = s.points.spent.saturating_add(needed).saturating_add(lost);
    let beyond = all.saturating_sub(action.credit).min(action.most_morale_penalty);
    tally.times(r::L3C_MOR_50, "penalty", book.tables.morale.penalty_point, beyond);
}

/// Stopping before a reaction (L3C-REA-02); infantry that stops at no cost does not react at all.
pub(super) fn stop(s: &MoraleSituation, purpose: Purpose, tally: &mut Tally<'_, impl Trace>) {
    if purpose.reacts() {
        let steps = s.tester.gait.rank();
        tally.times(r::L3C_REA_02, "stop", tally.book.tables.morale.stop_per_step, steps);
    }
}

/// Screens and command (L3C-MOR-53, L3C-TIR-39, L3C-MOR-54).
pub(super) fn screen_and_command(s: &MoraleSituation, tally: &mut Tally<'_, impl Trace>) {
    let table = &tally.book.tables.morale;
    if s.screen.covered {
        tally.when(true, r::L3C_MOR_53, "screen", table.screen);
    }
    // Skirmishers' fire is not added to that of formed infantry (L3C-MOR-40, L3C-GAP-C32).
    let counted = s.fire.musketry && tally.book.on(r::L3C_GAP_C32);
    if s.screen.lost && !counted {
        tally.when(true, r::L3C_TIR_39, "screen_lost", table.screen_lost);
    }
    if s.out_of_command {
        tally.when(true, r::L3C_MOR_54, "out_of_command", table.out_of_command);
    }
}

/// The purpose that applies: infantry that stops at no cost answers instead of reacting (L3C-REA-06).
pub(super) fn purpose(book: &crate::Book, s: &MoraleSituation) -> Purpose {
    let MoraleSituation { purpose, tester, enemies, .. } = s;
    let free = *purpose == Purpose::ReactStand && stops_free(book, tester.arm, tester.gait, tester.assaulting, enemies);
    if free { Purpose::Stand } else { *purpose }
}

/// Whether infantry moves before cavalry, and so counts neither as formed nor as unformed (L3C-MOR-82), unless it stops
/// at no cost.
pub(super) fn moves_before_cavalry(book: &crate::Book, s: &MoraleSituation, purpose: Purpose) -> bool {
    let stopped = purpose == Purpose::Stand || s.tester.gait == Gait::Halted;
    s.tester.arm == Arm::Infantry
        && !stopped
        && s.enemies.iter().any(|e| e.arm == Arm::Cavalry)
        && book.on(r::L3C_MOR_82)
}
