//! Pursuit (BE-POU): whether the winner pursues, how far, and whether the loser is caught.

use crate::Ud;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Going};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// Where the shock took place.
    Place {
        Open,
        Difficult,
        Building,
        Village,
    } default Open

    /// Whether the winner pursues.
    Pursues {
        Never,
        /// If its player wants.
        May,
        /// Unless it passes a control test.
        UnlessControlled,
        Must,
    } default May
}

/// The winner of a shock that allows a pursuit, and the fleeing loser.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pursuit {
    pub pursuer: Arm,
    pub fleeing: Arm,
    /// Distance that the loser flees.
    pub flight: Ud,
    /// The ground of the flight.
    pub going: Going,
    /// Where the shock took place.
    pub place: Place,
    /// The winner had received the charge standing.
    pub stood: bool,
    /// The winner is Impetuous.
    pub impetuous: bool,
    /// The first 2 UD of the flight take the loser behind a formed friend or into a building.
    pub screened: bool,
}

/// The result of a pursuit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Pursued {
    pub pursues: Pursues,
    /// Total movement of the winner.
    pub reach: Ud,
    pub caught: bool,
    /// The distance that the loser has fled when it is caught.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Ud>,
}

/// Computes a pursuit.
#[must_use]
pub fn pursuit(book: &Book, s: &Pursuit) -> Pursued {
    let reach = reach(book, s.pursuer == Arm::Cavalry);
    let pursues = pursues(book, s);
    // A winner that stays catches nobody.
    let after = caught(book, s, reach).filter(|_| pursues != Pursues::Never);
    Pursued { pursues, reach, caught: after.is_some(), after }
}

/// Whether the winner pursues (BE-POU-01 to BE-POU-03, BE-GAP-48).
#[must_use]
pub fn pursues(book: &Book, s: &Pursuit) -> Pursues {
    let stays = s.pursuer == Arm::Artillery && book.on(r::BE_GAP_48);
    if stays || s.stood && book.on(r::BE_POU_01) || s.place != Place::Open && book.on(r::BE_POU_02) {
        return Pursues::Never;
    }
    match s.pursuer {
        Arm::Cavalry if book.on(r::BE_POU_03) => {
            if s.impetuous {
                Pursues::Must
            } else {
                Pursues::UnlessControlled
            }
        }
        _ => Pursues::May,
    }
}

/// The advance and the pursuit added (BE-POU-04).
#[must_use]
pub fn reach(book: &Book, mounted: bool) -> Ud {
    let rows = &book.tables.shock_result;
    let far = rows.iter().filter_map(|row| row.pursuit).map(|pair| pair.of(mounted)).max().unwrap_or_default();
    let pursuit = if book.on(r::BE_POU_04) { far } else { Ud::default() };
    book.tables.after_shock.advance.plus(pursuit)
}

/// The distance of its flight at which the loser is caught (BE-POU-06, BE-POU-07, BE-FUI-05, BE-GAP-48).
fn caught(book: &Book, s: &Pursuit, reach: Ud) -> Option<Ud> {
    if !book.on(r::BE_POU_06) {
        return None;
    }
    let ridden_down = s.pursuer == Arm::Cavalry && s.fleeing == Arm::Infantry && s.going == Going::Clear && !s.screened;
    if ridden_down && book.on(r::BE_POU_07) && book.on(r::BE_FUI_05) {
        return Some(book.tables.distance.caught_after.min(s.flight));
    }
    // The pursuer stops in front of difficult ground and buildings (BE-GAP-91). A loser behind a formed friend is not
    // caught (BE-GAP-114).
    let stopped = s.screened && book.on(r::BE_GAP_114) || s.going >= Going::Difficult && book.on(r::BE_GAP_91);
    (reach >= s.flight && !stopped && book.on(r::BE_GAP_48)).then_some(s.flight)
}
