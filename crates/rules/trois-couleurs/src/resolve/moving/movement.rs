//! Distances of moves: voluntary, imposed, and guns by hand.

use crate::resolve::moving::points::{next_credit, penalty};
use crate::terms::tables::{MovingAs, Paces};
use crate::{Arm, Book, Case, Distance, Gait, Ground, Mover, Status, UD, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::Cm;

/// The pieces of ground on a way.
pub type Way = SmallVec<[Ground; 4]>;

/// A distance in whole UD.
#[must_use]
pub fn ud(units: i16) -> Distance {
    Distance::from_cm(Cm::from(units) * UD)
}

/// A move at ordinary gait, with points added for distance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct March {
    pub arm: Mover,
    /// Its formation, or backwards.
    pub formation: MovingAs,
    pub status: Status,
    /// PA spent on the move.
    #[schemars(range(min = 1, max = 12))]
    pub points: u8,
    /// Ground entered or crossed.
    #[schemars(with = "Vec<Ground>")]
    pub terrain: Way,
    /// Faculty for broken ground, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub faculty: u8,
    /// Cavalry jumps those obstacles that can be jumped.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub jumps: bool,
    /// A general leads the unit.
    pub general: bool,
    /// The whole way is on a road, in march column.
    #[schemars(extend("x-when" = { "formation": ["march_column"] }))]
    pub road: bool,
}

impl Default for March {
    fn default() -> Self {
        Self {
            arm: Mover::Infantry,
            formation: MovingAs::Line,
            status: Status::Line,
            points: 1,
            terrain: Way::new(),
            faculty: 0,
            jumps: false,
            general: false,
            road: false,
        }
    }
}

/// UD at each gait of a mover (L3C-GAP-A01).
#[must_use]
pub fn paces(book: &Book, mover: Mover, row: MovingAs) -> &Paces {
    static NONE: Paces = Paces(Vec::new());
    // Squares, and infantry moving backwards, have a short move (L3C-MVT-12); skirmishers a long one (L3C-CHF-14).
    let row = match row {
        MovingAs::Square | MovingAs::Backwards if !book.on(r::L3C_MVT_12) => MovingAs::Line,
        MovingAs::Skirmish if !book.on(r::L3C_CHF_14) => MovingAs::Line,
        // A limbered battery moves as fast as the formation of its gunners (L3C-MVT-40); without that rule as on a
        // road.
        MovingAs::Line | MovingAs::DivisionColumn | MovingAs::CompanyColumn
            if mover.guns() && !book.on(r::L3C_MVT_40) =>
        {
            MovingAs::MarchColumn
        }
        row => row,
    };
    if book.on(r::L3C_GAP_A01) { book.tables.movement.paces(mover, row) } else { &NONE }
}

/// UD that a status adds to a move (L3C-MVT-11, L3C-MVT-42), once (L3C-GAP-A02): also to the train of a good battery
/// (L3C-MVT-39).
#[must_use]
pub fn by_status(book: &Book, mover: Mover, status: Status) -> i16 {
    let by = book.tables.movement.status.of(status);
    let train = by <= 0 || !mover.guns() || book.on(r::L3C_MVT_39);
    let rule = if by < 0 { r::L3C_MVT_11 } else { r::L3C_MVT_42 };
    if train && book.on(rule) { i16::from(by) } else { 0 }
}

/// The gait of a move of this many PA (L3C-GEN-24): outside an assault more points buy distance, not the charge
/// (L3C-GAP-A36).
#[must_use]
pub fn gait(book: &Book, points: u8) -> Gait {
    let table = &book.tables.action.gait;
    let most = if book.on(r::L3C_GAP_A36) { Gait::Quick } else { Gait::Charge };
    let paid = Gait::ALL.into_iter().filter(|gait| table.of(*gait) <= points).max();
    if book.on(r::L3C_GEN_24) { paid.unwrap_or(Gait::Halted).min(most) } else { Gait::Ordinary }
}

/// UD that ground takes off a move; `None`: it may not be entered (L3C-MVT-33, L3C-GAP-A03).
#[must_use]
pub fn lost(book: &Book, mover: Mover, ground: Ground, faculty: u8, jumps: bool) -> Option<i16> {
    let terrain = book.tables.terrain.of(ground);
    let rule = match ground {
        Ground::CrestUp | Ground::Level2 => r::L3C_MVT_33,
        _ => r::L3C_GAP_A03,
    };
    if !book.on(rule) || ground == Ground::CrestUp && !book.on(r::L3C_MVT_32) {
        return Some(0);
    }
    if jumps && terrain.jumpable && mover == Mover::Cavalry && book.on(r::L3C_GAP_A37) {
        return Some(0);
    }
    let light = terrain.lost_by_light.filter(|_| faculty == 2 && mover == Mover::Infantry);
    light.or(terrain.lost.of(mover)).map(i16::from)
}

/// Distance of a move; `None`: some of the ground may not be entered.
#[must_use]
pub fn reach(book: &Book, s: &March) -> Option<Distance> {
    let table = &book.tables.movement;
    let paces = paces(book, s.arm, s.formation);
    // A unit does not move in a formation that the table lacks for its arm: cavalry does not step backwards
    // (L3C-MVT-36).
    if paces.0.is_empty() && book.on(r::L3C_GAP_A01) {
        return None;
    }
    let mut distance = i16::from(paces.at(Gait::Ordinary));
    if !book.on(r::L3C_PA_03) {
        // Without the rule a point is a third of the longest move.
        distance =
            i16::from(paces.at(Gait::Charge)) * i16::from(s.points) / i16::from(book.tables.action.credit.max(1));
    } else if book.on(r::L3C_MVT_30) {
        distance += i16::from(table.extra_point.of(s.arm.mounted())) * i16::from(s.points.saturating_sub(1));
    }
    // Once for the whole move, not for each point (L3C-GAP-A02).
    let times = if book.on(r::L3C_GAP_A02) { 1 } else { i16::from(s.points) };
    distance += by_status(book, s.arm, s.status) * times;
    distance += by_general(book, s.general);
    if s.road && s.formation == MovingAs::MarchColumn && book.on(r::L3C_GAP_A03) {
        distance += i16::from(table.road_in_march_column);
    }
    for ground in &s.terrain {
        distance -= lost(book, s.arm, *ground, s.faculty, s.jumps)?;
    }
    Some(ud(distance.max(0)))
}

/// A move that the enemy imposes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BackMove {
    pub arm: Mover,
    pub formation: MovingAs,
    /// Faculty for broken ground, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub faculty: u8,
    pub case: Case,
    /// Ground entered or crossed.
    #[schemars(with = "Vec<Ground>")]
    pub terrain: Way,
    /// PA already spent.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct WentBack {
    /// None of the ground is closed to it (L3C-GAP-A03).
    pub allowed: bool,
    pub distance: Distance,
    /// PA that it costs.
    pub points: u8,
    /// Penalty points (POP) that it costs.
    pub penalty: u8,
}

/// UD that a unit goes back by its case (L3C-RAL-15).
#[must_use]
pub fn due(book: &Book, mounted: bool, case: Case) -> Distance {
    if book.on(r::L3C_RAL_15) {
        ud(i16::from(book.tables.movement.back.of(case, mounted)))
    } else {
        Distance::default()
    }
}

/// PA of going back by a case (L3C-GAP-C04).
#[must_use]
pub fn back_points(book: &Book, case: Case) -> u8 {
    let table = &book.tables.action;
    match case {
        _ if !book.on(r::L3C_GAP_C04) => 0,
        Case::FallBack => table.fall_back,
        Case::Retreat => table.retreat,
        Case::Rout => table.rout,
        _ => 0,
    }
}

/// A unit driven back covers the whole distance; bad ground costs points instead of distance (L3C-MVT-31).
#[must_use]
pub fn back_move(book: &Book, s: &BackMove) -> WentBack {
    let mounted = s.arm.mounted();
    let step = book.tables.movement.extra_point.of(mounted).max(1);
    let allowed = s.terrain.iter().all(|ground| lost(book, s.arm, *ground, s.faculty, false).is_some());
    let lost: i16 = s.terrain.iter().filter_map(|ground| lost(book, s.arm, *ground, s.faculty, false)).sum();
    let whole = due(book, mounted, s.case);
    let (distance, more) = if book.on(r::L3C_MVT_31) {
        (whole, lost.unsigned_abs().div_ceil(u16::from(step)) as u8)
    } else {
        (whole.minus(ud(lost)), 0)
    };
    let points = back_points(book, s.case) + more;
    if !allowed {
        return WentBack { allowed, distance: Distance::default(), points: 0, penalty: 0 };
    }
    WentBack { allowed, distance, points, penalty: penalty(book, s.spent, points) }
}

/// Guns moved by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Manhandling {
    /// Weight of the shot.
    #[schemars(range(min = 3, max = 24))]
    pub pounds: u8,
    /// Status of the crew.
    pub status: Status,
    pub uphill: bool,
    /// A general is with the battery.
    pub general: bool,
    /// PA already spent.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
}

impl Default for Manhandling {
    fn default() -> Self {
        Self { pounds: 6, status: Status::Line, uphill: false, general: false, spent: 0 }
    }
}

/// The cost of moving guns by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Manhandled {
    /// PA that it costs.
    pub points: u8,
    /// Penalty points (POP) that it costs.
    pub penalty: u8,
    /// PA available in the next turn.
    pub next_credit: u8,
    pub distance: Distance,
}

/// Guns moved by hand (L3C-MVT-37): at most one UD, one more with a general (L3C-CHEF-11).
#[must_use]
pub fn manhandling(book: &Book, s: &Manhandling) -> Manhandled {
    let table = &book.tables.manhandling;
    let points = if book.on(r::L3C_MVT_37) {
        let weight = if s.pounds >= table.heavy_from_pounds { table.heavy } else { table.light };
        let poor = matches!(s.status, Status::Militia | Status::Irregular);
        weight + if s.uphill { table.uphill } else { 0 } + if poor { table.poor_crew } else { 0 }
    } else {
        table.light
    };
    let led = if s.general && book.on(r::L3C_CHEF_11) { book.tables.movement.general } else { 0 };
    let led = ud(i16::from(led));
    Manhandled {
        points,
        penalty: penalty(book, s.spent, points),
        next_credit: next_credit(book, s.spent.saturating_add(points)),
        distance: book.tables.distance.manhandle.plus(led),
    }
}

/// UD that a general in contact with a unit adds to its move (L3C-CHEF-11).
#[must_use]
pub fn by_general(book: &Book, led: bool) -> i16 {
    if led && book.on(r::L3C_CHEF_11) { i16::from(book.tables.movement.general) } else { 0 }
}

/// Distance at which a unit can reach an enemy at a gait: its move with its status, and the tolerance (L3C-MAC-07,
/// L3C-GAP-A15).
#[must_use]
pub fn capacity(
    book: &Book,
    (arm, horse_guns): (Arm, bool),
    row: MovingAs,
    (status, led): (Status, bool),
    gait: Gait,
) -> Distance {
    let mover = arm.mover(horse_guns);
    let whole = i16::from(paces(book, mover, row).at(gait)) + by_status(book, mover, status) + by_general(book, led);
    let tolerance = if book.on(r::L3C_MAC_07) { book.tables.distance.tolerance.of(arm) } else { Distance::default() };
    ud(whole.max(0)).plus(tolerance)
}
