//! Small-arms fire (chapter 7.2).

use crate::Distance;
use crate::resolve::score::{Modifiers, Power};
use crate::terms::book::{Book, r};
use crate::terms::de::Reading;
use crate::terms::profile::{Arm, Aspect, Formation, Level, Marker, Order, Rank, Shelter, Weapon};
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::de::{Error, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(from = "TypedShooter")]
pub struct Shooter {
    pub arm: Arm,
    /// Elements left, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub elements: u8,
    pub formation: Formation,
    pub weapon: Weapon,
    pub order: Order,
    pub marker: Marker,
    pub fire_training: Level,
    /// A general is attached.
    pub general: bool,
    /// It has not fired yet in this battle (ML-GAP-06).
    pub first_fire: bool,
    /// It adjusted its formation this turn (ML-6.3a).
    pub adjusted: bool,
    /// Dragons (ML-12e).
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub dragoons: bool,
    /// Sharpshooters (ML-12g).
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub sharpshooters: bool,
}

impl Default for Shooter {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            elements: 1,
            formation: Formation::Line,
            weapon: Weapon::Musket,
            order: Order::None,
            marker: Marker::None,
            fire_training: Level::Standard,
            general: false,
            first_fire: false,
            adjusted: false,
            dragoons: false,
            sharpshooters: false,
        }
    }
}

/// Reads whether a general is attached: a boolean, or his rank.
fn attached<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    struct YesOrRank;
    impl<'de> Visitor<'de> for YesOrRank {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("true, false, or a rank")
        }

        fn visit_bool<E>(self, attached: bool) -> Result<bool, E> {
            Ok(attached)
        }

        fn visit_str<E: Error>(self, rank: &str) -> Result<bool, E> {
            Rank::deserialize(rank.into_deserializer()).map(|_: Rank| true)
        }

        fn visit_unit<E>(self) -> Result<bool, E> {
            Ok(false)
        }
    }
    from.deserialize_any(YesOrRank)
}

/// A shooter as typed in: arms may be left out if they are the default of the category (ML-GAP-07).
#[derive(Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename = "Shooter")]
struct TypedShooter {
    arm: Arm,
    /// Elements left, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    elements: u8,
    formation: Formation,
    /// Small arms; if left out: muskets on foot, musketoons when mounted, none for artillery.
    weapon: Option<Weapon>,
    order: Order,
    marker: Marker,
    fire_training: Level,
    /// A general is attached; giving his rank also says so.
    #[serde(deserialize_with = "attached")]
    general: bool,
    /// It has not fired yet in this battle (ML-GAP-06).
    first_fire: bool,
    /// It adjusted its formation this turn (ML-6.3a).
    adjusted: bool,
    /// Dragons (ML-12e).
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    dragoons: bool,
    /// Sharpshooters (ML-12g).
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    sharpshooters: bool,
}

impl Default for TypedShooter {
    fn default() -> Self {
        let Shooter {
            arm,
            elements,
            formation,
            weapon: _,
            order,
            marker,
            fire_training,
            general,
            first_fire,
            adjusted,
            dragoons,
            sharpshooters,
        } = Shooter::default();
        Self {
            arm,
            elements,
            formation,
            weapon: None,
            order,
            marker,
            fire_training,
            general,
            first_fire,
            adjusted,
            dragoons,
            sharpshooters,
        }
    }
}

impl From<TypedShooter> for Shooter {
    fn from(typed: TypedShooter) -> Self {
        let by_arm = match typed.arm {
            Arm::Infantry => Weapon::Musket,
            Arm::Cavalry => Weapon::Musketoon,
            Arm::Artillery => Weapon::None,
        };
        Self {
            arm: typed.arm,
            elements: typed.elements,
            formation: typed.formation,
            weapon: typed.weapon.unwrap_or(by_arm),
            order: typed.order,
            marker: typed.marker,
            fire_training: typed.fire_training,
            general: typed.general,
            first_fire: typed.first_fire,
            adjusted: typed.adjusted,
            dragoons: typed.dragoons,
            sharpshooters: typed.sharpshooters,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Target {
    pub arm: Arm,
    pub formation: Formation,
    /// Order in force.
    pub order: Order,
    pub marker: Marker,
    /// Shelter of its lead element.
    pub shelter: Shelter,
    /// A shaken unit making the fall-back move of ML-5.3c (for others order R says it).
    #[schemars(extend("x-when" = { "marker": ["shaken"] }))]
    pub falling_back: bool,
}

/// A fire of small arms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Volley {
    /// The unit that fires.
    pub shooter: Shooter,
    /// The unit fired at.
    #[serde(deserialize_with = "target")]
    pub target: Target,
    /// Length of the line of fire (ML-7.2e).
    pub distance: Distance,
    /// The range given by a reaction test, whatever the distance (ML-8.1i, ML-8.1j).
    pub range: Option<Band>,
    /// The side that the fire comes from.
    pub aspect: Aspect,
    /// The scenario is rainy.
    pub rain: bool,
}

/// A target, without its height: it makes no difference for small arms.
fn target<'de, D: Deserializer<'de>>(from: D) -> Result<Target, D::Error> {
    Reading { without: &["height"], ..Reading::default() }.read(from)
}

/// A range band.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    Short,
    Effective,
}

/// A fire ready to be thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The range band; `None`: out of range, or no arms to fire with.
    pub band: Option<Band>,
    /// The dice and their value.
    pub power: Power,
}

/// The range band of a weapon at a distance (ML-7.2d, ML-GAP-08); `None` beyond it.
#[must_use]
pub fn band(book: &Book, weapon: Weapon, distance: Distance) -> Option<Band> {
    let table = &book.tables.range;
    if !book.on(r::ML_7_2D) || !book.on(r::ML_1_5A) {
        return None;
    }
    let longest = match weapon {
        Weapon::None => return None,
        Weapon::Musket => table.musket,
        Weapon::Rifle => table.rifle,
        Weapon::Musketoon if book.on(r::ML_GAP_07) => table.musketoon,
        Weapon::Musketoon => table.musket,
    };
    let reaches = |limit: Distance| if book.on(r::ML_GAP_08) { distance <= limit } else { distance < limit };
    if reaches(table.short) {
        Some(Band::Short)
    } else if reaches(longest) {
        Some(Band::Effective)
    } else {
        None
    }
}

/// A fire of small arms: its dice and modifiers.
pub fn volley(book: &Book, volley: &Volley, trace: &mut impl Trace) -> Shot {
    let Volley { shooter, target, distance, aspect, .. } = volley;
    let stance = book.stance(shooter.formation, shooter.marker);
    let order = book.order(shooter.order, shooter.marker);
    let band = told_or_measured(book, volley, trace);
    let may = band.is_some() && (shooter.marker != Marker::Routing || !book.on(r::ML_GAP_31));
    let (rule, dice) = if stance == Formation::MarchColumn && book.on(r::ML_7_2C) {
        (r::ML_7_2C, book.tables.fire.march_column_dice)
    } else if book.on(r::ML_7_2F) {
        (r::ML_7_2F, shooter.elements.saturating_mul(book.tables.fire.dice_per_element))
    } else {
        (r::ML_7_2F, 0)
    };
    let dice = if may { dice } else { 0 };
    if volley.range.is_none() {
        trace.line(|| Line::new(r::ML_7_2D, Op::Read(i64::from(dice > 0))).fact("distance", distance.hundredths()));
    }

    let mut found = Modifiers::default();
    let (plus, minus) = (book.tables.fire.die_bonus, book.tables.fire.die_malus);
    let training = book.training(shooter.fire_training);
    let met = book.stance(target.formation, target.marker);
    let capable = book.options.capabilities;
    let first = shooter.first_fire && book.on(r::ML_GAP_06);
    let lost_formation = stance == Formation::NoFormation && book.on(r::ML_1_6J);
    found.die(book, r::ML_7_2G, training == Level::Superior, plus);
    found.die(book, r::ML_7_2H, shooter.general, plus);
    found.die(book, r::ML_7_2I, book.disorganised(met), plus);
    found.die(book, r::ML_7_2J, first, plus);
    found.die(book, r::ML_7_2K, target.arm == Arm::Cavalry, plus);
    found.die(book, r::ML_7_2L, training == Level::Poor, minus);
    found.die(book, r::ML_7_2M, shooter.adjusted || lost_formation, minus);
    found.die(book, r::ML_7_2N, book.light_shelter(target.shelter), minus);
    found.twice(book, r::ML_7_2O, &[band == Some(Band::Short)]);
    found.twice(book, r::ML_7_2P, &exposed(book, target.formation, met, *aspect));
    let sharp = shooter.sharpshooters && capable && shooter.arm == Arm::Infantry && book.on(r::ML_12G);
    found.half(
        book,
        r::ML_7_2Q,
        &[
            book.disorganised(stance),
            stance == Formation::AttackColumn,
            stance == Formation::Skirmish && !sharp,
            book.square(stance),
        ],
    );
    let moving = matches!(order, Order::Manoeuvre | Order::Charge | Order::FallBack);
    found.half(book, r::ML_7_2R, &[shooter.marker == Marker::Shaken, shooter.marker == Marker::Hesitant, moving]);
    let dismounted = shooter.dragoons && capable && order == Order::Hold && book.on(r::ML_12E);
    found.half(book, r::ML_7_2S, &[shooter.arm == Arm::Cavalry && !dismounted]);
    found.half(book, r::ML_7_2T, &[met == Formation::Skirmish]);
    found.half(book, r::ML_7_2U, &[book.dense_shelter(target.shelter)]);
    found.half(book, r::ML_7_2V, &[falls_back(book, target)]);
    found.half(book, r::ML_7_2W, &[volley.rain && book.on(r::ML_GAP_54)]);
    if !book.on(r::ML_7_2X) {
        found.first_only();
    }
    Shot { band: band.filter(|_| may), power: found.power(book, (rule, dice), r::ML_7_2Y, trace) }
}

/// The range band: given by a reaction test, or measured.
fn told_or_measured(book: &Book, volley: &Volley, trace: &mut impl Trace) -> Option<Band> {
    let Some(told) = volley.range else { return band(book, volley.shooter.weapon, volley.distance) };
    let rule = match told {
        Band::Short => r::ML_8_1I,
        Band::Effective => r::ML_8_1J,
    };
    trace.line(|| Line::new(rule, Op::Read(1)));
    let armed = volley.shooter.weapon != Weapon::None || !book.on(r::ML_1_5A);
    // Without the rule of its result the test changes nothing: the range is that of the other result.
    let band = match (told, book.on(rule)) {
        (Band::Short, true) | (Band::Effective, false) => Band::Short,
        (Band::Effective, true) | (Band::Short, false) => Band::Effective,
    };
    Some(band).filter(|_| armed)
}

/// Whether a doubling of ML-7.2p or ML-7.3r applies, by the target's formation and state. A battery is limbered or not
/// whatever its order: a fleeing limbered one is still limbered.
pub(crate) fn exposed(book: &Book, formation: Formation, met: Formation, aspect: Aspect) -> [bool; 4] {
    let from = book.felt(aspect, met);
    let rear = from == Aspect::Rear && book.on(r::ML_GAP_10);
    [from == Aspect::Flank || rear, met.is_column(), book.square(met), formation == Formation::Limbered]
}

/// Whether a target falls back this turn: infantry or cavalry under R, or a shaken unit that uses ML-5.3c. A battery
/// under R redeploys, which does not count (ML-GAP-17).
fn falls_back(book: &Book, target: &Target) -> bool {
    let by_order = book.order(target.order, target.marker) == Order::FallBack;
    let by_failed_rally = target.falling_back && book.on(r::ML_5_3C);
    target.arm != Arm::Artillery && (by_order && book.on(r::ML_GAP_17) || by_failed_rally)
}
