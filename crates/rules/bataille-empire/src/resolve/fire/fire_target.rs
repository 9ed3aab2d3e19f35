//! The target of a fire among several enemies (BE-TIR-02, BE-GAP-50): arc, range, sight, order, and precedence.

use crate::Ud;
use crate::resolve::fire::permission::FireRight;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Body, Formation, Order};
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Angle, Cm, SLACK};

/// An enemy that a unit might fire at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Mark {
    pub target: Body,
    pub distance: Ud,
    /// Degrees off straight ahead.
    #[schemars(range(min = 0, max = 180))]
    pub angle: u16,
    /// It is in sight.
    pub seen: bool,
    /// It has fled this turn (BE-GAP-35).
    pub fled: bool,
}

impl Default for Mark {
    fn default() -> Self {
        Self { target: Body::default(), distance: Ud::of(2), angle: 0, seen: true, fled: false }
    }
}

/// A unit that is to fire at one of several enemies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireTargets {
    pub unit: Body,
    /// Order of its division.
    pub order: Order,
    /// It stands on a hill.
    pub on_hill: bool,
    #[schemars(length(max = 32))]
    pub enemies: Vec<Mark>,
}

impl Default for FireTargets {
    fn default() -> Self {
        Self { unit: Body::default(), order: Order::Attack, on_hill: false, enemies: Vec::new() }
    }
}

/// The half-angle of a unit's fire; `None`: all round (BE-GAP-24, BE-GAP-36, BE-GAP-50).
#[must_use]
pub fn arc(book: &Book, arm: Arm, formation: Formation) -> Option<Angle> {
    let angles = &book.tables.angle;
    match formation {
        Formation::SolidSquare | Formation::HollowSquare if book.on(r::BE_GAP_36) => None,
        Formation::Garrison if book.on(r::BE_GAP_24) => None,
        _ if !book.on(r::BE_GAP_50) => None,
        Formation::Line | Formation::Column if arm == Arm::Infantry => Some(angles.fire_formed_infantry.0),
        _ => Some(angles.fire.0),
    }
}

/// Whether an enemy comes after another as a target (BE-TIR-02): formed units first, then the nearer; equals rank
/// together. Arguments are whether each is formed, and its distance.
#[must_use]
pub fn comes_after(book: &Book, (formed, cm): (bool, Cm), (first_formed, nearest): (bool, Cm)) -> bool {
    book.on(r::BE_TIR_02) && (formed != first_formed || cm > nearest.saturating_add(SLACK))
}

/// For each enemy whether the unit may fire at it, or what forbids it.
#[must_use]
pub fn targets(book: &Book, s: &FireTargets) -> Vec<Result<(), Bar>> {
    let half = arc(book, s.unit.arm, s.unit.formation);
    let judge = |mark: &Mark| {
        let (unit, order, on_hill) = (s.unit, s.order, s.on_hill);
        FireRight { unit, order, distance: mark.distance, on_hill }.judge(book)?;
        if half.is_some_and(|half| i32::from(mark.angle) * 100 > half) {
            return Err(Bar::by(r::BE_GAP_50, "out_of_arc"));
        }
        if !mark.seen && book.on(r::BE_GAP_50) {
            return Err(Bar::by(r::BE_GAP_50, "out_of_sight"));
        }
        Ok(())
    };
    let mut judged: Vec<Result<(), Bar>> = s.enemies.iter().map(judge).collect();
    let rank = |mark: &Mark| {
        let formed = mark.target.formed(book) && !(mark.fled && book.on(r::BE_GAP_35));
        (formed, mark.distance.cm())
    };
    let open = s.enemies.iter().zip(&judged).filter(|(_, judged)| judged.is_ok());
    let Some(first) = open.map(|(mark, _)| rank(mark)).min_by_key(|(formed, cm)| (!formed, *cm)) else {
        return judged;
    };
    for (mark, judged) in s.enemies.iter().zip(&mut judged) {
        if judged.is_ok() && comes_after(book, rank(mark), first) {
            let why = if first.0 == rank(mark).0 { "nearer_enemy" } else { "formed_enemy_first" };
            *judged = Err(Bar::by(r::BE_TIR_02, why));
        }
    }
    judged
}
