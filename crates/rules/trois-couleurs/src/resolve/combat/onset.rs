//! Whether an assault is possible, its reach, whether a manoeuvre is done in time, and the order in which several
//! assaults are resolved.

use crate::resolve::moving::movement::{Manhandling, March, manhandling, reach, ud};
use crate::resolve::moving::points::{fastest_turned, left};
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
    pub state: Cohesion,
    pub status: Status,
    /// PA already spent.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
    /// The objective lies in its front.
    pub in_front: bool,
    /// It was not in front when the move began: the unit had to turn first.
    pub turned: bool,
    /// PA of the way: more than usual in bad ground; 0: the usual number.
    pub needed: u8,
    /// Distance to the firing position.
    #[schemars(extend("x-when" = { "to_fire": [true] }))]
    pub advance: Distance,
    /// UD that the ground takes off on that way.
    #[schemars(extend("x-when" = { "to_fire": [true] }))]
    pub lost_ud: u8,
    /// Guns of 8 pounds and more, harder to move by hand.
    #[schemars(extend("x-when" = { "arm": ["artillery"], "to_fire": [true] }))]
    pub heavy: bool,
    /// Guns are moved up a slope by hand.
    #[schemars(extend("x-when" = { "arm": ["artillery"], "to_fire": [true] }))]
    pub uphill: bool,
    /// It has just passed through an enemy.
    pub follow_on: bool,
    /// It advances to fire only.
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

/// Whether and how a unit may assault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Leave {
    pub allowed: bool,
    /// The fastest gait allowed.
    pub gait: Option<Gait>,
    /// PA that the assault takes.
    pub points: u8,
}

/// PA of an advance to fire (L3C-MAC-06, L3C-GAP-A52): those of the way, made at ordinary gait with points added for
/// distance, and that of the fire; at least two. `None`: the position cannot be reached.
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

/// PA of an unlimbered battery moved up by hand (L3C-MVT-37); `None`: too far.
fn by_hand(book: &Book, s: &Onset) -> Option<u8> {
    let table = &book.tables.manhandling;
    let pounds = if s.heavy { table.heavy_from_pounds } else { 0 };
    let moved =
        manhandling(book, &Manhandling { pounds, status: s.status, uphill: s.uphill, ..Manhandling::default() });
    let points = if s.advance.cm() == 0 { 0 } else { moved.points };
    (s.advance.plus(ud(i16::from(s.lost_ud))) <= moved.distance).then_some(points)
}

/// Whether a formation may never assault to contact: a closed column (L3C-MAC-27), a march column (L3C-GAP-A97).
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
    // Disordered troops do not attack (L3C-CAC-16); after passing through an enemy only units of sufficient status go
    // on (L3C-CAC-09).
    let ordered = match (s.state, s.follow_on) {
        (Cohesion::Disordered, true) if book.all(&[r::L3C_CAC_09, r::L3C_GAP_B31]) => s.status == Status::Guard,
        (Cohesion::Disordered, _) => !book.on(r::L3C_CAC_16),
        (Cohesion::Unformed, true) => s.status >= Status::Elite || !book.on(r::L3C_CAC_09),
        _ => true,
    };
    // An assault takes all points left (L3C-MAC-02), an advance to fire those of its way.
    let all = if book.on(r::L3C_MAC_02) { left } else { book.tables.action.assault_least };
    let taken = if s.to_fire { fire_advance(book, s) } else { Some(all) };
    // An assault needs the action points for it (L3C-MAC-05).
    let needed = s.needed.max(if s.to_fire { taken.unwrap_or(u8::MAX) } else { 0 });
    let afford = needed <= left || !book.on(r::L3C_MAC_05);
    // Skirmishers never fight hand to hand (L3C-TIR-02), nor do guns (L3C-GAP-A36 has no charge for them); cavalry does
    // not advance to fire in the standard game (L3C-FEU-39).
    let open = s.formation == Formation::Skirmish && book.on(r::L3C_TIR_02);
    let able = match (s.to_fire, s.arm) {
        (false, arm) => !open && (arm != Arm::Artillery || !book.on(r::L3C_GAP_A36)),
        (true, arm) => arm != Arm::Cavalry || book.options.cavalry_fire || !book.on(r::L3C_FEU_39),
    };
    let allowed = points && ahead && !closed && ordered && able && taken.is_some() && afford;
    // An advance to fire is made at ordinary gait (L3C-MAF-01); a unit that had to turn first does not charge
    // (L3C-MAC-15).
    let gait =
        if s.to_fire && book.on(r::L3C_MAF_01) { Gait::Ordinary } else { fastest_turned(book, s.spent, s.turned) };
    Leave { allowed, gait: allowed.then_some(gait), points: taken.unwrap_or(all) }
}

/// An assault and its distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Distant {
    pub arm: Arm,
    pub status: Status,
    pub capacity: Distance,
    /// Distance to the objective.
    pub distance: Distance,
}

/// Whether an assault reaches its objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Reached {
    /// Reach with the tolerance.
    pub reach: Distance,
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

/// A manoeuvre made while an enemy approaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Race {
    /// The arm of the approaching enemy.
    pub attacker: Arm,
    /// Distance of the enemy at its start.
    pub distance: Distance,
    /// PA of the manoeuvre.
    #[schemars(range(min = 0, max = 12))]
    pub points: u8,
    /// The manoeuvre prepares an assault of its own.
    pub own_assault: bool,
    /// The state before.
    pub state: Cohesion,
}

/// Whether the manoeuvre was done in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Raced {
    pub done: bool,
    /// The state in which the unit counts.
    pub state: Cohesion,
}

/// Whether a manoeuvre is done before the enemy arrives (L3C-INT-09 for an assault of one's own, L3C-INT-20 and
/// L3C-CHF-05 for a unit that is attacked): one DT for each point, at most two points.
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
    // If it is not done, the unit is unformed; disordered only if it was before (L3C-GAP-A38).
    let caught = u8::from(s.state == Cohesion::Formed || s.state == Cohesion::Loose || !book.on(r::L3C_GAP_A38));
    Raced { done, state: if done { s.state } else { degrade(book, s.state, caught) } }
}

rulebook::words! {
    /// The order in which the assaults of a group are resolved.
    Sequence {
        LeftToRight,
        /// In an order that the player chooses.
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

/// The order for a result class of [`order_throw`].
#[must_use]
pub fn order(book: &Book, class: i16) -> Sequence {
    match class {
        _ if !book.on(r::L3C_MAC_13) => Sequence::Chosen,
        0 => Sequence::LeftToRight,
        1 => Sequence::Chosen,
        _ => Sequence::RightToLeft,
    }
}
