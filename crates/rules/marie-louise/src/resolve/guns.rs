//! Artillery fire (chapter 7.3), howitzers and burning buildings (chapter 12).

use crate::Distance;
use crate::resolve::fire::exposed;
use crate::resolve::movement;
use crate::resolve::score::{Modifiers, Power};
use crate::terms::book::{Book, r};
use crate::terms::de::Reading;
use crate::terms::profile::{Arm, Aspect, Class, Formation, Level, Marker, Order, Shelter};
use dice::Throw;
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Battery {
    /// Elements left, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub elements: u8,
    /// Light, medium or heavy pieces.
    pub class: Class,
    /// Deployed or limbered; a limbered battery does not fire.
    pub formation: Formation,
    pub order: Order,
    pub marker: Marker,
    pub fire_training: Level,
    /// Unlimbered or turned this turn (ML-7.3s).
    pub turned: bool,
    /// Obusiers (ML-12a).
    pub howitzers: bool,
    /// Fires over a friendly unit at a target that it does not see (ML-7.3x, ML-GAP-32).
    #[schemars(extend("x-when" = { "howitzers": [true] }))]
    pub blind: bool,
}

impl Default for Battery {
    fn default() -> Self {
        Self {
            elements: 1,
            class: Class::Middle,
            formation: Formation::Deployed,
            order: Order::None,
            marker: Marker::None,
            fire_training: Level::Standard,
            turned: false,
            howitzers: false,
            blind: false,
        }
    }
}

/// The height of the target as seen from the battery (ML-GAP-50).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Height {
    /// On the same level.
    #[default]
    Same,
    /// *En surplomb*.
    Higher,
    /// *En contrebas*.
    Lower,
}

/// The building that the target occupies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Building {
    #[default]
    None,
    Wooden,
    Masonry,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Mark {
    pub arm: Arm,
    pub formation: Formation,
    /// Order in force.
    pub order: Order,
    pub marker: Marker,
    /// Shelter of its lead element; in a building `none` means that of the building (ML-1.6h).
    pub shelter: Shelter,
    pub height: Height,
    pub building: Building,
}

/// A fire of a battery.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Cannonade {
    /// The battery that fires.
    #[serde(deserialize_with = "battery")]
    pub battery: Battery,
    /// The unit fired at.
    #[serde(deserialize_with = "mark")]
    pub target: Mark,
    /// Length of the line of fire.
    pub distance: Distance,
    /// The zone, where it is given and not measured: defensive fire is in zone 1 (ML-8.7b).
    #[schemars(range(min = 1, max = 6))]
    pub zone: Option<u8>,
    /// The side that the fire comes from.
    pub aspect: Aspect,
    /// The scenario is rainy.
    pub rain: bool,
}

/// A battery, without a general (ML-7.2h) and without first fire (ML-GAP-06), which make no difference for guns.
fn battery<'de, D: Deserializer<'de>>(from: D) -> Result<Battery, D::Error> {
    Reading { without: &["general", "first_fire"], ..Reading::default() }.read(from)
}

/// A target. Whether it falls back depends on its order alone for guns, so a unit that falls back shaken (ML-5.3c) does
/// not count (ML-7.3o).
fn mark<'de, D: Deserializer<'de>>(from: D) -> Result<Mark, D::Error> {
    Reading { without: &["falling_back"], ..Reading::default() }.read(from)
}

/// A fire of guns ready to be thrown: first the dice to hit, then one for each impact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// The zone; `None`: out of range, or the battery cannot fire.
    pub zone: Option<u8>,
    /// Dice thrown for impacts; in zone 1 each counts as an impact without a throw.
    pub impact_dice: u8,
    /// The lowest face of an impact die that scores an impact; `None`: all do.
    pub hits_from: Option<u8>,
    /// A building catches fire if an impact die reaches this.
    pub burns_from: Option<u8>,
}

/// The zone of a calibre at a distance (ML-7.3b, ML-GAP-08); `None` beyond the range.
#[must_use]
pub fn zone(book: &Book, class: Class, distance: Distance) -> Option<u8> {
    if !book.on(r::ML_7_3B) {
        return None;
    }
    let limits = book.tables.range.guns.of(book.class(Arm::Artillery, class));
    let reaches = |limit: &Distance| if book.on(r::ML_GAP_08) { distance <= *limit } else { distance < *limit };
    limits.iter().position(reaches).and_then(|place| u8::try_from(place + 1).ok())
}

/// Prepares a fire: the zone and the impact dice.
pub fn lay(book: &Book, fire: &Cannonade, trace: &mut impl Trace) -> Laid {
    let battery = &fire.battery;
    let zone = fire.zone.or_else(|| zone(book, battery.class, fire.distance)).filter(|_| may_fire(book, battery));
    trace.line(|| {
        Line::new(r::ML_7_3B, Op::Read(zone.map_or(0, i64::from))).fact("distance", fire.distance.hundredths())
    });
    let dice = if zone.is_some() && book.on(r::ML_7_3C) {
        battery.elements.saturating_mul(book.tables.fire.impact_dice_per_element)
    } else {
        0
    };
    let canister = zone == Some(1) && book.on(r::ML_7_3D);
    if canister {
        trace.line(|| Line::new(r::ML_7_3D, Op::Read(i64::from(dice))));
    } else if let Some(zone) = zone {
        trace.line(|| Line::new(r::ML_7_3C, Op::Throw(i64::from(dice))).fact("zone", i64::from(zone)));
    }
    let burning = battery.howitzers && book.options.capabilities && book.on(r::ML_12A);
    let burns_from = match fire.target.building {
        Building::Wooden if burning => Some(book.tables.fire.wooden_building_burns_from),
        Building::Masonry if burning => Some(book.tables.fire.building_burns_from),
        _ => None,
    };
    Laid { zone, impact_dice: dice, hits_from: zone.filter(|_| !canister), burns_from }
}

/// Limbered and routing batteries do not fire.
fn may_fire(book: &Book, battery: &Battery) -> bool {
    let standing = battery.formation != Formation::Limbered && battery.marker != Marker::Routing;
    standing || !book.on(r::ML_GAP_66)
}

impl Laid {
    /// The dice to hit, whose class is the number of impacts; `None` in zone 1.
    #[must_use]
    pub fn throw(&self) -> Option<Throw> {
        let from = self.hits_from.filter(|_| self.impact_dice > 0)?;
        Some(Throw::d6(self.impact_dice).count_from(from))
    }

    /// The dice for a building with this many impacts: class 1 if it burns.
    #[must_use]
    pub fn burning(&self, impacts: u8) -> Option<Throw> {
        let from = self.burns_from.filter(|_| impacts > 0)?;
        Some(Throw::d6(impacts).count_from(from).cuts([1]))
    }
}

/// The effect of impacts: their dice and modifiers.
pub fn effect(book: &Book, fire: &Cannonade, zone: Option<u8>, impacts: u8, trace: &mut impl Trace) -> Power {
    let Cannonade { battery, target, aspect, .. } = fire;
    let table = &book.tables.fire;
    let (plus, minus) = (table.die_bonus, table.die_malus);
    let class = book.class(Arm::Artillery, battery.class);
    let training = book.training(battery.fire_training);
    let met = book.stance(target.formation, target.marker);
    let order = book.order(battery.order, battery.marker);
    let his_order = book.order(target.order, target.marker);
    let shelter = shelter(book, target);
    let howitzers = battery.howitzers && book.options.capabilities && book.on(r::ML_12C);
    let first_zone = zone == Some(1);
    // Counter-battery fire is fire at a deployed battery (ML-GAP-65). A battery is limbered or deployed whatever its
    // order: a fleeing limbered one is still limbered.
    let limbered = target.arm == Arm::Artillery && target.formation == Formation::Limbered;
    let counter_battery = target.arm == Arm::Artillery && (!limbered || !book.on(r::ML_GAP_65));
    let heights = book.on(r::ML_GAP_50);

    let mut found = Modifiers::default();
    found.die(book, r::ML_7_3F, class == Class::High, plus);
    found.die(book, r::ML_7_3G, training == Level::Superior, plus);
    found.die(book, r::ML_7_3H, book.disorganised(met), plus);
    found.die(book, r::ML_7_3I, target.arm == Arm::Cavalry, plus);
    found.die(book, r::ML_7_3J, class == Class::Low, minus);
    found.die(book, r::ML_7_3K, training == Level::Poor, minus);
    found.die(book, r::ML_7_3L, target.height == Height::Higher && heights, minus);
    found.die(book, r::ML_7_3M, target.height == Height::Lower && first_zone && heights, minus);
    found.die(book, r::ML_7_3N, book.light_shelter(shelter) && !howitzers, minus);
    let moving = matches!(his_order, Order::Manoeuvre | Order::Charge | Order::FallBack);
    found.die(book, r::ML_7_3O, moving, minus);
    found.die(book, r::ML_7_3P, counter_battery, minus);
    found.twice(book, r::ML_7_3Q, &[first_zone]);
    found.twice(book, r::ML_7_3R, &exposed(book, target.formation, met, *aspect));
    found.half(book, r::ML_7_3S, &[battery.turned]);
    found.half(book, r::ML_7_3T, &[battery.marker == Marker::Shaken, battery.marker == Marker::Hesitant]);
    found.half(book, r::ML_7_3U, &[met == Formation::Skirmish]);
    found.half(book, r::ML_7_3V, &[book.dense_shelter(shelter)]);
    found.half(book, r::ML_7_3W, &[order == Order::FallBack]);
    found.half(book, r::ML_7_3X, &[battery.blind]);
    found.half(book, r::ML_7_3Y, &[fire.rain && book.on(r::ML_GAP_54)]);
    let dice = if book.on(r::ML_7_3E) { impacts } else { 0 };
    found.power(book, (r::ML_7_3E, dice), r::ML_7_3Z, trace)
}

/// The shelter of a target: its own, or that of the building it holds (ML-1.6h, ML-GAP-13).
fn shelter(book: &Book, target: &Mark) -> Shelter {
    match (target.shelter, target.building) {
        (Shelter::None, Building::Wooden) if book.on(r::ML_1_6H) => {
            movement::ground(book, table::Kind::WoodenBuilding).shelter
        }
        (Shelter::None, Building::Masonry) if book.on(r::ML_1_6H) => {
            movement::ground(book, table::Kind::MasonryBuilding).shelter
        }
        (shelter, _) => shelter,
    }
}
