//! Whether an assault can be made at all, how far it reaches, whether a manoeuvre is done in time, in what order several
//! are resolved.

use crate::resolve::moving::movement::{Manhandling, March, manhandling, reach, ud};
use crate::resolve::moving::points::{fastest, left};
use crate::terms::state::degrade;
use crate::terms::tables::MovingAs;
use crate::{Arm, Book, Cohesion, Distance, Formation, Gait, Status, r};
use dice::Throw;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that wants to assault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Onset {
    pub arm: Arm,
    pub formation: Formation,
    /// How well it holds together.
    pub state: Cohesion,
    pub status: Status,
    /// PA spent.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
    /// The objective lies in its front.
    pub in_front: bool,
    /// It did not when the move began: the unit had to turn first.
    pub turned: bool,
    /// PA that the way costs: more than usual in bad ground; 0: nothing particular.
    pub needed: u8,
    /// How far it goes to the place of its fire.
    #[schemars(extend("x-when" = { "to_fire": [true] }))]
    pub advance: Distance,
    /// UD that the ground on that way costs it.
    #[schemars(extend("x-when" = { "to_fire": [true] }))]
    pub lost_ud: u8,
    /// Guns of 8 pounds and more, which are harder to move by hand.
    #[schemars(extend("x-when" = { "arm": ["artillery"], "to_fire": [true] }))]
    pub heavy: bool,
    /// Guns go up a slope by hand.
    #[schemars(extend("x-when" = { "arm": ["artillery"], "to_fire": [true] }))]
    pub uphill: bool,
    /// It has just passed through an enemy.
    pub follow_on: bool,
    /// It moves up to fire only.
    pub to_fire: bool,
}

impl Default for Onset {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            formation: Formation::Line,
            state: Cohesion::Formed,
            status: Status::Line,
            spent: 0,
            in_front: true,
            turned: false,
            needed: 0,
            advance: Distance::of(1),
            lost_ud: 0,
            heavy: false,
            uphill: false,
            follow_on: false,
            to_fire: false,
        }
    }
}

/// Whether it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Leave {
    /// Whether it may.
    pub allowed: bool,
    /// The fastest gait.
    pub gait: Option<Gait>,
    /// PA that it takes.
    pub points: u8,
}

/// PA of an advance to fire (L3C-MAC-06, L3C-GAP-A52): those of the way, which is made at ordinary gait with points added
/// for distance, and that of the fire; never under two. None: the place cannot be reached.
#[must_use]
pub fn fire_advance(book: &Book, s: &Onset) -> Option<u8> {
    let table = &book.tables.action;
    if !book.all(&[r::L3C_MAC_06, r::L3C_GAP_A52]) {
        return Some(table.assault_least);
    }
    let most = table.credit.saturating_sub(table.fire);
    let way = if s.formation == Formation::Deployed {
        by_hand(book, s).filter(|points| *points <= most)
    } else {
        let arm = s.arm.mover(false);
        let reaches = |points: &u8| {
            let formation = MovingAs::of(s.formation);
            let march = March { arm, formation, status: s.status, points: *points, ..March::default() };
            s.advance.plus(ud(i16::from(s.lost_ud))) <= reach(book, &march).unwrap_or_default()
        };
        (1..=most).find(reaches)
    };
    Some((way? + table.fire).max(table.assault_least))
}

/// PA of a battery in position that is moved up by hand (L3C-MVT-37); none: not so far.
fn by_hand(book: &Book, s: &Onset) -> Option<u8> {
    let table = &book.tables.manhandling;
    let pounds = if s.heavy { table.heavy_from_pounds } else { 0 };
    let moved =
        manhandling(book, &Manhandling { pounds, status: s.status, uphill: s.uphill, ..Manhandling::default() });
    let points = if s.advance.cm() == 0 { 0 } else { moved.points };
    (s.advance.plus(ud(i16::from(s.lost_ud))) <= moved.distance).then_some(points)
}

/// Whether a formation makes no assault to contact at all: a closed column (L3C-MAC-27), one of march (L3C-GAP-A97).
#[must_use]
pub fn no_charge(book: &Book, formation: Formation) -> bool {
    match formation {
        Formation::ClosedColumn => book.on(r::L3C_MAC_27),
        Formation::MarchColumn => book.on(r::L3C_GAP_A97),
        _ => false,
    }
}

/// Whether a unit may assault.
#[must_use]
pub fn allowed(book: &Book, s: &Onset) -> Leave {
    let left = left(book, s.spent);
    let points = left >= book.tables.action.assault_least || !book.on(r::L3C_MAC_01);
    let ahead = s.in_front || !book.on(r::L3C_MVT_03);
    let closed = no_charge(book, s.formation) && !s.to_fire;
    // Disordered troops do not attack (L3C-CAC-16); after passing through an enemy only those who are good enough go on
    // (L3C-CAC-09).
    let ordered = match (s.state, s.follow_on) {
        (Cohesion::Disordered, true) if book.all(&[r::L3C_CAC_09, r::L3C_GAP_B31]) => s.status == Status::Guard,
        (Cohesion::Disordered, _) => !book.on(r::L3C_CAC_16),
        (Cohesion::Unformed, true) => s.status >= Status::Elite || !book.on(r::L3C_CAC_09),
        _ => true,
    };
    // It takes all that is left (L3C-MAC-02); an advance to fire what its way costs.
    let all = if book.on(r::L3C_MAC_02) { left } else { book.tables.action.assault_least };
    let taken = if s.to_fire { fire_advance(book, s) } else { Some(all) };
    // Nobody launches one with points that he does not have (L3C-MAC-05).
    let needed = s.needed.max(if s.to_fire { taken.unwrap_or(u8::MAX) } else { 0 });
    let afford = needed <= left || !book.on(r::L3C_MAC_05);
    // Skirmishers never come to blows (L3C-TIR-02), guns neither (L3C-GAP-A36 knows no charge of theirs); horses do not
    // move up to fire in the standard game (L3C-FEU-39).
    let open = s.formation == Formation::Skirmish && book.on(r::L3C_TIR_02);
    let able = match (s.to_fire, s.arm) {
        (false, arm) => !open && (arm != Arm::Artillery || !book.on(r::L3C_GAP_A36)),
        (true, arm) => arm != Arm::Cavalry || book.options.cavalry_fire || !book.on(r::L3C_FEU_39),
    };
    let allowed = points && ahead && !closed && ordered && able && taken.is_some() && afford;
    // Moving up to fire is done at ordinary gait (L3C-MAF-01); who had to turn first does not charge (L3C-MAC-15).
    let most = if s.turned && book.on(r::L3C_MAC_15) { Gait::Quick } else { Gait::Charge };
    let gait = if s.to_fire && book.on(r::L3C_MAF_01) { Gait::Ordinary } else { fastest(book, s.spent).min(most) };
    Leave { allowed, gait: allowed.then_some(gait), points: taken.unwrap_or(all) }
}

/// An assault and its distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Distant {
    /// Who assaults.
    pub arm: Arm,
    pub status: Status,
    /// How far it can go.
    pub capacity: Distance,
    /// How far the objective is.
    pub distance: Distance,
}

/// How far it reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Reached {
    /// With the tolerance.
    pub reach: Distance,
    /// Whether that is enough.
    pub reaches: bool,
    /// Degrees of disorder.
    pub degrade: u8,
}

/// Whether an assault reaches: there is a tolerance (L3C-MAC-07), which costs order except to the Guard (L3C-MAC-08).
#[must_use]
pub fn reaches(book: &Book, s: &Distant) -> Reached {
    let tolerance = if book.on(r::L3C_MAC_07) { book.tables.distance.tolerance.of(s.arm) } else { Distance::default() };
    let reach = s.capacity.plus(tolerance);
    let reaches = s.distance <= reach;
    let stretched = reaches && s.distance > s.capacity && s.status != Status::Guard;
    Reached { reach, reaches, degrade: u8::from(stretched && book.on(r::L3C_MAC_08)) }
}

/// A manoeuvre under way while an enemy comes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Race {
    /// The arm that comes on.
    pub attacker: Arm,
    /// How far it was when it set out.
    pub distance: Distance,
    /// PA of the manoeuvre.
    #[schemars(range(min = 0, max = 12))]
    pub points: u8,
    /// The manoeuvre prepares an assault of its own.
    pub own_assault: bool,
    /// How well the unit held together.
    pub state: Cohesion,
}

/// Whether it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Raced {
    /// Whether it was done.
    pub done: bool,
    /// How the unit counts.
    pub state: Cohesion,
}

/// Whether a manoeuvre is done before the enemy is there (L3C-INT-09 for one's own assault, L3C-INT-20 and L3C-CHF-05
/// for a unit that is attacked): one DT for each point, and never more than two points.
#[must_use]
pub fn in_time(book: &Book, s: &Race) -> Raced {
    const LONGEST: u8 = 2;
    let rule = if s.own_assault { r::L3C_INT_09 } else { r::L3C_INT_20 };
    let tactical = book.tables.distance.tactical.of(s.attacker);
    // Beyond, strictly, by the distance at the start (L3C-GAP-A19).
    let limit = tactical.cm().saturating_mul(s.points.into());
    let far = s.distance.cm() > limit || s.distance.cm() == limit && !book.on(r::L3C_GAP_A19);
    let longest = if book.on(r::L3C_CHF_05) { LONGEST } else { u8::MAX };
    let done = !book.on(rule) || s.points == 0 || s.points <= longest && far;
    // Not done, it is unformed; disordered only if it was (L3C-GAP-A38).
    let caught = u8::from(s.state == Cohesion::Formed || s.state == Cohesion::Loose || !book.on(r::L3C_GAP_A38));
    Raced { done, state: if done { s.state } else { degrade(book, s.state, caught) } }
}

rulebook::words! {
    /// The order in which the assaults of a group are resolved.
    Sequence {
        LeftToRight,
        /// As the player likes.
        Chosen,
        RightToLeft,
    } default Chosen
}

/// The die for the order (L3C-MAC-13).
#[must_use]
pub fn order_throw(book: &Book) -> Throw {
    let table = &book.tables.order;
    Throw::d6(1).cuts([i16::from(table.left_to_right) + 1, i16::from(table.right_to_left)])
}

/// The order of a class of [`order_throw`].
#[must_use]
pub fn order(book: &Book, class: i16) -> Sequence {
    match class {
        _ if !book.on(r::L3C_MAC_13) => Sequence::Chosen,
        0 => Sequence::LeftToRight,
        1 => Sequence::Chosen,
        _ => Sequence::RightToLeft,
    }
}
