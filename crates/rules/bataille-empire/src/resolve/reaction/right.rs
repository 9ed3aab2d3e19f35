//! Which units may charge which: by order, marker and kind of unit; and which may charge a moving unit.

use crate::Ud;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Body, Formation, Order};
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that is the target of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Prey {
    /// Profile and state.
    #[serde(flatten)]
    pub body: Body,
    /// It would be struck in flank or rear.
    pub flank_attack: bool,
    /// It is changing formation or facing.
    pub changing: bool,
}

/// A charge to be checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChargeRight {
    /// The unit that charges.
    pub unit: Body,
    /// Order of its division.
    pub order: Order,
    pub target: Prey,
    /// The contact would be outside the zone that it must defend.
    pub outside_zone: bool,
}

/// An opportunity charge to be checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Opportunity {
    /// The unit that charges.
    pub unit: Body,
    /// Order of its division.
    pub order: Order,
    pub mover: Prey,
    /// The smallest distance of the moving unit.
    pub distance: Ud,
}

/// Whether a unit may declare this charge.
///
/// # Errors
/// What forbids it.
pub fn charge_right(book: &Book, s: &ChargeRight) -> Result<(), Bar> {
    able(book, &s.unit, &s.target.body)?;
    if s.unit.marker && book.on(r::BE_MA_05) {
        return Err(Bar::by(r::BE_MA_05, "marked"));
    }
    let bar = match s.order {
        Order::None => Some((r::BE_GAP_23, "reserve")),
        Order::Withdraw => Some((r::BE_ORD_03, "order_withdraw")),
        Order::Manoeuvre => Some((r::BE_ORD_06, "order_manoeuvre")),
        Order::Engage if !engages(&s.unit, &s.target) => Some((r::BE_ORD_11, "order_engage")),
        Order::Hold if s.outside_zone => Some((r::BE_ORD_13, "outside_zone")),
        Order::Engage | Order::Hold | Order::Attack => None,
    };
    bar.filter(|(rule, _)| book.on(*rule)).map_or(Ok(()), |(rule, why)| Err(Bar::by(rule, why)))
}

/// Whether a unit may make an opportunity charge on this moving unit (BE-GAP-40): Retraiter and Tenir do not forbid it.
///
/// # Errors
/// What forbids it.
pub fn opportunity_charge(book: &Book, s: &Opportunity) -> Result<(), Bar> {
    able(book, &s.unit, &s.mover.body)?;
    // The table has no such line for skirmishers.
    if s.unit.formation == Formation::Skirmish && book.on(r::BE_REA_01) {
        return Err(Bar::by(r::BE_REA_01, "skirmishers"));
    }
    if s.unit.marker && book.on(r::BE_MA_05) {
        return Err(Bar::by(r::BE_MA_05, "marked"));
    }
    let (line, within) = match s.unit.arm {
        Arm::Cavalry => (r::BE_REA_12, book.tables.distance.opportunity_cavalry),
        _ => (r::BE_REA_04, book.tables.distance.opportunity_infantry),
    };
    if !book.on(line) || s.distance > within {
        return Err(Bar::by(line, "too_far"));
    }
    if s.mover.changing && !book.on(r::BE_MAN_13) {
        return Err(Bar::by(r::BE_MAN_13, "no_movement"));
    }
    let ruled = book.on(r::BE_GAP_40);
    match s.order {
        Order::Manoeuvre if ruled && book.on(r::BE_ORD_06) => Err(Bar::by(r::BE_ORD_06, "order_manoeuvre")),
        Order::Engage if ruled && book.on(r::BE_ORD_11) && !engages(&s.unit, &s.mover) => {
            Err(Bar::by(r::BE_ORD_11, "order_engage"))
        }
        _ => Ok(()),
    }
}

/// Whether a unit can charge at all: not guns, garrisons or squares.
///
/// # Errors
/// What forbids it.
pub fn charges(book: &Book, unit: &Body) -> Result<(), Bar> {
    let bars = [
        (unit.arm == Arm::Artillery, r::BE_REA_01, "guns_do_not_charge"),
        (unit.indoors(), r::BE_GAP_24, "in_building"),
        (unit.formation.is_square(), r::BE_GAP_36, "in_square"),
    ];
    let bar = bars.into_iter().find(|(holds, rule, _)| *holds && book.on(*rule));
    bar.map_or(Ok(()), |(_, rule, why)| Err(Bar::by(rule, why)))
}

/// What is independent of orders: whether a unit can charge at all, and this target.
fn able(book: &Book, unit: &Body, target: &Body) -> Result<(), Bar> {
    charges(book, unit)?;
    let garrison = target.indoors();
    let ordered = target.formed(book) && !target.disorder;
    let bars = [
        (unit.formation == Formation::Skirmish && ordered, r::BE_GAP_37, "skirmishers_on_formed"),
        (unit.formation == Formation::Skirmish && garrison, r::BE_GAP_97, "skirmishers_on_building"),
        (unit.arm == Arm::Cavalry && garrison, r::BE_GAP_70, "horse_on_building"),
    ];
    let bar = bars.into_iter().find(|(holds, rule, _)| *holds && book.on(*rule));
    bar.map_or(Ok(()), |(_, rule, why)| Err(Bar::by(rule, why)))
}

/// Whether a unit may charge this target on Engager: infantry only skirmishers, garrisons, units in Disorder and flanks
/// (BE-ORD-11).
fn engages(unit: &Body, target: &Prey) -> bool {
    let easy = target.body.formation == Formation::Skirmish || target.body.indoors() || target.body.disorder;
    unit.arm != Arm::Infantry || easy || target.flank_attack
}
