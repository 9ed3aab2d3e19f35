//! Impact (chapter 8.3): the comparison of scores, the recoil.

use crate::resolve::morale::{self, AfterTest, Cause, Nerve};
use crate::terms::book::{Book, r};
use crate::terms::de::Reading;
use crate::terms::profile::{Arm, Aspect, Class, Formation, Level, Marker, Order, Shelter, Status};
use dice::Throw;
use game::Trace;
use rulebook::Sum;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// A unit at an impact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fighter {
    pub arm: Arm,
    pub class: Class,
    pub cohesion: Level,
    pub status: Status,
    pub formation: Formation,
    /// Marker before the impact.
    pub marker: Marker,
    pub order: Order,
    /// Elements lost in combat since the battle began.
    #[schemars(range(min = 0, max = 5))]
    pub elements_lost: u8,
    /// The side that it is attacked from.
    pub aspect: Aspect,
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
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub lances: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub cuirassed: bool,
    /// It stands lower than its opponent (ML-GAP-50).
    pub lower: bool,
    /// The ground under its lead element.
    pub ground: Footing,
}

/// Ground that counts at impact (ML-GAP-46).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Footing {
    #[default]
    Firm,
    /// Heavy, soft or flooded: counts for all.
    Heavy,
    /// Rocky: counts for cavalry.
    Rocky,
}

/// The two units of an impact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Impact {
    /// The unit that charges.
    #[serde(deserialize_with = "fighter")]
    pub attacker: Fighter,
    /// The charged unit.
    #[serde(deserialize_with = "fighter")]
    pub defender: Fighter,
}

/// A unit at an impact. Of its strength only the elements lost count.
fn fighter<'de, D: Deserializer<'de>>(from: D) -> Result<Fighter, D::Error> {
    Reading { without: &["elements", "counter"], ..Reading::default() }.read(from)
}

/// One side of a fight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The unit that charges.
    Attacker,
    /// The charged unit.
    Defender,
}

impl Who {
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

impl Fighter {
    /// The inputs of its morale.
    #[must_use]
    pub const fn nerve(&self) -> Nerve {
        Nerve {
            arm: self.arm,
            cohesion: self.cohesion,
            status: self.status,
            formation: self.formation,
            marker: self.marker,
            order: self.order,
            elements_lost: self.elements_lost,
            aspect: self.aspect,
            cause: Cause::Attack,
            isolated: self.isolated,
            flanks_supported: self.flanks_supported,
            rear_support: self.rear_support,
            charisma: self.charisma,
            shelter: self.shelter,
            unseen: self.unseen,
        }
    }
}

/// The modifiers of one side: morale (ML-5.2g to s) and impact (ML-8.3c to l).
pub fn modifiers(book: &Book, own: &Fighter, enemy: &Fighter, trace: &mut impl Trace) -> i16 {
    let table = &book.tables.impact;
    let own_morale = if book.on(r::ML_8_3B) { morale::modifiers(book, &own.nerve(), trace) } else { 0 };
    let mut sum = Sum { book, sum: own_morale, trace };
    let stance = book.stance(own.formation, own.marker);
    let order = book.order(own.order, own.marker);
    let class = book.class(own.arm, own.class);
    let facing = book.stance(enemy.formation, enemy.marker);
    let heavy = match own.ground {
        Footing::Firm => false,
        Footing::Heavy => true,
        Footing::Rocky => own.arm == Arm::Cavalry || !book.on(r::ML_GAP_46),
    };
    let troops = own.arm != Arm::Artillery;
    let square = if facing == Formation::SolidSquare && book.on(r::ML_GAP_47) {
        table.cavalry_against_solid_square
    } else {
        table.cavalry_against_square
    };
    sum.add(r::ML_8_3C, own.lower && book.on(r::ML_GAP_50), table.lower);
    sum.add(r::ML_8_3D, heavy, table.heavy_ground);
    sum.add(r::ML_8_3E, own.marker == Marker::Hesitant, table.hesitant);
    sum.add(r::ML_8_3F, stance == Formation::MarchColumn || book.disorganised(stance), table.march_column_or_disorder);
    sum.add(r::ML_8_3G, stance == Formation::Skirmish, table.open_order);
    sum.add(r::ML_8_3H, troops && class == Class::Low, table.low_class);
    sum.add(r::ML_8_3I, troops && class == Class::High, table.high_class);
    sum.add(r::ML_8_3J, own.lances && order == Order::Charge, table.lancers_charging);
    sum.add(r::ML_8_3K, own.arm == Arm::Cavalry && facing.is_square(), square);
    sum.add(r::ML_8_3L, enemy.arm == Arm::Cavalry && enemy.cuirassed, table.against_cuirassed);
    sum.sum
}

/// The throw of both sides: the attacker's positive and negative die, then the defender's.
#[must_use]
pub fn dice(book: &Book) -> Throw {
    if book.on(r::ML_8_3B) && book.on(r::ML_5_2D) && book.on(r::ML_5_2F) { Throw::against() } else { Throw::default() }
}

/// The result of an impact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Equal scores: melee (ML-9a).
    Melee,
    /// One side recoils.
    Beaten {
        loser: Who,
        /// The distance in pas.
        recoil: u16,
    },
}

/// Compares the scores (ML-8.3m, ML-GAP-24).
#[must_use]
#[inline]
pub fn compare(book: &Book, attacker: i16, defender: i16) -> Verdict {
    // Without ML-8.3m nobody recoils; without ML-GAP-24 a negative score counts as 0.
    let difference = match (book.on(r::ML_8_3M), book.on(r::ML_GAP_24)) {
        (false, _) => 0,
        (true, true) => attacker - defender,
        (true, false) => attacker.max(0) - defender.max(0),
    };
    match difference {
        0 if book.on(r::ML_9A) => Verdict::Melee,
        d if d > 0 => Verdict::Beaten { loser: Who::Defender, recoil: d.unsigned_abs() },
        d => Verdict::Beaten { loser: Who::Attacker, recoil: d.unsigned_abs() },
    }
}

/// The state of the loser of an impact, besides disorganised: shaken, or routing if it was shaken (ML-8.3m).
#[must_use]
#[inline]
pub fn loser(book: &Book, marker: Marker) -> AfterTest {
    if !book.on(r::ML_8_3M) || !book.on(r::ML_GAP_24) {
        return marker.into();
    }
    match marker {
        Marker::None | Marker::Hesitant => AfterTest::Shaken,
        Marker::Shaken | Marker::Routing => AfterTest::Routing,
    }
}
