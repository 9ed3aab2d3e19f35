//! Command points, their use by the commander-in-chief, the order test and the initiative (BE-PC, BE-CMD, BE-GAP-11 to
//! BE-GAP-14).

pub mod authority;
pub mod duty;
pub mod orders;
pub mod price;

use crate::terms::book::{Book, r};
use crate::terms::profile::Grade;
use dice::Throw;
use game::{Line, Op, Side, Trace};
use rulebook::question::Bar;
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a general adds to dice (BE-CMD-02).
#[must_use]
pub fn value(book: &Book, grade: Grade) -> i64 {
    if book.on(r::BE_CMD_01) && book.on(r::BE_CMD_02) { i64::from(book.tables.grade(grade).value) } else { 0 }
}

/// Command points for a face of the die (BE-PC-01).
#[must_use]
pub fn points(book: &Book, grade: Grade, face: u8) -> u8 {
    if !book.on(r::BE_PC_01) || !book.on(r::BE_PC_12) {
        return 0;
    }
    let table = &book.tables.command;
    let divisor = i64::from(table.points_divisor.max(1));
    let sum = i64::from(face) + value(book, grade);
    let points = sum.div_euclid(divisor) + i64::from(sum.rem_euclid(divisor) > 0);
    rulebook::saturated(points.max(i64::from(table.least_points)).max(0).unsigned_abs())
}

/// The die of a general's command points.
pub fn points_dice(book: &Book, grade: Grade, trace: &mut impl Trace) -> Throw {
    trace.line(|| Line::new(r::BE_PC_01, Op::Throw(1)));
    let value = value(book, grade);
    if value != 0 {
        trace.line(|| Line::new(r::BE_CMD_02, Op::Add(value)));
    }
    Throw::d6(1)
}

words! {
    /// Uses of a commander-in-chief's points, besides acts of units.
    Use {
        /// A new order for a division (BE-PC-03).
        Order,
        /// A reserve is released (BE-PC-04).
        Reserve,
        /// Points for a divisional general (BE-PC-05).
        Transfer,
        /// A bonus to the initiative (BE-PC-06).
        Initiative,
        /// A bonus to an order test (BE-PC-06).
        OrderTest,
    } default Order
}

/// One use of points by the commander-in-chief.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Spending {
    pub r#use: Use,
    /// Number of points transferred, or of bonuses bought.
    pub points: u8,
    /// The general concerned is out of his range, or off the table.
    pub out_of_range: bool,
}

impl Default for Spending {
    fn default() -> Self {
        Self { r#use: Use::Order, points: 1, out_of_range: false }
    }
}

/// The cost of a use (BE-PC-02 to BE-PC-06, BE-GAP-14); `None`: it is not possible.
#[must_use]
pub fn cost(book: &Book, spending: &Spending) -> Option<u8> {
    let table = &book.tables.command;
    let far = spending.out_of_range && book.on(r::BE_PC_02);
    let once = if far { table.use_out_of_command } else { table.r#use };
    Some(match spending.r#use {
        Use::Order if book.on(r::BE_PC_03) => once,
        Use::Reserve if book.on(r::BE_PC_04) => once,
        Use::Transfer if book.on(r::BE_PC_05) => {
            let far = spending.out_of_range && book.on(r::BE_GAP_14);
            let each = if far { table.transfer_out_of_range } else { table.transfer };
            each.saturating_mul(spending.points)
        }
        Use::Initiative | Use::OrderTest if book.on(r::BE_PC_06) => table.r#use.saturating_mul(spending.points),
        _ => return None,
    })
}

/// The points, uses and state of a commander-in-chief.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Chief {
    /// The points that can be spent.
    pub points: u8,
    /// He is attached to a unit.
    pub attached: bool,
    #[schemars(length(max = 16))]
    pub uses: Vec<Spending>,
}

/// Whether a commander-in-chief may spend points at all: not while attached to a unit (BE-PC-10).
#[must_use]
pub fn free(book: &Book, attached: bool) -> bool {
    !attached || !book.on(r::BE_PC_10)
}

/// The maximum number of points on the initiative (BE-GAP-11) or on an order test (BE-GAP-13).
#[must_use]
pub fn most_points(book: &Book, on: Use) -> u8 {
    let table = &book.tables.command;
    match on {
        Use::Initiative if book.on(r::BE_GAP_11) => table.most_initiative_points,
        Use::OrderTest if book.on(r::BE_GAP_13) => table.most_order_test_points,
        _ => u8::MAX,
    }
}

/// The total cost, and what forbids it: a chief attached to a unit (BE-PC-10), more than two points on the initiative
/// (BE-GAP-11) or on an order test (BE-GAP-13), more points than available.
pub fn spends(book: &Book, chief: &Chief) -> (u8, Result<(), Bar>) {
    let costs: Vec<Option<u8>> = chief.uses.iter().map(|spending| cost(book, spending)).collect();
    let sum = costs.iter().flatten().fold(0_u8, |sum, cost| sum.saturating_add(*cost));
    let bought = |what: Use| chief.uses.iter().filter(move |spending| spending.r#use == what);
    let staked = bought(Use::Initiative).fold(0_u8, |sum, spending| sum.saturating_add(spending.points));
    let pushed = bought(Use::OrderTest).any(|spending| spending.points > most_points(book, Use::OrderTest));
    let bars = [
        (!free(book, chief.attached) && !chief.uses.is_empty(), r::BE_PC_10, "attached"),
        (costs.iter().any(Option::is_none), r::BE_PC_02, "no_such_use"),
        (staked > most_points(book, Use::Initiative), r::BE_GAP_11, "at_most_two"),
        (pushed, r::BE_GAP_13, "at_most_two"),
    ];
    let bar = bars.into_iter().find(|(holds, rule, _)| *holds && book.on(*rule)).map(|(_, rule, why)| (rule, why));
    // Points that are not available cannot be spent, whatever rules are in force.
    let bar = bar.or((sum > chief.points).then_some((r::BE_PC_01, "points")));
    (sum, bar.map_or(Ok(()), |(rule, why)| Err(Bar::by(rule, why))))
}

/// The test of an order sent to a divisional general.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OrderTest {
    pub grade: Grade,
    /// Extra points spent on it (BE-PC-06, BE-GAP-13).
    #[schemars(range(min = 0, max = 2))]
    pub extra: u8,
    /// The commander-in-chief is near the divisional general.
    pub chief_near: bool,
}

/// The die of an order test (BE-CMD-03, BE-GAP-13): class 1 if the order arrives.
pub fn order_test(book: &Book, s: &OrderTest, trace: &mut impl Trace) -> Throw {
    let table = &book.tables.command;
    trace.line(|| Line::new(r::BE_GAP_13, Op::Throw(1)));
    let mut bonus = 0;
    let extra = i64::from(s.extra.min(table.most_order_test_points));
    if extra > 0 && book.on(r::BE_PC_06) {
        trace.line(|| Line::new(r::BE_PC_06, Op::Add(extra)));
        bonus += extra;
    }
    if s.chief_near && book.on(r::BE_GAP_13) {
        let near = i64::from(table.chief_near_bonus);
        trace.line(|| Line::new(r::BE_GAP_13, Op::Add(near)));
        bonus += near;
    }
    let needs = needs(book, s.grade);
    trace.line(|| Line::new(r::BE_CMD_03, Op::Needs(i64::from(needs))));
    // A natural failure fails whatever is added to it.
    let least = if book.on(r::BE_GAP_13) { i64::from(table.natural_failure) + 1 } else { 1 };
    let cut = (i64::from(needs) - bonus).max(least);
    Throw::d6(1).cuts([rulebook::saturated::<i16, _>(cut)])
}

/// The score needed in the order test, by grade (BE-CMD-01, BE-CMD-03).
#[must_use]
pub fn needs(book: &Book, grade: Grade) -> u8 {
    if book.on(r::BE_CMD_01) && book.on(r::BE_CMD_03) { book.tables.grade(grade).test } else { 1 }
}

/// A commander-in-chief rolling for the initiative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bidder {
    pub grade: Grade,
    /// Points staked (BE-PC-06, BE-GAP-11).
    #[schemars(range(min = 0, max = 2))]
    pub staked: u8,
}

/// The roll of both sides for the initiative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Initiative {
    pub blue: Bidder,
    pub red: Bidder,
    /// The side that played first last turn; on the first turn, the attacker.
    pub first_last_turn: Side,
}

impl Default for Initiative {
    fn default() -> Self {
        Self { blue: Bidder::default(), red: Bidder::default(), first_last_turn: Side::Blue }
    }
}

impl Initiative {
    #[must_use]
    pub const fn bidder(&self, side: Side) -> &Bidder {
        match side {
            Side::Blue => &self.blue,
            Side::Red => &self.red,
        }
    }
}

/// What a side adds to its die (BE-GAP-11).
pub fn bid(book: &Book, bidder: &Bidder, trace: &mut impl Trace) -> i64 {
    trace.line(|| Line::new(r::BE_GAP_11, Op::Throw(1)));
    let mut sum = 0;
    if book.on(r::BE_GAP_11) {
        let value = i64::from(book.tables.grade(bidder.grade).value);
        if value != 0 {
            trace.line(|| Line::new(r::BE_GAP_11, Op::Add(value)));
        }
        sum += value;
    }
    let staked = i64::from(bidder.staked.min(book.tables.command.most_initiative_points));
    if staked > 0 && book.on(r::BE_PC_06) {
        trace.line(|| Line::new(r::BE_PC_06, Op::Add(staked)));
        sum += staked;
    }
    sum
}

/// The side that chooses to play first or second (BE-GAP-11): the higher total, or in a tie the side that played first.
#[must_use]
pub fn chooses(book: &Book, s: &Initiative, totals: [i64; 2]) -> Side {
    let [blue, red] = totals;
    match blue.cmp(&red) {
        std::cmp::Ordering::Greater => Side::Blue,
        std::cmp::Ordering::Less => Side::Red,
        std::cmp::Ordering::Equal if book.on(r::BE_GAP_11) => s.first_last_turn,
        std::cmp::Ordering::Equal => Side::Blue,
    }
}
