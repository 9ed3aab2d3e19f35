//! What command points buy for units, and their prices (BE-PC-02, BE-PC-07 to BE-PC-11, BE-GAP-15); second and third
//! moves (BE-MAN-10, BE-MAN-11, BE-MAN-22).

use crate::Ud;
use crate::resolve::operational::{self, Enemy};
use crate::terms::book::{Book, r};
use crate::terms::marker::{self, Did};
use crate::terms::profile::{Arm, Body, Class};
use game::Rule;
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// What command points buy (BE-PC-07 to BE-PC-11, BE-GAP-15).
    Act {
        /// A unit or group moves, manoeuvres or charges.
        Activate,
        /// A second move, after the first.
        Second,
        /// A third move.
        Third,
        /// An operational movement (BE-GAP-33).
        Operational,
        /// A unit enters or leaves a building.
        Garrison,
        /// Disorder is removed.
        RallyDisorder,
        /// A loss is recovered.
        RallyLoss,
        /// Fire, alone or in support.
        Fire,
        Reaction,
    } default Activate
}

/// The price of one use: double where the unit or the general is out of command (BE-PC-02).
#[must_use]
pub fn once(book: &Book, out_of_command: bool) -> u8 {
    let table = &book.tables.command;
    if out_of_command && book.on(r::BE_PC_02) { table.use_out_of_command } else { table.r#use }
}

/// The price of an act of a unit: extra moves are not doubled out of command (BE-GAP-15).
///
/// # Errors
/// The rule that forbids it.
pub fn cost(book: &Book, unit: &Body, act: Act) -> Result<u8, Bar> {
    let table = &book.tables.command;
    let once = once(book, unit.out_of_command && !unit.general);
    let bought = |rules: &[Rule], price: u8, rule: Rule| {
        if book.all(rules) { Ok(price) } else { Err(Bar::by(rule, "no_such_use")) }
    };
    match act {
        Act::Activate => Ok(if book.all(&[r::BE_PC_07, r::BE_GAP_15]) { once } else { 0 }),
        Act::Operational => Ok(if book.all(&[r::BE_PC_07, r::BE_GAP_33]) { once } else { 0 }),
        Act::Garrison => Ok(if book.on(r::BE_PC_08) { once } else { 0 }),
        Act::RallyDisorder => bought(&[r::BE_PC_09], once.max(table.rally_disorder), r::BE_PC_09),
        Act::RallyLoss => bought(&[r::BE_PC_09], table.rally_loss, r::BE_PC_09),
        Act::Second => bought(&[r::BE_MAN_10, r::BE_PC_11], table.second_move, r::BE_MAN_10),
        Act::Third => {
            let price = match unit.class {
                Class::A => table.third_move.a,
                Class::B => table.third_move.b,
                Class::C => return Err(Bar::by(r::BE_MAN_11, "class_c")),
            };
            bought(&[r::BE_MAN_11, r::BE_PC_11], price, r::BE_MAN_11)
        }
        // Fire and reactions are free.
        Act::Fire | Act::Reaction => Ok(if book.on(r::BE_GAP_15) { 0 } else { once }),
    }
}

/// A use of points on a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Price {
    /// The unit; for a group, one of the lowest class.
    pub unit: Body,
    pub act: Act,
    /// The points that can be spent.
    pub points: Option<u8>,
}

/// The result of a price.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Priced {
    pub cost: u8,
    /// Total price of the unit, with the moves before it.
    pub in_all: u8,
}

/// The price of a use, and of the moves before it.
///
/// # Errors
/// The rule that forbids it.
pub fn price(book: &Book, s: &Price) -> Result<Priced, Bar> {
    let rallies = matches!(s.act, Act::RallyDisorder | Act::RallyLoss);
    let bars = [
        (rallies && s.unit.marker, r::BE_MA_06, "marked"),
        (s.act == Act::RallyLoss && !s.unit.general, r::BE_RAL_04, "no_general"),
        (s.act == Act::Garrison && s.unit.arm != Arm::Infantry, r::BE_GAP_24, "only_infantry_holds"),
    ];
    if let Some((_, rule, why)) = bars.into_iter().find(|(barred, rule, _)| *barred && book.on(*rule)) {
        return Err(Bar::by(rule, why));
    }
    let of = |act: Act| cost(book, &s.unit, act);
    let price = of(s.act)?;
    let before = match s.act {
        Act::Second => of(Act::Activate)?,
        Act::Third => of(Act::Activate)?.saturating_add(of(Act::Second)?),
        _ => 0,
    };
    if s.points.is_some_and(|points| price > points) {
        return Err(Bar::by(r::BE_PC_02, "points"));
    }
    Ok(Priced { cost: price, in_all: before.saturating_add(price) })
}

rulebook::words! {
    /// A move after the first.
    Again {
        Second,
        Third,
    } default Second
}

impl Again {
    /// What is bought.
    #[must_use]
    pub const fn act(self) -> Act {
        match self {
            Self::Second => Act::Second,
            Self::Third => Act::Third,
        }
    }
}

/// A unit or group that is to move again.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ExtraMove {
    /// The unit, or the units of the group.
    #[schemars(length(min = 1, max = 4))]
    pub units: Vec<Body>,
    pub again: Again,
    /// Enemies, at the smallest distance of the move.
    pub enemies: Vec<Enemy>,
    /// Smallest distance from the enemy's table edge.
    pub edge: Option<Ud>,
}

/// The result of an extra move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Extra {
    pub cost: u8,
    /// Total price of the unit, with the moves before it.
    pub in_all: u8,
    /// It receives an action marker.
    pub marked: bool,
}

/// Whether a unit may move again: not in disorder (BE-GAP-100), nor marked before its second move (BE-GAP-26). That
/// move marks it (BE-MA-01), which does not bar a third.
///
/// # Errors
/// The rule that forbids it.
pub fn moves_again(book: &Book, again: Again, disorder: bool, marker: bool) -> Result<(), Bar> {
    let bars = [(disorder, r::BE_GAP_100, "disorder"), (marker && again == Again::Second, r::BE_GAP_26, "marked")];
    let bar = bars.into_iter().find(|(holds, rule, _)| *holds && book.on(*rule));
    bar.map_or(Ok(()), |(_, rule, why)| Err(Bar::by(rule, why)))
}

/// The price of a group: that of its most expensive unit (BE-GAP-16).
pub fn of_group(book: &Book, costs: impl Iterator<Item = u8>) -> Option<u8> {
    if book.on(r::BE_GAP_16) { costs.max() } else { costs.min() }
}

/// A second or third move: far from the enemy and its table edge, in order, not marked before the second, by the lowest
/// class of a group (BE-GAP-16).
///
/// # Errors
/// The rule that forbids it.
pub fn extra_move(book: &Book, s: &ExtraMove) -> Result<Extra, Bar> {
    for unit in &s.units {
        moves_again(book, s.again, unit.disorder, unit.marker)?;
    }
    if s.enemies.iter().any(|enemy| operational::too_near(book, enemy)) {
        return Err(Bar::by(r::BE_MAN_22, "enemy_near"));
    }
    if s.edge.is_some_and(|edge| operational::edge_too_near(book, edge.cm())) {
        return Err(Bar::by(r::BE_MAN_22, "edge"));
    }
    let act = s.again.act();
    // A unit out of command pays more for its first move; so does every group with it.
    let out_of_command = s.units.iter().any(|unit| unit.out_of_command && !unit.general);
    let alone = |unit: &Body| {
        let unit = Body { class: unit.class, out_of_command, ..Body::default() };
        price(book, &Price { unit, act, points: None })
    };
    let priced: Vec<Priced> = s.units.iter().map(alone).collect::<Result<_, _>>()?;
    let cost = of_group(book, priced.iter().map(|one| one.cost)).unwrap_or(0);
    let in_all = of_group(book, priced.iter().map(|one| one.in_all)).unwrap_or(0);
    Ok(Extra { cost, in_all, marked: marker::given(book, Did::TwoMoves).is_some() })
}
