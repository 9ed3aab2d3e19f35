//! Moves that run into each other (INT), made in fractions until the tactical distance is reached; and reactions of the
//! second line to them.

use crate::resolve::moving::movement::ud;
use crate::resolve::moving::points::credit;
use crate::{Arm, Book, Distance, Mover, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A moving unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Walker {
    pub arm: Mover,
    /// Guns in battery, moved by hand.
    #[schemars(extend("x-when" = { "arm": ["foot_artillery", "horse_artillery"] }))]
    pub deployed: bool,
    /// A general is with it, who lengthens its move but not its fractions.
    pub general: bool,
    /// It keeps pace with infantry.
    #[schemars(extend("x-when" = { "arm": ["cavalry", "horse_artillery"] }))]
    pub with_infantry: bool,
    /// Distance that it can move this turn, less the effect of ground; 0: it stands.
    pub reach: Distance,
    /// UD that the ground in front takes off: the unit waits that long before entering.
    #[schemars(range(min = 0, max = 12))]
    pub lost_ud: u8,
}

impl Default for Walker {
    fn default() -> Self {
        Self { arm: Mover::Infantry, deployed: false, general: false, with_infantry: false, reach: ud(2), lost_ud: 0 }
    }
}

/// Two units that move towards each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Encounter {
    pub one: Walker,
    pub other: Walker,
    /// Distance at the start.
    pub distance: Distance,
}

impl Default for Encounter {
    fn default() -> Self {
        let one = Walker { reach: ud(3), ..Walker::default() };
        Self { one, other: Walker::default(), distance: ud(6) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Fraction {
    /// Distance moved by the first.
    pub one: Distance,
    /// Distance moved by the second.
    pub other: Distance,
    /// Distance between them afterwards.
    pub apart: Distance,
}

/// Result of the encounter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Encountered {
    /// The tactical distance that applies.
    pub tactical: Distance,
    /// The fractions, in order.
    pub fractions: Vec<Fraction>,
    /// Distance between them at the end.
    pub apart: Distance,
    /// They are within the tactical distance: an assault is resolved.
    pub met: bool,
}

/// Distance of a fraction of a unit's move; `None`: moves are not divided into fractions (L3C-INT-07).
#[must_use]
pub fn fraction(book: &Book, walker: &Walker) -> Option<Distance> {
    book.on(r::L3C_INT_07).then(|| step(book, walker))
}

/// UD of a fraction (L3C-INT-16): depends on whether the unit is mounted, not on formation, gait or status
/// (L3C-INT-18).
fn step(book: &Book, walker: &Walker) -> Distance {
    let rides = walker.arm.mounted() && !walker.deployed && !walker.with_infantry;
    let step = book.tables.distance.fraction.of(rides && book.on(r::L3C_INT_16));
    let led = if walker.general && !book.on(r::L3C_INT_18) { book.tables.movement.general } else { 0 };
    step.plus(ud(i16::from(led)))
}

/// The arm whose tactical distance applies between two units that approach each other: cavalry if it advances,
/// otherwise infantry (L3C-INT-14).
#[must_use]
pub fn whose_distance(book: &Book, cavalry_comes: bool) -> Arm {
    if cavalry_comes && book.on(r::L3C_INT_14) { Arm::Cavalry } else { Arm::Infantry }
}

/// Whether moves that run into each other end where the tactical distance is reached (L3C-INT-15).
#[must_use]
pub fn stop_there(book: &Book) -> bool {
    book.on(r::L3C_INT_15)
}

/// Two moves that run into each other, in fractions (L3C-INT-07), until the units are within the tactical distance, of
/// cavalry if it advances, otherwise of infantry (L3C-INT-14), or have no move left. They stop there (L3C-INT-15).
/// Before entering ground the unit waits for its cost (L3C-INT-17).
#[must_use]
pub fn encounter(book: &Book, s: &Encounter) -> Encountered {
    let attacks = |walker: &Walker| walker.reach.cm() > 0;
    let horse = |walker: &Walker| walker.arm == Mover::Cavalry && attacks(walker);
    let arm = whose_distance(book, horse(&s.one) || horse(&s.other));
    let tactical = book.tables.distance.tactical.of(arm);
    let goes = |walker: &Walker, gone: Distance, nth: u8| {
        let step = step(book, walker);
        let waits = if book.on(r::L3C_INT_17) {
            (ud(i16::from(walker.lost_ud)).cm() + step.cm() - 1) / step.cm().max(1)
        } else {
            0
        };
        let left = walker.reach.minus(gone);
        let waiting = i32::from(nth) < waits;
        if waiting { Distance::default() } else { fraction(book, walker).map_or(left, |step| left.min(step)) }
    };
    let mut fractions = Vec::new();
    let (mut one, mut other, mut apart) = (Distance::default(), Distance::default(), s.distance);
    for nth in 0..=u8::MAX {
        if apart <= tactical && stop_there(book) || apart.cm() == 0 {
            break;
        }
        let (a, b) = (goes(&s.one, one, nth), goes(&s.other, other, nth));
        let done = one >= s.one.reach && other >= s.other.reach;
        if done {
            break;
        }
        (one, other, apart) = (one.plus(a), other.plus(b), apart.minus(a).minus(b));
        fractions.push(Fraction { one: a, other: b, apart });
    }
    Encountered { tactical, fractions, apart, met: apart <= tactical }
}

rulebook::words! {
    /// What a unit of the second line does with its order when the enemy approaches.
    Second {
        Keep,
        /// It carries the order out in another way: another formation, another facing.
        Adapt,
        /// It does something else.
        Replace,
    } default Keep
}

/// A unit of the second line that sees the enemy approach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SecondLine {
    /// It has an order; a decoy does not count.
    pub ordered: bool,
    /// The way of carrying out the order was announced before the enemy’s assault was known.
    #[schemars(extend("x-when" = { "ordered": [true] }))]
    pub announced: bool,
    pub does: Second,
    /// PA of the new action.
    #[schemars(range(min = 0, max = 6))]
    pub points: u8,
}

impl Default for SecondLine {
    fn default() -> Self {
        Self { ordered: true, announced: false, does: Second::Keep, points: 1 }
    }
}

/// The cost of reacting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Seconded {
    /// Allowed only while no enemy attacks it, so its points must suffice.
    pub allowed: bool,
    /// PA lost to reacting.
    pub lost: u8,
    /// PA in total.
    pub points: u8,
    /// It must test.
    pub test: bool,
}

/// The second line cannot be surprised (L3C-INT-01): it acts freely before any assault is resolved, without a test
/// (L3C-SIM-04). Reacting costs a point, unless the unit announces only now how it carries out its order (L3C-INT-02,
/// L3C-INT-03).
#[must_use]
pub fn second_line(book: &Book, s: &SecondLine) -> Seconded {
    let reacts = match (s.ordered, s.does) {
        (_, Second::Keep) => false,
        (false, _) => book.on(r::L3C_INT_01),
        (true, Second::Adapt) => s.announced && book.on(r::L3C_INT_02),
        (true, Second::Replace) => book.on(r::L3C_INT_03),
    };
    let lost = if reacts { book.tables.action.lost_by_second_line } else { 0 };
    let points = s.points.saturating_add(lost);
    Seconded { allowed: points <= credit(book), lost, points, test: reacts && !book.on(r::L3C_SIM_04) }
}
