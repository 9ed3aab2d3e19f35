//! The result of a shock: row, conversions, and the cost to both sides (BE-CHO-02 to BE-CHO-08, BE-GAP-63 to
//! BE-GAP-65).

use super::{Fighter, Shock, Who};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Formation, ShockRow as Row};
use crate::terms::tables::{ByMount, ShockResult};
use crate::{Losses, Ud};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of a shock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    pub winner: Who,
    /// The row of the difference.
    pub printed: Row,
    /// The row after the conversions.
    pub row: Row,
    /// The loser is eliminated.
    pub eliminated: bool,
    pub loser_losses: Losses,
    /// The loser goes into Disorder.
    pub disorder: bool,
    /// Distance of the loser's retreat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat: Option<Ud>,
    /// Distance of the loser's flight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flight: Option<Ud>,
    pub winner_losses: Losses,
    /// Distance of the winner's advance.
    pub advance: Ud,
    /// Distance of a possible pursuit after that.
    pub pursuit: Ud,
}

/// The verdict for a difference, the attacker's total minus the defender's.
#[must_use]
pub fn verdict(book: &Book, shock: &Shock, difference: i16) -> Verdict {
    let winner = winner(book, shock, difference);
    let (own, beaten) = (shock.side(winner), shock.side(winner.other()));
    // Only a unit that charged pursues (BE-POU-01).
    let charged = shock.charges(book, winner) || !book.on(r::BE_POU_01);
    let by = difference.saturating_abs();
    let Some(found) = book.tables.shock_result.iter().rfind(|row| row.from <= by) else {
        return nothing(winner);
    };
    if !book.on(r::BE_CHO_02) {
        return nothing(winner);
    }
    let printed = found.row;
    // Without the order of BE-GAP-63 a loser that would be eliminated is in that row from the start.
    let doomed = (beaten.is(Arm::Artillery) || beaten.body.disorder) && book.on(r::BE_CHO_07);
    let row = if doomed && !book.on(r::BE_GAP_63) { Row::Eliminated } else { converted(book, own, beaten, printed) };
    let result = book.tables.shock_result.iter().find(|entry| entry.row == row).unwrap_or(found);
    let eliminated = result.eliminated || doomed;
    let far = |pair: Option<ByMount>| pair.filter(|_| !eliminated).map(|pair| pair.of(beaten.body.mounted()));
    let follows = result.pursuit.filter(|_| charged && pursues(book, shock, winner));
    let advances = moves_on(book, shock, winner) && book.on(r::BE_CHO_08);
    Verdict {
        winner,
        printed,
        row,
        eliminated,
        loser_losses: if eliminated { Losses::NONE } else { loser_losses(book, own, beaten, printed, result) },
        disorder: result.disorder && !eliminated,
        retreat: far(result.retreat),
        flight: far(result.flight),
        winner_losses: winner_losses(book, shock, winner, result),
        advance: if advances { book.tables.after_shock.advance } else { Ud::default() },
        pursuit: follows.map_or(Ud::default(), |pair| pair.of(own.body.mounted())),
    }
}

const fn nothing(winner: Who) -> Verdict {
    Verdict {
        winner,
        printed: Row::Melee,
        row: Row::Melee,
        eliminated: false,
        loser_losses: Losses::NONE,
        disorder: false,
        retreat: None,
        flight: None,
        winner_losses: Losses::NONE,
        advance: Ud::of(0),
        pursuit: Ud::of(0),
    }
}

/// The higher total; if equal, the better Status, then the target of the charge (BE-CHO-04).
fn winner(book: &Book, shock: &Shock, difference: i16) -> Who {
    let rank = |who: Who| book.tables.status.of(shock.side(who).body.status);
    let attacker = match difference {
        0 if book.on(r::BE_CHO_04) => rank(Who::Attacker) > rank(Who::Defender),
        d => d >= 0,
    };
    if attacker { Who::Attacker } else { Who::Defender }
}

/// The row after BE-CHO-05 and BE-CHO-06.
fn converted(book: &Book, own: &Fighter, beaten: &Fighter, printed: Row) -> Row {
    match printed {
        Row::Melee | Row::Defeat if ridden_down(own, beaten) && book.on(r::BE_CHO_05) => Row::Rout,
        Row::Rout | Row::Eliminated if repulsed(own, beaten) && book.on(r::BE_CHO_06) => Row::Defeat,
        row => row,
    }
}

/// Cavalry beats infantry or artillery.
fn ridden_down(own: &Fighter, beaten: &Fighter) -> bool {
    own.is(Arm::Cavalry) && !beaten.is(Arm::Cavalry)
}

/// Infantry or artillery beats cavalry.
fn repulsed(own: &Fighter, beaten: &Fighter) -> bool {
    beaten.is(Arm::Cavalry) && !own.is(Arm::Cavalry)
}

/// The losses of the loser: for cavalry those of BE-CHO-06, in addition to those of a Défaite (BE-GAP-64).
fn loser_losses(book: &Book, own: &Fighter, beaten: &Fighter, printed: Row, result: &ShockResult) -> Losses {
    let natural = printed == Row::Defeat && (book.options.natural_defeat_costs_a_loss || !book.on(r::BE_GAP_64));
    if result.row != Row::Defeat || natural || !repulsed(own, beaten) || !book.on(r::BE_CHO_06) {
        return Losses::halves(result.loser_losses);
    }
    let after = &book.tables.after_shock;
    let firm = own.is(Arm::Artillery) || own.body.formation == Formation::Line;
    Losses::halves(if firm { after.beaten_cavalry_by_line_or_guns } else { after.beaten_cavalry })
}

/// The losses of the winner: the attrition only if it charged or defends a building (BE-CHO-03, BE-GAP-65).
fn winner_losses(book: &Book, shock: &Shock, winner: Who, result: &ShockResult) -> Losses {
    // Without BE-GAP-65 any charge in the shock causes attrition of the winner.
    let charged = shock.charges(book, winner) || !book.on(r::BE_GAP_65);
    let wears = charged || shock.side(winner).indoors() || !book.on(r::BE_CHO_03);
    let attrition = if wears { result.winner_attrition } else { 0 };
    Losses::halves(result.winner_losses.saturating_add(attrition))
}

/// Whether a winner moves: squares, garrisons and artillery stay where they are (BE-GAP-48).
fn moves_on(book: &Book, shock: &Shock, who: Who) -> bool {
    let own = shock.side(who);
    // An attacker that has taken a building advances into it; its defender stays (BE-GAP-97).
    let housed = own.body.indoors() || own.building && who == Who::Defender;
    let stays = own.square() || housed || own.is(Arm::Artillery);
    !stays || !book.on(r::BE_GAP_48)
}

/// Whether the winner of a shock that allows a pursuit may make one; that it charged is already checked (BE-POU-01,
/// BE-POU-02).
fn pursues(book: &Book, shock: &Shock, winner: Who) -> bool {
    let hemmed = shock.attacker.hemmed() || shock.defender.hemmed();
    let second = shock.attacker.pursuit && book.on(r::BE_GAP_91);
    moves_on(book, shock, winner) && !second && !(hemmed && book.on(r::BE_POU_02))
}
