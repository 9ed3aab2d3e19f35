//! Rallying of cavalry: its distance and its passage through friends (LA-RAL-03 to LA-RAL-06, LA-RAL-17 to LA-RAL-23,
//! LA-GAP-51).

use crate::resolve::motion::quarter;
use crate::terms::book::{Book, r};
use crate::{Arm, Aspect, Distance, Formation, Order, Status};
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rally {
    /// Column allowance of the regiment.
    #[schemars(range(min = 1, max = 60))]
    pub column: u8,
    /// It is in a melee.
    pub engaged: bool,
    /// The side from which it is attacked.
    #[schemars(extend("x-when" = { "engaged": [true] }))]
    pub attacked_from: Aspect,
    /// It already faces in the direction of its move.
    pub faces_home: bool,
    /// Announced at the start of the second half; a regiment in melee announces only at the start of a period.
    #[schemars(extend("x-when" = { "engaged": [false] }))]
    pub second_half: bool,
}

impl Default for Rally {
    fn default() -> Self {
        Self { column: 36, engaged: true, attacked_from: Aspect::Front, faces_home: false, second_half: false }
    }
}

/// The move of a rally in its period.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct RallyMove {
    /// It may be announced at that time.
    pub allowed: bool,
    /// Quarters that it spends turning first.
    pub turn: u8,
    /// Distance in each quarter.
    pub quarter: Distance,
    /// Distance in the rest of the period.
    pub moved: Distance,
    /// The part of it directly away from the enemy.
    pub away: Distance,
    pub order: Order,
}

/// Quarters that a rallying unit spends turning first (LA-RAL-05): none if it was attacked from behind or already faces
/// home (LA-GAP-51).
#[must_use]
pub fn rally_turn(book: &Book, turned: bool) -> u8 {
    let free = turned && book.on(r::LA_GAP_51) || !book.on(r::LA_RAL_05);
    if free { 0 } else { book.tables.turning.rally }
}

/// Order of the ranks of a unit that rallies (LA-RAL-04).
#[must_use]
pub fn rally_order(book: &Book) -> Order {
    if book.on(r::LA_RAL_04) { Order::Unformed } else { Order::Formed }
}

/// The move of a rally (LA-RAL-03, LA-RAL-05, LA-RAL-08).
#[must_use]
pub fn rally(book: &Book, rally: &Rally) -> RallyMove {
    let step = if book.on(r::LA_RAL_03) { quarter(book, rally.column) } else { Distance::of(0) };
    let turn = rally_turn(book, rally.faces_home || rally.engaged && rally.attacked_from == Aspect::Rear);
    let quarters = if rally.second_half { 2 } else { 4u8 };
    let moving = i32::from(quarters.saturating_sub(turn));
    let away = rally.engaged && moving > 0 && book.on(r::LA_RAL_08);
    RallyMove {
        allowed: !(rally.engaged && rally.second_half && book.on(r::LA_RAL_08)),
        turn,
        quarter: step,
        moved: Distance::from_cm(step.cm() * moving),
        away: if away { step } else { Distance::of(0) },
        order: rally_order(book),
    }
}

/// A gap between friends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Flow {
    /// Figures of the regiment.
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    #[schemars(range(max = 1000))]
    pub gap: Distance,
    /// Its column allowance.
    #[schemars(range(min = 1, max = 60))]
    pub column: u8,
}

impl Default for Flow {
    fn default() -> Self {
        Self { figures: 12, gap: Distance::of(8), column: 36 }
    }
}

/// Result of flowing through a gap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct FlowTime {
    /// Figures abreast; 0: it cannot pass.
    pub abreast: u8,
    pub rows: u8,
    pub cost: Distance,
    /// Half a period is enough.
    pub in_half: bool,
}

/// Flows through a gap: as many figures abreast as bases fit (LA-RAL-20), in a lane at least one base wide (LA-RAL-17);
/// each row costs a base’s depth (LA-GAP-51).
#[must_use]
pub fn flow(book: &Book, passage: &Flow) -> FlowTime {
    let base = book.tables.scale.cavalry;
    let fit = passage.gap.cm() / base.front.cm().max(1);
    let narrow = passage.gap < book.tables.charge.cavalry_lane && book.on(r::LA_RAL_17);
    let abreast = fit.max(1);
    if narrow || !book.on(r::LA_RAL_20) {
        return FlowTime { abreast: 0, rows: 0, cost: Distance::of(0), in_half: false };
    }
    let abreast = rulebook::saturated::<u8, _>(abreast);
    let rows = passage.figures.div_ceil(abreast);
    let depth = if book.on(r::LA_GAP_51) { base.depth.cm() } else { 0 };
    let cost = Distance::from_cm(depth * i32::from(rows));
    FlowTime { abreast, rows, cost, in_half: cost.cm() <= 2 * quarter(book, passage.column).cm() }
}

words! {
    /// How a rallying regiment passes a friend.
    Passage {
        NearestGap,
        /// Straight through: both in disorder.
        Through,
        /// Around one end.
        Round,
        /// By flowing through a lane.
        Flow,
        /// Unhindered: skirmishers and officers.
        Free,
    } default Round
}

/// How a rallying regiment passes a friend in its way, tried in this order (LA-RAL-17 to LA-RAL-23, LA-GAP-17,
/// LA-GAP-51).
#[must_use]
pub fn passage(book: &Book, friend: (Arm, Formation, Status), followed: bool, lane: Distance) -> Passage {
    let (arm, formation, status) = friend;
    let closed = status.choice() || formation.square();
    let stands = formation.line() || arm == Arm::Artillery && formation == Formation::InPosition;
    if formation == Formation::Skirmish && book.on(r::LA_GAP_17) {
        Passage::Free
    } else if closed && book.on(r::LA_RAL_19) {
        Passage::NearestGap
    } else if followed && book.on(r::LA_RAL_21) {
        Passage::Through
    } else if stands && book.on(r::LA_RAL_23) {
        Passage::Round
    } else if lane >= book.tables.charge.cavalry_lane && book.on(r::LA_RAL_17) {
        Passage::Flow
    } else {
        Passage::Through
    }
}
