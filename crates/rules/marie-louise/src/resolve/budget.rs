//! Points (chapter 13).

use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Class, Level, Profile, Rank, Status, Weapon};
use game::{Exact, Line, Op, Rule, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit with what its price depends on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Purchase {
    /// Elements, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub elements: u8,
    pub unit: Profile,
    /// Mounted, whatever its category; cavalry and horse artillery always are (ML-GAP-39).
    #[schemars(extend("x-when" = { "unit.arm": ["infantry"] }))]
    pub mounted: bool,
}

impl Default for Purchase {
    fn default() -> Self {
        Self { elements: 1, unit: Profile::default(), mounted: false }
    }
}

/// The price of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Cost {
    pub per_element: i64,
    /// Points of all elements.
    pub subtotal: i64,
    pub cost: i64,
}

/// The price of a unit (ML-13a to ML-13f, ML-GAP-12, ML-GAP-39).
pub fn unit(book: &Book, purchase: &Purchase, trace: &mut impl Trace) -> Cost {
    let table = &book.tables.budget;
    let unit = &purchase.unit;
    let base = if book.on(r::ML_13A) { table.element } else { 0 };
    trace.line(|| Line::new(r::ML_13A, Op::Start(base)));
    let mut per_element = base;
    let mut add = |rule: Rule, holds: bool, amount: i64| {
        if holds && book.on(rule) {
            per_element += amount;
            trace.line(|| Line::new(rule, Op::Add(amount)));
        }
    };
    let cohesion = book.cohesion(unit.cohesion);
    let status = book.status(unit.status);
    let class = book.class(unit.arm, unit.class);
    let capable = book.options.capabilities;
    // Fire and manoeuvre are priced separately: for both together the larger sum counts (ML-GAP-12).
    let fire = book.training(unit.fire_training);
    let manoeuvre = if book.on(r::ML_GAP_12) { book.training(unit.manoeuvre_training) } else { Level::Standard };

    add(r::ML_13B, unit.cuirassed, table.small_plus);
    add(r::ML_13B, unit.weapon == Weapon::Rifle && unit.arm != Arm::Artillery, table.small_plus);
    add(r::ML_13B, unit.lances, table.small_plus);
    add(r::ML_13B, fire == Level::Superior, table.small_plus);
    add(r::ML_13B, manoeuvre == Level::Superior, table.small_plus);
    add(r::ML_13B, unit.dragoons && capable && book.on(r::ML_12F), table.small_plus);
    add(r::ML_13C, unit.no_light_company, table.small_minus);
    add(r::ML_13C, fire == Level::Poor, table.small_minus);
    add(r::ML_13C, manoeuvre == Level::Poor, table.small_minus);
    add(r::ML_13D, cohesion == Level::Superior, table.large_plus);
    add(r::ML_13D, class == Class::High, table.large_plus);
    add(r::ML_13D, status == Status::Elite, table.large_plus);
    add(r::ML_13D, unit.howitzers && capable && book.on(r::ML_12D), table.large_plus);
    add(r::ML_13D, unit.sharpshooters && capable && book.on(r::ML_12H), table.large_plus);
    add(r::ML_13E, cohesion == Level::Poor, table.large_minus);
    add(r::ML_13E, class == Class::Low, table.large_minus);
    add(r::ML_13E, status == Status::Levy, table.large_minus);

    let elements = i64::from(purchase.elements);
    trace.line(|| Line::new(r::ML_13A, Op::Times(Exact::whole(elements))));
    let subtotal = per_element * elements;
    let horse = unit.arm == Arm::Artillery && unit.horse && book.on(r::ML_GAP_39);
    let cost = if (purchase.mounted || unit.arm == Arm::Cavalry || horse) && book.on(r::ML_13F) {
        let [times, over] = table.mounted;
        // Rounded up once, on the total of the unit: the difference to the next whole number is added.
        let up = over - 1;
        trace.line(|| Line::new(r::ML_13F, Op::Times(Exact::whole(times))));
        trace.line(|| Line::new(r::ML_13F, Op::Add(up)));
        trace.line(|| Line::new(r::ML_13F, Op::DivideDown(over)));
        (subtotal * times + up).div_euclid(over)
    } else {
        subtotal
    };
    Cost { per_element, subtotal, cost }
}

/// A general with what his price depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Commission {
    pub rank: Rank,
    /// Competence of a brigadier, 1 (excellent) to 4 (poor).
    #[schemars(range(min = 1, max = 4), extend("x-when" = { "rank": ["brigade"] }))]
    pub competence: u8,
    /// Charisma, 0 to 3.
    #[schemars(range(min = 0, max = 3))]
    pub charisma: u8,
}

impl Default for Commission {
    fn default() -> Self {
        Self { rank: Rank::Brigade, competence: 3, charisma: 0 }
    }
}

/// The price of a general (ML-13g, ML-13h, ML-GAP-38).
pub fn general(book: &Book, commission: &Commission, trace: &mut impl Trace) -> i64 {
    let table = &book.tables.budget;
    let (rule, base) = match commission.rank {
        Rank::Brigade => {
            let place = usize::from(commission.competence.clamp(1, 4) - 1);
            (r::ML_13G, table.brigadier[place])
        }
        Rank::Division => (r::ML_13G, table.division),
        Rank::Corps => (r::ML_13G, table.corps),
        Rank::Army => (r::ML_GAP_38, table.army),
    };
    let base = if book.on(rule) { base } else { 0 };
    let charisma = if book.on(r::ML_13H) { table.charisma * i64::from(commission.charisma) } else { 0 };
    trace.line(|| Line::new(rule, Op::Start(base)));
    if charisma != 0 {
        trace.line(|| Line::new(r::ML_13H, Op::Add(charisma)));
    }
    base + charisma
}
