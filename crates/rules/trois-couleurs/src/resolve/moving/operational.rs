//! Operational movement (OPS): the march of a group of units in a turn, and the state of a unit engaged on the way.

use crate::resolve::moving::movement::{by_status, paces, ud};
use crate::terms::tables::MovingAs;
use crate::{Book, Case, Cohesion, Distance, Gait, Mover, Status, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit of a group that marches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Element {
    pub arm: Mover,
    pub formation: MovingAs,
    pub status: Status,
    pub case: Case,
    pub state: Cohesion,
    pub general: bool,
}

impl Default for Element {
    fn default() -> Self {
        Self {
            arm: Mover::Infantry,
            formation: MovingAs::DivisionColumn,
            status: Status::Line,
            case: Case::Stand,
            state: Cohesion::Formed,
            general: false,
        }
    }
}

/// A group (GT) that marches.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MarchingGroup {
    pub units: Vec<Element>,
    /// Distance to the nearest enemy; `None`: none near.
    pub enemy: Option<Distance>,
    /// Either side has cavalry there.
    pub cavalry: bool,
    /// Distance to a defended crest on its way.
    pub crest: Option<Distance>,
    /// Distance to the front of engaged friends on its way.
    pub engaged_friends: Option<Distance>,
    /// It also takes up or changes its combat formation.
    pub deploys: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Marched {
    pub allowed: bool,
    pub slowest: Distance,
    /// Distance that it marches.
    pub distance: Distance,
    /// PA of each unit.
    pub points: u8,
}

/// An operational march: a multiple of the move of the slowest unit (L3C-OPS-02, L3C-OPS-03), to which generals add
/// nothing (L3C-OPS-04); it ends before a defended crest (L3C-OPS-05), behind engaged friends (L3C-OPS-09) and at the
/// stopping distance of an enemy (L3C-OPS-07, L3C-GAP-A08).
#[must_use]
pub fn march(book: &Book, s: &MarchingGroup) -> Marched {
    let table = &book.tables.distance;
    let speed = |unit: &Element| {
        let led = if unit.general && !book.on(r::L3C_OPS_04) { book.tables.movement.general } else { 0 };
        let pace = i16::from(paces(book, unit.arm, unit.formation).at(Gait::Ordinary));
        (pace + by_status(book, unit.arm, unit.status) + i16::from(led)).max(0)
    };
    let speeds = s.units.iter().map(speed);
    let slowest = if book.on(r::L3C_OPS_02) { speeds.min() } else { speeds.max() }.unwrap_or(0);
    let times = if book.on(r::L3C_OPS_03) { i16::from(table.operational_moves) } else { 1 };
    let stop = if s.cavalry { table.operational_stop.cavalry } else { table.operational_stop.foot };
    let ruled = book.all(&[r::L3C_OPS_07, r::L3C_GAP_A08]);
    let limits = [
        s.enemy.filter(|_| ruled).map(|enemy| enemy.minus(stop)),
        s.crest.filter(|_| book.on(r::L3C_OPS_05)).map(|crest| crest.minus(table.defended_crest)),
        s.engaged_friends.filter(|_| book.on(r::L3C_OPS_09)).map(|front| front.minus(table.second_line)),
    ];
    let distance = limits.into_iter().flatten().fold(ud(slowest * times), Distance::min);
    let far = s.enemy.is_none_or(|enemy| enemy > stop) || !ruled;
    // Unformed troops may march if their morale is positive (L3C-OPS-11); beaten ones must rally first (L3C-OPS-12).
    let formed = |unit: &Element| unit.state <= Cohesion::Loose || book.on(r::L3C_OPS_11);
    let in_hand = |unit: &Element| unit.case.positive() || !book.on(r::L3C_OPS_12);
    let allowed = far && s.units.iter().all(|unit| formed(unit) && in_hand(unit));
    // The march is one point (L3C-GAP-A07), combat dispositions are two more (L3C-OPS-08).
    let way = if book.on(r::L3C_GAP_A07) { book.tables.action.operational_march } else { 0 };
    let deploying = if s.deploys && book.on(r::L3C_OPS_08) { book.tables.action.dispositions } else { 0 };
    Marched { allowed, slowest: ud(slowest), distance: if allowed { distance } else { ud(0) }, points: way + deploying }
}

/// A unit engaged on the march, or while it deploys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CaughtMarching {
    /// PA that it still needs to be deployed.
    #[schemars(range(min = 0, max = 12))]
    pub lacking: u8,
    /// The state before.
    pub state: Cohesion,
}

impl Default for CaughtMarching {
    fn default() -> Self {
        Self { lacking: 1, state: Cohesion::Formed }
    }
}

/// State of a unit engaged before it is deployed (L3C-OPS-10): in the intended formation, unformed if one point is
/// missing, disordered if more are.
#[must_use]
pub fn surprised(book: &Book, s: &CaughtMarching) -> Cohesion {
    match s.lacking {
        _ if !book.on(r::L3C_OPS_10) => s.state,
        0 => s.state,
        1 => s.state.max(Cohesion::Unformed),
        _ => Cohesion::Disordered,
    }
}
