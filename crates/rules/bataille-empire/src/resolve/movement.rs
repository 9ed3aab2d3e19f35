//! Movement allowances (BE-MVT).

use crate::Ud;
use crate::resolve::manoeuvre::may_form;
use crate::resolve::reaction;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Body, Formation, Going, Guns};
use crate::terms::tables::{Rate, Share};
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A move of a unit over one class of ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Movement {
    pub unit: Body,
    pub going: Going,
    /// Along a road.
    pub road: bool,
    pub charge: bool,
    /// Obstacles it crosses.
    pub obstacles: u8,
    /// The formation that it changes to on the way.
    pub change_to: Option<Formation>,
    /// Distance of the nearest enemy.
    pub enemy: Option<Ud>,
}

/// The limits of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Allowance {
    /// The greatest distance allowed.
    pub allowance: Ud,
    /// It is penalised by the ground (BE-MVT-03).
    pub penalised: bool,
}

/// The row of the movement table of a unit; `None`: it does not move (BE-MVT-01, BE-MVT-08).
#[must_use]
pub fn rate<'a>(book: &'a Book, unit: &Body) -> Option<&'a Rate> {
    let moves = book.on(r::BE_MVT_01) && (unit.arm != Arm::Artillery || book.on(r::BE_MVT_08));
    moves.then(|| row(book, unit))
}

/// The row of the movement table of a unit, whether it moves or not; a garrison counts as in column (BE-MVT-09).
#[must_use]
pub fn row<'a>(book: &'a Book, unit: &Body) -> &'a Rate {
    let table = &book.tables.movement;
    match (unit.arm, unit.formation) {
        (Arm::Infantry, Formation::SolidSquare | Formation::HollowSquare) => &table.square,
        (Arm::Infantry, Formation::Skirmish) => &table.skirmish,
        (Arm::Infantry, Formation::Column | Formation::Garrison) => &table.infantry_column,
        (Arm::Infantry, _) => &table.infantry_line,
        (Arm::Cavalry, Formation::Column) => &table.cavalry_column,
        (Arm::Cavalry, _) => &table.cavalry_line,
        (Arm::Artillery, _) => guns(book, unit),
    }
}

fn guns<'a>(book: &'a Book, unit: &Body) -> &'a Rate {
    let table = &book.tables.movement;
    if unit.guns == Guns::Twelve && book.on(r::BE_MVT_09) {
        &table.foot_twelve
    } else if unit.has(Ability::Horse) {
        &table.horse_guns
    } else {
        &table.foot_guns
    }
}

/// Whether a unit uses a road: in column, or limbered guns (BE-MVT-07).
#[must_use]
pub fn uses_road(book: &Book, unit: &Body) -> bool {
    matches!(unit.formation, Formation::Column | Formation::Limbered) && book.on(r::BE_MVT_07)
}

/// The allowance of a unit on a class of ground, increased on a road; `None`: it may not enter (BE-MVT-02). Deployed
/// guns are only moved by hand.
#[must_use]
pub fn allowance(book: &Book, unit: &Body, going: Going, road: Option<Ud>) -> Option<Ud> {
    if unit.formation == Formation::Deployed {
        return None;
    }
    let rate = rate(book, unit)?;
    if let Some(bonus) = road.filter(|_| uses_road(book, unit)) {
        return rate.clear.map(|clear| clear.plus(bonus));
    }
    // Without BE-MVT-02 a dash in the table forbids nothing.
    rate.of(going).or(if book.on(r::BE_MVT_02) { None } else { rate.rough })
}

/// Whether the ground penalises a unit (BE-MVT-03); not light infantry unless in square (BE-MVT-04).
#[must_use]
pub fn penalised(book: &Book, unit: &Body, going: Going, road: bool) -> bool {
    let nimble =
        unit.arm == Arm::Infantry && unit.has(Ability::Light) && !unit.formation.is_square() && book.on(r::BE_MVT_04);
    let starred = rate(book, unit).is_some_and(|rate| rate.penalised.contains(&going));
    book.on(r::BE_MVT_03) && starred && !nimble && !(road && uses_road(book, unit))
}

/// The allowance of a general on a class of ground (BE-MVT-10).
#[must_use]
pub fn general(book: &Book, going: Going) -> Option<Ud> {
    book.tables.movement.general.of(going).filter(|_| book.on(r::BE_MVT_10))
}

/// The cost of an obstacle; `None`: it may not be crossed (BE-MVT-06).
#[must_use]
pub fn obstacle(book: &Book, arm: Arm) -> Option<Ud> {
    if !book.on(r::BE_MVT_06) {
        return Some(Ud::of(0));
    }
    (arm != Arm::Artillery).then(|| book.tables.pace.obstacle.of(arm == Arm::Cavalry))
}

/// What a charge adds to a move (BE-MVT-05).
#[must_use]
pub fn charge_bonus(book: &Book, arm: Arm) -> Ud {
    if book.on(r::BE_MVT_05) { book.tables.pace.charge.of(arm == Arm::Cavalry) } else { Ud::of(0) }
}

/// A share of a distance; nothing is rounded (BE-GAP-34).
pub(crate) fn share(book: &Book, of: Ud, share: Share) -> Ud {
    let [num, den] = share.0;
    let cm = of.cm() * i32::from(num) / i32::from(den.max(1));
    if book.on(r::BE_GAP_34) { Ud::from_cm(cm) } else { Ud::of(Ud::from_cm(cm).whole()) }
}

/// The share of a move that a change of formation or a reorientation costs (BE-MAN-12).
#[must_use]
pub fn change_cost(book: &Book, unit: &Body, whole: Ud) -> Ud {
    use crate::terms::profile::Class;
    let table = &book.tables.manoeuvre.change;
    if !book.on(r::BE_MAN_12) {
        return Ud::of(0);
    }
    match unit.class {
        Class::A => table.a.of(unit.arm).min(whole),
        Class::B => share(book, whole, table.b),
        Class::C => share(book, whole, table.c),
    }
}

/// The allowance of a move with a change of formation: that of the slower one (BE-GAP-31).
#[must_use]
pub fn slower(book: &Book, unit: &Body, to: Formation, going: Going, road: Option<Ud>) -> Option<Ud> {
    let changed = Body { formation: to, ..*unit };
    // Deployed guns have no allowance of their own: that of limbered ones counts, before or after.
    let of = |unit: &Body| allowance(book, unit, going, road);
    match (of(unit), of(&changed)) {
        (Some(own), Some(new)) if book.on(r::BE_GAP_31) => Some(own.min(new)),
        (Some(own), Some(new)) => Some(own.max(new)),
        (Some(one), None) | (None, Some(one)) if unit.arm == Arm::Artillery => Some(one),
        _ => None,
    }
}

/// Deployed guns are moved by hand, on clear ground only (BE-MVT-08, BE-MAN-18), 12-pounders not at all (BE-MVT-09).
fn by_hand(book: &Book, s: &Movement) -> Result<Allowance, Bar> {
    let most = rate(book, &s.unit).and_then(|rate| rate.prolonge).filter(|_| book.on(r::BE_MAN_18));
    let rule = if s.unit.guns == Guns::Twelve { r::BE_MVT_09 } else { r::BE_MAN_18 };
    let Some(allowance) = most else { return Err(Bar::by(rule, "prolonge")) };
    if s.going != Going::Clear {
        return Err(Bar::by(r::BE_MVT_08, "forbidden_ground"));
    }
    if s.obstacles > 0 && obstacle(book, s.unit.arm).is_none() {
        return Err(Bar::by(r::BE_MVT_06, "obstacle"));
    }
    Ok(Allowance { allowance, penalised: false })
}

/// The allowance of a move.
///
/// # Errors
/// The rule that forbids it.
pub fn movement(book: &Book, s: &Movement) -> Result<Allowance, Bar> {
    let unit = &s.unit;
    if s.charge {
        reaction::charges(book, unit)?;
        if unit.marker && book.on(r::BE_MA_05) {
            return Err(Bar::by(r::BE_MA_05, "marked"));
        }
    }
    if unit.formation == Formation::Garrison && book.on(r::BE_GAP_24) {
        return Err(Bar::by(r::BE_GAP_24, "in_building"));
    }
    let road = s.road.then_some(book.tables.pace.road);
    let base = match s.change_to {
        Some(to) => {
            may_form(book, unit, to)?;
            slower(book, unit, to, s.going, road)
        }
        None if unit.formation == Formation::Deployed => return by_hand(book, s),
        None => allowance(book, unit, s.going, road),
    };
    let Some(mut left) = base else { return Err(Bar::by(r::BE_MVT_02, "forbidden_ground")) };
    // A change takes its share of the move; a charge bonus is added to the rest (BE-MAN-12, BE-CHA-03).
    if s.change_to.is_some() {
        left = left.minus(change_cost(book, unit, left));
    }
    if s.charge {
        if !book.on(r::BE_CHA_09) {
            return Err(Bar::by(r::BE_CHA_09, "no_reach"));
        }
        let near = s.enemy.is_some_and(|enemy| enemy <= book.tables.distance.tactical);
        if s.change_to.is_some() && near && book.on(r::BE_CHA_03) {
            return Err(Bar::by(r::BE_CHA_03, "enemy_near"));
        }
        left = left.plus(charge_bonus(book, unit.arm));
    }
    for _ in 0..s.obstacles {
        let Some(cost) = obstacle(book, unit.arm) else { return Err(Bar::by(r::BE_MVT_06, "obstacle")) };
        left = left.minus(cost);
    }
    Ok(Allowance { allowance: left, penalised: penalised(book, unit, s.going, s.road) })
}
