//! Pursuit (BE-POU): who pursues, how far, and whether the beaten unit is caught.

use crate::Ud;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Going};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// Where the shock took place.
    Place {
        Open,
        /// In difficult ground.
        Difficult,
        Building,
        Village,
    } default Open

    /// Whether the winner goes after the loser.
    Pursues {
        Never,
        /// If its owner likes.
        May,
        /// Unless it passes a control test.
        UnlessControlled,
        /// Yes.
        Must,
    } default May
}

/// The winner of a shock that grants a pursuit, and the loser in flight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pursuit {
    /// Arm of the winner.
    pub pursuer: Arm,
    /// Arm of the loser.
    pub fleeing: Arm,
    /// How far the loser flees.
    pub flight: Ud,
    /// The ground of the flight.
    pub going: Going,
    /// Where the shock took place.
    pub place: Place,
    /// The winner had stood.
    pub stood: bool,
    /// The winner is Impetuous.
    pub impetuous: bool,
    /// The first 2 UD of the flight take the loser behind a formed friend or into a building.
    pub screened: bool,
}

/// What a pursuit comes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Pursued {
    /// Whether it takes place.
    pub pursues: Pursues,
    /// How far the winner comes in all.
    pub reach: Ud,
    /// The loser would be caught.
    pub caught: bool,
    /// After having fled so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Ud>,
}

/// Settles a pursuit.
#[must_use]
pub fn pursuit(book: &Book, s: &Pursuit) -> Pursued {
    let reach = reach(book, s.pursuer == Arm::Cavalry);
    let pursues = pursues(book, s);
    // Nobody is caught by one who stays.
    let after = caught(book, s, reach).filter(|_| pursues != Pursues::Never);
    Pursued { pursues, reach, caught: after.is_some(), after }
}

/// Whether the winner goes after the loser (BE-POU-01 to BE-POU-03, BE-GAP-48).
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

/// The advance and the pursuit together (BE-POU-04).
#[must_use]
pub fn reach(book: &Book, mounted: bool) -> Ud {
    let rows = &book.tables.shock_result;
    let far = rows.iter().filter_map(|row| row.pursuit).map(|pair| pair.of(mounted)).max().unwrap_or_default();
    let pursuit = if book.on(r::BE_POU_04) { far } else { Ud::default() };
    book.tables.after_shock.advance.plus(pursuit)
}

/// After how much of its flight the loser is caught (BE-POU-06, BE-POU-07, BE-FUI-05, BE-GAP-48).
fn caught(book: &Book, s: &Pursuit, reach: Ud) -> Option<Ud> {
    if !book.on(r::BE_POU_06) {
        return None;
    }
    let ridden_down = s.pursuer == Arm::Cavalry && s.fleeing == Arm::Infantry && s.going == Going::Clear && !s.screened;
    if ridden_down && book.on(r::BE_POU_07) && book.on(r::BE_FUI_05) {
        return Some(book.tables.distance.caught_after.min(s.flight));
    }
    // The pursuer stops before difficult ground and buildings (BE-GAP-91).
    // Who has gone behind a formed friend is not caught (BE-GAP-114).
    let stopped = s.screened && book.on(r::BE_GAP_114) || s.going >= Going::Difficult && book.on(r::BE_GAP_91);
    (reach >= s.flight && !stopped && book.on(r::BE_GAP_48)).then_some(s.flight)
}
