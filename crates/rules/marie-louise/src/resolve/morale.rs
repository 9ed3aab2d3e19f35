//! Morale and rally (chapters 5.2 and 5.3).

use crate::Distance;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Aspect, Formation, Level, Marker, Order, Shelter, Status};
use dice::Throw;
use game::{Line, Op, Rule, Trace};
use rulebook::Sum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit at a morale test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Nerve {
    pub arm: Arm,
    pub cohesion: Level,
    pub status: Status,
    pub formation: Formation,
    /// Marker before the test.
    pub marker: Marker,
    pub order: Order,
    /// Elements lost in combat since the battle began.
    #[schemars(range(min = 0, max = 5))]
    pub elements_lost: u8,
    /// The side that it is attacked from.
    pub aspect: Aspect,
    /// The cause of the test.
    pub cause: Cause,
    /// No friend in sight at less than 12 pas.
    pub isolated: bool,
    /// Flanks supported, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub flanks_supported: u8,
    /// Supported from behind.
    pub rear_support: bool,
    /// Charisma of the general attached, 0 to 3.
    #[schemars(range(min = 0, max = 3))]
    pub charisma: u8,
    pub shelter: Shelter,
    /// Out of sight of every enemy.
    pub unseen: bool,
}

/// The cause of a test. Flank and rear count only in tests caused by an attack (ML-GAP-05).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// An attack: losses, impact, melee.
    #[default]
    Attack,
    /// A friend that routs or is destroyed.
    Witness,
    Rally,
}

/// The state of a unit after a test.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AfterTest {
    /// The unit has no marker.
    Steady,
    /// It has a green marker.
    Hesitant,
    /// It has a yellow marker.
    Shaken,
    /// It has a red marker.
    Routing,
    /// It is removed from play.
    Eliminated,
}

impl From<Marker> for AfterTest {
    fn from(marker: Marker) -> Self {
        match marker {
            Marker::None => Self::Steady,
            Marker::Hesitant => Self::Hesitant,
            Marker::Shaken => Self::Shaken,
            Marker::Routing => Self::Routing,
        }
    }
}

impl AfterTest {
    /// Its marker; `None` if the unit is removed.
    #[must_use]
    pub const fn marker(self) -> Option<Marker> {
        match self {
            Self::Steady => Some(Marker::None),
            Self::Hesitant => Some(Marker::Hesitant),
            Self::Shaken => Some(Marker::Shaken),
            Self::Routing => Some(Marker::Routing),
            Self::Eliminated => None,
        }
    }
}

/// The sum of the morale modifiers, ML-5.2g to ML-5.2s.
pub fn modifiers(book: &Book, nerve: &Nerve, trace: &mut impl Trace) -> i16 {
    let table = &book.tables.morale;
    if nerve.cause == Cause::Rally && !book.on(r::ML_5_3A) {
        return 0;
    }
    let mut sum = Sum::new(book, trace);
    let when = |holds: bool, amount: i8| if holds { amount } else { 0 };
    let stance = book.stance(nerve.formation, nerve.marker);
    let order = book.order(nerve.order, nerve.marker);
    let supported = book.may_be_supported(stance);
    let attacked = nerve.cause == Cause::Attack || !book.on(r::ML_GAP_05);

    sum.add(r::ML_5_2G, true, *table.cohesion.of(book.cohesion(nerve.cohesion)));
    sum.add(r::ML_5_2H, true, table.status.of(book.status(nerve.status)));
    let state = match nerve.marker {
        Marker::Shaken => table.shaken,
        Marker::Routing => table.routing,
        Marker::None | Marker::Hesitant => 0,
    };
    sum.add(r::ML_5_2I, true, state);
    let lost = rulebook::saturated::<i8, _>(nerve.elements_lost);
    sum.by(r::ML_5_2J, "elements_lost", lost, table.element_lost.saturating_mul(lost));
    // A limbered battery has no flank, even in rout (ML-1.9h, ML-GAP-10).
    let shape = if nerve.formation == Formation::Limbered { nerve.formation } else { stance };
    let from = match book.felt(nerve.aspect, shape) {
        Aspect::Front => 0,
        Aspect::Flank => table.flank,
        Aspect::Rear => table.rear,
    };
    sum.add(r::ML_5_2K, attacked, from);
    sum.add(r::ML_5_2L, nerve.isolated, table.isolated);
    let flanks = rulebook::saturated::<i8, _>(nerve.flanks_supported);
    sum.by(r::ML_5_2M, "flanks", flanks, when(supported, table.flank_supported.saturating_mul(flanks)));
    sum.add(r::ML_5_2N, supported && nerve.rear_support, table.rear_support);
    sum.add(r::ML_5_2O, book.square(stance) || stance == Formation::AttackColumn, table.dense_formation);
    let charging = if nerve.arm == Arm::Cavalry { table.charging_cavalry } else { table.charging };
    sum.add(r::ML_5_2P, order == Order::Charge, charging);
    let charisma = if book.on(r::ML_1_3C) { rulebook::saturated::<i8, _>(nerve.charisma) } else { 0 };
    sum.add(r::ML_5_2Q, true, charisma);
    let light = when(book.light_shelter(nerve.shelter), table.light_shelter);
    let dense = when(book.dense_shelter(nerve.shelter), table.dense_shelter);
    sum.add(r::ML_5_2R, true, light.saturating_add(dense));
    sum.add(r::ML_5_2S, nerve.unseen, table.unseen);
    sum.sum
}

/// The throw of a morale test: one die positive, one negative (ML-5.2f).
pub fn dice(book: &Book, trace: &mut impl Trace) -> Throw {
    if !book.on(r::ML_5_2F) {
        return Throw::default();
    }
    trace.line(|| Line::new(r::ML_5_2F, Op::Throw(1)));
    trace.line(|| Line::new(r::ML_5_2F, Op::Throw(-1)));
    Throw::difference()
}

/// A morale or rally test: the sum of its modifiers, and its throw, of class 1 if it is passed.
pub fn test(book: &Book, nerve: &Nerve, trace: &mut impl Trace) -> (i16, Throw) {
    let sum = modifiers(book, nerve, trace);
    let throw = dice(book, trace);
    let needs = i16::from(book.tables.morale.passes_from);
    trace.line(|| Line::new(r::ML_5_2T, Op::Needs(i64::from(needs))));
    // Without ML-5.2t no result passes.
    let cut = if book.on(r::ML_5_2T) { needs - sum } else { i16::MAX };
    (sum, throw.cuts([cut]))
}

/// The state of a unit after a morale test (ML-5.2u to ML-5.2w, ML-GAP-41).
#[must_use]
pub fn after_test(book: &Book, marker: Marker, passed: bool) -> AfterTest {
    if passed || !book.on(r::ML_GAP_41) {
        return marker.into();
    }
    match marker {
        Marker::None | Marker::Hesitant if book.on(r::ML_5_2U) => AfterTest::Shaken,
        Marker::Shaken if book.on(r::ML_5_2V) => AfterTest::Routing,
        Marker::Routing if book.on(r::ML_5_2W) => AfterTest::Eliminated,
        _ => marker.into(),
    }
}

/// The state of a unit after a rally test (ML-5.3b to ML-5.3e).
#[must_use]
pub fn after_rally(book: &Book, marker: Marker, passed: bool) -> AfterTest {
    match (marker, passed) {
        (Marker::Shaken, true) if book.on(r::ML_5_3B) => AfterTest::Hesitant,
        (Marker::Routing, true) if book.on(r::ML_5_3D) => AfterTest::Shaken,
        // Without these rules a failed rally counts as a failed morale test.
        (Marker::Shaken, false) if !book.on(r::ML_5_3C) => AfterTest::Routing,
        (Marker::Routing, false) if !book.on(r::ML_5_3E) => AfterTest::Eliminated,
        _ => marker.into(),
    }
}

/// The marker of a unit that receives another: the graver one (ML-1.10d, ML-GAP-41).
#[must_use]
pub fn lay(book: &Book, old: Marker, new: Marker) -> Marker {
    if book.on(r::ML_GAP_41) { old.max(new) } else { new }
}

/// What has happened to a unit at one moment, to decide whether it must test (ML-5.2a to ML-5.2e, ML-GAP-05).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Moment {
    pub status: Status,
    /// Losses at this moment.
    pub losses: u16,
    /// Losses earlier in this battle.
    pub losses_before: u16,
    /// Elements lost at this moment.
    #[schemars(range(min = 0, max = 6))]
    pub elements_lost: u8,
    /// The general attached to it has been killed.
    pub general_killed: bool,
    /// A friend that has routed or been destroyed at this moment.
    pub friend_gone: Option<Gone>,
}

/// A friendly unit that routs or is destroyed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Gone {
    pub arm: Arm,
    pub status: Status,
    /// Its formation before.
    pub formation: Formation,
    /// Distance from the witness.
    pub distance: Distance,
    /// It was out of sight.
    pub unseen: bool,
}

/// The rules that require a test at a moment; empty: none. One test covers them all, except that of a witness, which is
/// separate.
#[must_use]
pub fn triggers(book: &Book, moment: &Moment) -> smallvec::SmallVec<[Rule; 4]> {
    causes(book, moment).filter(|&rule| book.on(rule)).collect()
}

/// Whether a unit must test at a moment.
#[must_use]
#[inline]
pub fn must_test(book: &Book, moment: &Moment) -> bool {
    causes(book, moment).any(|rule| book.on(rule))
}

#[inline]
fn causes(book: &Book, moment: &Moment) -> impl Iterator<Item = Rule> {
    let levy = book.status(moment.status) == Status::Levy;
    let rules = [
        (r::ML_5_2A, moment.friend_gone.is_some_and(|gone| frightens(book, moment.status, &gone))),
        (r::ML_5_2B, moment.elements_lost > 0),
        (r::ML_5_2C, moment.general_killed),
        (r::ML_5_2E, levy && moment.losses > 0 && moment.losses_before == 0),
    ];
    rules.into_iter().filter(|&(_, holds)| holds).map(|(rule, _)| rule)
}

/// Whether a friend that routs or is destroyed makes a unit test (ML-5.2a).
#[must_use]
pub fn frightens(book: &Book, witness: Status, gone: &Gone) -> bool {
    let near = gone.distance < book.tables.distance.witness;
    // Nobody tests because skirmishers run in or guns are left (ML-GAP-23).
    let trifling =
        gone.formation == Formation::Skirmish || gone.arm == Arm::Artillery && gone.formation == Formation::Deployed;
    // Guards ignore the rout of line troops (ML-GAP-63).
    let equal = book.status(gone.status) >= book.status(witness) || !book.on(r::ML_GAP_63);
    near && !gone.unseen && equal && !(trifling && book.on(r::ML_GAP_23))
}
